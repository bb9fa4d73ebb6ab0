function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ''));
}

const TITLES = words(`
  general gen colonel col major maj captain capt cpt commander cdr cmdr comdr lieutenant lt lieut admiral adm
  ltc ltcol ltg maj-gen bgen vadm radm lcdr ltcdr ltjg cpo scpo mcpo po cwo wo msgt
  brigadier brig marshal sergeant sgt corporal cpl ensign ens commodore midshipman seaman officer
  mr ms miss dr doctor prof professor rev reverend rabbi bishop archbishop cardinal msgr monsignor
  senator sen congressman congresswoman representative rep delegate governor gov mayor judge justice
  secretary sec ambassador amb minister premier chancellor president consul envoy commissioner director
  chairman chief hon honorable honourable
`);

const BEFORE_TITLES = words(`
  vice rear fleet field under assistant asst deputy acting prime foreign first second third brigadier staff
  master warrant petty attorney associate the lt lieutenant maj major col
`);

const PART_OF_NAME = words(`
  mrs mme madame lady lord sir dame king queen prince princess emperor empress pope count countess baron baroness
  duke duchess earl viscount viscountess marquess sultan shah sheikh emir
`);

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
