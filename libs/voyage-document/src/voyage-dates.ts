import { earliestDay, latestDay } from './dates.ts';
import type { Report } from './problems.ts';
import { guessDate } from './written-dates.ts';
import { excerpt } from './texts.ts';
import { readVoyageHeading, type ReadDate } from './voyage-heading.ts';

export interface VoyageDates {
  number: number | null;
  start_date: string | null;
  end_date: string | null;
  title: string | null;
}

function completeEnd(end: string, start: string | null): string | null {
  if (start === null || !/^\d{1,2}(?:-\d{1,2})?$/.test(end)) return null;
  const digits = end.split('-').map((part) => part.padStart(2, '0'));
  return [...start.split('-').slice(0, 3 - digits.length), ...digits].join('-');
}

function checkDate(date: ReadDate, name: string, start: string | null, line: number, report: Report): void {
  if (date.date !== null) return;
  const written = excerpt(date.written);
  const whole = completeEnd(date.written, start) ?? guessDate(date.written);
  report({
    line,
    field: 'Date',
    severity: 'error',
    message: date.shaped
      ? `This date doesn’t exist: ${written}.`
      : `The ${name} “${written}” isn’t a date such as 1976-06-16, 1976-06 or 1976.`,
    suggestion: whole === null || date.shaped ? null : `Did you mean ${whole}?`,
  });
}

/** Reads a voyage heading and reports problems with its dates. */
export function readDates(heading: string, line: number, report: Report): VoyageDates {
  const { number, start, end, title, unmarked } = readVoyageHeading(heading);
  if (!start) {
    const guess = guessDate(heading);
    report({
      line,
      field: 'Date',
      severity: 'error',
      message: `The heading “${excerpt(heading)}” doesn’t start with a date, so this voyage was skipped.`,
      suggestion: guess === null ? 'Start with the date, such as “## 1976-06-16”.' : `Write it as “## ${guess}”.`,
    });
    return { number, start_date: null, end_date: null, title };
  }
  checkDate(start, 'date', null, line, report);
  if (end) checkDate(end, 'end date', start.date, line, report);
  if (start.date !== null && end?.date && (latestDay(end.date) ?? '') < (earliestDay(start.date) ?? '')) {
    report({
      line,
      field: 'Date',
      severity: 'error',
      message: `The voyage ends (${end.date}) before it starts (${start.date}).`,
      suggestion: `Did you mean ${end.date} to ${start.date}?`,
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
      suggestion: title ? `Write “${start.written}: ${excerpt(title)}”.` : null,
    });
  }
  return { number, start_date: start.date, end_date: end?.date ?? null, title };
}
