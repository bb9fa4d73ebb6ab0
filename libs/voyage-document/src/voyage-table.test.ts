// cspell:ignore Jnne Septernber
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anyDocument } from '../test/arbitraries.ts';
import { archiveText } from '../test/archive.ts';
import { contentOf } from '../test/content.ts';
import { documentOfEntries } from '../test/entries.ts';
import type { VoyageEntry } from './entries.ts';
import { parseVoyageDocument } from './parse.ts';
import { escapeFormula, unescapeFormula } from './table-cells.ts';
import { normalizeDocument } from './normalize.ts';
import type { WritableDocument } from './types.ts';
import { VOYAGE_COLUMNS } from './voyage-columns.ts';
import { readRows, type OtherCell } from './voyage-row.ts';
import { rowOfEntry, type VoyageRow } from './voyage-table.ts';

const entriesOf = ({ sections, voyages }: WritableDocument): VoyageEntry[] =>
  voyages.map(({ section, ...content }) => ({ ...content, owner: (section !== null && sections[section]) || null }));

const readTable = (rows: readonly Partial<VoyageRow>[], others: readonly OtherCell[] = []) =>
  readRows(rows.map((cells, index) => ({ cells, others, line: index + 1, end_line: index + 1 })));
const readRow = (row: Partial<VoyageRow>) => readTable([row]);

const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

describe('a table row', () => {
  test('parses to the same voyage whatever its texts, and contains no formula', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const tidy = normalizeDocument(document);
        for (const entry of entriesOf(tidy)) {
          const row = rowOfEntry(entry);
          for (const column of VOYAGE_COLUMNS) expect(row[column]).not.toMatch(FORMULA);
          const expected = normalizeDocument(documentOfEntries([entry]));
          expect(contentOf(readRow(row))).toEqual(expected);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('of the archive document parses to the same voyage', () => {
    const document = contentOf(parseVoyageDocument(archiveText));
    for (const entry of entriesOf(document)) {
      const document = readRow(rowOfEntry(entry));
      expect(document.problems).toEqual([]);
      expect(contentOf(document)).toEqual(documentOfEntries([entry]));
    }
  });

  test('has null for missing cells, and reports invalid cells', () => {
    expect(readRow({ start_date: '1976-06-16', codes: 'Menu', spins: 'snug\nNotes: and small' })).toMatchObject({
      problems: [],
      voyages: [
        { start_date: '1976-06-16', mention_menu: true, notes: null, spins: [{ spin: 'snug\nNotes: and small' }] },
      ],
    });
    const document = readRow({ start_date: '1946-02-30', start_time: '25:10', voyage_type: 'fun' });
    expect(document.rejected).toHaveLength(1);
    expect(readRow({ start_date: '1946-02-28', start_time: '25:10', voyage_type: 'fun' }).problems).toMatchObject([
      { field: 'Time', severity: 'warning' },
      { field: 'Voyage Type', severity: 'warning' },
    ]);
  });
});

describe('a table', () => {
  test('parses to the same voyages and owners, with rows in any order', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const entries = entriesOf(normalizeDocument(document)).toReversed();
        const read = readTable(entries.map(rowOfEntry));
        const content = normalizeDocument(contentOf(read));
        expect(content).toEqual(normalizeDocument(documentOfEntries(entries)));
        for (const { line, start_date } of read.voyages) expect(entries[line - 1]?.start_date).toBe(start_date);
      }),
      { numRuns: 200 },
    );
  });

  test.each(['1970/1971', '1946-06~/1946-08~', '1947~', '1946-22'])(
    'has %s as one date, as exports write it',
    (start_date) => {
      expect(readRow({ start_date }).voyages).toMatchObject([{ start_date, end_date: null, start_date_written: null }]);
    },
  );

  test('states both readings of a season that can be years, except in exports', () => {
    const { voyages, problems } = readRow({ start_date: '1919-21', title: 'Trip' });
    expect(voyages).toEqual([]);
    expect(problems.map(({ message }) => message)).toEqual(['“1919-21” can be Spring 1919, or 1919 to 1921.']);
    const exported = Object.fromEntries(VOYAGE_COLUMNS.map((column) => [column, '']));
    expect(readRow({ ...exported, start_date: '1919-21' }).voyages).toMatchObject([{ start_date: '1919-21' }]);
  });

  test('maps problems to rows', () => {
    const { problems } = readTable([
      { owner: 'Owner A (1925 to 1928)', start_date: '1926' },
      { start_date: '1930', start_time: '25:10' },
      { owner: 'Owner A (1925 to 1928)', start_date: '1927', notes: 'one\ntwo', voyage_type: 'fun' },
    ]);
    expect(problems.map(({ field, line }) => [field, line])).toEqual([
      ['Time', 2],
      ['Voyage Type', 3],
    ]);
  });
});

test.each(['Date', 'Voyage Date', '**Date**', 'Notes', '## 1971-05-05'])(
  'a column %j that isn’t part of the format is kept with its heading, and starts nothing',
  (heading) => {
    const others = [{ heading, text: '1971-05-05' }];
    const { voyages, rejected } = readTable([{ start_date: '1971-05-04', notes: 'Calm.' }], others);
    expect(rejected).toEqual([]);
    expect(voyages).toHaveLength(1);
    const [voyage] = voyages;
    expect(voyage).toMatchObject({ start_date: '1971-05-04', notes: 'Calm.' });
    expect(voyage?.additional_information).toBe(`${heading}: 1971-05-05`);
    expect(parseVoyageDocument(voyage?.original_markdown ?? '').voyages).toMatchObject([
      { notes: 'Calm.', additional_information: `${heading}: 1971-05-05` },
    ]);
  },
);

describe('a table cell', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['- x', "'- x"],
    ["'=1", "''=1"],
    ["'quoted'", "'quoted'"],
    ['a=1', 'a=1'],
    ['', ''],
  ])('%j is escaped as %j', (text, cell) => {
    expect(escapeFormula(text)).toBe(cell);
    expect(unescapeFormula(cell)).toBe(text);
  });

  test('restores any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("'", '=', '-', '@', ' ', 'a') })), (text) => {
        expect(unescapeFormula(escapeFormula(text))).toBe(text);
        expect(escapeFormula(text)).not.toMatch(FORMULA);
      }),
    );
  });
});

test.each([
  ['l946-O3-07', '1946-03-07', null],
  ['Jnne l2, I946', '1946-06-12', null],
  ['I2 Ju1y 1946', '1946-07-12', null],
  ['Ju1y S, 1946', '1946-07-05', null],
  ['Septernber S, 1946', '1946-09-05', null],
  ['Aug. 2l-23, 194G', '1946-08-21', '1946-08-23'],
  ['lO/B/1946', '1946-10-08', null],
])('a date that text recognition misread is proposed, and kept as written: %s', (cell, start_date, end_date) => {
  const { voyages, problems } = readRow({ start_date: cell, title: 'Regatta' });
  expect(voyages).toMatchObject([{ start_date, end_date, start_date_written: cell, title: 'Regatta' }]);
  expect(problems).toMatchObject([{ field: 'Date', severity: 'warning', message: expect.stringContaining('misread') }]);
});

test.each(['June 19#6', 'BOSS 12', 'Mav 5, 1946'])('a row with the unreadable date %s is reported', (start_date) => {
  const { rejected, problems } = readRow({ start_date, title: 'Regatta' });
  expect([rejected.length, problems[0]?.severity]).toEqual([1, 'error']);
});

test.each([
  [
    ['Ann Ray|Bob Poe', 'Tom Lee'],
    [['Ann Ray', 'Bob Poe'], ['Tom Lee']],
  ],
  [
    ['Ann Ray; Bob "A|B" Poe', 'Tom Lee'],
    [['Ann Ray', 'Bob "A|B" Poe'], ['Tom Lee']],
  ],
  [
    ['Ann Ray (Navy|Army); Bob Poe', 'Tom Lee'],
    [['Ann Ray', 'Bob Poe'], ['Tom Lee']],
  ],
  [['Ann Ray (Navy|Army), Bob Poe'], [['Ann Ray', 'Bob Poe']]],
])('bars separate the people of %j only where no semicolon does', (cells, names) => {
  const { voyages } = readTable(cells.map((passengers) => ({ start_date: '1946', passengers })));
  expect(voyages.map(({ passengers }) => passengers.map(({ name }) => name))).toEqual(names);
});
