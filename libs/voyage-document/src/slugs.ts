import { isCalendarDate } from './dates.ts';
import { slugWords } from './filing.ts';
import { APOSTROPHES, fold, transliterate } from './folding.ts';

const MAX_LENGTH = 100;

function trimHyphens(text: string): string {
  return text.replace(/^-/, '').replace(/-$/, '');
}

/** Lower-case ASCII letters and digits with single hyphens, at most 100 characters; may be empty. */
export function slugify(text: string): string {
  const slug = fold(transliterate(text.slice(0, 4 * MAX_LENGTH)))
    .replace(APOSTROPHES, '')
    .replace(/[^a-z\d]+/g, '-');
  return trimHyphens(trimHyphens(slug).slice(0, MAX_LENGTH));
}

/**
 * The address of a new person, after what they are filed under: `truman-harry-s`, without titles and suffixes. `filedUnder` is the choice of
 * a curator. The database adds `-2` to a slug in use. Never empty.
 */
export const personSlug = (name: string, filedUnder: string | null = null): string =>
  slugify((filedUnder ?? slugWords(name)).replaceAll('.', ' ')) || slugify(name) || 'person';

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
  const date = isCalendarDate(start_date) ? start_date : slugify(start_date);
  const parts = [date, slugify(president_slug ?? ''), ...words].filter((part) => part !== '');
  return parts.join('-') || 'voyage';
}
