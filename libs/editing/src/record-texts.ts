import type { Revision } from '@archive/contracts';

/** A record as one types or reads it: each field a text, blank where there is nothing. */
export type TextDraft = Record<string, string>;

/** What each field of a draft is called, in the order of the form. */
export type Labels<D> = Record<keyof D & string, string>;

/** A change of a record, as the history tells it. */
export interface Entry {
  revision: number;
  action: Revision['action'];
  by: string;
  /** ISO 8601. */
  at: string;
  changes: { label: string; from: string; to: string }[];
  /** There was a record before, which can be brought back. */
  restorable: boolean;
}

/** A value of a record as it is typed: lists with commas, nothing as a blank. */
export function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A record, of now or of its history, as it is typed: the fields of `blank`, and nothing else. */
export const draftFrom = <D extends TextDraft>(blank: D, record: { [name in keyof D]?: unknown }): D => ({
  ...blank,
  ...Object.fromEntries(Object.keys(blank).map((name) => [name, textOf(record[name])])),
});

/** The fields that two drafts have and in which they differ, in the order of the first. */
export const changedFields = <D extends TextDraft>(before: D, after: D): (keyof D & string)[] =>
  Object.keys(before).filter((name) => name in after && before[name] !== after[name]);

/**
 * What each revision, newest first, changed: its record before against the one that followed. `now` is the record as it is, null
 * when there is none any more. What came and what went has no changes.
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
