import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { proposeMarks } from '@archive/voyage-document';
import { EXTENSION, PROGRAM } from '../../../paths.ts';
import { type DocumentReading, readingOf } from '../plan/document-reading.ts';
import { DocumentError } from './document-error.ts';
import { type DocumentText, readDocument } from './read-document.ts';
import type { ReadTable, TableChoice } from './table.ts';

export interface ParseRequest {
  text: DocumentText;
  /** What a curator chose for a table. */
  choice: TableChoice;
  /** The lines at which voyages begin, or whether to propose some; absent to find headings. */
  marks?: readonly number[] | 'propose' | null;
  /** Whether empty fields of the document clear the fields of the archive. */
  clearEmpty: boolean;
}

/** A parsed document, or the reason why it can't be imported. `table` is set for tables. */
export type ParsedDocument = { table?: ReadTable | undefined; marks?: readonly number[] | null | undefined } & (
  { error: string } | { error: null; reading: DocumentReading }
);

export function parseDocument({ text, choice, marks: given, clearEmpty }: ParseRequest): ParsedDocument {
  const marks = given === 'propose' ? proposeMarks(String(text.text)) : given;
  try {
    const { table, ...document } = readDocument(text, choice, marks);
    if (document.fatal !== null) return { error: document.fatal, table, marks };
    return { error: null, table, marks, reading: readingOf(document, clearEmpty) };
  } catch (error) {
    if (error instanceof DocumentError) return { error: error.message, marks };
    throw error;
  }
}

/** The marks of a text without headings, and of one with a table that leaves lines with dates unread; empty for others. */
export function marksFor(parsed: ParsedDocument, { format, text }: DocumentText): number[] {
  if ((format !== 'markdown' && format !== 'docx') || (parsed.error === null && !parsed.table)) return [];
  const marks = proposeMarks(text);
  if (parsed.error !== null) return marks;
  const read = new Set(parsed.reading.voyages.map(({ line }) => line));
  return marks.every((line) => read.has(line)) ? [] : marks;
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
