import { isDateShaped, parsePartialDate } from './dates.ts';
import { escapeText, oneLine, unescapeText } from './texts.ts';

/** `date` is null for invalid dates; `shaped` distinguishes an impossible date (1946-02-30) from other text. */
export interface ReadDate {
  written: string;
  date: string | null;
  shaped: boolean;
}

export interface VoyageHeading {
  number: number | null;
  start: ReadDate | null;
  end: ReadDate | null;
  title: string | null;
  /** Text after the date that isn't an end date or marked as a title; used as the title if it contains words. */
  unmarked: string | null;
}

const NUMBER = /^(\d{1,9})\\?[.)](?=[\s*_]|\d{4})/;
const DATE_TOKEN = /^\d(?:\\?-|\d){0,30}/;
const DAY_ALONE = /^\d{1,2}(?:-\d{1,2})?$/;
const RANGE_WORD = /^(?:to|through|until)(?=[\s*_]|$)/i;
const RANGE_SIGN = /^(?:[–—/]|\\?-)/;

class Cursor {
  text: string;
  bold = false;

  constructor(text: string) {
    this.text = text;
  }

  /** Skips spaces and emphasis, and tracks whether bold is open. */
  skip(): void {
    const run = /^[\s*_]+/.exec(this.text)?.[0] ?? '';
    const marks = run.replace(/\s+/g, '').length;
    if (Math.floor(marks / 2) % 2 === 1) this.bold = !this.bold;
    this.text = this.text.slice(run.length);
  }

  take(pattern: RegExp): RegExpExecArray | null {
    const found = pattern.exec(this.text);
    if (found) this.text = this.text.slice(found[0].length);
    return found;
  }
}

function readDate(token: string): ReadDate {
  const written = token.replace(/\\/g, '');
  return { written, date: parsePartialDate(written) ? written : null, shaped: isDateShaped(written) };
}

function takeDate(cursor: Cursor): ReadDate | null {
  const token = DATE_TOKEN.exec(cursor.text)?.[0];
  if (token === undefined) return null;
  const trimmed = token.replace(/(?:\\?-)+$/, '');
  const spaceAfterHyphen = trimmed !== token && /^(?:\s|$)/.test(cursor.text.slice(token.length));
  const end = spaceAfterHyphen ? trimmed : token;
  cursor.text = cursor.text.slice(end.length);
  return readDate(end);
}

/** Reads an end date after a range sign. It is one only if nothing but a title follows: "– 1976 crew dinner" is a title. */
function takeEnd(cursor: Cursor): ReadDate | null {
  const before = { text: cursor.text, bold: cursor.bold };
  const word = cursor.take(RANGE_WORD) !== null;
  if (!word && cursor.take(RANGE_SIGN) === null) return null;
  cursor.skip();
  const end = takeDate(cursor);
  const last = /^[\s*_]*(?:$|:|[–—]|-\s)/.test(cursor.text);
  const certain = word ? end !== null : last && (end?.shaped === true || DAY_ALONE.test(end?.written ?? ''));
  if (end !== null && certain) return end;
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
  return oneLine(unescapeText(text));
}

/** Reads `2. 1976-06-16 to 1976-06-18: Title`; number, range, title and bold are optional. */
export function readVoyageHeading(heading: string): VoyageHeading {
  const cursor = new Cursor(unwrapBold(heading.trim()));
  cursor.skip();
  const numbered = cursor.take(NUMBER);
  cursor.skip();
  const number = numbered ? Number(numbered[1]) : null;
  const start = takeDate(cursor);
  if (!start) return { number, start: null, end: null, title: null, unmarked: oneLine(cursor.text) };

  cursor.skip();
  const end = takeEnd(cursor);
  cursor.skip();
  if (cursor.take(/^(?::|[–—]|\\?-(?=\s))/)) {
    return { number, start, end, title: readTitle(cursor.text, cursor.bold), unmarked: null };
  }
  const unmarked = oneLine(cursor.text);
  const words = unmarked !== null && /[\p{L}\p{N}]/u.test(unmarked);
  return { number, start, end, title: words ? readTitle(cursor.text, cursor.bold) : null, unmarked };
}

/** Whether a heading starts with a date, valid or not. */
export function startsWithDate(heading: string): boolean {
  return readVoyageHeading(heading).start?.shaped === true;
}

export interface VoyageHeadingContent {
  number: number | null;
  start_date: string;
  end_date: string | null;
  title: string | null;
}

export function writeVoyageHeading({ number, start_date, end_date, title }: VoyageHeadingContent): string {
  const date = `${number === null ? '' : `${number}. `}${start_date}${end_date === null ? '' : ` to ${end_date}`}`;
  if (title === null) return `## ${date}`;
  const natural = `${date}: ${title}`;
  return `## ${readVoyageHeading(natural).title === title ? natural : `${date}: ${escapeText(title)}`}`;
}
