import { setImmediate } from 'node:timers/promises';
import {
  areSimilarSpellings,
  compareNames,
  fullNamesOf,
  isCommonGivenName,
  nameParts,
  type NameParts,
  sortedWords,
  spellingKeys,
} from '@archive/voyage-document';

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

/** The people with one name, by their positions in the list. Names repeat, and each two are compared only once. */
interface Name {
  parts: NameParts;
  people: number[];
}

const countPeople = (names: readonly Name[]) => names.reduce((sum, { people }) => sum + people.length, 0);

/** Maximum time that a comparison blocks the event loop. */
const SLICE_MS = 5;

/** Lets other work run between the slices of a long comparison. */
class EventLoopYielder {
  #sliceStart = performance.now();

  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.#sliceStart <= SLICE_MS) return;
    await setImmediate();
    this.#sliceStart = performance.now();
  }
}

const MIN_SURNAME = 4;

/**
 * The surnames by which a name is compared: with and without particles, the words before it, which may be other surnames, and all others
 * of a name whose first word is the known one. People with a single name are compared with each other, and with such names.
 */
function surnamesOf({ given, family, surname, isFirst }: NameParts): string[] {
  if (given.length === 0) return [`=${family}`];
  const others = [...given.slice(1), ...surname].filter(
    (word) => word.length >= MIN_SURNAME && !isCommonGivenName(word),
  );
  const ofFirst = isFirst ? [`=${family}`, given.join(''), given.at(-1) ?? ''] : [];
  return [...new Set([family, surname.at(-1) ?? family, ...ofFirst, ...others])];
}

/** The names of all people by surname. A name can have more than one. */
async function bySurname(people: readonly PersonName[], yielder: EventLoopYielder): Promise<[string, Name[]][]> {
  const groups = new Map<string, Name[]>();
  for (const [fullName, indexes] of Map.groupBy(people.keys(), (index) => people[index]?.full_name ?? '')) {
    await yielder.yieldIfDue();
    const parts = nameParts(fullName);
    if (!parts) continue;
    const name = { parts, people: indexes };
    for (const surname of surnamesOf(parts)) {
      const group = groups.get(surname);
      if (group) group.push(name);
      else groups.set(surname, [name]);
    }
  }
  return [...groups];
}

/** Surnames may also be equal without their particles: Silva, e Silva. */
const mayBeSimilar = (left: string, right: string) =>
  areSimilarSpellings(left, right) || left.endsWith(right) || right.endsWith(left);

/** Yields each surname's index with the indexes of later surnames with similar spellings, so each pair appears once. */
async function* similarSurnames(
  surnames: readonly string[],
  yielder: EventLoopYielder,
): AsyncGenerator<[number, number[]]> {
  const keys: string[][] = [];
  const indexesByKey = new Map<string, number[]>();
  for (const [index, surname] of surnames.entries()) {
    await yielder.yieldIfDue();
    keys.push(spellingKeys(surname));
    for (const key of keys[index] ?? []) {
      const indexes = indexesByKey.get(key);
      if (indexes) indexes.push(index);
      else indexesByKey.set(key, [index]);
    }
  }
  for (const [index, surname] of surnames.entries()) {
    await yielder.yieldIfDue();
    const others = new Set(keys[index]?.flatMap((key) => indexesByKey.get(key) ?? []));
    yield [index, [...others].filter((other) => other > index && mayBeSimilar(surname, surnames[other] ?? ''))];
  }
}

/** Groups names with the same surname by each given name in full, and by the initial of the first given name. */
function groupByGivenName(names: readonly Name[]): Map<string, Name[]> {
  const byGiven = new Map<string, Name[]>();
  for (const name of names)
    for (const word of new Set([...name.parts.given.flatMap(fullNamesOf), name.parts.given[0]?.charAt(0) ?? ''])) {
      const members = byGiven.get(word);
      if (members) members.push(name);
      else byGiven.set(word, [name]);
    }
  return byGiven;
}

/** Groups of people with the same surname. Everyone in a group is compared with everyone else in it. */
const comparedGroups = (names: readonly Name[]): (readonly Name[])[] =>
  countPeople(names) <= MAX_SURNAME_GROUP_SIZE
    ? [names]
    : [...groupByGivenName(names).values()].filter((group) => countPeople(group) <= MAX_SURNAME_GROUP_SIZE);

/** Pairs by similarity and first person, because sorting them all at once would block the event loop. */
class FoundPairs<P extends PersonName> {
  readonly #people: readonly P[];
  readonly #forSlug: string | undefined;
  /** For each similarity, the later people of each person. */
  readonly #found = new Map<number, Map<number, number[]>>();

  constructor(people: readonly P[], forSlug: string | undefined) {
    this.#people = people;
    this.#forSlug = forSlug;
  }

  /** Adds the people with two names, or with one, if they may be the same person. A pair may be added more than once. */
  compare(left: Name, right: Name): void {
    const compared = compareNames(left.parts, right.parts);
    if (!compared || compared.match === 'surname') return;
    const { similarity } = compared;
    for (const [at, first] of left.people.entries())
      for (const second of left === right ? left.people.slice(at + 1) : right.people)
        this.#add(Math.min(first, second), Math.max(first, second), similarity);
  }

  #add(firstIndex: number, secondIndex: number, similarityOfNames: number): void {
    const [first, second] = [this.#people[firstIndex], this.#people[secondIndex]];
    if (!first || !second) return;
    if (this.#forSlug !== undefined && first.slug !== this.#forSlug && second.slug !== this.#forSlug) return;
    if (first.birth_year !== null && second.birth_year !== null && Math.abs(first.birth_year - second.birth_year) > 1)
      return;
    const haveArticles = first.wikipedia_key !== null && second.wikipedia_key !== null;
    const similarity = haveArticles ? similarityOfNames * DIFFERENT_ARTICLE_FACTOR : similarityOfNames;
    const byFirst = this.#found.get(similarity) ?? new Map<number, number[]>();
    this.#found.set(similarity, byFirst);
    const others = byFirst.get(firstIndex);
    if (others) others.push(secondIndex);
    else byFirst.set(firstIndex, [secondIndex]);
  }

  async sorted(yielder: EventLoopYielder): Promise<Pair<P>[]> {
    const pairs: Pair<P>[] = [];
    for (const [similarity, byFirst] of [...this.#found].toSorted(([a], [b]) => b - a))
      for (const [index, first] of this.#people.entries()) {
        await yielder.yieldIfDue();
        for (const other of new Set(byFirst.get(index)?.toSorted((a, b) => a - b))) {
          const second = this.#people[other];
          if (second) pairs.push({ first, second, similarity });
        }
      }
    return pairs;
  }
}

/**
 * Pairs that may be the same person, most similar first and then in the order of the list: all pairs, or only pairs that include the person
 * with this slug.
 */
export async function duplicateCandidates<P extends PersonName>(people: P[], forSlug?: string): Promise<Pair<P>[]> {
  const yielder = new EventLoopYielder();
  const surnameGroups = await bySurname(people, yielder);
  const pairs = new FoundPairs(people, forSlug);
  const surnames = surnameGroups.map(([surname]) => surname);
  const givenNames = new Map<number, ReturnType<typeof groupByGivenName>>();
  const givenNamesOf = (index: number) => {
    const known = givenNames.get(index) ?? groupByGivenName(surnameGroups[index]?.[1] ?? []);
    givenNames.set(index, known);
    return known;
  };
  const compareAll = async (group: readonly Name[]) => {
    for (const [memberIndex, name] of group.entries()) {
      await yielder.yieldIfDue();
      for (const other of group.slice(memberIndex)) pairs.compare(name, other);
    }
  };
  // The surname may come first: Kossuth Lajos.
  const names = surnameGroups.flatMap(([, group]) => group);
  for (const group of Map.groupBy(names, ({ parts }) => sortedWords(parts)).values())
    if (group.length > 1 && countPeople(group) <= MAX_SURNAME_GROUP_SIZE) await compareAll(group);
  for await (const [index, similar] of similarSurnames(surnames, yielder)) {
    for (const group of comparedGroups(surnameGroups[index]?.[1] ?? [])) await compareAll(group);
    for (const otherIndex of similar) {
      await yielder.yieldIfDue();
      const otherGroups = givenNamesOf(otherIndex);
      for (const [givenName, ones] of givenNamesOf(index)) {
        const namesakes = otherGroups.get(givenName) ?? [];
        if (countPeople(ones) * countPeople(namesakes) > MAX_PAIRS_PER_GIVEN_NAME) continue;
        for (const name of ones) for (const namesake of namesakes) pairs.compare(name, namesake);
      }
    }
  }
  return pairs.sorted(yielder);
}
