/** What a spreadsheet takes for a formula, or for the end of a cell, when a cell begins with it; full-width forms too. */
const FORMULA = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * A text as a cell of CSV that no spreadsheet runs as a formula: where it could be taken for one it gets an apostrophe before it,
 * which spreadsheets do not show. `restoreCell` takes exactly that one away.
 */
export const defuseCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The inverse of `defuseCell`. */
export const restoreCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
