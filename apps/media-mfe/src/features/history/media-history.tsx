import { historyQuery, mediaToEditQuery, messageOf, restoreMutation } from '@archive/api-client';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { Button, Dialog, EmptyState, FailedState, Loading, SkeletonList, toast } from '@archive/ui';
import { draftOf } from '../metadata/media-draft.ts';
import { entriesOf, type Entry } from './changes.ts';

interface MediaHistoryProps {
  slug: string;
  title: string;
  /** A curator who edits may bring a version back. */
  editing: boolean;
  onClose: () => void;
}

/** Who changed the record, when and what; and the way back. */
export function MediaHistory({ slug, title, editing, onClose }: MediaHistoryProps) {
  const history = useQuery({ ...historyQuery('media', slug), staleTime: 0 });
  const record = useQuery({ ...mediaToEditQuery(slug), staleTime: 0 });
  const error = history.error ?? record.error;
  const restore = useMutation(restoreMutation(useQueryClient()));

  const bringBack = (revision: number) =>
    restore.mutateAsync({ kind: 'media', slug, revision }).then(
      () => {
        toast.success(`${title} is as before that change`);
        return record.refetch();
      },
      (failure: unknown) => toast.error(`The version could not be restored: ${messageOf(failure)}`),
    );

  const content = () => {
    if (error)
      return (
        <FailedState
          title="The history cannot be shown"
          action={<Button onClick={() => void Promise.all([history.refetch(), record.refetch()])}>Try again</Button>}
        >
          {messageOf(error)}
        </FailedState>
      );
    if (!history.data || !record.data)
      return (
        <Loading label="Loading history...">
          <SkeletonList />
        </Loading>
      );
    if (history.data.items.length === 0)
      return <EmptyState title="Never changed">The record is as it came into the archive.</EmptyState>;
    return (
      <ol className="divide-y divide-rule border-y border-rule">
        {entriesOf(history.data.items, draftOf(record.data.value)).map((entry) => (
          <Row
            key={entry.revision}
            entry={entry}
            busy={restore.isPending}
            onRestore={editing && entry.restorable ? () => void bringBack(entry.revision) : undefined}
          />
        ))}
      </ol>
    );
  };

  return (
    <Dialog open onOpenChange={onClose} title="History" description={title} size="large">
      {content()}
    </Dialog>
  );
}

const instant = (at: string) => new Date(at).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' });

function Row({ entry, busy, onRestore }: { entry: Entry; busy: boolean; onRestore: (() => void) | undefined }) {
  const when = instant(entry.at);
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p>
          <span className="font-serif text-17 font-semibold">{entry.what}</span>{' '}
          <span className="text-faded">
            by {entry.by}, <time dateTime={entry.at}>{when}</time>
          </span>
        </p>
        {onRestore && (
          <Button size="small" busy={busy} onClick={onRestore} aria-label={`Restore what was before ${when}`}>
            Restore what was before
          </Button>
        )}
      </div>
      {entry.changes.length > 0 && (
        <dl className="mt-2 space-y-1 text-15">
          {entry.changes.map(({ label, from, to }) => (
            <div key={label} className="grid gap-x-4 sm:grid-cols-[9rem_1fr]">
              <dt className="text-13 leading-6 text-faded">{label}</dt>
              <dd className="min-w-0 wrap-anywhere">
                {from && <del className="text-faded">{from}</del>}{' '}
                {to ? <ins className="no-underline">{to}</ins> : <em>blank</em>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
