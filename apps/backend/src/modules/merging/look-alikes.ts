import { setImmediate } from 'node:timers/promises';

/** What is compared of a person. */
export interface Named {
  slug: string;
  full_name: string;
  birth_year: number | null;
  wikipedia_key: string | null;
}

export interface Pair<P> {
  one: P;
  other: P;
  likeness: number;
}

const LEAST = 0.4;
/** A name that more people have tells nothing of any two of them. */
const MOST = 300;
/** Two articles are mostly two people; but names of articles change. */
const OTHER_ARTICLE = 0.3;
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
  // Guests who are counted ("27 other guests") are nobody's namesakes.
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

const triples = new Map<string, Set<string>>();
const LIMIT = 50_000;

/** The same words come again and again. */
function known(word: string): Set<string> {
  const held = triples.get(word);
  if (held) return held;
  if (triples.size >= LIMIT) triples.clear();
  const made = trigrams(word);
  triples.set(word, made);
  return made;
}

/** Share of the letter triples that two words have in common, 0 to 1. */
export function likenessOf(one: string, other: string): number {
  if (one === other) return 1;
  const [a, b] = [known(one), known(other)];
  let common = 0;
  for (const triple of a) if (b.has(triple)) common += 1;
  return common / (a.size + b.size - common);
}

/** Of given names: the best of their words; an initial may stand for a name that begins with it. */
function givenLikeness(one: string[], other: string[]): number {
  const long = (words: string[]) => words.filter((word) => word.length > 1);
  const [a, b] = [long(one), long(other)];
  if (a.length > 0 && b.length > 0) return Math.max(...a.flatMap((x) => b.map((y) => likenessOf(x, y))));
  return one[0]?.[0] === other[0]?.[0] ? 0.6 : 0;
}

function compare<P extends Named>(one: Parts<P>, other: Parts<P>): number {
  if (one.suffix !== '' && other.suffix !== '' && one.suffix !== other.suffix) return 0;
  const [born, bornToo] = [one.person.birth_year, other.person.birth_year];
  if (born !== null && bornToo !== null && Math.abs(born - bornToo) > 1) return 0;
  const family = likenessOf(one.family, other.family);
  const given = givenLikeness(one.given, other.given);
  // A family name that differs is forgiven where the given name is the same, and the other way round.
  if (Math.min(family, given) < LEAST || Math.max(family, given) < 0.6) return 0;
  const [article, articleToo] = [one.person.wikipedia_key, other.person.wikipedia_key];
  const likeness = (family + given) / 2;
  return article !== null && articleToo !== null ? likeness * OTHER_ARTICLE : likeness;
}

/** Longer than this nothing else of the server waits for a comparison. */
const AT_ONCE_MS = 10;

/**
 * Parts of names by which everybody who may be alike is found: who has the family name, or all of the others. Undefined where nobody is
 * compared with the name.
 */
export function nearTo(fullName: string): { family: string; both: [string, string] } | undefined {
  const parts = partsOf({ slug: '', full_name: fullName, birth_year: null, wikipedia_key: null });
  return parts && { family: parts.family, both: [parts.given[0] ?? '', parts.family.slice(0, 3)] };
}

/**
 * Pairs that may be the same person, the surest first: of everybody, or of the one at `about`. Compared are those of one family name,
 * and those whose first given name and the beginning of the family name agree.
 */
export async function lookAlikes<P extends Named>(people: P[], about?: string): Promise<Pair<P>[]> {
  const parts = people.map(partsOf).filter((one) => one !== undefined);
  const blocks = [
    Map.groupBy(parts, ({ family }) => family),
    Map.groupBy(parts, ({ given, family }) => `${given[0]} ${family.slice(0, 3)}`),
  ].flatMap((map) => [...map.values()].filter((block) => block.length <= MOST));
  const pairs = new Map<string, Pair<P>>();
  let since = performance.now();
  for (const block of blocks) {
    if (performance.now() - since > AT_ONCE_MS) {
      await setImmediate();
      since = performance.now();
    }
    const asked = about === undefined ? block : block.filter(({ person }) => person.slug === about);
    for (const one of asked)
      for (const other of block) {
        const [first, second] = one.person.slug < other.person.slug ? [one, other] : [other, one];
        // Of everybody, each pair is met twice: once is enough.
        if (one === other || (about === undefined && first !== one)) continue;
        const likeness = compare(first, second);
        if (likeness > 0)
          pairs.set(`${first.person.slug} ${second.person.slug}`, {
            one: first.person,
            other: second.person,
            likeness,
          });
      }
  }
  return [...pairs.values()].toSorted(
    (a, b) =>
      b.likeness - a.likeness || a.one.slug.localeCompare(b.one.slug) || a.other.slug.localeCompare(b.other.slug),
  );
}
