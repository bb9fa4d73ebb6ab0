import type { DocumentFormat } from '@archive/contracts';
import { parseVoyageDocument, type VoyageDocument } from '@archive/voyage-document';
import { delimiterOf, readCsv } from './csv.ts';
import { isPacked, markdownOfDocx } from './docx.ts';
import { isJson, readJson } from './json.ts';
import { Unusable } from './unusable.ts';

/** What a document is by its content, and the text whose lines its problems count. */
export interface DocumentText {
  format: DocumentFormat;
  text: string;
}

/** @throws Unusable for a Word document that cannot be read */
export async function textOfDocument(bytes: Buffer): Promise<DocumentText> {
  if (isPacked(bytes)) return { format: 'docx', text: await markdownOfDocx(bytes) };
  const text = bytes.toString('utf8');
  return { format: isJson(text) ? 'json' : delimiterOf(text) === undefined ? 'markdown' : 'csv', text };
}

const READERS: Record<DocumentFormat, (text: string) => VoyageDocument> = {
  markdown: parseVoyageDocument,
  docx: parseVoyageDocument,
  json: readJson,
  csv: (text) => readCsv(text, delimiterOf(text) ?? ','),
};

/** The voyages of a document. @throws Unusable for a text that is none */
export function readDocument({ format, text }: DocumentText): VoyageDocument {
  const document = READERS[format](text);
  if (document.fatal !== null) throw new Unusable(document.fatal);
  return document;
}
