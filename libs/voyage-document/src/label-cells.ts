import { isTableRule } from './foreign-lines.ts';
import { readLabel } from './labels.ts';

const LINE_BREAK = /\s*<br\s*\/?>\s*/gi;

/** The cells of a row of a Markdown table. */
export const tableCells = (row: string) =>
  row
    .trim()
    .replaceAll(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').replaceAll(LINE_BREAK, '\n').trim());

/** The label and value in a row of a table with two columns: `| Guests | Ann Ray |`. */
export function labeledCells(line: string): [label: string, value: string] | null {
  if (!line.trim().startsWith('|') || isTableRule(line)) return null;
  const [label = '', value = '', ...others] = tableCells(line);
  const name = label.replaceAll(/^[*_]{2,3}|[*_]{2,3}$/g, '').replace(/:$/, '');
  return others.length === 0 && readLabel(`${name}: ${value}`)?.field ? [name, value] : null;
}
