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
