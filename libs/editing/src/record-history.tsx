import { type HistoryKind, historyQuery, messageOf, restoreMutation, restorePreviewQuery } from '@archive/api-client';
import type { Revision } from '@archive/contracts';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { QueryState } from '@archive/shell-api';
import { Button, Dialog, EmptyState, FieldChanges, Notice, RestoreDialog, formatDateTime, toast } from '@archive/ui';
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
  const query = useQuery({ ...historyQuery(kind, slug), staleTime: 0 });
  const { data } = query;
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
    if (!data) return <QueryState query={query} failed="Can’t load the history" loading="Loading history..." />;
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

export interface NewerVersionProps<D extends TextDraft> {
  /** The record type, as in "Someone else changed this person while you were editing". */
  recordType: string;
  /** The record, whose history says who changed it. */
  kind: HistoryKind;
  slug: string | undefined;
  labels: Labels<D>;
  /** Fields the other user changed. */
  fields: (keyof D & string)[];
  theirs: D;
  mine: D;
  onUseTheirs: (name: keyof D & string) => void;
}

/** Shown after a conflict: lists the other user's values, to use or ignore. What was typed here stays until the user replaces it. */
export function NewerVersion<D extends TextDraft>(props: NewerVersionProps<D>) {
  const { recordType, kind, slug = '', labels, fields, theirs, mine, onUseTheirs } = props;
  const { data: history } = useQuery({ ...historyQuery(kind, slug, 1), staleTime: 0, enabled: slug !== '' });
  const changedBy = history?.items[0]?.changed_by;
  return (
    <Notice tone="warning" announce title={`Someone else changed this ${recordType} while you were editing`}>
      <p>
        {changedBy && `Saved by ${changedBy}. `}Your changes are kept. Review the other changes below, then save again.
      </p>
      <dl className="mt-2 divide-y divide-rule border-y border-rule text-ink">
        {fields.map((name) => (
          <div key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <dt className="w-28 text-13 text-faded">{labels[name]}</dt>
            <dd className="min-w-0 flex-1 wrap-anywhere">{theirs[name] || <em className="text-faded">blank</em>}</dd>
            <dd>
              {mine[name] === theirs[name] ? (
                <span className="text-13 text-faded">Using theirs</span>
              ) : (
                <Button size="small" onClick={() => onUseTheirs(name)} aria-label={`Use theirs: ${labels[name]}`}>
                  Use theirs
                </Button>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Notice>
  );
}

/** The text of a record's fields in a form: one string per field, empty for no value. */
export type TextDraft = Record<string, string>;

/** Field labels, in form order. */
export type Labels<D> = Record<keyof D & string, string>;

/** A field value as form text: lists joined with commas, null as an empty string. */
export function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A current or past record as a draft with the fields of `blank`. */
export const draftFrom = <D extends TextDraft>(blank: D, record: { [name in keyof D]?: unknown }): D => ({
  ...blank,
  ...Object.fromEntries(Object.keys(blank).map((name) => [name, textOf(record[name])])),
});

/** Fields in both drafts whose values differ, in the order of the first. */
export const changedFields = <D extends TextDraft>(before: D, after: D): (keyof D & string)[] =>
  Object.keys(before).filter((name) => name in after && before[name] !== after[name]);
