import { isDatedHeading } from './date-lines.ts';
import { isTableRule } from './foreign-lines.ts';
import { isBlank } from './lines.ts';

const DELIMITERS = ['|', ',', ';', '\t'];
const LONGEST_HEADING = 60;

const cellsOf = (line: string, delimiter: string) =>
  line
    .trim()
    .replaceAll(delimiter === '|' ? /^\||\|$/g : /^$/g, '')
    .split(delimiter)
    .map((cell) => cell.trim().replaceAll(/^"|"$/g, ''));

/**
 * The heading of the first column that contains dates, in a table whose headings name no date column; undefined if there is no such table.
 */
export function unknownDateColumn(lines: readonly string[]): string | undefined {
  const ruled = lines.findIndex((line) => isTableRule(line));
  const rows = lines.slice(Math.max(ruled - 1, 0)).filter((line) => !isBlank(line) && !isTableRule(line));
  const [head = '', first = ''] = rows;
  for (const delimiter of ruled > 0 ? ['|'] : DELIMITERS) {
    const [headings, cells] = [cellsOf(head, delimiter), cellsOf(first, delimiter)];
    if (headings.length < 2 || headings.some((heading) => heading.length > LONGEST_HEADING)) continue;
    const heading = headings[cells.findIndex((cell) => isDatedHeading(cell))];
    if (heading) return heading;
  }
  return undefined;
}
