import type { FieldName } from './field-names.ts';
import { type LabelLine, readLabel } from './labels.ts';
import { readPassengers } from './passengers.ts';
import { hasVerb } from './sentences.ts';
import { TEXT_FIELDS } from './text-fields.ts';
import { isReadableTime } from './times.ts';

const BULLET = /^ ?(?:[-*+•–]|\d{1,3}\\?[.)])\s+(?=\S)/;

/** The text of a list item; null for other lines, and for items of inner lists. */
export function listItem(line: string): string | null {
  const bullet = BULLET.exec(line)?.[0];
  return bullet === undefined ? null : line.slice(bullet.length);
}

/** The label of a field in a list item: `- Guests: A, B`, `1. **Place:** Potomac`; null for other lines. */
export function readListLabel(line: string): LabelLine | null {
  const text = listItem(line);
  const label = text?.includes(':') ? readLabel(text) : null;
  if (!label || label.field === null || label.field === 'spin' || label.variant === 'misspelled') return null;
  // "To: Mr. Poe", "With: regards"
  const isWord = label.field === 'passengers' || (label.field === 'location' && label.part !== null);
  return label.variant === 'weak synonym' && isWord ? null : label;
}

function namesPeople(value: string): boolean {
  const { passengers, additional_guests, prose } = readPassengers(value, false, 1, () => undefined);
  const isNote = prose.length > 0 || /^(?:see|as|in|on|from)\b/i.test(value) || !/\p{Lu}|\d/u.test(value);
  return !isNote && (passengers.length > 0 || additional_guests !== null);
}

/** Whether the value of a list item is one of its field and not a note: "- Guests: see the list in the annex". */
function isPlausible({ field, rest }: LabelLine, hasInnerList: boolean): boolean {
  const value = rest.trim();
  if (value === '') return hasInnerList && field === 'passengers';
  if (field === 'passengers') return namesPeople(value);
  if (field === 'time') return isReadableTime(value);
  const isSentence = hasVerb(value) || /[.!?]$/.test(value) || !/\p{Lu}|\d/u.test(value);
  return !isSure(field) || (value.length <= 120 && !isSentence);
}

/** Whether a field has values of its own kind. Any text could be a note or a source. */
const isSure = (field: FieldName | null) =>
  field !== null && !Object.hasOwn(TEXT_FIELDS, field) && field !== 'sources' && field !== 'additional_sources';

/**
 * The list items of a voyage that are fields, by their index. Items whose values don't fit their fields are text, and so is a list below a
 * line that ends with a colon. Notes and sources are fields only beside other fields.
 */
export function listFields(lines: readonly string[]): ReadonlyMap<number, LabelLine> {
  const fields = new Map<number, LabelLine>();
  let list: [number, LabelLine][] = [];
  let isOfText = false;
  const close = () => {
    if (!isOfText && list.some(([, { field }]) => isSure(field)))
      for (const [index, label] of list) fields.set(index, label);
    list = [];
  };
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || (list.length > 0 && /^\s{2,}\S/.test(line))) continue;
    if (listItem(line) === null) {
      close();
      isOfText = line.trimEnd().endsWith(':');
      continue;
    }
    const label = readListLabel(line);
    if (label && isPlausible(label, /^\s+\S/.test(lines[index + 1] ?? ''))) list.push([index, label]);
  }
  close();
  return fields;
}
