import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { IngestColumn } from '@archive/contracts';
import { EXTENSION, PROGRAM } from '../../../paths.ts';
import { type DocumentReading, readingOf } from '../plan/document-reading.ts';
import { DocumentError } from './document-error.ts';
import { type DocumentText, readDocument } from './read-document.ts';

export interface ParseRequest {
  text: DocumentText;
  /** The columns of a table with the fields that a curator mapped them to; null to find out the fields. */
  columns: readonly IngestColumn[] | null;
  /** Whether empty fields of the document clear the fields of the archive. */
  clearEmpty: boolean;
}

/** A parsed document, or the reason why it can't be imported. `columns` is set for tables. */
export type ParsedDocument =
  | { error: string; columns?: IngestColumn[] | undefined }
  | { error: null; columns?: IngestColumn[] | undefined; reading: DocumentReading };

export function parseDocument({ text, columns: chosen, clearEmpty }: ParseRequest): ParsedDocument {
  try {
    const { columns, ...document } = readDocument(text, chosen);
    if (document.fatal !== null) return { error: document.fatal, columns };
    return { error: null, columns, reading: readingOf(document, clearEmpty) };
  } catch (error) {
    if (error instanceof DocumentError) return { error: error.message };
    throw error;
  }
}

/** Parses a document in a thread of its own, so that other jobs of the process don't wait for it. */
export async function parseInThread(request: ParseRequest, signal: AbortSignal): Promise<ParsedDocument> {
  const thread = new Worker(path.join(PROGRAM, `document-parser${EXTENSION}`), { workerData: request });
  try {
    const [parsed] = (await once(thread, 'message', { signal })) as [ParsedDocument];
    return parsed;
  } finally {
    await thread.terminate();
  }
}
