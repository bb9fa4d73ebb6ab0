import { historyQuery, messageOf, restoreMutation, type HistoryKind } from '@archive/api-client';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { Button, Dialog, Disclosure, EmptyState, FailedState, Loading, SkeletonList, toast } from '@archive/ui';
import { entriesOf, type Entry, type TextDraft } from './record-texts.ts';

/** A query's outcome, as far as the history needs it. */
interface Read {
  data: Record<string, unknown> | undefined;
  error: Error | null;
  refetch: () => Promise<unknown>;
}

export interface RecordHistoryProps<D extends TextDraft> {
  kind: HistoryKind;
  slug: string;
  /** The record's name, for the head and the messages. */
  title: string;
  /** The record as it is now. */
  record: Read;
  /** A record, of now or of the history, as it is compared and read. */
  draftOf: (record: Record<string, unknown>) => D;
  /** What a field is called. */
  labelOf: (name: keyof D & string) => string;
  /** What is said of its coming into the archive: "Entered" unless said. */
  created?: string;
  /** A curator who edits may bring a version back. */
  editing: boolean;
  onClose: () => void;
}

/** Who changed a record, when and what; and the way back. Bringing back is a change too, and can be undone the same way. */
export function RecordHistory<D extends TextDraft>(props: RecordHistoryProps<D>) {
  const { kind, slug, title, record, draftOf, labelOf, created = 'Entered', editing, onClose } = props;
  const history = useQuery({ ...historyQuery(kind, slug), staleTime: 0 });
  const restore = useMutation(restoreMutation(useQueryClient()));
  const error = history.error ?? record.error;

  const bringBack = (revision: number) =>
    restore.mutateAsync({ kind, slug, revision }).then(
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
    if (!history.data || record.data === undefined)
      return (
        <Loading label="Loading history...">
          <SkeletonList />
        </Loading>
      );
    if (history.data.items.length === 0)
      return <EmptyState title="Never changed">The record is as it came into the archive.</EmptyState>;
    return (
      <ol className="divide-y divide-rule border-y border-rule">
        {entriesOf(history.data.items, draftOf(record.data), draftOf, labelOf).map((entry) => (
          <Row
            key={entry.revision}
            entry={entry}
            what={entry.action === 'create' ? created : WORDS[entry.action]}
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

const WORDS = { update: 'Changed', delete: 'Deleted', restore: 'Restored' };

const instant = (at: string) => new Date(at).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' });

interface RowProps {
  entry: Entry;
  what: string;
  busy: boolean;
  onRestore: (() => void) | undefined;
}

function Row({ entry, what, busy, onRestore }: RowProps) {
  const when = instant(entry.at);
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
          <Button size="small" busy={busy} onClick={onRestore} aria-label={`Restore what was before ${when}`}>
            Restore what was before
          </Button>
        )}
      </div>
      <Changes changes={entry.changes} />
    </li>
  );
}

/** More than this many characters are folded away under the names of the fields. */
const LONG = 600;

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
  if (length <= LONG) return list;
  return <Disclosure label={changes.map(({ label }) => label).join(', ')}>{list}</Disclosure>;
}
