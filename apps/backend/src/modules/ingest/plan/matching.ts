import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { VoyageRecord } from '@archive/voyage-document';
import type { ArchivedVoyage, Sighting } from './archive-state.ts';
import { fieldsOf, type VoyageFields } from './voyage-fields.ts';

/**
 * A voyage is known again by its president or owner and its date as written: its group. Where a group has several, or a voyage
 * in it that has nothing in common, what they say decides. The key of a record is its group and a number: `ford-gerald/1976-06-16#1`.
 */
export const groupOf = (presidentSlug: string | null, startDate: string) => `${presidentSlug ?? '-'}/${startDate}`;

/** A voyage of the document by its index. */
export interface Candidate {
  index: number;
  record: VoyageRecord;
}

export interface Match {
  key: string;
  /** Undefined for a voyage that the archive does not have. */
  seen: Sighting | undefined;
}

/** What no two voyages have alike by chance. */
const TELLING = [
  'additional_information',
  'notes',
  'notes_internal',
  'spin',
  'source_urls',
  'additional_sources',
] as const;
const COMMON = ['end_date', 'start_time', 'end_time', 'start_location', 'end_location', 'additional_guests'] as const;

const TELLS = 10;
/** Groups beyond this are those of no real document; they are matched in their order, in time that does not grow with the square. */
const MOST_PAIRS = 40_000;

const says = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined);

/** A document may say what documents have said so far, or, written by the archive itself, what curators have made of it since. */
function likeness(candidate: Candidate, people: readonly string[], voyage: ArchivedVoyage): number | undefined {
  const now = alike(candidate, people, voyage.current);
  if (voyage.key === null) return now;
  const then = alike(candidate, people, voyage.last);
  return now === undefined || then === undefined ? (now ?? then) : Math.max(now, then);
}

/**
 * How much two have in common; undefined for two voyages of one day: they name people and share none, or agree in nothing at all,
 * and no telling text is the same.
 */
function alike({ record }: Candidate, people: readonly string[], theirs: Partial<VoyageFields>): number | undefined {
  const ours = fieldsOf(record, null, []);
  const agreed = (names: readonly (keyof VoyageFields)[]) =>
    names.filter((name) => says(ours[name]) && isDeepStrictEqual(ours[name], theirs[name])).length;
  const aboard = new Set(theirs.passengers?.map(({ person }) => person));
  const shared = people.filter((slug) => aboard.has(slug)).length;
  const titled = record.title !== null && record.title === theirs.title ? 1 : 0;
  const telling = shared + agreed(TELLING) + titled;
  const common = agreed(COMMON);
  if (telling > 0) return telling * TELLS + common;
  if (record.passengers.length > 0 && aboard.size > 0) return undefined;
  return common > 0 || isBare(ours, record.passengers.length) || isBare(theirs, aboard.size) ? common : undefined;
}

/** A heading with nothing below it may be any voyage of its day. */
const isBare = (fields: Partial<VoyageFields>, people: number) =>
  people === 0 && ![...TELLING, ...COMMON].some((name) => says(fields[name]));

/** The likest pairs first; `peopleOf` names those aboard whom the archive has. */
export function matchLikest(
  voyages: readonly Candidate[],
  archive: readonly ArchivedVoyage[],
  peopleOf: (record: VoyageRecord) => readonly string[],
): Map<Candidate, ArchivedVoyage> {
  if (voyages.length * archive.length > MOST_PAIRS)
    return new Map(archive.slice(0, voyages.length).map((voyage, at) => [voyages[at] as Candidate, voyage]));
  const pairs = voyages.flatMap((candidate) => {
    const people = peopleOf(candidate.record);
    return archive.map((voyage) => ({ candidate, voyage, score: likeness(candidate, people, voyage) }));
  });
  const likest = pairs.filter(({ score }) => score !== undefined).toSorted((a, b) => Number(b.score) - Number(a.score));
  const found = new Map<Candidate, ArchivedVoyage>();
  const taken = new Set<ArchivedVoyage>();
  for (const { candidate, voyage } of likest) {
    if (found.has(candidate) || taken.has(voyage)) continue;
    found.set(candidate, voyage);
    taken.add(voyage);
  }
  return found;
}

/** The exact lines are the surest sign, and the usual one when a document comes again. */
export function matchSameLines(voyages: readonly Candidate[], archive: readonly Sighting[]): Map<Candidate, Sighting> {
  const byLines = Map.groupBy(archive, ({ lines }) => lines);
  const found = new Map<Candidate, Sighting>();
  for (const candidate of voyages) {
    const same = byLines.get(hash('md5', candidate.record.original_markdown))?.shift();
    if (same) found.set(candidate, same);
  }
  return found;
}

/** Keys of a group that are not taken: the group's name and the next number. */
export function* freeKeys(group: string, archive: readonly Sighting[]): Generator<string, never> {
  const taken = new Set(archive.map(({ key }) => key));
  for (let number = 1; ; number += 1) if (!taken.has(`${group}#${number}`)) yield `${group}#${number}`;
}
