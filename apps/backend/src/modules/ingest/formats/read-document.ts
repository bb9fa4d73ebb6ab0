import type { DocumentFormat, TextEncoding } from '@archive/contracts';
import { parseVoyageDocument, type VoyageDocument } from '@archive/voyage-document';
import type { OfficeText } from '../../sandbox/index.ts';
import { delimiterOf, tableOfCsv } from './csv.ts';
import { decode } from './encodings.ts';
import { isJson, readJson } from './json.ts';
import { markdownTable } from './markdown-table.ts';
import { DocumentError, rejectTooMany } from './document-error.ts';
import { type ReadTable, readTable, type TableChoice } from './table.ts';
import { unsupportedFormatMessage } from './unsupported-formats.ts';

/** The detected format of a document, and the text that line numbers refer to. */
export interface DocumentText {
  format: DocumentFormat;
  text: string;
  /** The encoding of the file; null if the format says it. */
  encoding?: TextEncoding | null;
}

const ZIP = Buffer.from('PK\x03\x04', 'latin1');

/** Whether a file is a ZIP file, like Word documents and Excel workbooks. */
const isOfficeFile = (bytes: Buffer) => bytes.subarray(0, ZIP.length).equals(ZIP);

interface FileFacts {
  filename?: string;
  /** The encoding that a curator chose. */
  encoding?: TextEncoding | null;
}

/**
 * @param readOffice converts a Word document to Markdown, and an Excel workbook to CSV
 * @throws DocumentError for an unsupported format, with a message that says what to do
 */
export async function textOfDocument(
  bytes: Buffer,
  readOffice: (bytes: Buffer) => Promise<OfficeText>,
  { filename = '', encoding: chosen = null }: FileFacts = {},
): Promise<DocumentText> {
  const unsupported = unsupportedFormatMessage(bytes);
  if (unsupported !== undefined) throw new DocumentError(unsupported);
  if (isOfficeFile(bytes)) return readOffice(bytes);
  const { text, encoding } = await decode(bytes, chosen);
  const format = isJson(text) ? 'json' : delimiterOf(text, filename) === undefined ? 'markdown' : 'csv';
  return { format, text, encoding };
}

/** A parsed document. `table` is set for tables. */
type ReadDocument = VoyageDocument & { table?: ReadTable };

function readMarkdown(text: string, choice: TableChoice): ReadDocument {
  const document = parseVoyageDocument(text);
  rejectTooMany(document.voyages.length + document.rejected.length);
  const table = document.fatal === null ? undefined : markdownTable(text);
  return table ? readTable(table, choice) : document;
}

const readCsv = (text: string, choice: TableChoice) =>
  readTable(tableOfCsv(text, delimiterOf(text, '.csv') ?? ','), choice);

const READERS: Record<DocumentFormat, (text: string, choice: TableChoice) => ReadDocument> = {
  markdown: readMarkdown,
  docx: readMarkdown,
  json: readJson,
  csv: readCsv,
  xlsx: readCsv,
};

/** Parses a document into voyages. `fatal` says why it can't be imported. */
export const readDocument = (
  { format, text }: DocumentText,
  choice: TableChoice = { columns: null, reading: null },
): ReadDocument => READERS[format](text, choice);
