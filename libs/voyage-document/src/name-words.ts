// cspell:ignore fitz Gregor alexr benj bint chas cssr danl dcmg dcvo dlitt dphil edwd facs faia frcp frcs fredk gcmg gcvo kcmg kcvo litd rcaf richd rnvr sainte thos usafr usar uscgr usmcr cicm facp frgs frsa lcsw mphil
import { isParticle as hasParticle } from '@archive/contracts/particles';
import { fold } from './folding.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter((word) => word !== ''));

/** Without accents, case and periods: "Ph.D." is `phd`. Empty for what isn't a plain word, such as a link. */
const plain = (word: string) =>
  /^[\p{L}\p{N}\p{M}.,'’-]+$/u.test(word) ? fold(word).replaceAll(/[^\p{L}\p{N}]/gu, '') : '';

const GENERATIONS: ReadonlyMap<string, string> = new Map([
  ['jr', 'jr'],
  ['jnr', 'jr'],
  ['junior', 'jr'],
  ['sr', 'sr'],
  ['snr', 'sr'],
  ['senior', 'sr'],
]);
const ONES = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'];
/** Roman numerals by their number. */
const NUMERALS = ['', 'x', 'xx', 'xxx'].flatMap((tens) => ONES.map((ones) => tens + ones));
const ORDINAL = /^(\d{1,2})(?:st|nd|rd|th|d)$/;
/** "Vi" and "Malcolm X" are names, and "V." and "i" are not numerals. */
const NO_NUMERAL = /^(?:[IVX]+[ivx]+|[ivxX]|[IVX]\.,?)$/;

/** The generation that a word states, in one form for each: `jr` for "Junior", `iii` for "3rd"; undefined for other words. */
export function generationOf(word: string): string | undefined {
  if (NO_NUMERAL.test(word)) return undefined;
  const text = plain(word);
  const [, number] = ORDINAL.exec(text) ?? [];
  if (number !== undefined) return NUMERALS[Number(number)];
  return GENERATIONS.get(text) ?? NUMERALS.find((numeral) => numeral !== '' && numeral === text);
}

/** Written in any case. The others have more than one capital, because "Pe" and "Op" are surnames. */
const ANY_CASE = words('esq esquire phd ret retired cssr');
const CAPITALS = words(`
  md dds dmd dvm lcsw bsn msn mls dd std thd lld llb llm jd edd scd dsc dlitt litd dphil mphil bsc msc mba mph mfa msw cpa pe aia faia facs facp frs fba frcp frcs frgs frsa
  cbe obe mbe kbe dbe gbe kcb gcb dcb kcmg gcmg dcmg cmg kcvo gcvo dcvo cvo lvo mvo kg kt om ch cb qc kc mp
  dso dsc dfc dsm dfm vc gc mc dcm
  sc td
  sj osb ofm op osf csc csp cssr cicm cm sm mm osa omi svd
  usn usnr usmc usmcr usaf usafr usa usar uscg uscgr ang rn rnr rnvr raf rcaf rcn ran rm
`);

/** Whether a word is a degree, an order, a decoration or a service after a name: "Ph.D.", "CBE", "S.J.", "USN". */
export function areLettersAfterName(word: string): boolean {
  const letters = plain(word);
  return ANY_CASE.has(letters) || (CAPITALS.has(letters) && /^\p{Lu}+$|.\p{Lu}/u.test(word));
}

/** Whether a word joins a surname and does not stand alone: "van", "de la". */
export const isParticle = (word: string): boolean => hasParticle(word, plain(word));

/** Whether a word before a surname is part of it: "van Kirk", "St. Clair", "Mac Gregor". */
export const isBeforeSurname = (word: string): boolean =>
  isParticle(word) || /^(?:st|saint|ste|sainte|mac|mc|fitz)\.?$/i.test(word);

/** Short forms of given names that are written without a period as often as with one. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map([
  ['alexr', 'alexander'],
  ['benj', 'benjamin'],
  ['chas', 'charles'],
  ['danl', 'daniel'],
  ['edw', 'edward'],
  ['edwd', 'edward'],
  ['fredk', 'frederick'],
  ['geo', 'george'],
  ['jas', 'james'],
  ['jno', 'john'],
  ['jos', 'joseph'],
  ['richd', 'richard'],
  ['robt', 'robert'],
  ['saml', 'samuel'],
  ['thos', 'thomas'],
  ['wm', 'william'],
]);

/** A folded given name in full: `william` for `wm`. */
export const fullGivenName = (word: string): string => ABBREVIATIONS.get(word) ?? word;

/** The short forms of a folded given name: `wm` for `william`. */
export const abbreviationsOf = (name: string): string[] =>
  [...ABBREVIATIONS].flatMap(([short, full]) => (full === name ? [short] : []));

/** Martin Senior has this surname. */
const SURNAMES = /^(?:junior|senior)$/i;

/** What follows a name: its generation and letters, each as written. At least one word remains as the name. */
export function splitSuffixes(nameWords: readonly string[]): {
  name: string[];
  generation: string | undefined;
  letters: string[];
} {
  let end = nameWords.length;
  let generation: string | undefined;
  const letters: string[] = [];
  for (; end > 1; end -= 1) {
    const word = nameWords[end - 1] ?? '';
    if (areLettersAfterName(word)) letters.unshift(word);
    else if (generation === undefined && generationOf(word) !== undefined && !(end === 2 && SURNAMES.test(word)))
      generation = word;
    else break;
  }
  return { name: nameWords.slice(0, end), generation, letters };
}
