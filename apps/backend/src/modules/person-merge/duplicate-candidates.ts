import { setImmediate } from 'node:timers/promises';
import { compareNames, fullNamesOf, nameParts, type NameParts, spellingKeys } from '@archive/voyage-document';

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

/** In larger groups, compare only people who also share a given name. */
const MAX_SURNAME_GROUP_SIZE = 300;
/** Skips given names that are too common to be evidence: more pairs than this between two similar surnames. */
const MAX_PAIRS_PER_GIVEN_NAME = 400;
/** Multiplies the similarity if both people have a Wikipedia article. Articles are unique, so the two differ. */
const DIFFERENT_ARTICLE_FACTOR = 0.3;

interface ParsedPerson<P> {
  person: P;
  parts: NameParts;
}

function parsePerson<P extends PersonName>(person: P): ParsedPerson<P> | undefined {
  const parts = nameParts(person.full_name);
  return parts && parts.given.length > 0 && parts.family.length > 2 ? { person, parts } : undefined;
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

/** Yields each surname's index with the indexes of later surnames with similar spellings, so each pair appears once. */
async function* similarSurnames(
  surnames: readonly string[],
  yielder: EventLoopYielder,
): AsyncGenerator<[number, number[]]> {
  const keys = surnames.map(spellingKeys);
  const indexesByKey = new Map<string, number[]>();
  for (const [index, surnameKeys] of keys.entries())
    for (const key of surnameKeys) {
      const indexes = indexesByKey.get(key);
      if (indexes) indexes.push(index);
      else indexesByKey.set(key, [index]);
    }
  for (const [index, surnameKeys] of keys.entries()) {
    await yielder.yieldIfDue();
    const others = new Set(surnameKeys.flatMap((key) => indexesByKey.get(key) ?? []));
    yield [index, [...others].filter((other) => other > index)];
  }
}

/** Groups people with the same surname by each given name in full, and by the initial of the first given name. */
function groupByGivenName<P>(surnameGroup: readonly ParsedPerson<P>[]): Map<string, ParsedPerson<P>[]> {
  const byGiven = new Map<string, ParsedPerson<P>[]>();
  for (const item of surnameGroup)
    for (const word of new Set([...item.parts.given.flatMap(fullNamesOf), item.parts.given[0]?.charAt(0) ?? ''])) {
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
  const givenNames = new Map<number, ReturnType<typeof groupByGivenName<P>>>();
  const givenNamesOf = (index: number) => {
    const known = givenNames.get(index) ?? groupByGivenName(surnameGroups[index]?.[1] ?? []);
    givenNames.set(index, known);
    return known;
  };
  for await (const [index, similar] of similarSurnames(surnames, yielder)) {
    const surnameGroup = surnameGroups[index]?.[1] ?? [];
    for (const group of comparedGroups(surnameGroup))
      for (const [memberIndex, person] of group.entries()) {
        await yielder.yieldIfDue();
        for (const otherPerson of group.slice(memberIndex + 1)) compare(person, otherPerson);
      }
    for (const otherIndex of similar) {
      await yielder.yieldIfDue();
      const otherGroups = givenNamesOf(otherIndex);
      for (const [givenName, ones] of givenNamesOf(index)) {
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
