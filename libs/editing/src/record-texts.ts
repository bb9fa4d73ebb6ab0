import type { Revision } from '@archive/contracts';

/** A record as form text: one string per field, empty for no value. */
export type TextDraft = Record<string, string>;

/** Field labels, in form order. */
export type Labels<D> = Record<keyof D & string, string>;

/** A history entry. */
export interface Entry {
  revision: number;
  action: Revision['action'];
  by: string;
  /** ISO 8601. */
  at: string;
  changes: { label: string; from: string; to: string }[];
  /** Whether there is a previous version to restore. */
  restorable: boolean;
}

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

/**
 * History entries for revisions, newest first. Each compares the version before with the one after; creation and deletion list no
 * changes. `now` is the current record, or null if deleted.
 */
export function entriesOf<D extends TextDraft>(
  revisions: Revision[],
  now: D | null,
  draftOf: (record: Record<string, unknown>) => D,
  labelOf: (name: keyof D & string) => string,
): Entry[] {
  let after = now;
  return revisions.map(({ revision, action, changed_by, changed_at, before }) => {
    const was = before && draftOf(before);
    const became = after;
    after = was;
    const fields = was && became && action !== 'delete' ? changedFields(was, became) : [];
    return {
      revision,
      action,
      by: changed_by,
      at: changed_at,
      changes: fields.map((name) => ({ label: labelOf(name), from: was?.[name] ?? '', to: became?.[name] ?? '' })),
      restorable: was !== null,
    };
  });
}
