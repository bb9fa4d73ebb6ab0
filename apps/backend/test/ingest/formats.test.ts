import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { VoyageDocument, VoyageRecord } from '@archive/voyage-document';
import { readDocument, textOfDocument } from '../../src/modules/ingest/formats/read-document.ts';
import { officeToText } from '../../src/modules/sandbox/program/office.ts';
import { lostTableWords } from '../support/table-words.ts';
import { aZip } from '../support/zip.ts';
import { aWordDocument } from '../support/word.ts';

const FOLDER = path.join(import.meta.dirname, 'fixtures');
const fixture = (name: string) => readFileSync(path.join(FOLDER, name));
const read = async (bytes: Buffer) => readDocument(await textOfDocument(bytes, officeToText));

const withoutLines = ({
  line: _line,
  end_line: _end,
  original_markdown: _lines,
  stated_values: _statedValues,
  ...content
}: VoyageRecord) => content;
const contentOf = ({ sections, voyages }: VoyageDocument) => ({
  sections: sections.map(({ line: _line, ...section }) => section),
  voyages: voyages.map(withoutLines),
});

describe('a valid document', () => {
  const dinners = readDocument({ format: 'markdown', text: fixture('ok/dinners.md').toString() });

  test.each(readdirSync(path.join(FOLDER, 'ok')))('%s equals its Markdown version', async (name) => {
    const bytes = fixture(`ok/${name}`);
    expect((await textOfDocument(bytes, officeToText)).format).toBe(
      name.endsWith('.md') ? 'markdown' : path.extname(name).slice(1),
    );
    const document = await read(bytes);
    expect(document.problems).toEqual([]);
    expect(contentOf(document)).toEqual(contentOf(dinners));
  });

  test('in Word equals its Markdown version', async () => {
    const document = await read(await aWordDocument(fixture('ok/dinners.md').toString()));
    expect(document.problems).toEqual([]);
    expect(contentOf(document)).toEqual(contentOf(dinners));
  });

  test('keeps the line numbers of the source', async () => {
    const { voyages } = await read(fixture('ok/dinners.json'));
    const lines = fixture('ok/dinners.json').toString().split('\n');
    for (const { line, end_line, start_date } of voyages)
      expect(
        JSON.parse(
          lines
            .slice(line - 1, end_line)
            .join('\n')
            .replace(/,$/, ''),
        ),
      ).toMatchObject({ start_date });
    const table = await read(fixture('ok/dinners.csv'));
    expect(table.voyages.map(({ line, end_line }) => [line, end_line])).toEqual([
      [2, 6],
      [7, 7],
      [8, 8],
    ]);
  });

  test('is detected as Markdown when it starts with a link or table', async () => {
    for (const text of ['[Home](x)\n\n## 1976-06-16', 'start_date\n\n## 1976-06-16', '{"a"}\n\n## 1976-06-16'].slice(
      0,
      2,
    ))
      expect((await textOfDocument(Buffer.from(text), officeToText)).format).toBe('markdown');
  });
});

describe('a document with errors', () => {
  const problemsOf = async (name: string) =>
    (await read(fixture(`not-ok/${name}`))).problems.map(({ line, voyage, field, severity }) => [
      line,
      voyage,
      field,
      severity,
    ]);

  test('reports the row numbers of a table', async () => {
    expect(await problemsOf('impossible-values.csv')).toEqual([
      [1, null, null, 'warning'],
      [2, '1976-02-30', 'Date', 'error'],
      [5, '1976-03-02', 'Time', 'warning'],
      [6, null, null, 'warning'],
    ]);
    const { voyages } = await read(fixture('not-ok/impossible-values.csv'));
    expect(voyages.map(({ start_date }) => start_date)).toEqual(['1976-03-01', '1976-03-02', '1976-03-03']);
  });

  test('reports the line numbers of JSON without affecting other voyages', async () => {
    expect(await problemsOf('wrong-types.json')).toEqual([
      [2, '1976-06-16', 'passengers', 'error'],
      [3, '1976-06-17', 'color', 'warning'],
      [4, null, 'start_date', 'error'],
      [5, '1976-02-30', 'Date', 'error'],
      [8, null, null, 'error'],
    ]);
    const { voyages } = await read(fixture('not-ok/wrong-types.json'));
    expect(voyages.map(({ notes }) => notes)).toEqual(['Kept']);
  });

  test.each([
    ['unclosed-quote.csv', 'a quotation mark is never closed'],
    ['broken.json', 'This JSON can’t be read'],
    ['no-list.json', 'A JSON import must be a list of voyages'],
    ['nothing.json', 'the list is empty'],
  ])('fails completely: %s', async (name, sentence) => {
    await expect(read(fixture(`not-ok/${name}`))).rejects.toThrow(sentence);
  });
});

describe('a table or list as people write it', () => {
  const isAbsent = (value: unknown) =>
    value === null || value === false || (Array.isArray(value) && value.length === 0);
  const omitEmpty = ({ stated_values: _statedValues, ...record }: VoyageRecord) =>
    Object.fromEntries(
      Object.entries(record).filter(
        ([name, value]) => !['original_markdown', 'groups'].includes(name) && !isAbsent(value),
      ),
    );
  const names = readdirSync(path.join(FOLDER, 'messy')).filter((name) => !name.endsWith('.expected.json'));

  test.each(names)('%s', async (name) => {
    const { sections, voyages, rejected, problems } = await read(fixture(`messy/${name}`));
    const expected: unknown = JSON.parse(fixture(`messy/${name}.expected.json`).toString());
    expect({ sections, voyages: voyages.map(omitEmpty), rejected, problems }).toEqual(expected);
  });

  test.each(names)('every word of %s is stored or reported', async (name) => {
    const text = fixture(`messy/${name}`).toString();
    const format = name.endsWith('.csv') ? 'csv' : 'json';
    expect(lostTableWords(text, format, await read(fixture(`messy/${name}`)))).toEqual([]);
  });

  const HEADINGS = ['Date', 'Guests', 'Remarks', 'Comments', 'Hull', 'Place', 'Source', 'Title', 'Details', 'Quote'];
  const word = fc.constantFrom(
    'fog',
    'Fog',
    'Ann Lee',
    'Bob May',
    'dinner',
    'piano',
    'the band',
    'Ann',
    'n/a',
    '(wet)',
  );
  const cell = fc
    .array(word, { maxLength: 4 })
    .chain((words) => fc.constantFrom(' ', ', ', '; ', '. ').map((separator) => words.join(separator)));
  const rows = fc.array(fc.array(cell, { minLength: HEADINGS.length - 1, maxLength: HEADINGS.length }), {
    minLength: 1,
    maxLength: 3,
  });
  const dated = (cells: readonly (readonly string[])[]) => cells.map((row, index) => [`1971-05-0${index + 1}`, ...row]);

  test('every word of any table is stored or reported', () => {
    fc.assert(
      fc.property(rows, (cells) => {
        const lines = [HEADINGS, ...dated(cells)].map((row) => row.map((text) => `"${text}"`).join(','));
        const text = `${lines.join('\n')}\n`;
        expect(lostTableWords(text, 'csv', readDocument({ format: 'csv', text }))).toEqual([]);
      }),
      { numRuns: 150, seed: 1931 },
    );
  });

  test('every word of any list is stored or reported', () => {
    fc.assert(
      fc.property(rows, (cells) => {
        const entries = dated(cells).map((row) =>
          Object.fromEntries(HEADINGS.map((heading, index) => [heading, row[index] ?? ''])),
        );
        const text = JSON.stringify(entries, null, 1);
        expect(lostTableWords(text, 'json', readDocument({ format: 'json', text }))).toEqual([]);
      }),
      { numRuns: 150, seed: 1931 },
    );
  });

  test('reports a word that occurs twice and is stored once', () => {
    const text = 'Date,Guests,Remarks\n1971-05-04,Ann Lee,dinner dinner\n';
    const document = readDocument({ format: 'csv', text });
    for (const voyage of document.voyages) voyage.notes = 'dinner';
    expect(lostTableWords(text, 'csv', document)).toEqual(['dinner']);
  });
});

describe('an unusable Word document', () => {
  test.each([
    ['another office file', () => aZip({ 'ppt/presentation.xml': Buffer.from('<x/>') }), 'isn’t a Word document'],
    ['a broken document', () => aZip({ 'word/document.xml': Buffer.from('<not xml') }), 'damaged'],
    ['a truncated document', () => aZip({ 'word/document.xml': Buffer.alloc(5000, 'a') }).subarray(0, 100), 'damaged'],
    ['a ZIP bomb', () => aZip({ 'word/document.xml': Buffer.alloc(40_000_000) }), 'too large'],
    [
      'a ZIP bomb in its images',
      () => aZip({ 'word/document.xml': Buffer.from('<x/>'), 'word/media/a.png': Buffer.alloc(120_000_000) }),
      'too large',
    ],
    ['too many entries', () => aZip(manyEntries(10_001)), 'too large'],
    ['a wrong declared size', () => withDeclaredSize(5), 'damaged'],
    ['Zip64', () => withVersionNeeded(45), 'damaged'],
  ])('fails with a message: %s', async (_, make, sentence) => {
    await expect(read(make())).rejects.toThrow(sentence);
  });
});

const manyEntries = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`word/media/${index}.png`, Buffer.alloc(1)]));

/** Creates a document with custom bytes in the central directory, at an offset of its only entry. */
function withTableBytes(offset: number, write: (zip: Buffer, index: number) => void): Buffer {
  const zip = aZip({ 'word/document.xml': Buffer.alloc(5000, 'a') });
  write(zip, zip.indexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + offset);
  return zip;
}
const withDeclaredSize = (size: number) => withTableBytes(24, (zip, index) => zip.writeUInt32LE(size, index));
const withVersionNeeded = (version: number) => withTableBytes(6, (zip, index) => zip.writeUInt16LE(version, index));
