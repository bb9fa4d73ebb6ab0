import { setImmediate } from 'node:timers/promises';

/** What is compared. */
export interface Named {
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

const MIN_SIMILARITY = 0.4;
/** A name shared by more people says nothing about any two of them. */
const MAX_BLOCK = 300;
/** Two articles are usually two people, but articles get renamed. */
const OTHER_ARTICLE_FACTOR = 0.3;
const ADDRESS =
  /^(?:mr|mrs|ms|miss|dr|sir|lady|lord|gen|general|adm|admiral|capt|captain|col|colonel|cdr|lt|hon|rev|the|and|president|senator|secretary)$/;
const SUFFIX = /^(?:jr|sr|ii|iii|iv)$/;

interface Parts<P> {
  person: P;
  given: string[];
  family: string;
  suffix: string;
}

const wordsOf = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/["“”(].*?["“”)]/g, ' ')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '' && !ADDRESS.test(word));

function partsOf<P extends Named>(person: P): Parts<P> | undefined {
  // Counted guests ("27 other guests") are no one's duplicates.
  if (/\d/.test(person.full_name)) return undefined;
  const words = wordsOf(person.full_name);
  const names = words.filter((word) => !SUFFIX.test(word));
  const family = names.at(-1);
  if (family === undefined || family.length < 3 || names.length < 2) return undefined;
  return { person, given: names.slice(0, -1), family, suffix: words.find((word) => SUFFIX.test(word)) ?? '' };
}

const trigrams = (word: string) => {
  const padded = `  ${word} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)));
};

const trigramCache = new Map<string, Set<string>>();
const CACHE_LIMIT = 50_000;

/** Most words repeat. */
function trigramsOf(word: string): Set<string> {
  const cached = trigramCache.get(word);
  if (cached) return cached;
  if (trigramCache.size >= CACHE_LIMIT) trigramCache.clear();
  const made = trigrams(word);
  trigramCache.set(word, made);
  return made;
}

/** Share of trigrams that two words have in common, 0 to 1. */
export function similarityOf(one: string, other: string): number {
  if (one === other) return 1;
  const [a, b] = [trigramsOf(one), trigramsOf(other)];
  let common = 0;
  for (const trigram of a) if (b.has(trigram)) common += 1;
  return common / (a.size + b.size - common);
}

/** Best similarity of any two given names. An initial matches a name that starts with it. */
function givenSimilarity(one: string[], other: string[]): number {
  const long = (words: string[]) => words.filter((word) => word.length > 1);
  const [a, b] = [long(one), long(other)];
  if (a.length > 0 && b.length > 0) return Math.max(...a.flatMap((x) => b.map((y) => similarityOf(x, y))));
  return one[0]?.[0] === other[0]?.[0] ? 0.6 : 0;
}

function compare<P extends Named>(one: Parts<P>, other: Parts<P>): number {
  if (one.suffix !== '' && other.suffix !== '' && one.suffix !== other.suffix) return 0;
  const [born, bornToo] = [one.person.birth_year, other.person.birth_year];
  if (born !== null && bornToo !== null && Math.abs(born - bornToo) > 1) return 0;
  const family = similarityOf(one.family, other.family);
  const given = givenSimilarity(one.given, other.given);
  // One of the two names may differ when the other one matches well.
  if (Math.min(family, given) < MIN_SIMILARITY || Math.max(family, given) < 0.6) return 0;
  const [article, articleToo] = [one.person.wikipedia_key, other.person.wikipedia_key];
  const similarity = (family + given) / 2;
  return article !== null && articleToo !== null ? similarity * OTHER_ARTICLE_FACTOR : similarity;
}

/** Longest time that a comparison blocks the event loop. */
const SLICE_MS = 10;

/** Parts of names that find every possible duplicate of a name in SQL. Undefined when the name is not compared. */
export function blocksOf(fullName: string): { family: string; both: [string, string] } | undefined {
  const parts = partsOf({ slug: '', full_name: fullName, birth_year: null, wikipedia_key: null });
  return parts && { family: parts.family, both: [parts.given[0] ?? '', parts.family.slice(0, 3)] };
}

/**
 * Pairs that may be the same person, most similar first: of all people, or of the one with the slug `about`. Compares people with the
 * same family name, and those whose first given name and first letters of the family name match.
 */
export async function duplicateCandidates<P extends Named>(people: P[], about?: string): Promise<Pair<P>[]> {
  const parts = people.map(partsOf).filter((one) => one !== undefined);
  const blocks = [
    Map.groupBy(parts, ({ family }) => family),
    Map.groupBy(parts, ({ given, family }) => `${given[0]} ${family.slice(0, 3)}`),
  ].flatMap((map) => [...map.values()].filter((block) => block.length <= MAX_BLOCK));
  const pairs = new Map<string, Pair<P>>();
  let since = performance.now();
  for (const block of blocks) {
    if (performance.now() - since > SLICE_MS) {
      await setImmediate();
      since = performance.now();
    }
    const asked = about === undefined ? block : block.filter(({ person }) => person.slug === about);
    for (const one of asked)
      for (const other of block) {
        const [first, second] = one.person.slug < other.person.slug ? [one, other] : [other, one];
        // Comparing all with all meets each pair twice.
        if (one === other || (about === undefined && first !== one)) continue;
        const similarity = compare(first, second);
        if (similarity > 0)
          pairs.set(`${first.person.slug} ${second.person.slug}`, {
            one: first.person,
            other: second.person,
            similarity,
          });
      }
  }
  return [...pairs.values()].toSorted(
    (a, b) =>
      b.similarity - a.similarity || a.one.slug.localeCompare(b.one.slug) || a.other.slug.localeCompare(b.other.slug),
  );
}
