import { describe, expect, test } from '@jest/globals';
import { type DocumentFormat, MAX_DOCUMENT_VOYAGES } from '@archive/contracts';
import { readDocument } from '../../src/modules/ingest/formats/read-document.ts';
import { readingOf } from '../../src/modules/ingest/plan/document-reading.ts';

const read = (format: DocumentFormat, text: string) => {
  const { voyages, rejected, problems } = readingOf(readDocument({ format, text }));
  const errors = problems.filter(({ severity }) => severity === 'error');
  return { voyages: voyages.map(({ start_date }) => start_date), rejected: rejected.length, errors };
};

const X = 'x'.repeat(100_001);
const NAME = `Ann ${'R'.repeat(300)}ay`;

describe('a text that is longer than its form accepts', () => {
  test.each<[string, DocumentFormat, string, string]>([
    ['notes in CSV', 'csv', `date,notes\n1946-03-07,short\n1946-03-08,${X}\n`, 'Notes'],
    ['notes in Markdown', 'markdown', `## 1946-03-07\n\nNotes: short\n\n## 1946-03-08\n\nNotes: ${X}\n`, 'Notes'],
    [
      'notes in JSON',
      'json',
      JSON.stringify([{ start_date: '1946-03-07' }, { start_date: '1946-03-08', notes: X }]),
      'Notes',
    ],
    ['a title', 'markdown', `## 1946-03-07\n\n## 1946-03-08: ${'x'.repeat(501)}\n`, 'Title'],
    ['a name', 'csv', `date,passengers\n1946-03-07,\n1946-03-08,${NAME}\n`, 'Passengers'],
    ['an owner', 'csv', `date,owner\n1946-03-07,Ann Ray\n1946-03-08,${NAME}\n`, 'Owner'],
    ['an owner in a heading', 'markdown', `## 1946-03-07\n\n# Owner ${NAME} (1946)\n\n## 1946-03-08\n`, 'Owner'],
    ['a source', 'csv', `date,sources\n1946-03-07,\n1946-03-08,${'s'.repeat(4001)}\n`, 'Sources'],
    ['a quote', 'csv', `date,spins\n1946-03-07,\n1946-03-08,${'q'.repeat(20_001)}\n`, 'Spins'],
    ['a place', 'csv', `date,location\n1946-03-07,\n1946-03-08,${'p'.repeat(501)}\n`, 'Start location'],
    ['a long list', 'csv', `date,sources\n1946-03-07,\n1946-03-08,${'s; '.repeat(501)}\n`, 'Sources'],
  ])('leaves its voyage out, with a problem at its field: %s', (_, format, text, field) => {
    const { voyages, rejected, errors } = read(format, text);
    expect([voyages, rejected]).toEqual([['1946-03-07'], 1]);
    expect(errors.map((problem) => problem.field)).toContain(field);
    expect(errors.every(({ line }) => (line ?? 0) > 0)).toBe(true);
  });

  test('is accepted up to the limit', () => {
    expect(read('csv', `date,notes\n1946-03-08,${X.slice(1)}\n`)).toEqual({
      voyages: ['1946-03-08'],
      rejected: 0,
      errors: [],
    });
  });
});

test.each<[DocumentFormat, (voyages: number) => string]>([
  ['csv', (voyages) => `date,title\n${'1946-03-07,x\n'.repeat(voyages)}`],
  ['json', (voyages) => `[${Array(voyages).fill('{"start_date":"1946-03-07"}').join(',')}]`],
  ['markdown', (voyages) => '## 1946-03-07\n\n'.repeat(voyages)],
])('a %s document with too many voyages is refused as a whole', (format, text) => {
  expect(() => readDocument({ format, text: text(MAX_DOCUMENT_VOYAGES + 1) })).toThrow(
    'This document has 50,001 voyages, and 50,000 can be imported at once.',
  );
});

test.each([
  [
    'more columns',
    `date,${'x,'.repeat(200_000)}\n1946-03-07\n`,
    'This table has 200,002 columns, and 500 can be imported.',
  ],
  [
    'a longer heading',
    `date,${'x'.repeat(2_000_000)}\n1946-03-07,a\n`,
    'The heading of column 2 is longer than 1,000 characters.',
  ],
])('a table with %s than a page can show is refused as a whole', (_, text, message) => {
  expect(() => readDocument({ format: 'csv', text })).toThrow(message);
});

test('problems that a page can’t show are counted', () => {
  const unknown = Object.fromEntries(Array.from({ length: 20_000 }, (_, key) => [`k${key}`, 'v']));
  const text = JSON.stringify([{ start_date: '1946-03-07', ...unknown, ['k'.repeat(50_000)]: 'v' }]);
  const { problems } = readingOf(readDocument({ format: 'json', text }));
  expect(problems).toHaveLength(5001);
  expect(problems.at(-1)?.message).toMatch(/^15,\d{3} more problems like these aren’t listed\.$/);
  expect(JSON.stringify(problems).length).toBeLessThan(3_000_000);
});

describe('a million', () => {
  const N = 1_000_000;
  const SIGNS = [
    '(',
    '[',
    '{',
    '"',
    '“',
    '”',
    "'",
    ')',
    ']',
    '*',
    '_',
    '`',
    '<',
    '\\',
    ', ',
    '; ',
    '[](',
    '{"a":',
    '[[',
  ];

  test.each(SIGNS)('%j is read or refused with a reason, in every format', (sign) => {
    const signs = sign.repeat(N / sign.length);
    const reason = (format: DocumentFormat, text: string) => {
      try {
        return readDocument({ format, text }).fatal ?? 'read';
      } catch (error) {
        // Only the sentences for curators; a parser that runs out of stack throws a RangeError.
        expect((error as Error).constructor.name).toBe('DocumentError');
        return (error as Error).message;
      }
    };
    const startedAt = performance.now();
    expect(reason('markdown', `## 1946-03-07\n\nPassengers: ${signs}x\n`)).toBe('read');
    expect(reason('csv', `date,passengers,sources\n1946-03-07,"${signs.replaceAll('"', '""')}x",y\n`)).toBe('read');
    expect(reason('json', `[{"start_date":"1946","notes":${JSON.stringify(signs)}}]`)).toBe('read');
    expect(reason('json', `[{"start_date":"1946","x":${signs}`)).toMatch(/JSON can’t be read/);
    expect(performance.now() - startedAt).toBeLessThan(60_000);
  });

  test.each(['[', '{"a":'])('levels of %j in valid JSON are refused with the line', (open) => {
    const close = open === '[' ? ']' : '}';
    const nested = `${open.repeat(100_000)}1${close.repeat(100_000)}`;
    expect(() => readDocument({ format: 'json', text: `[\n{"start_date": "1946", "x": ${nested}}]` })).toThrow(
      'line 2 has more than 64 brackets inside each other',
    );
  });
});
