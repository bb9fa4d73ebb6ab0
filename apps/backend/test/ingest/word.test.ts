import { describe, expect, test } from '@jest/globals';
import {
  CommentReference,
  DeletedTextRun,
  Document,
  EndnoteReferenceRun,
  FootnoteReferenceRun,
  Header,
  HeadingLevel,
  ImageRun,
  InsertedTextRun,
  Packer,
  Paragraph,
  type ParagraphChild,
  Table,
  TableCell,
  TableRow,
  Textbox,
  TextRun,
} from 'docx';
import { readDocument, textOfDocument } from '../../src/modules/ingest/formats/read-document.ts';
import { officeToText } from '../../src/modules/sandbox/program/office.ts';
import { aZip } from '../support/zip.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const rowOf = (...cells: string[]) =>
  new TableRow({ children: cells.map((text) => new TableCell({ children: [new Paragraph(text)] })) });

const document = () =>
  new Document({
    footnotes: { 1: { children: [new Paragraph('Washington Star, p. 1')] } },
    sections: [
      {
        headers: { default: new Header({ children: [new Paragraph('Draft & private')] }) },
        children: [
          new Paragraph({ text: 'President Richard Nixon', heading: HeadingLevel.HEADING_1 }),
          new Paragraph({ text: '1971-05-04', heading: HeadingLevel.HEADING_2 }),
          new Paragraph({ children: [new TextRun('Notes: Dinner'), new FootnoteReferenceRun(1)] }),
          new Paragraph({
            children: [
              new ImageRun({
                data: Buffer.from(PIXEL, 'base64'),
                type: 'png',
                transformation: { width: 5, height: 5 },
              }),
            ],
          }),
          new Table({
            rows: [rowOf('Date', 'Guests', 'Hull'), rowOf('1971-05-06', 'Pat Nixon; Ann Lee', 'blue | white')],
          }),
        ],
      },
    ],
  });

test('stores or reports tables, footnotes, images and headers of a Word document', async () => {
  const bytes = await Packer.toBuffer(document());
  const { voyages, problems } = readDocument(await textOfDocument(bytes, officeToText));
  expect(voyages).toMatchObject([
    { start_date: '1971-05-04', notes: 'Dinner[^1]', additional_information: '[^1]: Washington Star, p. 1' },
    {
      start_date: '1971-05-06',
      passengers: [{ name: 'Pat Nixon' }, { name: 'Ann Lee' }],
      additional_information: 'Hull: blue | white',
    },
  ]);
  const messages = problems.map(({ message }) => message).join('\n');
  expect(messages).toContain('The text “Draft & private” isn’t part of a voyage');
  expect(messages).toContain('An image pasted into the document can’t be imported');
  expect(messages).toContain('The column “Guests” is read as “Passengers”');
});

/** Reads a voyage with these paragraphs after its heading. */
async function readParagraphs(
  children: (Paragraph | Table | Textbox)[],
  parts: Partial<ConstructorParameters<typeof Document>[0]> = {},
) {
  const heading = new Paragraph({ text: '1971-05-04', heading: HeadingLevel.HEADING_2 });
  const word = new Document({ ...parts, sections: [{ children: [heading, ...children] }] });
  return readWord(await Packer.toBuffer(word));
}

async function readWord(bytes: Buffer) {
  const document = await textOfDocument(bytes, officeToText);
  const { voyages, problems } = readDocument(document);
  const lines = document.text.split('\n');
  return {
    voyage: voyages[0],
    count: voyages.length,
    /** Messages, each after the text of its line. */
    messages: problems.map(({ line, message }) => `${lines[(line ?? 0) - 1]} → ${message}`),
  };
}

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
/** A document with a voyage, and a paragraph with this XML. */
const withXml = (xml: string) =>
  aZip({
    'word/document.xml': Buffer.from(
      `<w:document xmlns:w="${WORD}"><w:body><w:p><w:r><w:t>## 1971-05-04</w:t></w:r></w:p><w:p>${xml}</w:p></w:body></w:document>`,
    ),
  });

const change = { id: 1, author: 'Ann Lee', date: '2026-01-01T00:00:00Z' };
const paragraph = (...children: ParagraphChild[]) => new Paragraph({ children });

describe('a Word document that multiple people edited', () => {
  test('is read with inserted text and without deleted text', async () => {
    const { voyage, messages } = await readParagraphs([
      paragraph(
        new TextRun('Passengers: Ann Lee, '),
        new DeletedTextRun({ text: 'Bob May, ', ...change }),
        new InsertedTextRun({ text: 'Carl Fox', ...change }),
        new TextRun({ text: ', Dan Hill', strike: true }),
      ),
      paragraph(new TextRun('Notes: Rain.')),
    ]);
    expect(voyage).toMatchObject({ passengers: [{ name: 'Ann Lee' }, { name: 'Carl Fox' }], notes: 'Rain.' });
    expect(messages).toEqual([
      '<!-- Deleted text: Bob May, --> → The comment “Deleted text: Bob May,” is skipped.',
      '<!-- Struck-through text: , Dan Hill --> → The comment “Struck-through text: , Dan Hill” is skipped.',
    ]);
  });

  test('reports comments below the line that they refer to', async () => {
    const comments = {
      children: [{ id: 0, author: 'Ann Lee', children: [paragraph(new TextRun('Was it the 5th -- or the 4th?'))] }],
    };
    const { voyage, messages } = await readParagraphs(
      [
        paragraph(new TextRun('Passengers: Ann Lee'), new CommentReference(0), new TextRun(', Carl Fox')),
        paragraph(new TextRun('Notes: Rain.')),
      ],
      { comments },
    );
    expect(voyage).toMatchObject({ passengers: [{ name: 'Ann Lee' }, { name: 'Carl Fox' }], notes: 'Rain.' });
    expect(messages).toEqual([
      '<!-- Word comment by Ann Lee: Was it the 5th — or the 4th? --> → The comment “Word comment by Ann Lee: Was it the 5th — or the 4th?” is skipped.',
    ]);
  });

  test('reports a comment in a table below the table', async () => {
    const comments = { children: [{ id: 0, author: 'Ann Lee', children: [paragraph(new TextRun('Check.'))] }] };
    const cell = new TableCell({ children: [paragraph(new TextRun('Fog.'), new CommentReference(0))] });
    const table = new Table({
      rows: [
        rowOf('Date', 'Notes'),
        new TableRow({ children: [new TableCell({ children: [new Paragraph('1971-05-06')] }), cell] }),
        rowOf('1971-05-07', 'Sun.'),
      ],
    });
    const { count, messages } = await readParagraphs([table], { comments });
    expect(count).toBe(3);
    expect(messages.join()).toContain('The comment “Word comment by Ann Lee: Check.” is skipped.');
  });

  test('keeps the text of text boxes, fields, footnotes and endnotes', async () => {
    const { voyage, messages } = await readParagraphs(
      [
        paragraph(new TextRun('Notes: Dinner'), new FootnoteReferenceRun(1), new EndnoteReferenceRun(1)),
        new Textbox({ style: { width: '100pt' }, children: [paragraph(new TextRun('In the box'))] }),
      ],
      {
        footnotes: { 1: { children: [new Paragraph('Star, p. 1')] } },
        endnotes: { 1: { children: [new Paragraph('Post, p. 2')] } },
      },
    );
    expect(voyage).toMatchObject({
      notes: 'Dinner[^1][^end1]\n\nIn the box',
      additional_information: '[^1]: Star, p. 1\n[^end1]: Post, p. 2',
    });
    expect(messages).toEqual([]);
  });

  test.each([
    ['a field', '<w:fldSimple w:instr="DATE"><w:r><w:t>Place</w:t></w:r></w:fldSimple>'],
    ['text from right to left', '<w:bdo w:val="rtl"><w:r><w:t>Place</w:t></w:r></w:bdo>'],
    [
      'a text box of a new version',
      '<w:r><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice><wps:wsp xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:txbx><w:txbxContent><w:p><w:r><w:t>Place</w:t></w:r></w:p></w:txbxContent></wps:txbx></wps:wsp></mc:Choice></mc:AlternateContent></w:r>',
    ],
    ['moved text', '<w:moveTo w:id="3" w:author="A"><w:r><w:t>Place</w:t></w:r></w:moveTo>'],
  ])('keeps %s', async (_, xml) => {
    const bytes = withXml(`<w:r><w:t xml:space="preserve">Notes: At </w:t></w:r>${xml}`);
    expect((await readWord(bytes)).voyage?.notes).toMatch(/^At\s+Place$/);
  });

  test('drops layout characters from texts', async () => {
    const { voyage, messages } = await readParagraphs([
      paragraph(new TextRun('Passengers: Henry\u00A0Kis\u00ADsin\u200Bger,\u200F Ann\u202FLee\u200E')),
      paragraph(new TextRun('Notes:\u00A0Rain\u00A0all day.')),
    ]);
    expect(voyage).toMatchObject({
      passengers: [{ name: 'Henry Kissinger' }, { name: 'Ann Lee' }],
      notes: 'Rain all day.',
    });
    expect(messages).toEqual([]);
  });
});
