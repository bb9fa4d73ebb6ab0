import {
  deleteFromTrashMutation,
  emptyTrashMutation,
  fetchTrash,
  messageOf,
  restoreFromTrashMutation,
  trashQuery,
} from '@archive/api-client';
import type { TrashItem } from '@archive/contracts';
import { SelectBox, type Selection, useSelection } from '@archive/editing';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { QueryState, useAllows, useEditMode, usePageTitle } from '@archive/shell-api';
import {
  Breadcrumbs,
  Button,
  EmptyState,
  LinkButton,
  PageHeader,
  Progress,
  Thumbnail,
  formatCount,
  formatDateTime,
  formatFileSize,
  formatNumber,
  pluralize,
  toast,
} from '@archive/ui';
import { useState } from 'react';
import { type Failure, Failures } from '../bulk/selected-files.tsx';
import { DELETE_TOAST, DeleteConfirmation } from '../removal/delete-media.tsx';
import { kindOf } from '../stored-file.ts';
import { explorerHref } from '../urls.ts';

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
  const isAdministrator = useAllows('administrator');
  const [limit, setLimit] = useState(PAGE_SIZE);
  const query = useQuery(trashQuery(limit));
  const { data } = query;
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
              {isAdministrator && (
                <Button variant="danger" disabled={busy} onClick={() => setEmptying(true)}>
                  Empty trash
                </Button>
              )}
            </>
          )
        }
      />
      {progress && <Progress label="Restoring" value={(progress.done / Math.max(1, progress.total)) * 100} />}
      {!data ? (
        <QueryState query={query} loading="Loading the trash..." />
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
              onDelete={isAdministrator ? () => setDeleting(selection.items) : undefined}
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
                onDelete={isAdministrator ? () => setDeleting([item]) : undefined}
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
  /** Only for administrators. */
  onDelete: (() => void) | undefined;
}

/** Sticky bar with the selection and its actions. */
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
          {onDelete && (
            <Button size="small" disabled={busy} onClick={onDelete}>
              Delete permanently
            </Button>
          )}
        </>
      )}
    </section>
  );
}

interface TrashRowProps {
  item: TrashItem;
  /** Undefined for readers. */
  selection: Selection<TrashItem> | undefined;
  busy: boolean;
  onRestore: () => void;
  /** Only for administrators. */
  onDelete: (() => void) | undefined;
}

/** One deleted media item, with its actions in Edit Mode. */
function TrashRow({ item, selection, busy, onRestore, onDelete }: TrashRowProps) {
  const { media_slug, title, thumbnail_url, deleted_by, deleted_at, size } = item;
  const places = [...item.voyages, ...item.albums].map((place) => place.title);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4">
      <div className="relative h-24 w-32 shrink-0 overflow-hidden rounded">
        {selection && <SelectBox item={media_slug} name={title} selection={selection} />}
        <Thumbnail src={thumbnail_url} alt="" kind={kindOf({ type: item.content_type ?? '' })} />
      </div>
      <div className="min-w-0 flex-1 basis-48 space-y-0.5">
        <span className="block font-medium wrap-anywhere">{title}</span>
        <p className="text-13 text-faded">
          Deleted by {deleted_by} on {formatDateTime(deleted_at)}
        </p>
        <p className="text-13 text-faded tabular-nums">
          {[daysLeft(item), size !== null && formatFileSize(size)].filter(Boolean).join(' · ')}
        </p>
        {places.length > 0 && <p className="text-13 wrap-anywhere text-faded">Was in: {places.join(', ')}</p>}
      </div>
      {selection && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" disabled={busy} aria-label={`Restore: ${title}`} onClick={onRestore}>
            Restore
          </Button>
          {onDelete && (
            <Button size="small" disabled={busy} aria-label={`Delete permanently: ${title}`} onClick={onDelete}>
              Delete permanently
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

function daysLeft({ days_left: days }: TrashItem): string | null {
  if (days === null) return null;
  return days === 0 ? 'Will be deleted permanently today' : `${formatCount(days, 'day')} left`;
}

interface DeleteTrashedProps {
  items: TrashItem[];
  onClose: () => void;
  /** Called with the items that couldn’t be deleted. */
  onDone: (failures: Failure[]) => void;
}

/** Confirms twice, then deletes media in the trash permanently (SPEC section 8). */
function DeleteTrashed({ items: selectedItems, onClose, onDone }: DeleteTrashedProps) {
  const [items] = useState(selectedItems);
  const remove = useMutation(deleteFromTrashMutation(useQueryClient()));
  const [sentCount, setSent] = useState(0);
  const [single] = items.length === 1 ? items : [];
  const handleConfirm = async () => {
    const slugs = items.map(({ media_slug }) => media_slug);
    const { done, failures } = await remove.mutateAsync({ slugs, onProgress: setSent });
    if (done.length > 0)
      toast.success(
        single
          ? 'Media permanently deleted from S3 and database!'
          : `${formatCount(done.length, 'file')} permanently deleted from S3 and database!`,
        DELETE_TOAST,
      );
    const titles = new Map(items.map(({ media_slug, title }) => [media_slug, title]));
    onDone(failures.map(({ slug, reason }) => ({ name: titles.get(slug) ?? slug, reason })));
  };
  return (
    <DeleteConfirmation
      title={`Permanently delete ${single ? `“${single.title}”` : formatCount(items.length, 'file')}?`}
      description={`${single ? 'The record and its file' : 'The records and their files'} will be deleted from the media library.`}
      busy={remove.isPending}
      progress={remove.isPending && <Progress label="Deleting" value={(sentCount / items.length) * 100} />}
      onClose={onClose}
      onConfirm={() => void handleConfirm()}
    />
  );
}

interface EmptyTrashProps {
  total: number;
  /** Time of the newest deletion that the page shows. Media deleted after that stay in the trash. */
  until: string;
  onClose: () => void;
}

/** Confirms twice, then empties the trash. */
function EmptyTrash({ total, until, onClose }: EmptyTrashProps) {
  const empty = useMutation(emptyTrashMutation(useQueryClient()));
  return (
    <DeleteConfirmation
      title={`Permanently delete everything in the trash (${formatCount(total, 'file')})?`}
      description="The records and their files will be deleted from the media library."
      busy={empty.isPending}
      onClose={onClose}
      onConfirm={() =>
        void empty.mutateAsync(until).then(
          ({ emptied }) => {
            toast.success(`${formatCount(emptied, 'file')} permanently deleted from S3 and database!`, DELETE_TOAST);
            onClose();
          },
          (error: unknown) => {
            toast.error(messageOf(error), DELETE_TOAST);
            onClose();
          },
        )
      }
    />
  );
}
