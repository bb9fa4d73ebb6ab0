import type { IngestRemoval } from '@archive/contracts';
import { formatCount, formatList } from '@archive/contracts/format';
import {
  FIELD_NAMES,
  type FieldName,
  fieldLabel,
  isEmptyValue,
  type PassengerField,
  type VoyageFields,
} from './voyage-fields.ts';

/** Values that an import removes from one field: passengers, sources, quotes, or the field's only value. */
export type Removal = IngestRemoval;

/** Fields that aren't counted, because they are generated, or shown with the date that they belong to. */
const NOT_COUNTED: ReadonlySet<FieldName> = new Set(['title', 'start_date', 'start_date_written', 'end_date_written']);

const people = (value: unknown) => (value as PassengerField[]).map(({ person }) => person);

/** Number of removed values. Compares people by identity, but other lists only by length, because an edited entry isn't a removal. */
function removedValues(name: FieldName, before: unknown, after: unknown): number {
  if (!Array.isArray(before) || !Array.isArray(after)) return isEmptyValue(after) ? 1 : 0;
  if (name !== 'passengers') return Math.max(0, before.length - after.length);
  const staying = new Set(people(after));
  return people(before).filter((person) => !staying.has(person)).length;
}

/** Counts what a decision removes from a voyage. */
export function addRemovals(
  removals: Map<FieldName, Removal>,
  current: VoyageFields,
  set: Readonly<Partial<VoyageFields>>,
): void {
  for (const name of FIELD_NAMES) {
    if (!(name in set) || NOT_COUNTED.has(name) || isEmptyValue(current[name])) continue;
    const values = removedValues(name, current[name], set[name]);
    if (values === 0) continue;
    const removal = removals.get(name) ?? { field: name, label: fieldLabel(name), values: 0, voyages: 0 };
    removals.set(name, { ...removal, values: removal.values + values, voyages: removal.voyages + 1 });
  }
}

const NOUNS: Partial<Record<string, [one: string, many: string]>> = {
  passengers: ['passenger', 'passengers'],
  source_urls: ['source', 'sources'],
  additional_sources: ['additional source', 'additional sources'],
  spin: ['quote', 'quotes'],
};

function phraseOf({ field, label, values, voyages }: Removal): string {
  const noun = NOUNS[field];
  return `${noun ? formatCount(values, ...noun) : `“${label}”`} from ${formatCount(voyages, 'voyage')}`;
}

/** Returns for example "This would remove 119 passengers from 33 voyages."; null if nothing is removed. */
export function removalWarning(removals: readonly Removal[]): string | null {
  if (removals.length === 0) return null;
  return `This would remove ${formatList(removals.map(phraseOf))}.`;
}
