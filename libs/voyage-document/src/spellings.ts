import { hasKnownGivenName } from './inverted-names.ts';
import { areSimilarSpellings, phoneticKey } from './name-forms.ts';
import { nameParts, type NameParts } from './names.ts';
import { isNobleWord } from './ranks.ts';

/** Minimum length of words that may be misspelled. Shorter words must be equal: Hall is not Hill. */
const MIN_LENGTH = 5;
/** If more people than this share a surname and initial, they are not compared, because most of them are different people. */
const MAX_NAMESAKES = 100;

/** Forms of address that tell people apart: Mrs. John Smith is not John Smith. */
const DISTINCT_HONORIFIC = /^(?:miss|ms)$/;

const areSimilar = (left: string, right: string) =>
  left === right || (Math.min(left.length, right.length) >= MIN_LENGTH && areSimilarSpellings(left, right));

/** A name with what is known about its person. */
export interface SpelledName {
  name: string;
  /** Normalized Wikipedia URL. */
  urlKey: string | null;
}

/** The other spellings of a name in a document. */
export interface Spellings {
  /** Indexes of its other spellings. */
  others: number[];
  /** Whether a given name is written out in full. */
  hasGivenName: boolean;
}

interface Candidate {
  index: number;
  urlKey: string | null;
  given: readonly string[];
  family: string;
  /** Parts that must be equal: generation (Jr., III) and form of address. */
  distinction: string;
}

function candidateOf({ name, urlKey }: SpelledName, index: number): Candidate | undefined {
  const parts: NameParts | undefined = nameParts(name);
  if (!parts) return undefined;
  const { given, family, generation, honorific } = parts;
  const address = honorific.filter((word) => isNobleWord(word) || DISTINCT_HONORIFIC.test(word));
  return {
    index,
    urlKey,
    given,
    family,
    distinction: [generation, ...address.filter((word) => word !== 'sir')].join(' '),
  };
}

const isInitial = (word: string) => word.length === 1;
const wordsAgree = (left: string, right: string) =>
  left === right || ((isInitial(left) || isInitial(right)) && left.charAt(0) === right.charAt(0));

/**
 * Whether the words of `short` are in `long` in order. The first names must
 * match, unless `long` begins with an initial: W. Averell Harriman.
 */
function isPart(short: readonly string[], long: readonly string[]): boolean {
  const [first = ''] = short;
  const start = wordsAgree(first, long[0] ?? '') ? 0 : 1;
  if (start === 1 && !(isInitial(long[0] ?? '') && !isInitial(first) && first === long[1])) return false;
  let from = start;
  return short.every((word) => {
    const foundIndex = long.findIndex((other, index) => index >= from && wordsAgree(word, other));
    from = foundIndex + 1;
    return foundIndex >= 0;
  });
}

/** Whether the names differ by a typo in one word. Robert and Roberta, or Francis and Frances, are different names. */
function isMisspelled(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  const different = a.flatMap((word, index) => (word === b[index] ? [] : [[word, b[index] ?? ''] as const]));
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
function mayBeSameName(left: Candidate, right: Candidate): boolean {
  if (left.distinction !== right.distinction || !canBeSamePerson(left, right)) return false;
  const [short, long] = left.given.length <= right.given.length ? [left.given, right.given] : [right.given, left.given];
  if (isPart(short, long)) return areSimilar(left.family, right.family);
  return left.family === right.family && isMisspelled(short, long);
}

const canBeSamePerson = (left: Candidate, right: Candidate) =>
  left.urlKey === null || right.urlKey === null || left.urlKey === right.urlKey;

/** A word that is written out outweighs any number of initials. */
const FULL_WORD_WEIGHT = 100;

/** Number of given names that are written out in full. */
const nameLength = ({ given }: Candidate) =>
  given.reduce((sum, word) => sum + (isInitial(word) ? 1 : FULL_WORD_WEIGHT), 0);

class Pairs {
  readonly #others = new Map<Candidate, Set<Candidate>>();

  add(left: Candidate, right: Candidate): void {
    for (const [from, to] of [
      [left, right],
      [right, left],
    ] as const) {
      const existing = this.#others.get(from);
      if (existing) existing.add(to);
      else this.#others.set(from, new Set([to]));
    }
  }

  othersOf(candidate: Candidate): Candidate[] {
    return [...(this.#others.get(candidate) ?? [])];
  }

  remove(candidate: Candidate, others: readonly Candidate[]): void {
    for (const other of others) {
      this.#others.get(candidate)?.delete(other);
      this.#others.get(other)?.delete(candidate);
    }
  }

  /** Whether all the names are paired with each other. */
  areAllSimilar(names: readonly Candidate[]): boolean {
    return names.every((name, index) => names.slice(index + 1).every((other) => this.#others.get(name)?.has(other)));
  }
}

/** Pairs the names of one bucket, which have the same surname or surnames that sound alike. */
function pairNames(bucket: readonly Candidate[], pairs: Pairs): void {
  const withGivenName = bucket.filter(({ given }) => given.length > 0);
  const byLetter = new Map<string, Candidate[]>();
  for (const candidate of withGivenName) {
    const [first = '', second = ''] = candidate.given;
    for (const letter of new Set([first.charAt(0), isInitial(first) ? second.charAt(0) : ''])) {
      if (letter === '') continue;
      const existing = byLetter.get(letter);
      if (existing) existing.push(candidate);
      else byLetter.set(letter, [candidate]);
    }
  }
  for (const namesakes of byLetter.values()) {
    if (namesakes.length > MAX_NAMESAKES) continue;
    for (const [index, candidate] of namesakes.entries())
      for (const otherCandidate of namesakes.slice(index + 1))
        if (mayBeSameName(candidate, otherCandidate)) pairs.add(candidate, otherCandidate);
  }
  // "J. Smith" can be John or James.
  for (const candidate of withGivenName) {
    const longerNames = pairs
      .othersOf(candidate)
      .filter((otherCandidate) => nameLength(otherCandidate) > nameLength(candidate));
    if (!pairs.areAllSimilar(longerNames)) pairs.remove(candidate, longerNames);
  }
  const withoutGivenName = bucket.filter(({ given }) => given.length === 0);
  if (withoutGivenName.length > MAX_NAMESAKES || withGivenName.length > MAX_NAMESAKES) return;
  for (const candidate of withoutGivenName) {
    const others = withGivenName.filter(
      (otherCandidate) =>
        candidate.distinction === otherCandidate.distinction && canBeSamePerson(candidate, otherCandidate),
    );
    const exact = others.filter(({ family }) => family === candidate.family);
    const similar = exact.length > 0 ? exact : others.filter(({ family }) => areSimilar(family, candidate.family));
    if (pairs.areAllSimilar(similar)) for (const other of similar) pairs.add(candidate, other);
  }
  for (const [index, candidate] of withoutGivenName.entries())
    for (const otherCandidate of withoutGivenName.slice(index + 1))
      if (
        candidate.distinction === otherCandidate.distinction &&
        canBeSamePerson(candidate, otherCandidate) &&
        areSimilar(candidate.family, otherCandidate.family)
      )
        pairs.add(candidate, otherCandidate);
}

/**
 * Finds names that are probably spellings of one name: "Henry Kissinger", "H. Kissinger" and "Kisinger". Excludes names with different
 * middle initials or generations, and a short form that matches more than one person.
 *
 * @returns for each name its other spellings
 */
export function findSpellings(names: readonly SpelledName[]): Spellings[] {
  const pairs = new Pairs();
  const candidates = names.map(candidateOf);
  const knownCandidates = candidates.filter((candidate) => candidate !== undefined);
  const buckets = Map.groupBy(knownCandidates, ({ family }) =>
    family.length < MIN_LENGTH ? family : phoneticKey(family),
  );
  for (const bucket of buckets.values()) if (bucket.length > 1) pairNames(bucket, pairs);
  return candidates.map((candidate) => {
    const others = candidate ? pairs.othersOf(candidate).map(({ index }) => index) : [];
    return {
      others: others.toSorted((left, right) => left - right),
      hasGivenName: candidate !== undefined && nameLength(candidate) >= FULL_WORD_WEIGHT,
    };
  });
}
