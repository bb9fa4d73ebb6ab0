// cspell:ignore binti bint dalla dello degli vander
const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter((word) => word !== ''));

/** Without accents and case. */
const ANY_CASE = words(
  'de del della dello dalla der den des di da das dos du van vander von vom zur zum ter ten la las le los bin binti ibn bint',
);
/** Only in lower case. In capitals they are given names or initials: "Al", "E.". */
const LOWER_CASE = words('al el e y te af av dei degli do lo zu ap ben bat');

/**
 * Whether a word joins a surname and does not stand alone: "van", "de la".
 * @param plain the word without accents, case and periods
 */
export const isParticle = (word: string, plain: string): boolean => ANY_CASE.has(plain) || LOWER_CASE.has(word);
