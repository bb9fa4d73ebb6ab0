import { isDatedHeading, readBoldHeading } from './date-lines.ts';
import { labeledCells, tableCells } from './label-cells.ts';
import { readLabel } from './labels.ts';
import { isSeparator, readHeadingLine, readParentheses } from './lines.ts';
import { type LinesAbove, readDatedLines } from './marks.ts';
import { columnMessages, columnsOf, isTableHead } from './columns.ts';
import { decodeEntities, withoutMarkup } from './markup.ts';
import { readOwnerHeading } from './owner-heading.ts';
import type { LineDate } from './line-dates.ts';
import type { Report } from './problems.ts';
import { datesWithYears, yearMessage } from './table-years.ts';
import { excerpt, toSingleLine } from './texts.ts';
import type { TableRow } from './voyage-row.ts';
import type { VoyageColumn } from './voyage-columns.ts';
import { isHtmlLine, isTableRule, isUnderline } from './foreign-lines.ts';

/** A document with HTML, tables and other foreign syntax converted to the format. */
export interface PreparedDocument {
  lines: string[];
  /** The 0-based source line of each converted line. */
  lineOf: number[];
  /** The rows of tables, by the converted line that is their heading. */
  rows: Map<number, TableRow>;
}

class Output implements PreparedDocument {
  readonly lines: string[] = [];
  readonly lineOf: number[] = [];
  readonly rows = new Map<number, TableRow>();

  add(text: string, line: number): void {
    this.lines.push(text);
    this.lineOf.push(line);
  }
}

const isHeading = (text: string) =>
  isDatedHeading(text) || (text.length < 100 && readOwnerHeading(text).marked && !/[.!?]$/.test(text));

const HEADING_ELEMENT = /^<h([1-6])(?:\s[^>]*)?>(.*?)(?:<\/h[1-6]>)?$/i;
const BREAKS = /<br\s*\/?>|<\/(?:p|li|div|tr|h[1-6])>/gi;
const ITEM = /^(?:<[uo]l(?:\s[^>]*)?>\s*)?<li(?:\s[^>]*)?>/i;
const BOLD = /<\/?(?:b|strong)(?:\s[^>]*)?>/gi;
const ITALIC = /<\/?(?:i|em)(?:\s[^>]*)?>/gi;

/** Converts a line of HTML to lines of Markdown. */
function markdownOf(line: string): string[] {
  const heading = HEADING_ELEMENT.exec(line.trim());
  if (heading) return ['', `${'#'.repeat(Number(heading[1]))} ${withoutMarkup(heading[2] ?? '').trim()}`, ''];
  return line
    .replaceAll(BREAKS, '\n')
    .split('\n')
    .map((part) => part.trim())
    .map((part) => part.replace(ITEM, ''))
    .map((part) => decodeEntities(withoutMarkup(part.replaceAll(BOLD, '**').replaceAll(ITALIC, '*'))).trim())
    .map((part) => part.replaceAll(/\*\*\s*\*\*/g, ''));
}

/** The cells of a row of a Markdown table: null for a line that isn’t one, and none for the line below the headings. */
export function markdownCells(line: string): string[] | null {
  if (isTableRule(line)) return [];
  return line.trim().startsWith('|') ? tableCells(line) : null;
}

/** What the lines above each line of a document say about its dates, read once for all of its tables. */
function linesAbove(lines: readonly string[]): (index: number) => LinesAbove {
  let above: readonly LinesAbove[] | undefined;
  return (index) => {
    above ??= readDatedLines(lines).above;
    return above[index] ?? { year: null, month: null, owner: null, yearLine: null };
  };
}

/** Adds the rows of a Markdown table as voyages. Returns the number of lines of the table. */
function addTable(
  lines: readonly string[],
  index: number,
  above: (index: number) => LinesAbove,
  output: Output,
  report: Report,
): number {
  const columns = columnsOf(tableCells(lines[index] ?? ''));
  for (const message of columnMessages(columns)) report({ line: index + 1, field: null, severity: 'warning', message });
  const rows = lines.slice(index + 2, index + 2 + rowCount(lines, index + 2)).map(tableCells);
  const column = columns.findIndex(({ column }) => column === 'start_date');
  if (lackYears(rows, column)) {
    const context = above(index);
    const completed = completeDates(rows, column, context.year);
    const warn = (line: number, message: string) => report({ line, field: 'Date', severity: 'warning', message });
    if (completed.some(({ date }) => date.year === context.year)) warn(index + 1, yearMessage(context, lines));
    for (const { row, date } of completed) {
      if (date.year === context.year) continue;
      warn(
        index + 3 + row,
        `“${excerpt(date.written)}” has no year. It’s read as ${date.text}, after the row above: check the year.`,
      );
    }
  }
  for (const [position, cells] of rows.entries()) {
    const end = index + 2 + position;
    const row: Partial<Record<VoyageColumn, string>> = {};
    for (const [index, { column }] of columns.entries()) if (column !== undefined) row[column] = cells[index] ?? '';
    const otherCells = cells.flatMap((text, index) => {
      const column = columns[index];
      return column?.column === undefined ? [{ heading: column?.heading ?? 'Other', text }] : [];
    });
    if (row.start_date === '' && cells.some((cell, index) => cell !== '' && columns[index]?.column !== 'owner')) {
      const text = cells.filter((cell) => cell !== '').join(' | ');
      report({
        line: end + 1,
        field: 'Date',
        severity: 'error',
        message: `The row has no date, so it’s skipped: “${excerpt(text, 300)}”.`,
        suggestion: null,
      });
      continue;
    }
    const owner = toSingleLine(row.owner ?? null);
    for (const text of ['', ...(owner === null ? [] : [`# ${owner}`, ''])]) output.add(text, end);
    output.rows.set(output.lines.length, { cells: row, others: otherCells, line: 0, end_line: 0 });
    output.add(`## ${toSingleLine(row.start_date ?? null) ?? ''}`, end);
  }
  return rows.length + 2;
}

function rowCount(lines: readonly string[], from: number): number {
  let end = from;
  while ((lines[end] ?? '').trim().startsWith('|')) end += 1;
  return end - from;
}

const lackYears = (rows: readonly string[][], column: number) =>
  rows.some((row) => (row[column] ?? '') !== '' && !/\d{4}/.test(row[column] ?? ''));

/** Completes dates without a year in a column of a table. Returns those that were. */
function completeDates(rows: string[][], column: number, year: number | null): { row: number; date: LineDate }[] {
  const dates = datesWithYears(
    rows.map((row) => row[column] ?? ''),
    year,
  );
  const completed = dates.flatMap((date, row) => (date ? [{ row, date }] : []));
  for (const { row, date } of completed) rows[row]![column] = date.text;
  return completed;
}

const isTable = (lines: readonly string[], index: number) =>
  (lines[index] ?? '').trim().startsWith('|') &&
  isTableRule(lines[index + 1] ?? '') &&
  isTableHead(tableCells(lines[index] ?? ''));

/**
 * The end of the table of labels and values, which describes one voyage, that begins at a line, by this line. A block of such lines is read
 * once, so that one without labels takes no longer for each of its lines.
 */
function labelTables(lines: readonly string[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  for (let start = 0; start < lines.length; start += 1) {
    const end = start + rowCount(lines, start);
    if (end === start) continue;
    let [labeled, first] = [0, end];
    for (let index = end - 1; index >= start; index -= 1) {
      const line = lines[index] ?? '';
      const cells = tableCells(line);
      if (isTableRule(line) || cells.every((cell) => cell === '')) continue;
      const isHead = /^(?:field|item|detail)s?$/i.test(cells[0] ?? '');
      if (labeledCells(line) !== null) [labeled, first] = [labeled + 1, index];
      else if (isHead && labeled > 1) first = index;
      else break;
      if (isHead) break;
    }
    if (labeled > 1) ends.set(first, end);
    start = end;
  }
  return ends;
}

/** Warns about text below a table, which becomes part of the table's last voyage. */
function reportTextBelow(lines: readonly string[], from: number, report: Report): void {
  let index = from;
  while (index < lines.length && isSeparator(lines[index] ?? '')) index += 1;
  const line = lines[index];
  const starts = line === undefined || readHeadingLine(line) !== null || readLabel(line) !== null || isHtmlLine(line);
  if (starts || isTable(lines, index) || readBoldHeading(line) !== null || isHeading(line.trim())) return;
  if (readParentheses(line) !== null || isUnderline(lines[index + 1] ?? '')) return;
  report({
    line: index + 1,
    field: null,
    severity: 'warning',
    message: `“${excerpt(line)}” stands below the table and is read as part of its last voyage.`,
    suggestion: 'Move it above the table, or below a heading with the date of its voyage.',
  });
}

/** The number of lines of an HTML comment at the start of a line; 0 if there is none. `last` is the last line that ends one. */
function commentLines(lines: readonly string[], start: number, last: number): number {
  if (!(lines[start] ?? '').trimStart().startsWith('<!--')) return 0;
  let end = start;
  while (end <= last && !(lines[end] ?? '').includes('-->')) end += 1;
  return end > last ? 0 : end - start + 1;
}

/**
 * Converts syntax that people paste into a document: HTML, comments, underlined
 * headings, and tables of voyages. Null if there is nothing to convert.
 */
export function prepare(lines: readonly string[], report: Report): PreparedDocument | null {
  const isForeign = lines.some(
    (line) => isHtmlLine(line) || isUnderline(line) || isTableRule(line) || labeledCells(line),
  );
  if (!isForeign) return null;
  const output = new Output();
  const above = linesAbove(lines);
  const labelTableEnds = labelTables(lines);
  const lastComment = lines.findLastIndex((line) => line.includes('-->'));
  for (let position = 0; position < lines.length; position += 1) {
    const line = lines[position] ?? '';
    const comment = commentLines(lines, position, lastComment);
    const labelTableEnd = labelTableEnds.get(position);
    if (comment > 0) {
      for (let index = position; index < position + comment; index += 1) {
        const text = (lines[index] ?? '').replaceAll(/<!--|-->/g, '').trim();
        if (text !== '')
          report({
            line: index + 1,
            field: null,
            severity: 'warning',
            message: `The comment “${excerpt(text, 300)}” is skipped.`,
          });
        output.add('', index);
      }
      position += comment - 1;
    } else if (isTable(lines, position)) {
      position += addTable(lines, position, above, output, report) - 1;
      reportTextBelow(lines, position + 1, report);
    } else if (labelTableEnd !== undefined) {
      const message = 'The table of labels and values is read as the fields of a voyage.';
      report({ line: position + 1, field: null, severity: 'warning', message });
      for (; position < labelTableEnd; position += 1) {
        const [label, value] = labeledCells(lines[position] ?? '') ?? [];
        output.add(label === undefined ? '' : `${label}: ${value ?? ''}`, position);
      }
      position -= 1;
    } else if (isUnderline(lines[position + 1] ?? '') && line.trim() !== '' && isHeading(line.trim())) {
      const text = line.trim();
      output.add(`${isDatedHeading(text) ? '##' : '#'} ${text}`, position);
      output.add('', position + 1);
      position += 1;
    } else if (isHtmlLine(line)) {
      for (const text of markdownOf(line)) output.add(text, position);
    } else {
      output.add(line, position);
    }
  }
  return output;
}
