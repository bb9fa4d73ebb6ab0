import { dateAtStart, isDayFirstIn, type LineDate } from './line-dates.ts';
import { type LinesAbove, NEW_YEAR } from './marks.ts';
import { excerpt } from './texts.ts';

/** The dates of the cells of a column that lack the year, with the one of the cell above or of the lines above the table. */
export function datesWithYears(cells: readonly string[], yearAbove: number | null): (LineDate | null)[] {
  const isDayFirst = isDayFirstIn(cells);
  let year = yearAbove;
  let lastMonth: number | null = null;
  return cells.map((cell) => {
    const read = () => dateAtStart(cell, { context: { year, month: null }, isDayFirst });
    const date = read();
    if (!date || date.before + date.after.trim() !== '') return null;
    if (date.hasYear) year = date.year;
    else if (year !== null && lastMonth !== null && lastMonth - date.month >= NEW_YEAR) year += 1;
    lastMonth = date.month;
    return date.hasYear || year === null ? null : read();
  });
}

/** Says where the year of dates in a table is taken from. */
export const yearMessage = ({ year, yearLine }: LinesAbove, lines: readonly string[]): string =>
  yearLine === null
    ? `The year of dates without one is taken from the date above, or is ${year}.`
    : `The year ${year} is taken from line ${yearLine + 1}: “${excerpt(lines[yearLine] ?? '')}”.`;
