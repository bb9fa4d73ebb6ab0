import { expect, test } from '@jest/globals';
import { proposeMarks } from './marks.ts';
import { parseVoyageDocument } from './parse.ts';
import { readMarked } from './parts.ts';

const marked = (text: string) => readMarked(text, proposeMarks(text));
const line = (text: string) => marked(`1947\nMar. 16  ${text}\n`);

/** Texts that take the square of their length if a part of the reader looks at what it has read again. */
const TEXTS: readonly [title: string, read: (size: number) => unknown, size: number][] = [
  ['lines', (size) => marked(`1947\n${'Mar. 16  1300-1745  Potomac R.  Adm. Leahy.  Rain.\n'.repeat(size)}`), 1000],
  ['dates', (size) => proposeMarks('Mar. 1 '.repeat(size)), 100_000],
  ['long words', (size) => line(`Mr. Poe and ${'x'.repeat(size)} and Mr. Ray  Rain`), 200_000],
  ['blanks', (size) => line(`Mr. Poe${' '.repeat(size)}Rain`), 100_000],
  ['dot leaders', (size) => line(`Mr. Poe ${'.'.repeat(size)} Rain`), 100_000],
  ['emphasis', (size) => line(`Mr. Poe  ${'*_'.repeat(size)} Rain`), 50_000],
  ['abbreviations', (size) => line(`${'Messrs. '.repeat(size)} Poe`), 5000],
  ['names with “and”', (size) => line(`with ${'Mr. Poe and Ann Ray '.repeat(size)}`), 5000],
  ['routes', (size) => line(`Mr. Poe ${'to Mars '.repeat(size)}  Rain`), 5000],
  [
    'rows of a table',
    (size) => marked(`| Date | Place |\n| --- | --- |\n${'| Mar. 16, 1947 | Quantico |\n'.repeat(size)}`),
    2000,
  ],
  [
    'tables',
    (size) =>
      parseVoyageDocument('1947\n\n' + '| Date | Place |\n| --- | --- |\n| Mar. 16 | Quantico |\n\n'.repeat(size)),
    150,
  ],
  ['rows of other tables', (size) => parseVoyageDocument(`# 1947-03-16\n\n${'| x | y |\n'.repeat(size)}`), 2000],
  ['open comments', (size) => parseVoyageDocument(`# 1947-03-16\n\n${'<!-- x\n'.repeat(size)}`), 2000],
];

/** The shortest of three times, in milliseconds. */
function timeOf(run: () => unknown): number {
  const times = [0, 1, 2].map(() => {
    const started = performance.now();
    run();
    return performance.now() - started;
  });
  return Math.min(...times);
}

/** Time that is lost in other processes. */
const NOISE_MS = 200;
/** Twice the size takes twice the time; the square of it would take four times as long. */
const MOST = 3;

test.each(TEXTS)('twice as many %s take about twice as long to read', (title, read, size) => {
  read(size);
  const [once, twice] = [timeOf(() => read(size)), timeOf(() => read(2 * size))];
  process.stdout.write(`${title}: ${once.toFixed(0)} ms, at double size ${twice.toFixed(0)} ms\n`);
  expect(twice).toBeLessThan(MOST * once + NOISE_MS);
});
