import { historyQuery, messageOf, restoreMutation, restorePreviewQuery, type HistoryKind } from '@archive/api-client';
import type { Revision } from '@archive/contracts';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import {
  Button,
  Dialog,
  EmptyState,
  FailedState,
  FieldChanges,
  formatDateTime,
  Loading,
  RestoreDialog,
  SkeletonList,
  toast,
} from '@archive/ui';
import { useState } from 'react';

export interface RecordHistoryProps {
  kind: HistoryKind;
  slug: string;
  /** The record's name, for heading and messages. */
  title: string;
  /** Whether versions can be restored. */
  editing: boolean;
  onClose: () => void;
}

/**
 * Lists who changed a record, when and what, with buttons to restore a version.
 * A restore is a change too, and can be undone in the same way.
 */
export function RecordHistory({ kind, slug, title, editing, onClose }: RecordHistoryProps) {
  const { data, error, refetch } = useQuery({ ...historyQuery(kind, slug), staleTime: 0 });
  const restore = useMutation(restoreMutation(useQueryClient()));

  const [chosen, setChosen] = useState<Revision>();
  const preview = useQuery({
    ...restorePreviewQuery(kind, slug, chosen?.revision ?? 0),
    enabled: chosen !== undefined,
  });

  const restoreRevision = async (revision: number) => {
    const key = `restore ${kind} ${slug}`;
    // The dialog closes before the message, so that the keyboard is back in the history when it appears.
    try {
      await restore.mutateAsync({ kind, slug, revision }).finally(() => setChosen(undefined));
      toast.success(`Previous version of ${title} restored`, { key });
    } catch (failure) {
      toast.error(`Couldn’t restore the previous version. ${messageOf(failure)}`, { key });
    }
  };

  const content = () => {
    if (error && !data)
      return (
        <FailedState title="Can’t load the history" action={<Button onClick={() => void refetch()}>Retry</Button>}>
          {messageOf(error)}
        </FailedState>
      );
    if (!data)
      return (
        <Loading label="Loading history...">
          <SkeletonList />
        </Loading>
      );
    if (data.items.length === 0)
      return <EmptyState title="No changes yet">This record hasn’t changed since it was added.</EmptyState>;
    return (
      <ol className="divide-y divide-rule border-y border-rule">
        {data.items.map((entry) => (
          <Row
            key={entry.revision}
            entry={entry}
            what={ACTIONS[entry.action]}
            busy={restore.isPending}
            onRestore={editing && entry.before && !isOnlyFile(entry) ? () => setChosen(entry) : undefined}
          />
        ))}
      </ol>
    );
  };

  return (
    <Dialog open onOpenChange={onClose} title="Change history" description={title} size="large">
      {content()}
      {chosen && (
        <RestoreDialog
          changedAt={formatDateTime(chosen.changed_at)}
          changes={preview.data?.changes}
          error={preview.error ? messageOf(preview.error) : undefined}
          busy={restore.isPending}
          onCancel={() => setChosen(undefined)}
          onConfirm={() => void restoreRevision(chosen.revision)}
        />
      )}
    </Dialog>
  );
}

/** Whether the change only replaced a file. Restoring doesn't apply to it: the page of the file can undo the replacement. */
const isOnlyFile = ({ changes }: Revision) =>
  changes.some(({ field }) => field === 'file') &&
  changes.every(({ field }) => field === 'file' || field === 'original_filename');

const ACTIONS = { create: 'Added', update: 'Changed', delete: 'Deleted', restore: 'Restored' };

interface RowProps {
  entry: Revision;
  what: string;
  busy: boolean;
  onRestore: (() => void) | undefined;
}

function Row({ entry, what, busy, onRestore }: RowProps) {
  const changedAt = formatDateTime(entry.changed_at);
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p>
          <span className="font-serif text-17 font-semibold">{what}</span>{' '}
          <span className="text-faded">
            by {entry.changed_by}, <time dateTime={entry.changed_at}>{changedAt}</time>
          </span>
        </p>
        {onRestore && (
          <Button
            size="small"
            busy={busy}
            onClick={onRestore}
            aria-label={`Restore previous version, from before ${changedAt}`}
          >
            Restore previous version
          </Button>
        )}
      </div>
      <FieldChanges changes={entry.changes} />
    </li>
  );
}
