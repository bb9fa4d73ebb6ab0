import { toSingleLine } from './texts.ts';
import { readVoyageHeading, type VoyageHeading } from './voyage-heading.ts';

/** Maximum length of a line without a heading mark that may still be a heading. */
const LONGEST = 120;
const MAY_BE_DATE = /^(?:\p{L}|\d)[^\n]*\d/u;
/** A quick check: every date known to the day has digits with a separator, or the name of its month. */
const MAY_NAME_DAY =
  /\d\s*[/.–-]\s*\d|jan|feb|mar|apr|may|ju[nli]|aug|sep|oct|nov|dec|jän|mär|mrz|mai|okt|dez|f[eé]v|avr|ao[uû]|déc|ene|abr|ago|dic/i;
const BOLD = /^(\*\*|__)(?!\s)(.+?)\1(.*)$/;
const TITLE = /^\s*(?:$|[:–—]|-\s)/;

/** Whether the start date is known at least to the month. */
const isPrecise = ({ start }: VoyageHeading) => start?.date != null && /^\d{4}[-/]/.test(start.date);

/** Whether a heading of any level is only the date of a voyage: known to the month or day, a season, or a range. */
export function isDatedHeading(text: string): boolean {
  if (text.length > 300 || !/\d{2}/.test(text)) return false;
  const heading = readVoyageHeading(text);
  return isPrecise(heading) || (heading.start?.date != null && heading.end?.date != null);
}

/** The heading in a bold line (`**May 6, 1971**`, `**1971-05-04:** Dinner`), as word processors write headings without a style. */
export function readBoldHeading(line: string): string | null {
  const text = line.trim();
  if (text.length > LONGEST || !(text.startsWith('**') || text.startsWith('__'))) return null;
  const [, , inner = '', trailing = ''] = BOLD.exec(text) ?? [];
  if (!/\d{2}/.test(inner) || /[*_]/.test(inner) || !(TITLE.test(trailing) || inner.endsWith(':'))) return null;
  const date = inner.trim().replace(/:$/, '');
  if (!isDatedHeading(date)) return null;
  const title = trailing.replace(/^\s*(?:[:–—]|-\s)/, '').trim();
  return title === '' ? date : `${date}: ${title}`;
}

/** Whether a line without any mark is only a date known to the day: `May 6, 1971`. */
export function isDateLine(line: string): boolean {
  const text = line.trim();
  if (text.length > 60 || !MAY_BE_DATE.test(text) || !MAY_NAME_DAY.test(text)) return false;
  const { number, start, title, trailingText } = readVoyageHeading(text);
  return number === null && title === null && trailingText === null && start?.date?.length === 10;
}

const ENDS_TEXT = /[.,;!?:]$/;

/** Whether a line without any mark is a date known to the day and a short title: `1949-05-08 afternoon cruise`. */
export function isTitledDateLine(line: string): boolean {
  const text = line.trim();
  if (text.length > 80 || !MAY_BE_DATE.test(text) || !MAY_NAME_DAY.test(text) || ENDS_TEXT.test(text)) return false;
  const { number, start, title } = readVoyageHeading(text);
  return number === null && title !== null && start?.date?.length === 10 && title.split(' ').length <= 8;
}

const DATE_LABEL = /^(?:\*\*|__)?(?:date|voyage date|date of voyage|dates)(?:\*\*|__)?\s*:(?:\*\*|__)?\s*(\S.*)$/i;

/** A bold line, or the text after `Date:`, whether it has a date or not. */
export function readUndatedHeading(line: string): { kind: 'bold' | 'labeled'; text: string } | null {
  const text = line.trim();
  if (text.length > LONGEST) return null;
  const labeled = toSingleLine((DATE_LABEL.exec(text)?.[1] ?? '').replaceAll(/[*_]{2,}/g, ''));
  if (labeled !== null) return { kind: 'labeled', text: labeled };
  const [, , inner = '', trailing = ''] = BOLD.exec(text) ?? [];
  if (inner === '' || /[*_]/.test(inner) || !/^\W*$/.test(trailing)) return null;
  return { kind: 'bold', text: inner.trim().replace(/:$/, '') };
}

/** The heading in a line `Date: May 4, 1971`, with which some lists start each voyage. */
export function readDateLabel(line: string): string | null {
  const text = line.trim();
  const date = text.length > LONGEST ? null : toSingleLine(DATE_LABEL.exec(text)?.[1] ?? null);
  return date !== null && isDatedHeading(date) ? date : null;
}
