// cspell:disable
import type { ListItem } from './lists.ts';
import { fold } from './folding.ts';
import { isCommonGivenName } from './name-forms.ts';
import { areLettersAfterName, generationOf, isBeforeSurname } from './name-words.ts';
import { isTitleWord } from './ranks.ts';

/** In German, French and Spanish. Some are surnames in English, so that they tell the order of names of a whole column only. */
const FOREIGN_GIVEN_NAMES = new Set(
  `adolf alain alberto alejandro alfonso andré andrés annemarie anton antoine antonio august bernard bernhard brigitte bruno carlos carmen
   catherine cécile christian claire concepción cristina denis diego dieter dolores eduardo elena elisabeth elise emil émile emilio
   enrique erich erika erna ernesto ernst étienne eugène felipe felix ferdinand fernando francisco franz françois françoise frieda
   friedrich fritz gabriel geneviève georg georges gérard gerda gerhard gertrud gisela gottfried guillaume guillermo günter günther
   gustav guy hanna hannah hanni hans hedwig heidi heinrich heinz hélène helga helmut henri hermann hilde hildegard horst ignacio ilse
   inés inge ingrid isabel isabelle jacques jaime jakob javier jean jeanne jesús joaquín johann johanna johannes jorge josé josef josefa
   juan juana jules julio julius jürgen karl käthe klara klaus konrad kurt laurent léon lina lorenzo lucía ludwig luis luisa luise
   madeleine manfred manuel marcel margarete marguerite mario markus marta mathilde matthias maurice mercedes michel miguel monika
   monique moritz nicolas nicole otto pablo pascal paula pedro philippe pierre pilar rafael rainer ramón reinhard renate rené ricardo
   rico roberto rolf rosa rosario rudolf sabine salvador santiago siegfried simone sophie stefan suzanne sylvie teresa theodor thérèse
   ursula uwe vicente walther werner wilhelm wolfgang yves yvonne`.split(/\s+/),
);
const WORD = /^\p{Lu}[\p{L}'’-]*$/u;
const INITIAL = /^(?:\p{Lu}\.){1,3}$/u;
const isSuffix = (word: string) => generationOf(word) !== undefined || areLettersAfterName(word);

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '');
const hasTitle = (text: string) => isTitleWord(wordsOf(text)[0] ?? '');
const withoutTitles = (words: readonly string[]) => words.slice(words.findIndex((word) => !isTitleWord(word)));

function isSurname(text: string): boolean {
  const words = withoutTitles(wordsOf(text)).filter((word, index) => index === 0 || generationOf(word) === undefined);
  const last = words.at(-1) ?? '';
  return words.length > 0 && WORD.test(last) && words.slice(0, -1).every((word) => isBeforeSurname(word));
}

/** Whether the words include a surname, as in "W. Averell Harriman", so that they can't be the given names after a surname. */
function isFullName(words: readonly string[]): boolean {
  const fullWords = words.filter((word) => !INITIAL.test(word) && !isSuffix(word));
  return fullWords.length > (INITIAL.test(words[0] ?? '') ? 1 : 2);
}

/** "George C.", also after a title if it is known: "Gen. George C." */
function isGivenName(text: string): boolean {
  const words = withoutTitles(wordsOf(text));
  return (
    words.length > 0 &&
    words.length < 5 &&
    !isFullName(words) &&
    words.every((word) => WORD.test(word) || INITIAL.test(word) || isSuffix(word)) &&
    !words.some(isTitleWord) &&
    (!hasTitle(text) || hasKnownGivenName(text))
  );
}

/** Whether text begins with a common given name, or has initials. */
export const hasKnownGivenName = (text: string) =>
  wordsOf(text).some((word) => INITIAL.test(word)) || isCommonGivenName(fold(withoutTitles(wordsOf(text))[0] ?? ''));

/** As `hasKnownGivenName`, in other languages too. */
export const hasGivenNameOfAnyLanguage = (text: string) =>
  hasKnownGivenName(text) || FOREIGN_GIVEN_NAMES.has((wordsOf(text)[0] ?? '').toLowerCase());

/** "Truman" and "Harry S. Jr." become "Harry S. Truman Jr.". */
export function joinNameParts(family: string, givenNames: string): string {
  const words = wordsOf(givenNames);
  const [first = '', ...others] = wordsOf(family).filter((word) => !isTitleWord(word));
  const suffix = [...others, ...words].filter((word) => isSuffix(word));
  const titles = wordsOf(family).filter((word) => isTitleWord(word));
  const surname = [first, ...others.filter((word) => !isSuffix(word))];
  return [...titles, ...words.filter((word) => !isSuffix(word)), ...surname, ...suffix].join(' ');
}

interface Run {
  items: ListItem[];
  pairs: (readonly [ListItem, ListItem | undefined])[];
}

/** Items up to the next semicolon or line end. */
function runsOf(items: readonly ListItem[]): Run[] {
  const runs: Run[] = [];
  for (let from = 0; from < items.length;) {
    let to = from;
    while (to < items.length - 1 && items[to]?.end === ',') to += 1;
    const run = items.slice(from, to + 1);
    const pairs = run.flatMap((item, index) => (index % 2 === 0 ? [[item, run[index + 1]] as const] : []));
    runs.push({ items: run, pairs });
    from = to + 1;
  }
  return runs;
}

/** "Secretary Hull, Norman Davis": a title with a surname, and what can be a full name. */
const mayBeTwoPeople = ([left, right]: Run['pairs'][number]) =>
  hasTitle(left.text) &&
  wordsOf(withoutRole(right).given).filter((word) => WORD.test(word) && !isSuffix(word)).length > 1;

/** Letters after a name are a role in parentheses by now: "John (PhD)". */
function withoutRole(item: ListItem | undefined): { given: string; role: string } {
  const [, given = '', role = ''] = /^(.*?)(\s*\([^()]*\))?$/s.exec(item?.text ?? '') ?? [];
  return { given, role };
}

const fits = ({ items, pairs }: Run) =>
  items.length > 1 &&
  pairs.every(
    ([left, right]) =>
      right !== undefined &&
      isSurname(left.text) &&
      isGivenName(withoutRole(right).given) &&
      !(hasTitle(left.text) && hasTitle(right.text)),
  );

const countKnownNames = ({ pairs }: Run) =>
  pairs.filter(([left, right]) => hasKnownGivenName(right?.text ?? '') && !isCommonGivenName(fold(left.text))).length;

/** Whether at least half of the given names in a run are known or have initials. */
const hasKnownNames = (run: Run) => {
  const knownCount = countKnownNames(run);
  return knownCount > 0 && knownCount * 2 >= run.pairs.length;
};

/**
 * Joins "Truman, Harry" if its whole run of comma-separated items has this pattern: surnames and given names must alternate, and at least
 * half of the given names must be known or have initials. Runs of two items, as in "Laird, Melvin; Mitchell, John", are checked together.
 * `ambiguous` are runs of two items, as in "Trudeau, Pierre", that have the pattern but no known given name, and are not joined.
 */
export function joinInvertedNames(items: readonly ListItem[]): {
  items: ListItem[];
  inverted: [ListItem, string][];
  ambiguous: (readonly [family: ListItem, given: ListItem])[];
} {
  const merged: ListItem[] = [];
  const inverted: [ListItem, string][] = [];
  const ambiguous: (readonly [ListItem, ListItem])[] = [];
  const runs = runsOf(items);
  const pairRuns = runs.filter((run) => run.items.length === 2 && fits(run));
  const arePairRunsInverted =
    pairRuns.length === runs.length && pairRuns.filter((run) => countKnownNames(run) > 0).length * 2 >= pairRuns.length;
  for (const run of runs) {
    const isUncertain = runs.length === 1 && run.pairs.some(mayBeTwoPeople);
    if (!fits(run) || isUncertain || !(arePairRunsInverted || hasKnownNames(run))) {
      for (const item of run.items) merged.push(item);
      const [left, right] = run.items;
      if (left && right && run.items.length === 2 && fits(run)) ambiguous.push([left, right]);
      continue;
    }
    for (const [left, right] of run.pairs) {
      const { given, role } = withoutRole(right);
      const name = joinNameParts(left.text, given);
      const item = { ...left, text: `${name}${role}`, end: right?.end ?? '' };
      inverted.push([item, `${left.text}, ${right?.text ?? ''}`]);
      merged.push(item);
    }
  }
  return { items: merged, inverted, ambiguous };
}
