// cspell:ignore Gäste Jörg Köln Montréal Müller
import { describe, expect, test } from '@jest/globals';
import { readDocument, textOfDocument } from '../../src/modules/ingest/formats/read-document.ts';
import { decode } from '@archive/file-metadata/encodings';

const noDocx = () => Promise.reject(new Error('Not a Word document'));

/** The beginning of an OpenDocument file, whose first entry is stored uncompressed. */
const openDocument = (kind: string) =>
  Buffer.from(`PK\u0003\u0004${'\0'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.${kind}PK`, 'latin1');

const TEXT = '## 1976-06-16: Café “Élysée”\n\nNotes: Rain – all day.\n';
const western = (text: string) =>
  Buffer.from(text.replaceAll('“', '\u0093').replaceAll('”', '\u0094').replaceAll('–', '\u0096'), 'latin1');

describe('a document is decoded', () => {
  test.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${TEXT}`)],
    ['Windows-1252', western(TEXT)],
    ['UTF-16 without a mark', Buffer.from(TEXT, 'utf16le')],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${TEXT}`, 'utf16le')],
    ['big-endian UTF-16 without a mark', Buffer.from(TEXT, 'utf16le').swap16()],
  ])('from %s', async (_, bytes) => {
    expect((await decode(bytes)).text.replace('\uFEFF', '')).toBe(TEXT);
  });

  test('or rejected with the line number when a character can’t be decoded', async () => {
    const twoEncodings = Buffer.concat([Buffer.from(TEXT), western('Café')]);
    await expect(decode(twoEncodings)).rejects.toThrow('Line 4 has a character');
  });

  const MAC = { é: 0x8e, ü: 0x9f, ö: 0x9a, ä: 0x8a, ñ: 0x96 };
  const mac = (text: string) =>
    Buffer.from(Array.from(text, (letter) => MAC[letter as keyof typeof MAC] ?? letter.charCodeAt(0)));

  test.each([
    'Date,Guests,Place\n1946-03-07,René Café,Montréal\n',
    'Datum;Gäste;Ort\n05.06.1971;"Müller, Jörg";Köln\n',
    // Text without accents doesn't hide what the letters with accents show.
    `Date,Guests\n1946-03-07,René Café\n${'1946-03-08,Guests came aboard at the yard and went ashore\n'.repeat(500)}`,
  ])('from Mac Roman and Windows-1252: %j', async (table) => {
    expect(await decode(mac(table))).toEqual({ text: table, encoding: 'macintosh' });
    expect(await decode(western(table))).toEqual({ text: table, encoding: 'windows-1252' });
    expect(await decode(western(table), 'macintosh')).not.toMatchObject({ text: table });
  });
});

test.each([
  ['RTF', Buffer.from('{\\rtf1\\ansi Voyages}'), 'save it as a Word document'],
  ['a PDF', Buffer.from('%PDF-1.7 voyages'), 'Export the original as Word'],
  ['an old Word document', Buffer.from('\u00D0\u00CF\u0011\u00E0\u00A1', 'latin1'), 'old Office version'],
  ['an OpenDocument text', openDocument('text'), 'save it as a Word document'],
  ['an OpenDocument table', openDocument('spreadsheet'), 'save it as an Excel workbook'],
])('%s is rejected, and the message says what to do', async (_, bytes, sentence) => {
  await expect(textOfDocument(bytes, noDocx)).rejects.toThrow(sentence);
});

test('voyages can be under a key in JSON, and keep their line numbers', async () => {
  const json =
    '{\n"exported": "2026",\n"voyages": [\n{"start_date": "1976-06-16"},\n{"start_date": "1976-02-30"}\n]\n}';
  const { voyages, problems } = readDocument(await textOfDocument(Buffer.from(json), noDocx));
  expect(voyages).toMatchObject([{ line: 4, start_date: '1976-06-16' }]);
  expect(problems).toMatchObject([
    { line: 2, field: 'exported', severity: 'warning' },
    { line: 5, field: 'Date', severity: 'error' },
  ]);
});
