// cspell:disable
import type { ListItem } from './lists.ts';
import { areLettersAfterName, generationOf, isBeforeSurname } from './name-words.ts';
import { isTitleWord } from './ranks.ts';

const MEN = new Set(
  `adam alan albert alexander alfred andrew anthony arthur ben benjamin bill bob brent carl charles chester chris clark claude
   clement dan daniel david dean dennis donald dwight edward eugene francis frank franklin fred frederick george gerald gregory
   harold harry henry herbert herman howard hugh jack james jeffrey jennifer jerry jim jimmy joe john joseph keith kenneth larry
   lawrence leonard lewis lloyd louis luther lyndon mark martin matthew max michael mike nelson nicholas norman oliver oscar
   patrick paul peter philip phillip ralph ray raymond richard robert roger ronald roy russell sam samuel scott stephen steven
   stuart ted theodore thomas tim timothy tom tony victor vincent walter warren wayne william`.split(/\s+/),
);
const WOMEN = new Set(
  `alice amy ann anna anne barbara bess betty carol caroline diana dorothy edith eleanor elizabeth ellen ethel eva evelyn florence
   frances grace harriet helen irene jacqueline jane janet jean joan joyce judith judy julia julie karen katharine katherine laura
   linda lisa louise lucy margaret maria marie marion martha mary nancy pamela pat patricia rebecca rose ruth sandra sarah sharon
   susan theresa victoria virginia`.split(/\s+/),
);
const GIVEN_NAMES = new Set([...MEN, ...WOMEN]);
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
const withoutTitles = (words: readonly string[]) => words.slice(words.findIndex((word) => !isTitleWord(word)));

function isSurname(text: string): boolean {
  const words = withoutTitles(wordsOf(text));
  const last = words.at(-1) ?? '';
  return words.length > 0 && WORD.test(last) && words.slice(0, -1).every((word) => isBeforeSurname(word));
}

/** Whether the words include a surname, as in "W. Averell Harriman", so that they can't be the given names after a surname. */
function isFullName(words: readonly string[]): boolean {
  const fullWords = words.filter((word) => !INITIAL.test(word) && !isSuffix(word));
  return fullWords.length > (INITIAL.test(words[0] ?? '') ? 1 : 2);
}

function isGivenName(text: string): boolean {
  const words = wordsOf(text);
  return (
    words.length > 0 &&
    words.length < 5 &&
    !isFullName(words) &&
    words.every((word) => WORD.test(word) || INITIAL.test(word) || isSuffix(word)) &&
    !words.some(isTitleWord)
  );
}

/** Whether text begins with a common given name, or has initials. */
export const hasKnownGivenName = (text: string) =>
  wordsOf(text).some((word) => INITIAL.test(word)) || GIVEN_NAMES.has((wordsOf(text)[0] ?? '').toLowerCase());

/** As `hasKnownGivenName`, in other languages too. */
export const hasGivenNameOfAnyLanguage = (text: string) =>
  hasKnownGivenName(text) || FOREIGN_GIVEN_NAMES.has((wordsOf(text)[0] ?? '').toLowerCase());

/** "Truman" and "Harry S. Jr." become "Harry S. Truman Jr.". */
export function joinNameParts(family: string, givenNames: string): string {
  const words = wordsOf(givenNames);
  const suffix = words.filter((word) => isSuffix(word));
  const titles = wordsOf(family).filter((word) => isTitleWord(word));
  const surname = wordsOf(family).filter((word) => !isTitleWord(word));
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

const fits = ({ items, pairs }: Run) =>
  items.length > 1 &&
  pairs.every(([left, right]) => right !== undefined && isSurname(left.text) && isGivenName(right.text));

const countKnownNames = ({ pairs }: Run) =>
  pairs.filter(([left, right]) => hasKnownGivenName(right?.text ?? '') && !GIVEN_NAMES.has(left.text.toLowerCase()))
    .length;

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
    if (!fits(run) || !(arePairRunsInverted || hasKnownNames(run))) {
      for (const item of run.items) merged.push(item);
      const [left, right] = run.items;
      if (left && right && run.items.length === 2 && fits(run)) ambiguous.push([left, right]);
      continue;
    }
    for (const [left, right] of run.pairs) {
      const name = joinNameParts(left.text, right?.text ?? '');
      const item = { ...left, text: name, end: right?.end ?? '' };
      inverted.push([item, `${left.text}, ${right?.text ?? ''}`]);
      merged.push(item);
    }
  }
  return { items: merged, inverted, ambiguous };
}
