import { areLettersAfterName, generationOf } from './name-words.ts';
import { countTitleWords, isTitleWord } from './ranks.ts';

const SERVICE =
  /^U\.?\s?S\.? (?:Navy|Army|Air Force|Marine Corps|Coast Guard)(?: Reserve)?(?:,? \(?ret(?:ired|\.)\)?)?$/i;

/** What stands after a comma and belongs to the name before it: the generation "Jr.", or letters and ranks such as "PhD" and "Captain USN". */
export function suffixOf(text: string): { generation: string } | { role: string } | undefined {
  // "Ph. D.", "D. D. S."
  const nameWords = /^(?:\p{L}{1,2}\. ?){2,4}$/u.test(text) ? [text.replaceAll(' ', '')] : text.split(' ');
  const [first = '', ...others] = nameWords;
  if (generationOf(first) !== undefined && others.every(areLettersAfterName))
    return { generation: others.length > 0 ? `${first} (${others.join(' ')})` : first };
  const isRole =
    SERVICE.test(text) ||
    (nameWords.some(areLettersAfterName) && nameWords.every((word) => areLettersAfterName(word) || isTitleWord(word)));
  return isRole ? { role: text } : undefined;
}

/** Whether text is a rank or title alone, which belongs to the name before it if a service follows: "Alan G. Kirk, Adm., USN". */
export const isRank = (text: string) => countTitleWords(text.split(' ')) === text.split(' ').length;

const LETTERS_IN_PARENTHESES = /^(.*\S)\s*\(([^()]*)\)$/;

/**
 * Separates letters, ranks and services after a name, and removes the comma before a generation: "John Poe Jr., M.D., USNR (Ret.)" is "John
 * Poe Jr." with the role "M.D., USNR, Ret.". Other text after a comma stays. `isBeforeRole`: letters follow.
 */
export function splitLetters(text: string, isBeforeRole = false): { name: string; role: string | null } {
  const [, before, inside = ''] = LETTERS_IN_PARENTHESES.exec(text) ?? [];
  if (before !== undefined && inside.split(' ').every(areLettersAfterName)) {
    const { name, role } = splitLetters(before);
    return { name, role: role === null ? inside : `${role}, ${inside}` };
  }
  const comma = text.lastIndexOf(',');
  const words = text
    .slice(comma + 1)
    .trim()
    .split(' ');
  if (comma > 0) {
    if (!suffixOf(words.join(' ')) && !(isBeforeRole && isRank(words.join(' ')))) return { name: text, role: null };
    const { name, role } = splitLetters(text.slice(0, comma).trim(), true);
    const generation = words.splice(0, generationOf(words[0] ?? '') === undefined ? 0 : 1);
    return { name: [name, ...generation].join(' '), role: [role, words.join(' ')].filter(Boolean).join(', ') || null };
  }
  let end = words.length;
  while (end > 2 && areLettersAfterName(words[end - 1] ?? '')) end -= 1;
  return { name: words.slice(0, end).join(' '), role: words.slice(end).join(' ') || null };
}
