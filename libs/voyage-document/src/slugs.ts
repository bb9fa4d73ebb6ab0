import { parsePartialDate } from './dates.ts';
import { fold, withoutNicknames } from './folding.ts';
import { areUnnamedGuests } from './guests.ts';
import { isParticle, splitSuffixes } from './name-words.ts';
import { countTitleWords, isNobleWord } from './ranks.ts';

const MAX_LENGTH = 100;

function trimHyphens(text: string): string {
  return text.replace(/^-/, '').replace(/-$/, '');
}

/** Lower-case ASCII letters and digits with single hyphens, at most 100 characters; may be empty. */
export function slugify(text: string): string {
  const slug = fold(text.slice(0, 4 * MAX_LENGTH))
    .replace(/['’`]/g, '')
    .replace(/[^a-z\d]+/g, '-');
  return trimHyphens(trimHyphens(slug).slice(0, MAX_LENGTH));
}

const ROMAN_NUMBER = /^[iv]+$/;
const SIR = /^(?:sir|dame|lord|lady)$/;

function normalizeWord(word: string): string {
  return fold(word).replace(/[.,]/g, '');
}

/** The words of a name without titles and suffixes; null if there is no clear surname. */
function nameWords(name: string): string[] | null {
  const text = withoutNicknames(name)
    .replace(/\([^()]*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (text === '' || areUnnamedGuests(text) || /\d|&|\b(?:and|of)\b/i.test(text)) return null;
  let words = text.split(' ').slice(0, 30);
  words = words.slice(Math.min(countTitleWords(words), words.length - 1));
  const firstWord = words[0] ?? '';
  if (isNobleWord(firstWord)) {
    if (!SIR.test(normalizeWord(firstWord)) || words.length < 2) return null;
    words = words.slice(1);
  }
  const { name: withoutSuffixes, generation } = splitSuffixes(words);
  words = withoutSuffixes;
  const [last] = words.slice(-1);
  const isMonarch = words.length === 1 && generation !== undefined && ROMAN_NUMBER.test(normalizeWord(generation));
  if (isMonarch || last === undefined || words.slice(0, -1).some((word) => word.endsWith(','))) return null;
  return words;
}

/**
 * Surname first, as in `truman-harry-s`, without titles and suffixes; names without a clear surname stay in order. The database adds `-2`
 * to a slug in use. Never empty.
 */
export function personSlug(name: string): string {
  const words = nameWords(name);
  if (!words) return slugify(name) || 'person';
  let surname = words.length - 1;
  while (surname > 1 && isParticle(words[surname - 1] ?? '') && !/\p{Lu}/u.test(words[surname - 1] ?? '')) surname -= 1;
  const ordered = [...words.slice(surname), ...words.slice(0, surname)];
  return slugify(ordered.join(' ').replace(/\./g, ' ')) || slugify(name) || 'person';
}

export interface VoyageSlugParts {
  start_date: string;
  president_slug: string | null;
  title: string | null;
}

/** Start date, owner slug and the first five words of the title. */
export function voyageSlug({ start_date, president_slug, title }: VoyageSlugParts): string {
  const words = (title ?? '')
    .slice(0, 1000)
    .split(/\s+/)
    .map(slugify)
    .filter((word) => word !== '')
    .slice(0, 5);
  const date = parsePartialDate(start_date) ? start_date : slugify(start_date);
  const parts = [date, slugify(president_slug ?? ''), ...words].filter((part) => part !== '');
  return parts.join('-') || 'voyage';
}
