import { earliestDay, formatDate, formatDateRange, headingDate, latestDay, writtenDate } from './dates.ts';
import type { Report } from './problems.ts';
import { guessDate } from './written-dates.ts';
import { excerpt } from './texts.ts';
import {
  type DateOrder,
  readVoyageHeading,
  writeVoyageHeading,
  type ReadDate,
  type VoyageHeading,
} from './voyage-heading.ts';

export interface VoyageDates {
  number: number | null;
  start_date: string | null;
  end_date: string | null;
  start_date_written: string | null;
  end_date_written: string | null;
  title: string | null;
}

/** The original text of a date in words. Warns unless the archive formats the date the same way. */
function understood(date: ReadDate, line: number, report: Report): string | null {
  if (!date.inWords || date.date === null) return null;
  const { written } = date;
  const known = [date.date, formatDate(date.date)].some((text) => text.toLowerCase() === written.toLowerCase());
  if (!known) {
    report({
      line,
      field: 'Date',
      severity: 'warning',
      message: `“${excerpt(written)}” was understood as ${formatDate(date.date)}.`,
    });
  }
  return writtenDate(written, date.date);
}

/** A range in words, such as "June 16–18, 1946", has one text for both dates. */
function understoodRange(start: ReadDate, end: ReadDate, line: number, report: Report): void {
  const read = formatDateRange(start.date ?? '', end.date);
  if (read.toLowerCase() === start.written.toLowerCase()) return;
  report({
    line,
    field: 'Date',
    severity: 'warning',
    message: `“${excerpt(start.written)}” was understood as ${read}.`,
  });
}

function completeEnd(end: string, start: string | null): string | null {
  if (start === null || !/^\d{1,2}(?:-\d{1,2})?$/.test(end)) return null;
  const digits = end.split('-').map((part) => part.padStart(2, '0'));
  return [...start.split('-').slice(0, 3 - digits.length), ...digits].join('-');
}

function checkDate(date: ReadDate, name: string, start: string | null, line: number, report: Report): void {
  if (date.date !== null) return;
  const written = excerpt(date.written);
  const suggestion = completeEnd(date.written, start) ?? guessDate(date.written);
  report({
    line,
    field: 'Date',
    severity: 'error',
    message: date.dateLike
      ? `This date doesn’t exist: ${written}.`
      : `The ${name} “${written}” isn’t a date such as 1976-06-16, 1976-06 or 1976.`,
    suggestion: suggestion === null || date.dateLike ? null : `Did you mean ${suggestion}?`,
  });
}

/** The same heading with a colon before its title; null when it would read otherwise. */
function withColon({ number, start, end, title }: VoyageHeading): string | null {
  if (start?.date == null || title === null || (end !== null && end.date === null)) return null;
  const written = writeVoyageHeading({ number, start_date: start.date, end_date: end?.date ?? null, title });
  const heading = written.replace(/^#+ /, '');
  return written.length > 120 || !readsAs(heading, { number, start, end, title, unmarked: null })
    ? null
    : `Write “${heading}”.`;
}

const readsAs = (heading: string, { number, start, end, title }: VoyageHeading) => {
  const read = readVoyageHeading(heading);
  return (
    read.number === number &&
    read.start?.date === start?.date &&
    (read.end?.date ?? null) === (end?.date ?? null) &&
    read.title === title &&
    read.unmarked === null
  );
};

/** Reads a voyage heading and reports problems with its dates. */
export function readDates(heading: string, line: number, report: Report, order?: DateOrder): VoyageDates {
  const { number, start, end, title, unmarked } = readVoyageHeading(heading, order);
  if (!start) {
    const guess = guessDate(heading);
    report({
      line,
      field: 'Date',
      severity: 'error',
      message: `The heading “${excerpt(heading)}” doesn’t start with a date, so this voyage was skipped.`,
      suggestion: guess === null ? 'Start with the date, such as “## 1976-06-16”.' : `Write it as “## ${guess}”.`,
    });
    return { number, start_date: null, end_date: null, start_date_written: null, end_date_written: null, title };
  }
  checkDate(start, 'date', null, line, report);
  if (end) checkDate(end, 'end date', start.date, line, report);
  if (start.date !== null && end?.date && (latestDay(end.date) ?? '') < (earliestDay(start.date) ?? '')) {
    report({
      line,
      field: 'Date',
      severity: 'error',
      message: `The voyage ends (${headingDate(end.date)}) before it starts (${headingDate(start.date)}).`,
      suggestion: `Did you mean ${headingDate(end.date)} to ${headingDate(start.date)}?`,
    });
  }
  if (unmarked !== null) {
    report({
      line,
      field: 'Title',
      severity: 'warning',
      message: title
        ? `“${excerpt(unmarked)}” follows the date without a colon; it was read as the title.`
        : `“${excerpt(unmarked)}” after the date wasn’t understood and was skipped.`,
      suggestion: withColon({ number, start, end, title, unmarked: null }),
    });
  }
  const isRange = end !== null && end.written === start.written && start.inWords === true;
  if (isRange) understoodRange(start, end, line, report);
  return {
    number,
    start_date: start.date,
    end_date: end?.date ?? null,
    start_date_written: isRange ? null : understood(start, line, report),
    end_date_written: isRange || end === null ? null : understood(end, line, report),
    title,
  };
}
