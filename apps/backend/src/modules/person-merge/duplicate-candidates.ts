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
  one: P;
  other: P;
  similarity: number;
}

/** Surnames less similar than this aren't compared. */
const MIN_SURNAME_SIMILARITY = 0.4;
/** In larger groups, compare only people who also share a given name. */
const MAX_SURNAME_GROUP_SIZE = 300;
/** Skips given names that are too common to be evidence: more pairs than this between two similar surnames. */
const MAX_PAIRS_PER_GIVEN_NAME = 400;
/** Applied when both people have a Wikipedia article. Keys are unique, so the articles differ. */
const DIFFERENT_ARTICLE_FACTOR = 0.3;
/** Words that belong to a name but distinguish no one: "Mr. and Mrs. Levi". */
const NOT_GIVEN = /^(?:mrs|mme|madame|lady|lord|sir|dame|the|and)$/;

interface ParsedPerson<P> {
  person: P;
  parts: NameParts;
}

function parsePerson<P extends PersonName>(person: P): ParsedPerson<P> | undefined {
  const parts = nameParts(person.full_name);
  if (!parts || parts.family.length < 3) return undefined;
  const given = parts.given.filter((word) => !NOT_GIVEN.test(word));
  return given.length === 0 ? undefined : { person, parts: { ...parts, given } };
}

function similarityOf<P extends PersonName>(one: ParsedPerson<P>, other: ParsedPerson<P>): number {
  const [birthYearA, birthYearB] = [one.person.birth_year, other.person.birth_year];
  if (birthYearA !== null && birthYearB !== null && Math.abs(birthYearA - birthYearB) > 1) return 0;
  const similarity = compareNames(one.parts, other.parts)?.similarity ?? 0;
  const [articleA, articleB] = [one.person.wikipedia_key, other.person.wikipedia_key];
  return articleA !== null && articleB !== null ? similarity * DIFFERENT_ARTICLE_FACTOR : similarity;
}

/** Longest time that a comparison blocks the event loop. */
const SLICE_MS = 10;

/** Lets other work run between the slices of a long comparison. */
class EventLoopYielder {
  #since = performance.now();

  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.#since <= SLICE_MS) return;
    await setImmediate();
    this.#since = performance.now();
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
      const known = indexesByTrigram.get(trigram);
      if (known) known.push(index);
      else indexesByTrigram.set(trigram, [index]);
    }
  const common = new Uint8Array(surnames.length);
  for (const [index, trigrams] of sets.entries()) {
    await yielder.yieldIfDue();
    const touched: number[] = [];
    for (const trigram of trigrams)
      for (const other of indexesByTrigram.get(trigram) ?? []) {
        if (other <= index) continue;
        if (common[other] === 0) touched.push(other);
        common[other] = (common[other] ?? 0) + 1;
      }
    const similar = [index];
    for (const other of touched) {
      const shared = common[other] ?? 0;
      common[other] = 0;
      if (shared / (trigrams.size + (sets[other]?.size ?? 0) - shared) >= MIN_SURNAME_SIMILARITY) similar.push(other);
    }
    yield [index, similar];
  }
}

/** People with one surname, by each given name and by the initial of the first one. */
function groupByGivenName<P>(surnameGroup: readonly ParsedPerson<P>[]): Map<string, ParsedPerson<P>[]> {
  const byGiven = new Map<string, ParsedPerson<P>[]>();
  for (const item of surnameGroup)
    for (const word of new Set([...item.parts.given, item.parts.given[0]?.charAt(0) ?? ''])) {
      const known = byGiven.get(word);
      if (known) known.push(item);
      else byGiven.set(word, [item]);
    }
  return byGiven;
}

/** The groups of people with one surname in which everyone is compared. */
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
  const compare = (one: ParsedPerson<P>, other: ParsedPerson<P>) => {
    if (forSlug !== undefined && one.person.slug !== forSlug && other.person.slug !== forSlug) return;
    const similarity = similarityOf(one, other);
    if (similarity === 0) return;
    const [first, second] =
      one.person.slug < other.person.slug ? [one.person, other.person] : [other.person, one.person];
    pairs.set(`${first.slug} ${second.slug}`, { one: first, other: second, similarity });
  };
  const surnames = surnameGroups.map(([surname]) => surname);
  for await (const [index, similar] of similarSurnames(surnames, yielder)) {
    const surnameGroup = surnameGroups[index]?.[1] ?? [];
    for (const group of comparedGroups(surnameGroup))
      for (const [memberIndex, one] of group.entries()) {
        await yielder.yieldIfDue();
        for (const other of group.slice(memberIndex + 1)) compare(one, other);
      }
    for (const otherIndex of similar.slice(1)) {
      await yielder.yieldIfDue();
      const others = groupByGivenName(surnameGroups[otherIndex]?.[1] ?? []);
      for (const [given, ones] of groupByGivenName(surnameGroup)) {
        const namesakes = others.get(given) ?? [];
        if (ones.length * namesakes.length > MAX_PAIRS_PER_GIVEN_NAME) continue;
        for (const one of ones) for (const other of namesakes) compare(one, other);
      }
    }
  }
  return [...pairs.values()].toSorted(
    (a, b) =>
      b.similarity - a.similarity || a.one.slug.localeCompare(b.one.slug) || a.other.slug.localeCompare(b.other.slug),
  );
}
