import { findPairs, forEachOutside } from './pairs.ts';
import type { VoyageColumn } from './voyage-columns.ts';

/** A cell that a spreadsheet would run as a formula or split, including the full-width forms of these characters. */
const FORMULA = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * Prefixes a CSV cell with an apostrophe if a spreadsheet could run it as a formula. Spreadsheets don't show it. `unescapeFormula` removes
 * exactly this apostrophe.
 */
export const escapeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The inverse of `escapeFormula`. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;

/** What databases write into empty cells. */
const NO_VALUE = /^(?:NULL|\\N|NaN|#N\/A|0000-00-00(?:[T ]00:00:00)?)$/;
/** What people and statistics programs write into empty cells of dates, times, places and people. In a text it could be an abbreviation. */
const NOT_KNOWN = /^(?:n\/?a|none|[-–—?]+)$/i;

const NOT_TEXT: ReadonlySet<VoyageColumn> = new Set([
  'start_date',
  'end_date',
  'start_time',
  'end_time',
  'start_location',
  'end_location',
  'passengers',
]);

/** Whether a cell says that it has no value: `NULL`. */
export const isNoValue = (cell: string, column?: VoyageColumn): boolean =>
  NO_VALUE.test(cell.trim()) || (column !== undefined && NOT_TEXT.has(column) && NOT_KNOWN.test(cell.trim()));

/** A bar between two values. One between blanks can be part of a title: `Logbook | National Archives`. */
const BAR = /\S\||\|\S/;

/** One without blanks separates values that have semicolons: `Log; vol. 2|Diary`. */
const TIGHT_BAR = /\S\|\S/;

/** Whether bars separate the values of a column: outside of links and brackets, and where semicolons, which do otherwise, separate none. */
export function areSeparatedByBars(cells: readonly string[], column: VoyageColumn): boolean {
  const bar = column === 'passengers' ? /\|/ : BAR;
  let hasBars = false;
  for (const cell of cells) {
    if (!/[|;]/.test(cell)) continue;
    let hasSemicolon = false;
    let hasTightBar = false;
    forEachOutside(cell, findPairs(cell), (index) => {
      const beside = cell.slice(Math.max(0, index - 1), index + 2);
      if (cell[index] === '|' && bar.test(beside)) hasBars = true;
      if (cell[index] === '|' && TIGHT_BAR.test(beside)) hasTightBar = true;
      if (cell[index] === ';') hasSemicolon = true;
    });
    if (hasSemicolon && !hasTightBar) return false;
  }
  return hasBars;
}
