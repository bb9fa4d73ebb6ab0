import { describe, expect, test } from '@jest/globals';
import { readDocument, textOfDocument } from '../../src/modules/ingest/formats/read-document.ts';
import { textOf } from '../../src/modules/ingest/document-upload.ts';

const noDocx = () => Promise.reject(new Error('Not a Word document'));

const TEXT = '## 1976-06-16: Café “Élysée”\n\nNotes: Rain – all day.\n';
const western = (text: string) =>
  Buffer.from(text.replaceAll('“', '\u0093').replaceAll('”', '\u0094').replaceAll('–', '\u0096'), 'latin1');

describe('a document is decoded', () => {
  test.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`)],
    ['Windows-1252', western(TEXT)],
    ['UTF-16 without a mark', Buffer.from(TEXT, 'utf16le')],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
    ['big-endian UTF-16 without a mark', Buffer.from(TEXT, 'utf16le').swap16()],
  ])('from %s', (_, bytes) => {
    expect(textOf(bytes).replace('\uFEFF', '')).toBe(TEXT);
  });

  test('or rejected with its line when characters are lost', () => {
    expect(() => textOf(Buffer.concat([Buffer.from(TEXT), western('Café')]))).toThrow('Line 4 has a character');
  });
});

test.each([
  ['RTF', Buffer.from('{\\rtf1\\ansi Voyages}')],
  ['a PDF', Buffer.from('%PDF-1.7 voyages')],
])('%s is rejected with a sentence', async (_, bytes) => {
  const text = await textOfDocument(bytes, noDocx);
  expect(() => readDocument(text)).toThrow('This isn’t a document that can be imported.');
});

test('voyages can be under a key in JSON, with their lines', async () => {
  const json =
    '{\n"exported": "2026",\n"voyages": [\n{"start_date": "1976-06-16"},\n{"start_date": "1976-02-30"}\n]\n}';
  const { voyages, problems } = readDocument(await textOfDocument(Buffer.from(json), noDocx));
  expect(voyages).toMatchObject([{ line: 4, start_date: '1976-06-16' }]);
  expect(problems).toMatchObject([
    { line: 1, field: 'exported', severity: 'warning' },
    { line: 5, field: 'Date', severity: 'error' },
  ]);
});
