// cspell:ignore März dezember februar januar juli juni maerz märz oktober
import { MONTHS, headingDate, looksLikeDate, isCalendarDate, readDate as readWords } from './dates.ts';
import { escapeText, toSingleLine, unescapeText } from './texts.ts';

/** `date` is null for invalid dates; `dateLike` distinguishes an impossible date (1946-02-30) from other text. */
export interface HeadingDate {
  sourceText: string;
  date: string | null;
  dateLike: boolean;
  /** Whether the date was parsed from words, such as "c. 1947", or from EDTF. */
  inWords?: boolean;
  /** Both readings of a date beside a weekday that it doesn't have. */
  contradiction?: string;
  /** Both readings of `3.4.47`, if no date of the document shows the order of day and month. */
  ambiguity?: string;
}

export interface VoyageHeading {
  number: number | null;
  start: HeadingDate | null;
  end: HeadingDate | null;
  title: string | null;
  /** Text after the date that is neither an end date nor marked as the title; used as the title if it contains words. */
  trailingText: string | null;
}

const NUMBER = /^(\d{1,9})\\?[.)](?=[\s*_]|\d{4})/;
const DATE_TOKEN = /^\d(?:\\?-|\d){0,30}/;
const DAY_ALONE = /^\d{1,2}(?:-\d{1,2})?$/;
const RANGE_WORD = /^(?:to|through|until)(?=[\s*_]|$)/i;
const RANGE_SIGN = /^(?:[–—/]|\\?-)/;

class Cursor {
  text: string;
  bold: boolean;

  constructor(text: string, bold = false) {
    this.text = text;
    this.bold = bold;
  }

  /** Skips spaces and emphasis, and tracks whether bold is open. */
  skip(): void {
    const run = /^[\s*_]+/.exec(this.text)?.[0] ?? '';
    const marks = run.replace(/\s+/g, '').length;
    if (Math.floor(marks / 2) % 2 === 1) this.bold = !this.bold;
    this.text = this.text.slice(run.length);
  }

  take(pattern: RegExp): RegExpExecArray | null {
    const match = pattern.exec(this.text);
    if (match) this.text = this.text.slice(match[0].length);
    return match;
  }
}

function readDate(token: string): HeadingDate {
  const sourceText = token.replace(/\\/g, '');
  return {
    sourceText,
    date: isCalendarDate(sourceText) ? sourceText : null,
    dateLike: looksLikeDate(sourceText),
  };
}

/** The time that spreadsheets add to a date. */
const MIDNIGHT = /^[T ]0?0:00(?::00(?:\.0+)?)?Z?(?!\d|:\d)/;

function takeDate(cursor: Cursor): HeadingDate | null {
  const token = DATE_TOKEN.exec(cursor.text)?.[0];
  if (token === undefined) return null;
  const trimmed = token.replace(/(?:\\?-)+$/, '');
  const hasSpaceAfterHyphen = trimmed !== token && /^(?:\s|$)/.test(cursor.text.slice(token.length));
  const end = hasSpaceAfterHyphen ? trimmed : token;
  cursor.text = cursor.text.slice(end.length).replace(MIDNIGHT, '');
  return readDate(end);
}

/** Parses an end date after a dash or "to". It is an end date only if nothing but a title follows: "– 1976 crew dinner" is a title. */
function takeEnd(cursor: Cursor): HeadingDate | null {
  const before = { text: cursor.text, bold: cursor.bold };
  const hasRangeWord = cursor.take(RANGE_WORD) !== null;
  if (!hasRangeWord && cursor.take(RANGE_SIGN) === null) return null;
  cursor.skip();
  const end = takeDate(cursor);
  const isAtEnd = /^[\s*_]*(?:$|:|\(|[–—]|-\s)/.test(cursor.text);
  const isCertain = hasRangeWord
    ? end !== null
    : isAtEnd && (end?.dateLike === true || DAY_ALONE.test(end?.sourceText ?? ''));
  if (end !== null && isCertain) return end;
  Object.assign(cursor, before);
  return null;
}

function unwrapBold(text: string): string {
  const bold = text.startsWith('**') || text.startsWith('__') ? text.slice(0, 2) : '';
  if (!bold || text.length < 5 || !text.endsWith(bold)) return text;
  const inner = text.slice(2, -2);
  return inner.includes(bold) ? text : inner.trim();
}

function readTitle(raw: string, boldOpen: boolean): string | null {
  let text = raw.trim();
  if (boldOpen) {
    if (text.startsWith('**') || text.startsWith('__')) text = text.slice(2);
    else if (text.endsWith('**') || text.endsWith('__')) text = text.slice(0, -2);
  }
  return toSingleLine(unescapeText(text));
}

/** The longest dates are two ranges of approximate days, about 160 characters. */
const MAX_PHRASE_LENGTH = 200;

const dateInWords = (sourceText: string, date: string, contradiction?: string): HeadingDate => ({
  sourceText,
  date,
  dateLike: true,
  inWords: true,
  ...(contradiction !== undefined && { contradiction }),
});

/** How the document writes dates. */
export interface DateOrder {
  /** Whether numeric dates have the day first: 16/6/76. Undefined if none shows it. */
  dayFirst: boolean | undefined;
  /** Whether `7. April 1946` is a day, as in German, and not a voyage with a number. */
  hasGermanDays?: boolean;
  /** Whether `1919-21` is a season, as exports of the archive write it, and not years. */
  isEdtf?: boolean;
}

const MONTH_FIRST: DateOrder = { dayFirst: false };

/** A date in words, as EDTF, or in digits with the year last. */
const readSingleDate = (text: string, { dayFirst }: DateOrder) =>
  readWords(text, { dayFirst: dayFirst ?? false, allYears: true });

/** States both readings of a date in digits with dots, which has the month first if nothing shows the order. */
function ambiguityOf(text: string, { dayFirst }: DateOrder): Pick<HeadingDate, 'ambiguity'> {
  const reading = dayFirst === undefined ? readWords(text, { allYears: true }) : null;
  return reading?.kind === 'ambiguous' ? { ambiguity: reading.text } : {};
}

/** Dates in words, or as EDTF: `c. 1947`, `1947~ to 1948`, `June 16–18, 1946`. */
function readPhrase(text: string, order: DateOrder): Pick<VoyageHeading, 'start' | 'end'> | null {
  const reading = readSingleDate(text, order);
  const isAmbiguous = ambiguityOf(text, order);
  if (reading.kind === 'date') return { start: { ...dateInWords(text, reading.value), ...isAmbiguous }, end: null };
  if (reading.kind === 'weekday') return readContradiction(text, reading);
  for (const { 0: word, index } of text.matchAll(/\s(?:to|through|until)\s/gi)) {
    const [left, right] = [text.slice(0, index), text.slice(index + word.length)];
    const [from, to] = [readSingleDate(left, order), readSingleDate(right, order)];
    if (from.kind === 'date' && to.kind === 'date')
      return {
        start: { ...dateInWords(left, from.value), ...ambiguityOf(left, order) },
        end: { ...dateInWords(right, to.value), ...ambiguityOf(right, order) },
      };
  }
  return reading.kind === 'range'
    ? { start: { ...dateInWords(text, reading.start), ...isAmbiguous }, end: dateInWords(text, reading.end) }
    : null;
}

/** A date or range with a wrong weekday: the date counts, and `contradiction` states both readings. */
function readContradiction(
  text: string,
  { value, end, text: contradiction }: Extract<ReturnType<typeof readWords>, { kind: 'weekday' }>,
): Pick<VoyageHeading, 'start' | 'end'> {
  return { start: dateInWords(text, value, contradiction), end: end === null ? null : dateInWords(text, end) };
}

const MAX_DATE_WORDS = 10;

/** "12 June 33 guests": without a colon, two digits after a blank may belong to the title. */
const BLANK_AND_TWO_DIGITS = /\s\d{2}$/;

/** The longest beginning of a heading that is a date: "June 12, 1947 Dinner", "June 16–18, 1946 (weekend)". */
function readBeginning({ text, bold }: Cursor, order: DateOrder): Omit<VoyageHeading, 'number'> | null {
  const ends = [...text.slice(0, MAX_PHRASE_LENGTH).matchAll(/(?<=\S)(?=\s|$)/g)].slice(0, MAX_DATE_WORDS);
  for (const { index } of ends.toReversed()) {
    const sourceText = text.slice(0, index).replace(/[\s,;.:–—-]+$/, '');
    const plain = sourceText.replaceAll(/[*_]/g, '');
    if (!/\d{2}$|\d0['’]?s$|[?)\]-]$/.test(plain) || BLANK_AND_TWO_DIGITS.test(plain)) continue;
    const phrase = toSingleLine(unescapeText(sourceText).replace(/[*_]/g, ' '));
    const dates = phrase === null ? null : readPhrase(phrase, order);
    if (!dates) continue;
    const remaining = text.slice(sourceText.length);
    const titleMark = /^[\s*_]*(?::|[–—]|,|-{1,3}\s)/.exec(remaining)?.[0];
    const title = readTitle(remaining.slice(titleMark?.length ?? 0), bold);
    return {
      ...dates,
      title,
      trailingText: titleMark === undefined ? toSingleLine(remaining.replace(/^[\s*_]+/, '')) : null,
    };
  }
  return null;
}

/** Parses a heading with dates in words: everything before the colon, or the longest beginning that is a date. */
function readHeadingInWords(cursor: Cursor, inDigits: boolean, order: DateOrder): Omit<VoyageHeading, 'number'> | null {
  return readBeforeColon(cursor, order) ?? (inDigits ? null : readBeginning(cursor, order));
}

function readBeforeColon({ text, bold }: Cursor, order: DateOrder): Omit<VoyageHeading, 'number'> | null {
  const colon = text.indexOf(':');
  const head = colon < 0 ? text : text.slice(0, colon);
  const phrase = head.length > MAX_PHRASE_LENGTH ? null : toSingleLine(unescapeText(head).replace(/[*_]/g, ' '));
  const dates = phrase === null ? null : readPhrase(phrase, order);
  if (!dates) return null;
  const marks = head.match(/\*\*|__/g)?.length ?? 0;
  const title = colon < 0 ? null : readTitle(text.slice(colon + 1), bold !== (marks % 2 === 1));
  return { ...dates, title, trailingText: null };
}

const ANCHOR = /(?<!\\)\{#[^{}\s]{1,80}\}$/;

/** Without the anchor that word processors add to headings: `1970-09-12 {#h.gjdgxs}`. */
function withoutAnchor(heading: string): string {
  const text = heading.trimEnd();
  return text.endsWith('}') ? text.replace(ANCHOR, '').trimEnd() : text;
}

const BRACKETED = /^\[([^[\]]{4,60})\](?!\()/;

/** A date that an archivist inferred: `[1938-07-04]: Dinner`. */
function readBracketed(heading: string, order: DateOrder): VoyageHeading | null {
  const [brackets, inner = ''] = BRACKETED.exec(heading.trim()) ?? [];
  const dates = brackets === undefined ? null : readPhrase(inner, order);
  if (!dates?.start || brackets === undefined) return null;
  const remaining = heading.trim().slice(brackets.length);
  const titleMark = /^\s*(?::|[–—]|,|-{1,3}\s)/.exec(remaining)?.[0];
  const title = readTitle(remaining.slice(titleMark?.length ?? 0), false);
  const start = { ...dates.start, sourceText: brackets };
  const end = dates.end && { ...dates.end, sourceText: brackets };
  return { number: null, start, end, title, trailingText: titleMark === undefined ? toSingleLine(remaining) : null };
}

/**
 * Reads `2. 1976-06-16 to 1976-06-18: Title`; number, range, title and bold are optional. Dates can also be in words:
 * `c. 1947: Title`.
 */
export function readVoyageHeading(sourceText: string, order = MONTH_FIRST): VoyageHeading {
  const heading = withoutAnchor(sourceText);
  const bracketed = readBracketed(heading, order);
  if (bracketed) return bracketed;
  const { afterNumber, ...inDigits } = readHeadingInDigits(heading, order);
  // The end of "1919–21" is a year, although it could be a day.
  const isShortYear = inDigits.start?.date?.length === 4 && inDigits.end?.date === null;
  if (inDigits.start?.date != null && inDigits.trailingText === null && !isShortYear) return inDigits;
  return {
    ...inDigits,
    ...(readHeadingInWords(afterNumber, inDigits.start?.dateLike === true, order) ?? readImpossibleDate(afterNumber)),
  };
}

const NUMERIC_DATE = /^\d{1,2}([-/.])\d{1,2}\1(?:\d{4}|\d{2})(?!\d)/;
const PART_OF_DATE = /^\d{1,2}\/\d{1,4}(?![\d/])/;

const MONTH_NAME = '(?<month>jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\\.?';
const DAY_NUMBER = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const DATES_IN_WORDS = [`${MONTH_NAME} ${DAY_NUMBER}`, `${DAY_NUMBER} ${MONTH_NAME}`].map(
  (pattern) => new RegExp(`^${pattern},? (?<year>\\d{4})(?!\\d)`, 'i'),
);

/** `June 31, 1946`: a day that its month doesn't have. */
function readImpossibleDay(text: string): string | undefined {
  for (const pattern of DATES_IN_WORDS) {
    const match = pattern.exec(text);
    const { month = '', day = '', year = '' } = match?.groups ?? {};
    const index = MONTHS.findIndex((name) => name.toLowerCase().startsWith(month.toLowerCase().slice(0, 3)));
    const daysInMonth = new Date(Date.UTC(Number(year), index + 1, 0)).getUTCDate();
    if (match && (Number(day) < 1 || Number(day) > daysInMonth)) return match[0];
  }
  return undefined;
}

/** A date that does not exist or is not complete: `5/32/71`, `June 31, 1946`, `3/5`. */
function readImpossibleDate({ text, bold }: Cursor): Omit<VoyageHeading, 'number'> | null {
  const complete = NUMERIC_DATE.exec(text)?.[0] ?? readImpossibleDay(text);
  const [sourceText] = complete === undefined ? (PART_OF_DATE.exec(text) ?? []) : [complete];
  if (sourceText === undefined) return null;
  const title = readTitle(text.slice(sourceText.length).replace(/^[\s*_]*(?::|[–—]|-{1,3}\s)?/, ''), bold);
  return {
    start: { sourceText, date: null, dateLike: complete !== undefined },
    end: null,
    title,
    trailingText: null,
  };
}

const MONTH_IN_GERMAN = 'januar|jan|jän|februar|feb|märz|mär|mrz|maerz|mai|juni|juli|oktober|okt|dezember|dez';
/** `7. März 1946`: a day with a name of a month that only German has. */
export const GERMAN_DAY = new RegExp(String.raw`^[#*_ \t]{0,10}\d{1,2}\. ?(?:${MONTH_IN_GERMAN})\b`, 'imu');
const ORDINAL_DAY = /^\d{1,2}\.\s*\p{L}{3}/u;

function readHeadingInDigits(heading: string, { hasGermanDays }: DateOrder): VoyageHeading & { afterNumber: Cursor } {
  const cursor = new Cursor(unwrapBold(heading.trim()));
  cursor.skip();
  const isDay = hasGermanDays ? ORDINAL_DAY.test(cursor.text) : GERMAN_DAY.test(cursor.text);
  const numberMatch = isDay ? null : cursor.take(NUMBER);
  cursor.skip();
  const number = numberMatch ? Number(numberMatch[1]) : null;
  const afterNumber = new Cursor(cursor.text, cursor.bold);
  const start = takeDate(cursor);
  if (!start)
    return { number, start: null, end: null, title: null, trailingText: toSingleLine(cursor.text), afterNumber };

  cursor.skip();
  const end = takeEnd(cursor);
  cursor.skip();
  if (cursor.take(/^(?::|[–—]|\\?-{1,3}(?=\s))/)) {
    return { number, start, end, title: readTitle(cursor.text, cursor.bold), trailingText: null, afterNumber };
  }
  const trailingText = toSingleLine(cursor.text);
  const hasWords = trailingText !== null && /[\p{L}\p{N}]/u.test(trailingText);
  return {
    number,
    start,
    end,
    title: hasWords ? readTitle(cursor.text, cursor.bold) : null,
    trailingText,
    afterNumber,
  };
}

/** What may be a date: digits, or a word before a year, which may be the name of a month. */
const DATE_ANYWHERE =
  /(?<![\d/.-])\d{4}-\d{2}(?:-\d{2})?(?![\d/-])|(?<![\d/.-])\d{1,2}[/.]\d{1,2}[/.](?:\d{4}|\d{2})(?![\d/])|(?:(?<![\p{L}\d])\d{1,2}(?:st|nd|rd|th|er|\.)? (?:de )?)?(?<!\p{L})\p{L}{3,10}\.?(?: \d{1,2}(?:st|nd|rd|th)?)?,? (?:de )?\d{4}(?!\d)/giu;

/** Words and signs before a date that make it only a part of a date: "c. 20-22 June 1969", "early June 1946". */
const PART_OF_LARGER_DATE =
  /(?:\d(?:st|nd|rd|th)?\s*(?:[-–—/&,]|\b(?:to|and|or|through|until)\b)|\b(?:c|ca|circa|about|around|approx|early|mid|late|possibly|probably)\.?)[\s-]*$/i;

/** The only date, known to the month or day, in a heading that doesn't start with a date: "Dinner on June 16, 1976". */
export function findDate(heading: string, order = MONTH_FIRST): string | null {
  const beginning = heading.slice(0, 300);
  const dates = [...beginning.matchAll(DATE_ANYWHERE)].flatMap(({ 0: text, index }) => {
    const reading = readSingleDate(text, order);
    return reading.kind === 'date' && /^\d{4}-\d{2}(?:-\d{2})?$/.test(reading.value) ? [{ index, ...reading }] : [];
  });
  const [date] = dates;
  if (!date || dates.length > 1 || PART_OF_LARGER_DATE.test(beginning.slice(0, date.index))) return null;
  return date.value;
}

/** Whether a heading starts with a date in digits, valid or not. Such a heading starts a voyage at any level. */
export function startsWithDate(heading: string): boolean {
  return readHeadingInDigits(heading, MONTH_FIRST).start?.dateLike === true;
}

/** Whether a voyage heading has a date, valid or not. */
export function hasDate(heading: string): boolean {
  return readVoyageHeading(heading).start?.dateLike === true;
}

export interface VoyageHeadingContent {
  number: number | null;
  start_date: string;
  end_date: string | null;
  title: string | null;
}

export function writeVoyageHeading({ number, start_date, end_date, title }: VoyageHeadingContent): string {
  const dates = [start_date, ...(end_date === null ? [] : [end_date])].map(headingDate).join(' to ');
  const date = `${number === null ? '' : `${number}. `}${dates}`;
  if (title === null) return `## ${date}`;
  const unescaped = `${date}: ${title}`;
  return `## ${readVoyageHeading(unescaped).title === title ? unescaped : `${date}: ${escapeText(title)}`}`;
}
