import type { DocumentFormat } from '@archive/contracts';
import { parseVoyageDocument, type VoyageDocument } from '@archive/voyage-document';
import { delimiterOf, readCsv } from './csv.ts';
import { isDocx, docxToMarkdown } from './docx.ts';
import { isJson, readJson } from './json.ts';
import { DocumentError } from './document-error.ts';

/** The detected format of a document, and the text that line numbers refer to. */
export interface DocumentText {
  format: DocumentFormat;
  text: string;
}

/** @throws DocumentError for an unreadable Word document */
export async function textOfDocument(bytes: Buffer): Promise<DocumentText> {
  if (isDocx(bytes)) return { format: 'docx', text: await docxToMarkdown(bytes) };
  const text = bytes.toString('utf8');
  return { format: isJson(text) ? 'json' : delimiterOf(text) === undefined ? 'markdown' : 'csv', text };
}

const READERS: Record<DocumentFormat, (text: string) => VoyageDocument> = {
  markdown: parseVoyageDocument,
  docx: parseVoyageDocument,
  json: readJson,
  csv: (text) => readCsv(text, delimiterOf(text) ?? ','),
};

/**
 * Parses a document into voyages.
 * @throws DocumentError when it can't be imported
 */
export function readDocument({ format, text }: DocumentText): VoyageDocument {
  const document = READERS[format](text);
  if (document.fatal !== null) throw new DocumentError(document.fatal);
  return document;
}
