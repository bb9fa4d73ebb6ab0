import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anyDocument } from '../test/arbitraries.ts';
import { archiveText } from '../test/archive.ts';
import { contentOf } from '../test/content.ts';
import { documentOfEntries, type VoyageEntry } from './entries.ts';
import { parseVoyageDocument } from './parse.ts';
import { escapeFormula, unescapeFormula } from './table-cells.ts';
import { normalizeDocument } from './normalize.ts';
import type { WritableDocument } from './types.ts';
import { VOYAGE_COLUMNS } from './voyage-columns.ts';
import { documentOfRow, documentOfRows, rowOfEntry, type VoyageRow } from './voyage-table.ts';

const entriesOf = ({ sections, voyages }: WritableDocument): VoyageEntry[] =>
  voyages.map(({ section, ...content }) => ({ ...content, owner: (section !== null && sections[section]) || null }));

const readRow = (row: Partial<VoyageRow>) => {
  const { owner, voyage } = documentOfRow(row);
  return parseVoyageDocument(owner === '' ? voyage : `${owner}\n\n${voyage}`);
};

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
      { field: 'Voyage Type', severity: 'warning' },
      { field: 'Time', severity: 'error' },
    ]);
  });
});

describe('a table', () => {
  test('parses to the same voyages and owners, with rows in any order', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const entries = entriesOf(normalizeDocument(document)).toReversed();
        const { text, rowOfLine } = documentOfRows(entries.map(rowOfEntry));
        const read = parseVoyageDocument(text);
        expect(contentOf(read)).toEqual(normalizeDocument(documentOfEntries(entries)));
        for (const { line, start_date } of read.voyages)
          expect(entries[rowOfLine[line - 1] ?? -1]?.start_date).toBe(start_date);
      }),
      { numRuns: 60 },
    );
  });

  test('maps problems to rows', () => {
    const { text, rowOfLine } = documentOfRows([
      { owner: 'Owner A (1925 to 1928)', start_date: '1926' },
      { start_date: '1930', start_time: '25:10' },
      { owner: 'Owner A (1925 to 1928)', start_date: '1927', notes: 'one\ntwo', voyage_type: 'fun' },
    ]);
    const { problems } = parseVoyageDocument(text);
    expect(problems.map(({ field, line }) => [field, rowOfLine[line - 1]])).toEqual([
      ['Time', 1],
      ['Voyage Type', 2],
    ]);
  });
});

test.each(['Date', 'date', 'Voyage Date', 'Dates:', '**Date**'])(
  'a second column of dates, %j, does not start another voyage',
  (heading) => {
    const others = [{ heading, text: '1971-05-05' }];
    const { text } = documentOfRows([{ start_date: '1971-05-04', notes: 'Calm.' }], () => others);
    const { voyages, rejected } = parseVoyageDocument(text);
    expect(rejected).toEqual([]);
    expect(voyages).toHaveLength(1);
    expect(voyages[0]).toMatchObject({ start_date: '1971-05-04', notes: 'Calm.' });
    expect(voyages[0]?.additional_information).toMatch(/^Other (Voyage )?Dates?: 1971-05-05$/);
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
