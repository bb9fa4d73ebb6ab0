import type { FileMetadata, MediaChangeField, MediaChanges } from '@archive/contracts';
import { invalidFields } from '../../../common/index.ts';

/** The editable metadata of a media item, by column name. */
export interface EditableFields {
  title: string;
  media_type: string;
  date: string | null;
  credit: string | null;
  description_markdown: string | null;
  tags: string[];
  alt_text: string | null;
  rights: string | null;
  rights_note: string | null;
  creator: string | null;
  place: string | null;
  identifier: string | null;
  provenance: string | null;
}

/** A record, including the metadata embedded in its file. */
export interface EditableRecord extends EditableFields {
  suggested: FileMetadata | null;
}

export interface FieldChange {
  field: MediaChangeField;
  before: string | null;
  after: string | null;
}

/** The separator before appended text, and the maximum length of the field. */
const TEXTS: Partial<Record<MediaChangeField, { separator: string; maxLength: number }>> = {
  title: { separator: ' ', maxLength: 500 },
  credit: { separator: '; ', maxLength: 500 },
  description_markdown: { separator: '\n\n', maxLength: 100_000 },
  alt_text: { separator: ' ', maxLength: 2000 },
  rights_note: { separator: ' ', maxLength: 2000 },
  creator: { separator: '; ', maxLength: 500 },
  place: { separator: '; ', maxLength: 500 },
  identifier: { separator: '; ', maxLength: 200 },
  provenance: { separator: ' ', maxLength: 2000 },
};

const textOf = (value: string | string[] | null): string | null =>
  Array.isArray(value) ? value.join(', ') || null : value;

type Change =
  | { mode: 'set' | 'append'; value: string | string[] | null }
  | { mode: 'clear' }
  | { mode: 'embedded'; replace: boolean };

function appendValue(field: MediaChangeField, oldValue: string | string[] | null, value: string | string[] | null) {
  if (Array.isArray(oldValue) || Array.isArray(value)) return [...new Set([oldValue ?? [], value ?? []].flat())];
  const { separator, maxLength } = TEXTS[field] ?? { separator: ' ', maxLength: Infinity };
  if (oldValue === null || oldValue === '') return value;
  // Appending the same text twice has no effect.
  if (value === null || oldValue === value || oldValue.endsWith(separator + value)) return oldValue;
  const combined = oldValue + separator + value;
  if (combined.length > maxLength)
    throw invalidFields([{ path: `changes.${field}`, message: 'The result would be too long.' }]);
  return combined;
}

const isBlank = (value: string | string[] | null) => value === null || value.length === 0;

function embeddedValue(field: MediaChangeField, { suggested, ...record }: EditableRecord, replace: boolean) {
  const oldValue = record[field];
  const found = suggested?.[field as keyof FileMetadata];
  if (found === undefined) return oldValue;
  if (Array.isArray(found)) return appendValue(field, oldValue, found);
  return replace || isBlank(oldValue) ? found : oldValue;
}

function newValueOf(field: MediaChangeField, record: EditableRecord, change: Change) {
  const oldValue = record[field];
  if (change.mode === 'clear') return Array.isArray(oldValue) ? [] : null;
  if (change.mode === 'embedded') return embeddedValue(field, record, change.replace);
  return change.mode === 'set' ? change.value : appendValue(field, oldValue, change.value);
}

/**
 * Computes the new values of a record and their displayed values before and after.
 * @throws Problem 422 when a value would become too long
 */
export function planChanges(
  record: EditableRecord,
  changes: MediaChanges,
): { values: Partial<EditableFields>; fieldChanges: FieldChange[] } {
  const values: Record<string, unknown> = {};
  const shownChanges: FieldChange[] = [];
  for (const [name, change] of Object.entries(changes)) {
    const field = name as MediaChangeField;
    const oldValue = record[field];
    const newValue = newValueOf(field, record, change as Change);
    if (JSON.stringify(oldValue) === JSON.stringify(newValue)) continue;
    values[field] = newValue;
    shownChanges.push({ field, before: textOf(oldValue), after: textOf(newValue) });
  }
  return { values, fieldChanges: shownChanges };
}
