import { historyQuery, messageOf, restoreMutation, type HistoryKind } from '@archive/api-client';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import {
  Button,
  Dialog,
  Disclosure,
  EmptyState,
  FailedState,
  formatDateTime,
  Loading,
  SkeletonList,
  toast,
} from '@archive/ui';
import { entriesOf, type Entry, type TextDraft } from './record-texts.ts';

/** The parts of a query result that the history needs. */
interface Read {
  data: Record<string, unknown> | undefined;
  error: Error | null;
  refetch: () => Promise<unknown>;
}

export interface RecordHistoryProps<D extends TextDraft> {
  kind: HistoryKind;
  slug: string;
  /** The record's name, for heading and messages. */
  title: string;
  /** The record as it is now. */
  record: Read;
  /** Converts a current or past record to text for comparison. */
  draftOf: (record: Record<string, unknown>) => D;
  /** The label of a field. */
  labelOf: (name: keyof D & string) => string;
  /** Label of the first revision; "Created" by default. */
  created?: string;
  /** Whether versions can be restored. */
  editing: boolean;
  onClose: () => void;
}

/** Who changed a record, when and what, and how to restore it. A restore is a change too, and can be undone the same way. */
export function RecordHistory<D extends TextDraft>(props: RecordHistoryProps<D>) {
  const { kind, slug, title, record, draftOf, labelOf, created = 'Created', editing, onClose } = props;
  const history = useQuery({ ...historyQuery(kind, slug), staleTime: 0 });
  const restore = useMutation(restoreMutation(useQueryClient()));
  const error = history.error ?? record.error;

  const restoreRevision = (revision: number) =>
    restore.mutateAsync({ kind, slug, revision }).then(
      () => {
        toast.success(`Earlier version of ${title} restored`);
        return record.refetch();
      },
      (failure: unknown) => toast.error(`Couldn't restore this version. ${messageOf(failure)}`),
    );

  const content = () => {
    if (error)
      return (
        <FailedState
          title="Can't load the history"
          action={<Button onClick={() => void Promise.all([history.refetch(), record.refetch()])}>Retry</Button>}
        >
          {messageOf(error)}
        </FailedState>
      );
    if (!history.data || record.data === undefined)
      return (
        <Loading label="Loading history...">
          <SkeletonList />
        </Loading>
      );
    if (history.data.items.length === 0)
      return <EmptyState title="No changes yet">This record hasn't changed since it was created.</EmptyState>;
    return (
      <ol className="divide-y divide-rule border-y border-rule">
        {entriesOf(history.data.items, draftOf(record.data), draftOf, labelOf).map((entry) => (
          <Row
            key={entry.revision}
            entry={entry}
            what={entry.action === 'create' ? created : ACTIONS[entry.action]}
            busy={restore.isPending}
            onRestore={editing && entry.restorable ? () => void restoreRevision(entry.revision) : undefined}
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

const ACTIONS = { update: 'Changed', delete: 'Deleted', restore: 'Restored' };

interface RowProps {
  entry: Entry;
  what: string;
  busy: boolean;
  onRestore: (() => void) | undefined;
}

function Row({ entry, what, busy, onRestore }: RowProps) {
  const when = formatDateTime(entry.at);
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p>
          <span className="font-serif text-17 font-semibold">{what}</span>{' '}
          <span className="text-faded">
            by {entry.by}, <time dateTime={entry.at}>{when}</time>
          </span>
        </p>
        {onRestore && (
          <Button size="small" busy={busy} onClick={onRestore} aria-label={`Restore the version before ${when}`}>
            Restore
          </Button>
        )}
      </div>
      <Changes changes={entry.changes} />
    </li>
  );
}

/** Longer changes, in characters, are collapsed under their field names. */
const COLLAPSE_LENGTH = 600;

function Changes({ changes }: { changes: Entry['changes'] }) {
  if (changes.length === 0) return null;
  const list = (
    <dl className="mt-2 space-y-1 text-15">
      {changes.map(({ label, from, to }) => (
        <div key={label} className="grid gap-x-4 sm:grid-cols-[9rem_1fr]">
          <dt className="text-13 leading-6 text-faded">{label}</dt>
          <dd className="min-w-0 whitespace-pre-line wrap-anywhere">
            {from && <del className="text-faded">{from}</del>}{' '}
            {to ? <ins className="no-underline">{to}</ins> : <em>blank</em>}
          </dd>
        </div>
      ))}
    </dl>
  );
  const length = changes.reduce((sum, { from, to }) => sum + from.length + to.length, 0);
  if (length <= COLLAPSE_LENGTH) return list;
  return <Disclosure label={changes.map(({ label }) => label).join(', ')}>{list}</Disclosure>;
}
