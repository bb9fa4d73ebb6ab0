/** Text formatting over `Intl`, for browser and server. `@archive/ui` re-exports it to the micro-frontends. */
const LOCALE = 'en-US';

const numbers = new Intl.NumberFormat(LOCALE);
const decimals = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 });
const percents = new Intl.NumberFormat(LOCALE, { style: 'percent' });
const plurals = new Intl.PluralRules(LOCALE);
const lists = {
  and: new Intl.ListFormat(LOCALE, { type: 'conjunction' }),
  or: new Intl.ListFormat(LOCALE, { type: 'disjunction' }),
};
const relativeTimes = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });
const monthNames = new Intl.DateTimeFormat(LOCALE, { month: 'long', timeZone: 'UTC' });

/** Sorts names and titles with their numbers in order, like the collation `natural_order` of the database: Copy 2, Copy 10. */
export const compareNaturally = new Intl.Collator('und', { numeric: true }).compare;

/** "January" to "December". */
export const MONTHS: readonly string[] = Array.from({ length: 12 }, (_, month) =>
  monthNames.format(Date.UTC(2000, month)),
);

const days = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full' });
const clock = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short' });
const weekdayNames = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', timeZone: 'UTC' });

const countries = new Intl.DisplayNames(LOCALE, { type: 'region' });

/** "United States" for "US". */
export const countryName = (code: string): string => countries.of(code) ?? code;

/** "July"; an empty string for a number outside 1 to 12. */
export const monthName = (month: number): string => MONTHS[month - 1] ?? '';

/** "Wednesday", for a day as YYYY-MM-DD. */
export const weekdayName = (day: string): string => weekdayNames.format(new Date(day));

const pad = (part: number) => String(part).padStart(2, '0');

/** Today in the user's time zone, as YYYY-MM-DD. */
export function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(pad).join('-');
}

/** "1,312". */
export const formatNumber = (value: number): string => numbers.format(value);

/** "1.33": at most two decimals. */
export const formatDecimal = (value: number): string => decimals.format(value);

/** A fraction from 0 to 1 as "5%". */
export const formatPercent = (share: number): string => percents.format(share);

const UNITS = ['B', 'KB', 'MB', 'GB'];

/** "512 B", "1.50 MB": two decimals except for bytes (SPEC section 9, File sizes). Never four digits before the decimal point. */
export function formatFileSize(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < UNITS.length - 1) [value, unit] = [value / 1024, unit + 1];
  return unit === 0 ? `${bytes} B` : `${value.toFixed(2)} ${UNITS[unit]}`;
}

/** Seconds in the format of media players: "0:07", "12:30", "1:02:03". */
export function formatDuration(seconds: number): string {
  const total = Math.round(seconds);
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor(total / 60) % 60;
  return `${hours > 0 ? `${hours}:${pad(minutes)}` : minutes}:${pad(total % 60)}`;
}

/** The item's name in singular or plural, depending on the count. */
export const pluralize = (count: number, item: string, plural = `${item}s`): string =>
  plurals.select(count) === 'one' ? item : plural;

/** "1 voyage", "33 voyages", "2 people". */
export const formatCount = (count: number, item: string, plural?: string): string =>
  `${formatNumber(count)} ${pluralize(count, item, plural)}`;

/** `formatCount`, or "more than 1,000 voyages" when counting stopped at the total. */
export const formatTotal = (total: number, item: string, more = false): string =>
  more ? `more than ${formatCount(total, item)}` : formatCount(total, item);

/** "one entry", "3 entries": for "Add at least one entry". */
export const formatMinimum = (minimum: number, item: string, plural?: string): string =>
  minimum === 1 ? `one ${item}` : formatCount(minimum, item, plural);

/** "Hoover, Truman, and Ford"; with `or` as the last word for alternatives. */
export const formatList = (items: readonly string[], last: 'and' | 'or' = 'and'): string => lists[last].format(items);

/** An ISO 8601 instant in the user's time zone: "Wednesday, June 16, 1976". */
export const formatDay = (instant: string): string => days.format(new Date(instant));

/** An ISO 8601 instant in the user's time zone, or a local date and time without one: "7:03 PM". */
export const formatClock = (instant: string): string => clock.format(new Date(instant));

/** An ISO 8601 instant in the user's time zone: "June 16, 1976 at 7:03 PM". `timeZone` overrides the zone. */
export const formatDateTime = (instant: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(new Date(instant));

const ELAPSED = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** An elapsed time in milliseconds as "2 minutes ago" or "yesterday"; "just now" for less than a minute. */
export function formatAgo(elapsedMs: number): string {
  const [unit, ms] = ELAPSED.find(([, size]) => elapsedMs >= size) ?? [];
  return unit ? relativeTimes.format(-Math.floor(elapsedMs / ms), unit) : 'just now';
}

/** The plain text of a Markdown string, without the common syntax. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s+"[^"]*")?\)/g, '$1')
    .replace(/^\s{0,3}(?:#{1,6}|>)\s+/gm, '')
    .replace(/(\*\*\*|\*\*|\*|___|__|`)(?=\S)([^\n]*?\S)\1/g, '$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

const languages = new Intl.DisplayNames('en-US', { type: 'language' });

/** The English name of a BCP 47 code: "French" for `fr`. */
export const languageName = (code: string): string => languages.of(code) ?? code;

/** A BCP 47 code in its usual form: "pt-BR"; undefined if it isn’t valid. */
export function canonicalLanguage(code: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(code)[0];
  } catch {
    return undefined;
  }
}

/** "2 voyages, 1 person, and 3 places": the records that a package added. */
export function formatAdded(
  added: Readonly<Record<'voyages' | 'people' | 'media' | 'albums' | 'places' | 'stories', number>>,
): string {
  const { voyages, people, media, albums, places, stories } = added;
  const counts = [
    voyages > 0 && formatCount(voyages, 'voyage'),
    people > 0 && formatCount(people, 'person', 'people'),
    media > 0 && `${formatNumber(media)} media`,
    albums > 0 && formatCount(albums, 'album'),
    places > 0 && formatCount(places, 'place'),
    stories > 0 && formatCount(stories, 'story', 'stories'),
  ].filter((text) => text !== false);
  return counts.length === 0 ? 'no records' : formatList(counts);
}

/** Why a link was not sent by mail, after a colon. */
export const MAIL_FAILURES = {
  unreachable: 'the mail server can’t be reached or doesn’t answer',
  unauthorized: 'the mail server rejected the archive’s name and password',
  rejected: 'the mail server rejected it',
};
