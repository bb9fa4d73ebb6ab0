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
