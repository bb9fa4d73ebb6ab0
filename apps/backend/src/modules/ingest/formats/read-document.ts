import type { DocumentFormat, IngestColumn } from '@archive/contracts';
import { parseVoyageDocument, type VoyageDocument } from '@archive/voyage-document';
import { delimiterOf, readCsv } from './csv.ts';
import { isJson, readJson } from './json.ts';
import { DocumentError, rejectTooMany } from './document-error.ts';
import { unsupportedFormatMessage } from './unsupported-formats.ts';

/** The detected format of a document, and the text that line numbers refer to. */
export interface DocumentText {
  format: DocumentFormat;
  text: string;
}

const ZIP = Buffer.from('PK\x03\x04', 'latin1');

/** Whether a file is a ZIP file, like Word documents. */
export const isDocx = (bytes: Buffer) => bytes.subarray(0, ZIP.length).equals(ZIP);

/**
 * @param readDocx converts a Word document to Markdown
 * @throws DocumentError for an unsupported format, with a message that says what to do
 */
export async function textOfDocument(
  bytes: Buffer,
  readDocx: (bytes: Buffer) => Promise<string>,
): Promise<DocumentText> {
  const unsupported = unsupportedFormatMessage(bytes);
  if (unsupported !== undefined) throw new DocumentError(unsupported);
  if (isDocx(bytes)) return { format: 'docx', text: await readDocx(bytes) };
  const text = bytes.toString('utf8');
  return { format: isJson(text) ? 'json' : delimiterOf(text) === undefined ? 'markdown' : 'csv', text };
}

const READERS: Record<Exclude<DocumentFormat, 'csv'>, (text: string) => VoyageDocument> = {
  markdown: readMarkdown,
  docx: readMarkdown,
  json: readJson,
};

function readMarkdown(text: string): VoyageDocument {
  const document = parseVoyageDocument(text);
  rejectTooMany(document.voyages.length + document.rejected.length);
  return document;
}

/** A parsed document. `columns` is set for tables. */
type ReadDocument = VoyageDocument & { columns?: IngestColumn[] };

/**
 * Parses a document into voyages. `fatal` says why it can't be imported.
 *
 * @param chosenColumns the columns of a table with the fields that a curator mapped them to
 */
export const readDocument = (
  { format, text }: DocumentText,
  chosenColumns: readonly IngestColumn[] | null = null,
): ReadDocument => (format === 'csv' ? readCsv(text, delimiterOf(text) ?? ',', chosenColumns) : READERS[format](text));
