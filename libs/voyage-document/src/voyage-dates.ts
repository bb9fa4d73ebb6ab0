import { periodOrYears } from '@archive/contracts/dates';
import {
  earliestDay,
  formatDate,
  formatDateRange,
  headingDate,
  isApproximate,
  latestDay,
  writtenDate,
} from './dates.ts';
import { readKnownCodes, type CodesLine } from './codes.ts';
import type { Report } from './problems.ts';
import { guessDate } from './written-dates.ts';
import { excerpt } from './texts.ts';
import {
  type DateOrder,
  findDate,
  readVoyageHeading,
  writeVoyageHeading,
  type HeadingDate,
  type VoyageHeading,
  type VoyageHeadingContent,
} from './voyage-heading.ts';

export interface HeadingFields {
  number: number | null;
  start_date: string | null;
  end_date: string | null;
  start_date_written: string | null;
  end_date_written: string | null;
  title: string | null;
}

export interface ParsedHeading {
  dates: HeadingFields;
  /** Codes after the date instead of above the heading. */
  codes: CodesLine | null;
}

/** The original text of a date in words. Warns unless the archive would format the date in the same way. */
function dateAsWritten(date: HeadingDate, line: number, report: Report): string | null {
  if (!date.inWords || date.date === null) return null;
  const { sourceText } = date;
  if (date.contradiction !== undefined) {
    reportContradiction(date.contradiction, line, report);
    return writtenDate(sourceText, date.date);
  }
  if (date.ambiguity !== undefined) {
    reportAmbiguity(date.ambiguity, formatDate(date.date), line, report);
    return writtenDate(sourceText, date.date) ?? sourceText;
  }
  const isKnown = [date.date, formatDate(date.date)].some((text) => text.toLowerCase() === sourceText.toLowerCase());
  if (!isKnown) {
    report({
      line,
      field: 'Date',
      severity: 'warning',
      message: `“${excerpt(sourceText)}” is understood as ${formatDate(date.date)}.`,
    });
  }
  return writtenDate(sourceText, date.date);
}

function reportAmbiguity(ambiguity: string, read: string, line: number, report: Report): void {
  report({
    line,
    field: 'Date',
    severity: 'warning',
    message: `${ambiguity} No other date shows which, so it’s read as ${read}, and kept as the date as written.`,
    suggestion: 'Check the source, and write the month as a word.',
  });
}

function reportContradiction(contradiction: string, line: number, report: Report): void {
  report({
    line,
    field: 'Date',
    severity: 'warning',
    message: `The weekday doesn’t fit the date. ${contradiction} The date is used, without the weekday.`,
    suggestion: 'Check the source, and correct the date or the weekday.',
  });
}

/** The original text of a range in words, such as "night of June 16–18, 1946", if it says more than its days. Warns as `dateAsWritten`. */
function rangeAsWritten(start: HeadingDate, end: HeadingDate, line: number, report: Report): string | null {
  if (start.contradiction !== undefined) reportContradiction(start.contradiction, line, report);
  const formatted = formatDateRange(start.date ?? '', end.date);
  const { sourceText } = start;
  if (start.ambiguity !== undefined) {
    reportAmbiguity(start.ambiguity, formatted, line, report);
    return sourceText;
  }
  if (formatted.toLowerCase() === sourceText.toLowerCase()) return null;
  report({
    line,
    field: 'Date',
    severity: 'warning',
    message: `“${excerpt(sourceText)}” is understood as ${formatted}.`,
  });
  return start.date === null || isApproximate(start.date) ? null : writtenDate(sourceText, start.date);
}

/** Completes the end of "1946-06-16 to 18" with the year and month of the start. */
function completeEndDate(end: string, start: string | null): string | null {
  if (start === null || !/^\d{1,2}(?:-\d{1,2})?$/.test(end)) return null;
  const digits = end.split('-').map((part) => part.padStart(2, '0'));
  return [...start.split('-').slice(0, 3 - digits.length), ...digits].join('-');
}

function checkDate(date: HeadingDate, name: string, line: number, suggest: () => string | null, report: Report): void {
  if (date.date !== null) return;
  const sourceText = excerpt(date.sourceText);
  const message = date.dateLike
    ? `This date doesn’t exist: ${sourceText}.`
    : `The ${name} “${sourceText}” isn’t a date such as 1976-06-16, 1976-06 or 1976.`;
  report({
    line,
    field: 'Date',
    severity: 'error',
    message: periodOrYears(sourceText) ?? message,
    suggestion: date.dateLike ? null : suggest(),
  });
}

/** Words that say that a date in a heading is not the date of the voyage. */
const NOT_THE_DATE = /\b(?:before|after|until|since|prior|not|or|anniversary)\b/i;
const START_WITH_DATE = 'Start with the date, such as “## 1976-06-16”.';

/** Suggests a heading for these values. Returns null if the heading would not parse to the same values or is too long. */
export function suggestHeading(
  values: Omit<VoyageHeadingContent, 'start_date'> & { start_date: string | null },
): string | null {
  const { number, start_date, end_date, title } = values;
  if (start_date === null) return null;
  const heading = writeVoyageHeading({ number, start_date, end_date, title });
  const reparsed = readVoyageHeading(heading.replace(/^#+ /, ''));
  const endDay = end_date === null ? null : latestDay(end_date);
  const isSame =
    (endDay === null || endDay >= (earliestDay(start_date) ?? '')) &&
    reparsed.number === number &&
    reparsed.start?.date === start_date &&
    (reparsed.end?.date ?? null) === end_date &&
    reparsed.title === title &&
    reparsed.trailingText === null;
  return isSame && heading.length <= 120 ? `Write “${heading}”.` : null;
}

type DateFields = Omit<HeadingFields, 'number' | 'title'>;

/** Reports the problems of a start and end date, and how they were understood. */
export function checkDates(
  { start, end, number, title }: Pick<VoyageHeading, 'end' | 'number' | 'title'> & { start: HeadingDate },
  line: number,
  report: Report,
): DateFields & { suggest: () => string | null } {
  const guessedEnd = end && (end.date ?? completeEndDate(end.sourceText, start.date) ?? guessDate(end.sourceText));
  const guess = { start_date: start.date ?? guessDate(start.sourceText), end_date: guessedEnd };
  const suggest = () => (end !== null && guessedEnd === null ? null : suggestHeading({ number, title, ...guess }));
  checkDate(start, 'date', line, suggest, report);
  if (end) checkDate(end, 'end date', line, suggest, report);
  if (start.date !== null && end?.date && (latestDay(end.date) ?? '') < (earliestDay(start.date) ?? '')) {
    report({
      line,
      field: 'Date',
      severity: 'error',
      message: `The voyage ends (${headingDate(end.date)}) before it starts (${headingDate(start.date)}).`,
      suggestion: suggestHeading({ number, start_date: end.date, end_date: start.date, title }),
    });
  }
  const isRange = end !== null && end.sourceText === start.sourceText && start.inWords === true;
  const start_date_written = isRange ? rangeAsWritten(start, end, line, report) : dateAsWritten(start, line, report);
  const end_date_written = isRange || end === null ? null : dateAsWritten(end, line, report);
  return { start_date: start.date, end_date: end?.date ?? null, start_date_written, end_date_written, suggest };
}

/** Reads a voyage heading and reports problems with its dates. */
export function readHeadingFields(heading: string, line: number, report: Report, order?: DateOrder): ParsedHeading {
  const { number, start, end, title: sourceText, trailingText } = readVoyageHeading(heading, order);
  const codes = trailingText === null ? null : readKnownCodes(trailingText, line);
  const title = codes ? null : sourceText;
  if (!start) {
    const embeddedDate = NOT_THE_DATE.test(heading) ? null : findDate(heading, order);
    if (embeddedDate !== null)
      return readDateInside({ heading, line, number, title: trailingText }, embeddedDate, report);
    const guess = NOT_THE_DATE.test(heading) ? null : guessDate(heading);
    report({
      line,
      field: 'Date',
      severity: 'error',
      message: `The heading “${excerpt(heading)}” doesn’t start with a date, so the voyage is skipped.`,
      suggestion: suggestHeading({ number, start_date: guess, end_date: null, title: trailingText }) ?? START_WITH_DATE,
    });
    const none = { start_date: null, end_date: null, start_date_written: null, end_date_written: null };
    return { dates: { number, ...none, title }, codes };
  }
  const { suggest, ...written } = checkDates({ start, end, number, title }, line, report);
  if (codes) {
    report({
      line,
      field: 'Codes',
      severity: 'warning',
      message: 'The codes come after the date. They were applied to the voyage.',
      suggestion: 'Put the codes above the voyage heading.',
    });
  } else if (trailingText !== null) {
    report({
      line,
      field: 'Title',
      severity: 'warning',
      message: title
        ? `There’s no colon after the date, so “${excerpt(trailingText)}” is used as the title.`
        : `“${excerpt(trailingText)}” after the date isn’t understood, so it’s skipped.`,
      // Make no suggestion that would lose the words of an approximate date.
      suggestion:
        title === null || written.start_date_written !== null || written.end_date_written !== null ? null : suggest(),
    });
  }
  return { dates: { number, ...written, title }, codes };
}

interface HeadingLine {
  heading: string;
  line: number;
  number: number | null;
  /** The heading without its number. */
  title: string | null;
}

/** Parses a heading that has its date among other words. The heading becomes the title. */
function readDateInside({ heading, line, number, title }: HeadingLine, date: string, report: Report): ParsedHeading {
  report({
    line,
    field: 'Date',
    severity: 'warning',
    message: `“${excerpt(heading)}” doesn’t start with its date. It’s understood as ${formatDate(date)}, and the heading is kept as the title.`,
    suggestion: suggestHeading({ number, start_date: date, end_date: null, title }),
  });
  const dates = { start_date: date, end_date: null, start_date_written: null, end_date_written: null };
  return { dates: { number, ...dates, title }, codes: null };
}
