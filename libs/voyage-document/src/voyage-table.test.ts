import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anyDocument } from '../test/arbitraries.ts';
import { archiveText } from '../test/archive.ts';
import { contentOf } from '../test/content.ts';
import { documentOfEntries, type VoyageEntry } from './entries.ts';
import { parseVoyageDocument } from './parse.ts';
import { defuseCell, restoreCell } from './table-cells.ts';
import { tidyDocument } from './tidy.ts';
import type { WritableDocument } from './types.ts';
import { documentOfRow, documentOfRows, rowOfEntry, VOYAGE_COLUMNS, type VoyageRow } from './voyage-table.ts';

const entriesOf = ({ sections, voyages }: WritableDocument): VoyageEntry[] =>
  voyages.map(({ section, ...content }) => ({ ...content, owner: (section !== null && sections[section]) || null }));

const readRow = (row: Partial<VoyageRow>) => {
  const { owner, voyage } = documentOfRow(row);
  return parseVoyageDocument(owner === '' ? voyage : `${owner}\n\n${voyage}`);
};

const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

describe('a row of the table', () => {
  test('reads back as the voyage that it was made of, whatever its texts are, and holds no formula', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const tidy = tidyDocument(document);
        for (const entry of entriesOf(tidy)) {
          const row = rowOfEntry(entry);
          for (const column of VOYAGE_COLUMNS) expect(row[column]).not.toMatch(FORMULA);
          const expected = tidyDocument(documentOfEntries([entry]));
          expect(contentOf(readRow(row))).toEqual(expected);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('of the real document says what the document says', () => {
    const document = contentOf(parseVoyageDocument(archiveText));
    for (const entry of entriesOf(document)) {
      const read = readRow(rowOfEntry(entry));
      expect(read.problems).toEqual([]);
      expect(contentOf(read)).toEqual(documentOfEntries([entry]));
    }
  });

  test('as a curator writes it: what is left out is null, and what is wrong is told', () => {
    expect(readRow({ start_date: '1976-06-16', codes: 'Menu', spins: 'snug\nNotes: and small' })).toMatchObject({
      problems: [],
      voyages: [
        { start_date: '1976-06-16', mention_menu: true, notes: null, spins: [{ spin: 'snug\nNotes: and small' }] },
      ],
    });
    const wrong = readRow({ start_date: '1946-02-30', start_time: '25:10', voyage_type: 'fun' });
    expect(wrong.rejected).toHaveLength(1);
    expect(readRow({ start_date: '1946-02-28', start_time: '25:10', voyage_type: 'fun' }).problems).toMatchObject([
      { field: 'Voyage Type', severity: 'warning' },
      { field: 'Time', severity: 'error' },
    ]);
  });
});

describe('a table', () => {
  test('reads back as its voyages, each under its owner, in whatever order the rows come', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const entries = entriesOf(tidyDocument(document)).toReversed();
        const { text, rowOfLine } = documentOfRows(entries.map(rowOfEntry));
        const read = parseVoyageDocument(text);
        expect(contentOf(read)).toEqual(tidyDocument(documentOfEntries(entries)));
        for (const { line, start_date } of read.voyages)
          expect(entries[rowOfLine[line - 1] ?? -1]?.start_date).toBe(start_date);
      }),
      { numRuns: 60 },
    );
  });

  test('tells in which row a problem stands', () => {
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

describe('a cell', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['- x', "'- x"],
    ["'=1", "''=1"],
    ["'quoted'", "'quoted'"],
    ['a=1', 'a=1'],
    ['', ''],
  ])('%j is defused to %j', (text, cell) => {
    expect(defuseCell(text)).toBe(cell);
    expect(restoreCell(cell)).toBe(text);
  });

  test('comes back as it was, whatever it says', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("'", '=', '-', '@', ' ', 'a') })), (text) => {
        expect(restoreCell(defuseCell(text))).toBe(text);
        expect(defuseCell(text)).not.toMatch(FORMULA);
      }),
    );
  });
});
