import { hasKnownGivenName } from './inverted-names.ts';
import { nameParts, type NameParts, wordSimilarity } from './names.ts';
import { isNobleWord } from './ranks.ts';

/** Shorter words have to be equal: Hall is not Hill. */
const MIN_LENGTH = 5;
const MIN_SIMILARITY = 0.4;
/** More people than this with one surname and initial are not compared: most of them are different people. */
const MAX_NAMESAKES = 100;

const GENERATION = /^(?:jr|sr|ii|iii|iv|v)$/;
/** Forms of address that tell people apart: Mrs. John Smith is not John Smith. */
const OWN_ADDRESS = /^(?:miss|ms)$/;

const CLASSES: Readonly<Record<string, string>> = Object.fromEntries(
  ['bfpv', 'cgjkqsxz', 'dt', 'l', 'mn', 'r'].flatMap((letters, index) =>
    [...letters].map((letter) => [letter, String(index + 1)]),
  ),
);

/** The first letter and the classes of the consonants after it, as in Soundex: Kissinger, Kisinger and Kissenger are equal. */
function phoneticKey(word: string): string {
  let key = word.charAt(0).replace('c', 'k');
  let previous = CLASSES[key];
  for (const letter of word.slice(1)) {
    const next = /[aeiouyhw]/.test(letter) ? undefined : (CLASSES[letter] ?? letter);
    if (next !== undefined && next !== previous) key += next;
    previous = next;
  }
  return key;
}

const areSimilar = (one: string, other: string) =>
  one === other || (Math.min(one.length, other.length) >= MIN_LENGTH && wordSimilarity(one, other) >= MIN_SIMILARITY);

/** A name with what is known about its person. */
export interface SpelledName {
  name: string;
  /** Normalized Wikipedia URL. */
  urlKey: string | null;
}

/** What is known about a name of a document. */
export interface Spellings {
  /** Indexes of its other spellings. */
  others: number[];
  /** Whether a given name is written out. */
  hasGivenName: boolean;
}

interface Candidate {
  index: number;
  urlKey: string | null;
  given: readonly string[];
  family: string;
  /** What has to be equal: generation and form of address. */
  distinction: string;
}

function candidateOf({ name, urlKey }: SpelledName, index: number): Candidate | undefined {
  const parts: NameParts | undefined = nameParts(name);
  if (!parts) return undefined;
  const { given, family, suffix, honorific } = parts;
  const address = [...given.filter(isNobleWord), ...honorific.filter((word) => OWN_ADDRESS.test(word))];
  const generation = GENERATION.test(suffix) ? suffix : '';
  return {
    index,
    urlKey,
    given: given.filter((word) => !isNobleWord(word)),
    family,
    distinction: [generation, ...address.filter((word) => word !== 'sir')].join(' '),
  };
}

const isInitial = (word: string) => word.length === 1;
const agree = (one: string, other: string) =>
  one === other || ((isInitial(one) || isInitial(other)) && one.charAt(0) === other.charAt(0));

/** Whether the words of `short` are in `long` in order. The first names agree, unless `long` begins with an initial: W. Averell Harriman. */
function isPart(short: readonly string[], long: readonly string[]): boolean {
  const [first = ''] = short;
  const start = agree(first, long[0] ?? '') ? 0 : 1;
  if (start === 1 && !(isInitial(long[0] ?? '') && !isInitial(first) && first === long[1])) return false;
  let from = start;
  return short.every((word) => {
    const found = long.findIndex((other, index) => index >= from && agree(word, other));
    from = found + 1;
    return found >= 0;
  });
}

/** Whether one word has a spelling mistake. Robert and Roberta, Francis and Frances are different names. */
function isMisspelled(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  const different = one.flatMap((word, index) => (word === other[index] ? [] : [[word, other[index] ?? ''] as const]));
  const [[left, right] = ['', '']] = different;
  const stem = (word: string) => word.replace(/[ae]+$/, '');
  return (
    different.length === 1 &&
    areSimilar(left, right) &&
    phoneticKey(left) === phoneticKey(right) &&
    stem(left) !== stem(right) &&
    !(hasKnownGivenName(left) && hasKnownGivenName(right))
  );
}

/** Whether two names of one bucket, both with given names, are probably spellings of one name. */
function areSpellings(one: Candidate, other: Candidate): boolean {
  if (one.distinction !== other.distinction || !canBeOne(one, other)) return false;
  const [short, long] = one.given.length <= other.given.length ? [one.given, other.given] : [other.given, one.given];
  if (isPart(short, long)) return areSimilar(one.family, other.family);
  return one.family === other.family && isMisspelled(short, long);
}

const canBeOne = (one: Candidate, other: Candidate) =>
  one.urlKey === null || other.urlKey === null || one.urlKey === other.urlKey;

const WRITTEN_OUT = 100;

/** How much of the given names is written out. */
const fullness = ({ given }: Candidate) => given.reduce((sum, word) => sum + (isInitial(word) ? 1 : WRITTEN_OUT), 0);

class Pairs {
  readonly #others = new Map<Candidate, Set<Candidate>>();

  add(one: Candidate, other: Candidate): void {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const known = this.#others.get(from);
      if (known) known.add(to);
      else this.#others.set(from, new Set([to]));
    }
  }

  of(candidate: Candidate): Candidate[] {
    return [...(this.#others.get(candidate) ?? [])];
  }

  remove(one: Candidate, others: readonly Candidate[]): void {
    for (const other of others) {
      this.#others.get(one)?.delete(other);
      this.#others.get(other)?.delete(one);
    }
  }

  /** Whether each of them is paired with each other one. */
  areMutual(names: readonly Candidate[]): boolean {
    return names.every((one, index) => names.slice(index + 1).every((other) => this.#others.get(one)?.has(other)));
  }
}

/** Pairs the names of one bucket: the same surname or one that sounds like it. */
function pairNames(bucket: readonly Candidate[], pairs: Pairs): void {
  const named = bucket.filter(({ given }) => given.length > 0);
  const byLetter = new Map<string, Candidate[]>();
  for (const candidate of named) {
    const [first = '', second = ''] = candidate.given;
    for (const letter of new Set([first.charAt(0), isInitial(first) ? second.charAt(0) : ''])) {
      if (letter === '') continue;
      const known = byLetter.get(letter);
      if (known) known.push(candidate);
      else byLetter.set(letter, [candidate]);
    }
  }
  for (const namesakes of byLetter.values()) {
    if (namesakes.length > MAX_NAMESAKES) continue;
    for (const [index, one] of namesakes.entries())
      for (const other of namesakes.slice(index + 1)) if (areSpellings(one, other)) pairs.add(one, other);
  }
  // "J. Smith" can be John or James.
  for (const one of named) {
    const fuller = pairs.of(one).filter((other) => fullness(other) > fullness(one));
    if (!pairs.areMutual(fuller)) pairs.remove(one, fuller);
  }
  const bare = bucket.filter(({ given }) => given.length === 0);
  if (bare.length > MAX_NAMESAKES || named.length > MAX_NAMESAKES) return;
  for (const one of bare) {
    const others = named.filter((other) => one.distinction === other.distinction && canBeOne(one, other));
    const exact = others.filter(({ family }) => family === one.family);
    const similar = exact.length > 0 ? exact : others.filter(({ family }) => areSimilar(family, one.family));
    if (pairs.areMutual(similar)) for (const other of similar) pairs.add(one, other);
  }
  for (const [index, one] of bare.entries())
    for (const other of bare.slice(index + 1))
      if (one.distinction === other.distinction && canBeOne(one, other) && areSimilar(one.family, other.family))
        pairs.add(one, other);
}

/**
 * Finds names that are probably spellings of one name: "Henry Kissinger", "H. Kissinger" and "Kisinger". Names with different middle
 * initials or generations aren't, and neither is a short form that fits several people.
 *
 * @returns for each name its other spellings
 */
export function findSpellings(names: readonly SpelledName[]): Spellings[] {
  const pairs = new Pairs();
  const candidates = names.map(candidateOf);
  const known = candidates.filter((candidate) => candidate !== undefined);
  const buckets = Map.groupBy(known, ({ family }) => (family.length < MIN_LENGTH ? family : phoneticKey(family)));
  for (const bucket of buckets.values()) if (bucket.length > 1) pairNames(bucket, pairs);
  return candidates.map((candidate) => {
    const others = candidate ? pairs.of(candidate).map(({ index }) => index) : [];
    return {
      others: others.toSorted((left, right) => left - right),
      hasGivenName: candidate !== undefined && fullness(candidate) >= WRITTEN_OUT,
    };
  });
}
