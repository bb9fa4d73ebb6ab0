import { setImmediate } from 'node:timers/promises';
import { compareNames, nameParts, type NameParts, trigramsOf } from '@archive/voyage-document';

/** The fields used to compare two people. */
export interface PersonName {
  slug: string;
  full_name: string;
  birth_year: number | null;
  wikipedia_key: string | null;
}

export interface Pair<P> {
  first: P;
  second: P;
  similarity: number;
}

/** Surnames less similar than this aren't compared. */
const MIN_SURNAME_SIMILARITY = 0.4;
/** In larger groups, compare only people who also share a given name. */
const MAX_SURNAME_GROUP_SIZE = 300;
/** Skips given names that are too common to be evidence: more pairs than this between two similar surnames. */
const MAX_PAIRS_PER_GIVEN_NAME = 400;
/** Multiplies the similarity if both people have a Wikipedia article. Articles are unique, so the two differ. */
const DIFFERENT_ARTICLE_FACTOR = 0.3;
/** Words in names that don't help to tell people apart: "Mr. and Mrs. Levi". */
const IGNORED_WORDS = /^(?:mrs|mme|madame|lady|lord|sir|dame|the|and)$/;

interface ParsedPerson<P> {
  person: P;
  parts: NameParts;
}

function parsePerson<P extends PersonName>(person: P): ParsedPerson<P> | undefined {
  const parts = nameParts(person.full_name);
  if (!parts || parts.family.length < 3) return undefined;
  const givenNames = parts.given.filter((word) => !IGNORED_WORDS.test(word));
  return givenNames.length === 0 ? undefined : { person, parts: { ...parts, given: givenNames } };
}

function similarityOf<P extends PersonName>(left: ParsedPerson<P>, right: ParsedPerson<P>): number {
  const [birthYearA, birthYearB] = [left.person.birth_year, right.person.birth_year];
  if (birthYearA !== null && birthYearB !== null && Math.abs(birthYearA - birthYearB) > 1) return 0;
  const similarity = compareNames(left.parts, right.parts)?.similarity ?? 0;
  const [articleA, articleB] = [left.person.wikipedia_key, right.person.wikipedia_key];
  return articleA !== null && articleB !== null ? similarity * DIFFERENT_ARTICLE_FACTOR : similarity;
}

/** Maximum time that a comparison blocks the event loop. */
const SLICE_MS = 10;

/** Lets other work run between the slices of a long comparison. */
class EventLoopYielder {
  #sliceStart = performance.now();

  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.#sliceStart <= SLICE_MS) return;
    await setImmediate();
    this.#sliceStart = performance.now();
  }
}

/** Yields each surname's index with the indexes of itself and of later similar surnames, so each pair appears once. */
async function* similarSurnames(
  surnames: readonly string[],
  yielder: EventLoopYielder,
): AsyncGenerator<[number, number[]]> {
  const sets = surnames.map(trigramsOf);
  const indexesByTrigram = new Map<string, number[]>();
  for (const [index, trigrams] of sets.entries())
    for (const trigram of trigrams) {
      const indexes = indexesByTrigram.get(trigram);
      if (indexes) indexes.push(index);
      else indexesByTrigram.set(trigram, [index]);
    }
  const common = new Uint8Array(surnames.length);
  for (const [index, trigrams] of sets.entries()) {
    await yielder.yieldIfDue();
    const touched: number[] = [];
    for (const trigram of trigrams)
      for (const otherIndex of indexesByTrigram.get(trigram) ?? []) {
        if (otherIndex <= index) continue;
        if (common[otherIndex] === 0) touched.push(otherIndex);
        common[otherIndex] = (common[otherIndex] ?? 0) + 1;
      }
    const similar = [index];
    for (const otherIndex of touched) {
      const shared = common[otherIndex] ?? 0;
      common[otherIndex] = 0;
      if (shared / (trigrams.size + (sets[otherIndex]?.size ?? 0) - shared) >= MIN_SURNAME_SIMILARITY)
        similar.push(otherIndex);
    }
    yield [index, similar];
  }
}

/** Groups people with the same surname by each given name, and by the initial of the first given name. */
function groupByGivenName<P>(surnameGroup: readonly ParsedPerson<P>[]): Map<string, ParsedPerson<P>[]> {
  const byGiven = new Map<string, ParsedPerson<P>[]>();
  for (const item of surnameGroup)
    for (const word of new Set([...item.parts.given, item.parts.given[0]?.charAt(0) ?? ''])) {
      const members = byGiven.get(word);
      if (members) members.push(item);
      else byGiven.set(word, [item]);
    }
  return byGiven;
}

/** Groups of people with the same surname. Everyone in a group is compared with everyone else in it. */
const comparedGroups = <P>(surnameGroup: readonly ParsedPerson<P>[]): (readonly ParsedPerson<P>[])[] =>
  surnameGroup.length <= MAX_SURNAME_GROUP_SIZE
    ? [surnameGroup]
    : [...groupByGivenName(surnameGroup).values()].filter((group) => group.length <= MAX_SURNAME_GROUP_SIZE);

/** Pairs that may be the same person, most similar first: all pairs, or only pairs that include the person with this slug. */
export async function duplicateCandidates<P extends PersonName>(people: P[], forSlug?: string): Promise<Pair<P>[]> {
  const surnameGroups = [
    ...Map.groupBy(
      people.map(parsePerson).filter((item) => item !== undefined),
      ({ parts }) => parts.family,
    ),
  ];
  const yielder = new EventLoopYielder();
  const pairs = new Map<string, Pair<P>>();
  const compare = (left: ParsedPerson<P>, right: ParsedPerson<P>) => {
    if (forSlug !== undefined && left.person.slug !== forSlug && right.person.slug !== forSlug) return;
    const similarity = similarityOf(left, right);
    if (similarity === 0) return;
    const [first, second] =
      left.person.slug < right.person.slug ? [left.person, right.person] : [right.person, left.person];
    pairs.set(`${first.slug} ${second.slug}`, { first, second, similarity });
  };
  const surnames = surnameGroups.map(([surname]) => surname);
  for await (const [index, similar] of similarSurnames(surnames, yielder)) {
    const surnameGroup = surnameGroups[index]?.[1] ?? [];
    for (const group of comparedGroups(surnameGroup))
      for (const [memberIndex, person] of group.entries()) {
        await yielder.yieldIfDue();
        for (const otherPerson of group.slice(memberIndex + 1)) compare(person, otherPerson);
      }
    for (const otherIndex of similar.slice(1)) {
      await yielder.yieldIfDue();
      const otherGroups = groupByGivenName(surnameGroups[otherIndex]?.[1] ?? []);
      for (const [givenName, ones] of groupByGivenName(surnameGroup)) {
        const namesakes = otherGroups.get(givenName) ?? [];
        if (ones.length * namesakes.length > MAX_PAIRS_PER_GIVEN_NAME) continue;
        for (const person of ones) for (const namesake of namesakes) compare(person, namesake);
      }
    }
  }
  return [...pairs.values()].toSorted(
    (a, b) =>
      b.similarity - a.similarity ||
      a.first.slug.localeCompare(b.first.slug) ||
      a.second.slug.localeCompare(b.second.slug),
  );
}
