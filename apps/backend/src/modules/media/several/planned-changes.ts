import type { MediaChangeField, MediaChanges } from '@archive/contracts';
import { refused } from '../../../common/index.ts';

/** What is said of a record, by the names of its columns. */
export interface Described {
  title: string;
  media_type: string;
  date: string | null;
  credit: string | null;
  description_markdown: string | null;
  tags: string[];
  alt_text: string | null;
  rights: string | null;
  rights_note: string | null;
}

export interface FieldChange {
  field: MediaChangeField;
  before: string | null;
  after: string | null;
}

/** What stands between a text and what is added to it, and the most that the field takes. */
const TEXTS: Partial<Record<MediaChangeField, { between: string; most: number }>> = {
  title: { between: ' ', most: 500 },
  credit: { between: '; ', most: 500 },
  description_markdown: { between: '\n\n', most: 100_000 },
  alt_text: { between: ' ', most: 2000 },
  rights_note: { between: ' ', most: 2000 },
};

const textOf = (value: string | string[] | null): string | null =>
  Array.isArray(value) ? value.join(', ') || null : value;

type Change = { mode: 'set' | 'append'; value: string | string[] | null } | { mode: 'clear' };

function appended(field: MediaChangeField, before: string | string[] | null, value: string | string[] | null) {
  if (Array.isArray(before) || Array.isArray(value)) return [...new Set([before ?? [], value ?? []].flat())];
  const { between, most } = TEXTS[field] ?? { between: ' ', most: Infinity };
  if (before === null || before === '') return value;
  // Asked for twice it is there once.
  if (value === null || before === value || before.endsWith(between + value)) return before;
  const whole = before + between + value;
  if (whole.length > most)
    throw refused([{ path: `changes.${field}`, message: 'With what is there already this is too long.' }]);
  return whole;
}

function afterOf(field: MediaChangeField, before: string | string[] | null, change: Change) {
  if (change.mode === 'clear') return Array.isArray(before) ? [] : null;
  return change.mode === 'set' ? change.value : appended(field, before, change.value);
}

/**
 * What the changes make of a record: the values that become others, and how to show them.
 * @throws the 422 of a text that would grow too long
 */
export function planned(
  record: Described,
  changes: MediaChanges,
): { values: Partial<Described>; shown: FieldChange[] } {
  const values: Record<string, unknown> = {};
  const shown: FieldChange[] = [];
  for (const [name, change] of Object.entries(changes)) {
    const field = name as MediaChangeField;
    const before = record[field];
    const after = afterOf(field, before, change as Change);
    if (JSON.stringify(before) === JSON.stringify(after)) continue;
    values[field] = after;
    shown.push({ field, before: textOf(before), after: textOf(after) });
  }
  return { values, shown };
}
