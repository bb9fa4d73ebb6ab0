// cspell:ignore comtesse doña fräulein freiherr freiin gräfin señora señorita tengku tunku datuk princesse prinzessin príncipe ratu
function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ''));
}

const TITLES = words(`
  general gen colonel col major maj captain capt cpt commander cdr cmdr comdr lieutenant lt lieut admiral adm
  ltc ltcol ltg maj-gen bgen vadm radm lcdr ltcdr ltjg cpo scpo mcpo po cwo wo msgt
  brigadier brig marshal sergeant sgt corporal cpl ensign ens commodore midshipman seaman officer
  mr ms miss dr doctor prof professor rev reverend rabbi bishop archbishop cardinal msgr monsignor father fr brother sister mother
  señor señora sra señorita doña herr frau fräulein monsieur mademoiselle mlle signor signora
  senator sen congressman congresswoman representative rep delegate governor gov mayor judge justice
  secretary sec ambassador amb minister premier chancellor president pres consul envoy commissioner director
  chairman chief hon honorable honourable
  yeoman quartermaster speaker
`);

const BEFORE_TITLES = words(`
  vice rear fleet field air under assistant asst deputy acting prime foreign first second third brigadier staff
  master warrant petty attorney associate the lt lieutenant maj major col 1st 2nd 2d rt right most very
`);

const PART_OF_NAME = words(`
  mrs mme madame lady lord sir dame king queen prince princess emperor empress pope count countess baron baroness
  prinz prinzessin princesse príncipe duke duchess earl viscount viscountess marquess marquis marquise comte comtesse vicomte duc freiherr freiin graf gräfin
  sultan shah sheikh emir maharaja maharani tunku tengku tun ratu datuk ras patriarch
`);

const FULL_TITLES = new Map([
  ['adm', 'admiral'],
  ['amb', 'ambassador'],
  ['capt', 'captain'],
  ['cdr', 'commander'],
  ['cmdr', 'commander'],
  ['col', 'colonel'],
  ['gen', 'general'],
  ['gov', 'governor'],
  ['lt', 'lieutenant'],
  ['maj', 'major'],
  ['pres', 'president'],
  ['rep', 'representative'],
  ['sec', 'secretary'],
  ['sen', 'senator'],
]);

/** A word of a title in lower case without its period, in full: `admiral` for `adm`. */
export const fullTitle = (word: string): string => FULL_TITLES.get(word) ?? word;

const MAX_TITLE_LENGTH = 20;

function withoutPunctuation(word: string): string {
  return word.length > MAX_TITLE_LENGTH ? '' : word.replace(/[.,]+$/, '').toLowerCase();
}

export function isTitleWord(word: string): boolean {
  return TITLES.has(withoutPunctuation(word));
}

/** Whether a word is a courtesy or noble title that is part of the name: Lord Halifax, Mrs. Levi. */
export function isNobleWord(word: string): boolean {
  return PART_OF_NAME.has(withoutPunctuation(word));
}

const PLURALS = new Map([
  ['messrs', 'Mr.'],
  ['mmes', 'Mme.'],
  ['misses', 'Miss'],
]);

/** The title of each person after a plural: "Senator" for "Senators", "Rep." for "Reps."; undefined for other words. */
export function singularTitle(word: string): string | undefined {
  const plural = withoutPunctuation(word);
  const known = PLURALS.get(plural);
  if (known !== undefined || plural === 'mrs') return known;
  const singular = word
    .replace(/ies$/i, 'y')
    .replace(/men$/i, 'man')
    .replace(/s(?=\.?$)/i, '');
  return singular !== word && (isTitleWord(singular) || isNobleWord(singular)) ? singular : undefined;
}

/** Number of leading title words: 2 for "Lt. Cdr. Dewey Beliech". */
export function countTitleWords(nameWords: readonly string[]): number {
  let title = 0;
  for (const [index, word] of nameWords.entries()) {
    const isKnown = isTitleWord(word);
    if (!isKnown && !BEFORE_TITLES.has(withoutPunctuation(word))) break;
    if (isKnown) title = index + 1;
  }
  return title;
}

/**
 * Splits a name without a link into title and name: "Major General Robert Landry". A title before a single word ("Captain Smith") isn't
 * split off, because "Smith" alone would match any other Smith. Couples ("Mr. and Mrs. Levi") and offices without a clear end ("Secretary
 * of State Dean Acheson") aren't split either.
 */
export function splitTitle(text: string): { title: string | null; name: string } {
  const words = text.split(' ');
  const title = countTitleWords(words);
  const next = words[title] ?? '';
  const isOfficeContinued = /^(?:and|or|&|of|for|to|in|at)$/i.test(next);
  if (title === 0 || isOfficeContinued || words.length - title < 2) return { title: null, name: text };
  return { title: words.slice(0, title).join(' '), name: words.slice(title).join(' ') };
}

/** Given names as often as titles. */
const GIVEN_OR_TITLE = words('earl duke count');

/**
 * Splits leading titles off, also those that are part of the name: "Lt. Cdr.", "Queen", "Crown Prince". `noble` is the last of these in
 * lower case. At least one word remains. "Lady Bird" is a given name, and so is "Earl" before a surname alone.
 */
export function splitTitles(words: readonly string[]): { title: string[]; noble: string; name: string[] } {
  const wordAt = (index: number) => withoutPunctuation(words[index] ?? '');
  let count = Math.min(countTitleWords(words), words.length - 1);
  let noble = '';
  for (; count < words.length - 1; count += 1) {
    const isCrown = wordAt(count) === 'crown' && PART_OF_NAME.has(wordAt(count + 1));
    const isLadyBird = wordAt(count) === 'lady' && wordAt(count + 1) === 'bird';
    const isBeforeSurname = count === words.length - 2 || wordAt(count + 1).length === 1;
    if ((!PART_OF_NAME.has(wordAt(count)) && !isCrown) || isLadyBird) break;
    if (isBeforeSurname && GIVEN_OR_TITLE.has(wordAt(count))) break;
    noble = wordAt(count);
  }
  return { title: words.slice(0, count), noble, name: words.slice(count) };
}
