import { fetchTrash, messageOf, restoreFromTrashMutation, trashQuery } from '@archive/api-client';
import type { TrashItem } from '@archive/contracts';
import { useSelection, type Selection } from '@archive/editing';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { useEditMode, usePageTitle } from '@archive/shell-api';
import {
  Breadcrumbs,
  Button,
  EmptyState,
  FailedState,
  formatCount,
  formatNumber,
  Loading,
  LinkButton,
  PageHeader,
  pluralize,
  Progress,
  SkeletonList,
  toast,
} from '@archive/ui';
import { useState } from 'react';
import { Failures, type Failure } from '../bulk/failures.tsx';
import { explorerHref } from '../explorer-url.ts';
import { DeleteTrashed, EmptyTrash } from './delete-trashed.tsx';
import { TrashRow } from './trash-row.tsx';

const TITLE = 'Trash';
const PAGE_SIZE = 100;
const MAX_SHOWN = 1000;
const RESTORE_TOAST = { key: 'restore media' };
const NO_ITEMS: TrashItem[] = [];
const keyOf = ({ media_slug }: TrashItem) => media_slug;

/** /media-explorer/trash: deleted media, to restore or to delete permanently. */
export function TrashPage() {
  usePageTitle(TITLE);
  const { editing } = useEditMode();
  const [limit, setLimit] = useState(PAGE_SIZE);
  const { data, error, refetch } = useQuery(trashQuery(limit));
  const items = data?.items ?? NO_ITEMS;
  const selection = useSelection(items, keyOf);
  const restoring = useMutation(restoreFromTrashMutation(useQueryClient()));
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [deleting, setDeleting] = useState<TrashItem[]>();
  const [isEmptying, setEmptying] = useState(false);
  const [failed, setFailed] = useState<{ done: string; failures: Failure[] }>();

  const restore = async (media: readonly TrashItem[]) => {
    const slugs = media.map(keyOf);
    setProgress({ done: 0, total: slugs.length });
    const onProgress = (done: number) => setProgress({ done, total: slugs.length });
    const { done, failures } = await restoring.mutateAsync({ slugs, onProgress });
    setProgress(undefined);
    selection.deselect(media.filter(({ media_slug }) => done.includes(media_slug)));
    const titles = new Map(media.map(({ media_slug, title }) => [media_slug, title]));
    if (done.length > 0)
      toast.success(
        pluralize(
          done.length,
          `“${titles.get(done[0] ?? '')}” restored`,
          `${formatCount(done.length, 'file')} restored`,
        ),
        RESTORE_TOAST,
      );
    if (failures.length > 0)
      setFailed({
        done: 'restored',
        failures: failures.map(({ slug, reason }) => ({ name: titles.get(slug) ?? slug, reason })),
      });
  };
  const restoreAll = () =>
    void fetchTrash().then(restore, (reason: unknown) => toast.error(messageOf(reason), RESTORE_TOAST));

  const busy = progress !== undefined;
  return (
    <div className="space-y-8">
      <Breadcrumbs items={[{ label: 'Media Explorer', href: explorerHref('') }, { label: TITLE }]} />
      <PageHeader
        title={TITLE}
        lede={data && ledeFor(data.retention_days)}
        actions={
          editing &&
          data &&
          data.total > 0 && (
            <>
              <Button disabled={busy} onClick={restoreAll}>
                Restore all
              </Button>
              <Button variant="danger" disabled={busy} onClick={() => setEmptying(true)}>
                Empty trash
              </Button>
            </>
          )
        }
      />
      {progress && <Progress label="Restoring" value={(progress.done / Math.max(1, progress.total)) * 100} />}
      {error && !data ? (
        <FailedState title={messageOf(error)} action={<Button onClick={() => void refetch()}>Retry</Button>} />
      ) : !data ? (
        <Loading label="Loading the trash...">
          <SkeletonList />
        </Loading>
      ) : data.total === 0 ? (
        <EmptyState
          title="The trash is empty"
          action={<LinkButton href={explorerHref('')}>Back to Media Explorer</LinkButton>}
        >
          Deleted photographs, videos, and documents appear here and can be restored.
        </EmptyState>
      ) : (
        <div className="space-y-4">
          {editing ? (
            <TrashSelection
              selection={selection}
              count={items.length}
              busy={busy}
              onRestore={() => void restore(selection.items)}
              onDelete={() => setDeleting(selection.items)}
            />
          ) : (
            <p className="text-13 text-faded">Turn on Edit Mode to restore or delete these files.</p>
          )}
          <ul aria-label="Deleted media" className="divide-y divide-rule border-y border-rule">
            {items.map((item) => (
              <TrashRow
                key={item.media_slug}
                item={item}
                selection={editing ? selection : undefined}
                busy={busy}
                onRestore={() => void restore([item])}
                onDelete={() => setDeleting([item])}
              />
            ))}
          </ul>
          {data.total > items.length && items.length < MAX_SHOWN && (
            <Button onClick={() => setLimit(Math.min(MAX_SHOWN, limit + 4 * PAGE_SIZE))}>
              Show more ({formatNumber(data.total)} in total)
            </Button>
          )}
        </div>
      )}
      {deleting && (
        <DeleteTrashed
          items={deleting}
          onClose={() => setDeleting(undefined)}
          onDone={(failures) => {
            selection.deselect(deleting);
            setDeleting(undefined);
            if (failures.length > 0) setFailed({ done: 'deleted', failures });
          }}
        />
      )}
      {isEmptying && data && items[0] && (
        <EmptyTrash total={data.total} until={items[0].deleted_at} onClose={() => setEmptying(false)} />
      )}
      {failed && <Failures {...failed} onClose={() => setFailed(undefined)} />}
    </div>
  );
}

const ledeFor = (days: number | null) =>
  days === null
    ? 'Deleted files stay here until the trash is emptied.'
    : `Deleted files stay here for ${formatCount(days, 'day')}, and are then deleted permanently.`;

interface TrashSelectionProps {
  selection: Selection<TrashItem>;
  count: number;
  busy: boolean;
  onRestore: () => void;
  onDelete: () => void;
}

/** Sticky bar with the selection and what can be done with it. */
function TrashSelection({ selection, count, busy, onRestore, onDelete }: TrashSelectionProps) {
  const { items, all, clear } = selection;
  return (
    <section
      aria-label="Selection"
      className="sticky top-0 z-sticky flex flex-wrap items-center gap-2 rounded border border-rule bg-leaf px-3 py-2 print:hidden"
    >
      <output className="mr-auto text-13 tabular-nums">
        {items.length === 0 ? 'No files selected' : `${formatCount(items.length, 'file')} selected`}
      </output>
      {items.length < count && (
        <Button size="small" onClick={all}>
          {pluralize(count, 'Select all', `Select all ${formatNumber(count)}`)}
        </Button>
      )}
      {items.length > 0 && (
        <>
          <Button size="small" onClick={clear}>
            Clear selection
          </Button>
          <Button size="small" disabled={busy} onClick={onRestore}>
            Restore
          </Button>
          <Button size="small" disabled={busy} onClick={onDelete}>
            Delete permanently
          </Button>
        </>
      )}
    </section>
  );
}
