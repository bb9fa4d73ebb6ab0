import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Field, type VoyageField, voyageFields } from '@archive/contracts';
import type { VoyageRecord } from '@archive/voyage-document';
import type { ArchivedVoyage, VoyageCandidate } from './archive-state.ts';
import { fieldsOf, type VoyageFields } from './voyage-fields.ts';

/**
 * Voyages are matched by similarity within groups with the same president or owner and the same start date. The key of an `ingest_record`
 * consists of its group and a number: `ford-gerald/1976-06-16#1`.
 */
export const groupOf = (presidentSlug: string | null, startDate: string) => `${presidentSlug ?? '-'}/${startDate}`;

/** A voyage of the document with its index. */
export interface DocumentVoyage {
  index: number;
  record: VoyageRecord;
}

export interface Match {
  key: string;
  /** The matching voyage of the archive; undefined if there is none. */
  voyage: VoyageCandidate | undefined;
  /** Title of an archive voyage on the same day that matches no voyage of the document. */
  sameDay?: string | undefined;
}

/**
 * Fields with values that many voyages share, and the start date, which is part of the group. Title and passengers are compared separately.
 */
const NOT_COMPARED: readonly VoyageField[] = [
  'title',
  'start_date',
  'original_markdown',
  'voyage_type',
  'presidential_initials',
  'royalty_details',
  'foreign_leader_country',
];
const COMPARED = Object.entries<Field>(voyageFields).filter(([name]) => !(NOT_COMPARED as string[]).includes(name));
const fieldNamesWhere = (condition: (field: Field) => boolean) =>
  COMPARED.filter(([, field]) => condition(field)).map(([name]) => name as VoyageField);

/** Paragraphs and lists. If they are equal, the voyages are the same. */
const DISTINCTIVE_FIELDS = fieldNamesWhere(
  ({ column, documentLabel }) => documentLabel !== undefined || column === 'jsonb',
);
const SHORT_FIELDS = fieldNamesWhere(({ column, documentLabel }) => documentLabel === undefined && column === 'text');

const DISTINCTIVE_WEIGHT = 10;
/** Larger groups are unrealistic. They are matched by position, to avoid quadratic time. */
const MAX_PAIRS = 40_000;

const hasValue = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined);

/** Compares with both the current and the last imported values, since an exported document contains the edits of curators. */
function bestSimilarity(
  candidate: DocumentVoyage,
  people: readonly string[],
  voyage: ArchivedVoyage,
): number | undefined {
  const currentSimilarity = similarity(candidate, people, voyage.current);
  if (voyage.key === null) return currentSimilarity;
  const importedSimilarity = similarity(candidate, people, voyage.lastImported);
  return currentSimilarity === undefined || importedSimilarity === undefined
    ? (currentSimilarity ?? importedSimilarity)
    : Math.max(currentSimilarity, importedSimilarity);
}

/**
 * Similarity score; undefined if the voyages are different. They are different if no distinctive field is equal and they share no
 * passenger although both have some, or if they have nothing in common.
 */
function similarity(
  { record }: DocumentVoyage,
  people: readonly string[],
  archived: Partial<VoyageFields>,
): number | undefined {
  const ours = fieldsOf(record, null, []);
  const countEqual = (names: readonly (keyof VoyageFields)[]) =>
    names.filter((name) => hasValue(ours[name]) && isDeepStrictEqual(ours[name], archived[name])).length;
  const aboard = new Set(archived.passengers?.map(({ person }) => person));
  const shared = people.filter((slug) => aboard.has(slug)).length;
  const titleScore = record.title !== null && record.title === archived.title ? 1 : 0;
  const distinctive = shared + countEqual(DISTINCTIVE_FIELDS) + titleScore;
  const common = countEqual(SHORT_FIELDS);
  if (distinctive > 0) return distinctive * DISTINCTIVE_WEIGHT + common;
  if (record.passengers.length > 0 && aboard.size > 0) return undefined;
  return common > 0 || isBare(ours, record.passengers.length) || isBare(archived, aboard.size) ? common : undefined;
}

/** A heading without content matches any voyage of its day. */
const isBare = (fields: Partial<VoyageFields>, people: number) =>
  people === 0 && ![...DISTINCTIVE_FIELDS, ...SHORT_FIELDS].some((name) => hasValue(fields[name]));

/** Matches the most similar pairs first. `peopleOf` returns slugs of passengers who are in the archive. */
export function matchBySimilarity(
  voyages: readonly DocumentVoyage[],
  archive: readonly ArchivedVoyage[],
  peopleOf: (record: VoyageRecord) => readonly string[],
): Map<DocumentVoyage, ArchivedVoyage> {
  if (voyages.length * archive.length > MAX_PAIRS)
    return new Map(archive.slice(0, voyages.length).map((voyage, index) => [voyages[index] as DocumentVoyage, voyage]));
  const pairs = voyages.flatMap((candidate) => {
    const people = peopleOf(candidate.record);
    return archive.map((voyage) => ({ candidate, voyage, score: bestSimilarity(candidate, people, voyage) }));
  });
  const ranked = pairs.filter(({ score }) => score !== undefined).toSorted((a, b) => Number(b.score) - Number(a.score));
  const matches = new Map<DocumentVoyage, ArchivedVoyage>();
  const usedVoyages = new Set<ArchivedVoyage>();
  for (const { candidate, voyage } of ranked) {
    if (matches.has(candidate) || usedVoyages.has(voyage)) continue;
    matches.set(candidate, voyage);
    usedVoyages.add(voyage);
  }
  return matches;
}

/** Matches voyages with identical lines, which is the most reliable criterion and the usual case in a repeated import. */
export function matchByText(
  voyages: readonly DocumentVoyage[],
  archive: readonly VoyageCandidate[],
): Map<DocumentVoyage, VoyageCandidate> {
  const byLines = Map.groupBy(archive, ({ lines }) => lines);
  const matches = new Map<DocumentVoyage, VoyageCandidate>();
  for (const candidate of voyages) {
    const same = byLines.get(hash('md5', candidate.record.original_markdown))?.shift();
    if (same) matches.set(candidate, same);
  }
  return matches;
}

/** Unused keys of a group, in ascending order. */
export function* freeKeys(group: string, archive: readonly VoyageCandidate[]): Generator<string, never> {
  const usedKeys = new Set(archive.map(({ key }) => key));
  for (let number = 1; ; number += 1) if (!usedKeys.has(`${group}#${number}`)) yield `${group}#${number}`;
}
