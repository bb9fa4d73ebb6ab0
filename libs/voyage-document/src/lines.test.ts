import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anyText } from '../test/arbitraries.ts';
import { escapeLine, readHeadingLine, readParentheses, unescapeLine } from './lines.ts';
import { readLabel } from './labels.ts';

test('an escaped line has no syntax and unescapes to the original', () => {
  const line = anyText.map((text) => text.replace(/[\r\n]+/g, ' '));
  fc.assert(
    fc.property(line, fc.nat(3), (text, backslashes) => {
      const original = '\\'.repeat(backslashes) + text;
      const escaped = escapeLine(original);
      expect(unescapeLine(escaped)).toBe(original);
      expect(readLabel(escaped)).toBe(null);
      expect(readParentheses(escaped)).toBe(null);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  '# x',
  '## 1976',
  '### 1976: x',
  '##1976',
  '##',
  'Notes: x',
  'Weather: fair',
  '(Menu)',
  '---',
  '[a]: <data:x>',
])('escapes %j', (line) => expect(escapeLine(line)).toBe(`\\${line}`));

test.each(['### Heading', '#tag', 'He said: no', 'https://example.org', '(a) b', '* x', '- - -', 'x', ''])(
  'does not escape %j',
  (line) => expect(escapeLine(line)).toBe(line),
);

test('a heading needs a space after `#` unless a date follows', () => {
  expect(readHeadingLine('#1 fan')).toBe(null);
  expect(readHeadingLine('##1976-02-30')).toBe(null);
  expect(readHeadingLine('##1976-02-28 x')).toEqual({ level: 2, text: '1976-02-28 x', tight: true });
});
