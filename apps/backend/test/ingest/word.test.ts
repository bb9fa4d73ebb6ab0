import { expect, test } from '@jest/globals';
import {
  Document,
  FootnoteReferenceRun,
  Header,
  HeadingLevel,
  ImageRun,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from 'docx';
import { readDocument, textOfDocument } from '../../src/modules/ingest/formats/read-document.ts';
import { docxToMarkdown } from '../../src/modules/sandbox/program/docx.ts';

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
  const { voyages, problems } = readDocument(await textOfDocument(bytes, docxToMarkdown));
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
  expect(messages).toContain('The column “Guests” was read as “Passengers”');
});
