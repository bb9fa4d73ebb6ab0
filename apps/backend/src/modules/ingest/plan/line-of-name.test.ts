import { expect, test } from '@jest/globals';
import { lineOfName } from './line-of-name.ts';

const record = (...lines: string[]) => ({
  line: 11,
  end_line: 10 + lines.length,
  original_markdown: lines.join('\n'),
});

test('finds the line of the full name, or else of the surname', () => {
  const voyage = record('## July 1, 1947', 'President: Ford', '- Nimitz, Chester W.', '- Betty Ford', '- Bo Li Jr.');
  expect(
    ['Betty Ford', 'Chester W. Nimitz', 'Susan Ford', 'Bo Li Jr.'].map((name) => lineOfName(voyage, name)),
  ).toEqual([14, 13, 12, 15]);
});

test('a word within a longer one is not the surname', () => {
  expect(lineOfName(record('Fords of the Potomac', '- G. Ford'), 'Gerald Ford')).toBe(12);
});

test('is the first line of the voyage if no line has the name, or if the lines are those of a table', () => {
  expect(lineOfName(record('A cruise'), 'Gerald Ford')).toBe(11);
  expect(lineOfName({ ...record('A cruise', 'Gerald Ford'), end_line: 11 }, 'Gerald Ford')).toBe(11);
});

test('tens of thousands of names, and of namesakes, take about a second', () => {
  for (const surname of [(index: number) => `Surname${'abcdefghij'[index % 10]}${String(index)}`, () => 'Smith']) {
    const names = Array.from({ length: 30_000 }, (_, index) => `N${index} ${surname(index)}`);
    const voyage = record(...names);
    const startedAt = performance.now();
    for (const name of names) lineOfName(voyage, name);
    expect(performance.now() - startedAt).toBeLessThan(5000);
  }
});
