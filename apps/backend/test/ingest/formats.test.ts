import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { VoyageDocument, VoyageRecord } from '@archive/voyage-document';
import { readDocument, textOfDocument } from '../../src/modules/ingest/formats/read-document.ts';
import { aZip } from '../support/zip.ts';
import { aWordDocument } from '../support/word.ts';

const FOLDER = path.join(import.meta.dirname, 'fixtures');
const fixture = (name: string) => readFileSync(path.join(FOLDER, name));
const read = async (bytes: Buffer) => readDocument(await textOfDocument(bytes));

const withoutLines = ({ line: _line, end_line: _end, original_markdown: _lines, ...content }: VoyageRecord) => content;
const contentOf = ({ sections, voyages }: VoyageDocument) => ({
  sections: sections.map(({ line: _line, ...section }) => section),
  voyages: voyages.map(withoutLines),
});

describe('a good document', () => {
  const dinners = readDocument({ format: 'markdown', text: fixture('ok/dinners.md').toString() });

  test.each(readdirSync(path.join(FOLDER, 'ok')))('%s says the same as the Markdown of that name', async (name) => {
    const bytes = fixture(`ok/${name}`);
    expect((await textOfDocument(bytes)).format).toBe(name.endsWith('.md') ? 'markdown' : path.extname(name).slice(1));
    const document = await read(bytes);
    expect(document.problems).toEqual([]);
    expect(contentOf(document)).toEqual(contentOf(dinners));
  });

  test('of Word says the same as well', async () => {
    const document = await read(await aWordDocument(fixture('ok/dinners.md').toString()));
    expect(document.problems).toEqual([]);
    expect(contentOf(document)).toEqual(contentOf(dinners));
  });

  test('stands in the lines of what was sent', async () => {
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

  test('of any kind may begin with a link or a table of its own', async () => {
    for (const text of ['[Home](x)\n\n## 1976-06-16', 'start_date\n\n## 1976-06-16', '{"a"}\n\n## 1976-06-16'].slice(
      0,
      2,
    ))
      expect((await textOfDocument(Buffer.from(text))).format).toBe('markdown');
  });
});

describe('a document with mistakes', () => {
  const problemsOf = async (name: string) =>
    (await read(fixture(`not-ok/${name}`))).problems.map(({ line, voyage, field, severity }) => [
      line,
      voyage,
      field,
      severity,
    ]);

  test('in a table is told by its rows', async () => {
    expect(await problemsOf('impossible-values.csv')).toEqual([
      [1, null, null, 'warning'],
      [2, '1976-02-30', 'Date', 'error'],
      [5, '1976-03-02', 'Time', 'error'],
      [6, null, null, 'warning'],
    ]);
    const { voyages } = await read(fixture('not-ok/impossible-values.csv'));
    expect(voyages.map(({ start_date }) => start_date)).toEqual(['1976-03-01', '1976-03-03']);
  });

  test('in JSON is told by its lines, and costs the other voyages nothing', async () => {
    expect(await problemsOf('wrong-types.json')).toEqual([
      [2, '1976-06-16', 'passengers', 'error'],
      [3, '1976-06-17', 'colour', 'warning'],
      [4, null, 'start_date', 'error'],
      [5, '1976-02-30', 'Date', 'error'],
      [8, null, null, 'error'],
    ]);
    const { voyages } = await read(fixture('not-ok/wrong-types.json'));
    expect(voyages.map(({ notes }) => notes)).toEqual(['Kept']);
  });

  test.each([
    ['unclosed-quote.csv', 'a quotation mark is not closed'],
    ['broken.json', 'This JSON cannot be read'],
    ['no-list.json', 'JSON of voyages is a list'],
    ['nothing.json', 'the list is empty'],
  ])('fails as a whole: %s', async (name, sentence) => {
    await expect(read(fixture(`not-ok/${name}`))).rejects.toThrow(sentence);
  });
});

describe('a Word document that is none', () => {
  test.each([
    ['another office file', () => aZip({ 'xl/workbook.xml': Buffer.from('<x/>') }), 'no Word document'],
    ['a broken one', () => aZip({ 'word/document.xml': Buffer.from('<not xml') }), 'damaged'],
    ['half of one', () => aZip({ 'word/document.xml': Buffer.alloc(5000, 'a') }).subarray(0, 100), 'damaged'],
    [
      'one that unpacks without an end',
      () => aZip({ 'word/document.xml': Buffer.alloc(40_000_000) }),
      'too large to be read',
    ],
    [
      'one whose pictures unpack without an end',
      () => aZip({ 'word/document.xml': Buffer.from('<x/>'), 'word/media/a.png': Buffer.alloc(120_000_000) }),
      'too large to be read',
    ],
  ])('fails with a sentence: %s', async (_, make, sentence) => {
    await expect(read(make())).rejects.toThrow(sentence);
  });
});
