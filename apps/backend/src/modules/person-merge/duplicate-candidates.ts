import { setImmediate } from 'node:timers/promises';
import { compareNames, nameParts, type NameParts, trigramsOf } from '@archive/voyage-document';

/** What is compared. */
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

/** Least similarity of two surnames. */
const MIN_SURNAME = 0.4;
/** In larger families only people who share a given name are compared: the surname says little about any two of them. */
const MAX_FAMILY = 300;
/** Most pairs of one given name compared between two similar surnames; more say nothing about any of them. */
const MAX_NAMESAKES = 400;
/** Two articles are usually two people, but articles get renamed. */
const OTHER_ARTICLE_FACTOR = 0.3;
/** Words that belong to a name but distinguish no one: "Mr. and Mrs. Levi". */
const NOT_GIVEN = /^(?:mrs|mme|madame|lady|lord|sir|dame|the|and)$/;

interface Compared<P> {
  person: P;
  parts: NameParts;
}

function comparedOf<P extends PersonName>(person: P): Compared<P> | undefined {
  const parts = nameParts(person.full_name);
  if (!parts || parts.family.length < 3) return undefined;
  const given = parts.given.filter((word) => !NOT_GIVEN.test(word));
  return given.length === 0 ? undefined : { person, parts: { ...parts, given } };
}

function similarityOf<P extends PersonName>(one: Compared<P>, other: Compared<P>): number {
  const [born, bornToo] = [one.person.birth_year, other.person.birth_year];
  if (born !== null && bornToo !== null && Math.abs(born - bornToo) > 1) return 0;
  const similarity = compareNames(one.parts, other.parts)?.similarity ?? 0;
  const [article, articleToo] = [one.person.wikipedia_key, other.person.wikipedia_key];
  return article !== null && articleToo !== null ? similarity * OTHER_ARTICLE_FACTOR : similarity;
}

/** Longest time that a comparison blocks the event loop. */
const SLICE_MS = 10;

class Breather {
  #since = performance.now();

  async take(): Promise<void> {
    if (performance.now() - this.#since <= SLICE_MS) return;
    await setImmediate();
    this.#since = performance.now();
  }
}

/** Positions of surnames similar to each surname, itself included and none before it. An inverted index of trigrams finds them. */
async function* similarSurnames(surnames: readonly string[], breaks: Breather): AsyncGenerator<[number, number[]]> {
  const sets = surnames.map(trigramsOf);
  const holders = new Map<string, number[]>();
  for (const [at, trigrams] of sets.entries())
    for (const trigram of trigrams) {
      const known = holders.get(trigram);
      if (known) known.push(at);
      else holders.set(trigram, [at]);
    }
  const common = new Uint8Array(surnames.length);
  for (const [at, trigrams] of sets.entries()) {
    await breaks.take();
    const touched: number[] = [];
    for (const trigram of trigrams)
      for (const other of holders.get(trigram) ?? []) {
        if (other <= at) continue;
        if (common[other] === 0) touched.push(other);
        common[other] = (common[other] ?? 0) + 1;
      }
    const similar = [at];
    for (const other of touched) {
      const shared = common[other] ?? 0;
      common[other] = 0;
      if (shared / (trigrams.size + (sets[other]?.size ?? 0) - shared) >= MIN_SURNAME) similar.push(other);
    }
    yield [at, similar];
  }
}

/** People of one surname by each given name, and by the initial of the first one. */
function givenNames<P>(family: readonly Compared<P>[]): Map<string, Compared<P>[]> {
  const byGiven = new Map<string, Compared<P>[]>();
  for (const one of family)
    for (const word of new Set([...one.parts.given, one.parts.given[0]?.charAt(0) ?? ''])) {
      const known = byGiven.get(word);
      if (known) known.push(one);
      else byGiven.set(word, [one]);
    }
  return byGiven;
}

/** Groups of one surname in which everyone is compared. */
const groupsOf = <P>(family: readonly Compared<P>[]): (readonly Compared<P>[])[] =>
  family.length <= MAX_FAMILY
    ? [family]
    : [...givenNames(family).values()].filter((group) => group.length <= MAX_FAMILY);

/** Pairs that may be the same person, most similar first: of all people, or of the one with the slug `about`. */
export async function duplicateCandidates<P extends PersonName>(people: P[], about?: string): Promise<Pair<P>[]> {
  const families = [
    ...Map.groupBy(
      people.map(comparedOf).filter((one) => one !== undefined),
      ({ parts }) => parts.family,
    ),
  ];
  const breaks = new Breather();
  const pairs = new Map<string, Pair<P>>();
  const compare = (one: Compared<P>, other: Compared<P>) => {
    if (about !== undefined && one.person.slug !== about && other.person.slug !== about) return;
    const similarity = similarityOf(one, other);
    if (similarity === 0) return;
    const [first, second] =
      one.person.slug < other.person.slug ? [one.person, other.person] : [other.person, one.person];
    pairs.set(`${first.slug} ${second.slug}`, { one: first, other: second, similarity });
  };
  const surnames = families.map(([surname]) => surname);
  for await (const [at, similar] of similarSurnames(surnames, breaks)) {
    const family = families[at]?.[1] ?? [];
    for (const group of groupsOf(family))
      for (const [place, one] of group.entries()) {
        await breaks.take();
        for (const other of group.slice(place + 1)) compare(one, other);
      }
    for (const position of similar.slice(1)) {
      await breaks.take();
      const others = givenNames(families[position]?.[1] ?? []);
      for (const [given, ones] of givenNames(family)) {
        const namesakes = others.get(given) ?? [];
        if (ones.length * namesakes.length > MAX_NAMESAKES) continue;
        for (const one of ones) for (const other of namesakes) compare(one, other);
      }
    }
  }
  return [...pairs.values()].toSorted(
    (a, b) =>
      b.similarity - a.similarity || a.one.slug.localeCompare(b.one.slug) || a.other.slug.localeCompare(b.other.slug),
  );
}
