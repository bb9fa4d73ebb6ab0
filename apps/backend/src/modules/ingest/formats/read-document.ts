import type { DocumentFormat, FoundReading, TextEncoding } from '@archive/contracts';
import { formatList } from '@archive/contracts/format';
import { decode, MixedEncodingsError } from '@archive/file-metadata/encodings';
import {
  markdownCells,
  markedLines,
  parseVoyageDocument,
  readMarked,
  type VoyageDocument,
} from '@archive/voyage-document';
import type { OfficeText } from '../../sandbox/index.ts';
import { delimiterOf, tableOfCsv } from './csv.ts';
import { isJson, readJson } from './json.ts';
import { DocumentError, rejectTooMany } from './document-error.ts';
import { asWarning, type ReadTable, readTable, type Table, type TableChoice, tableOf } from './table.ts';
import { unsupportedFormatMessage } from './unsupported-formats.ts';

/** The detected format of a document, and the text that line numbers refer to. */
export interface DocumentText {
  format: DocumentFormat;
  text: string;
  /** The encoding of the file; null if the format says it. */
  encoding?: TextEncoding | null;
  /** The sheets of a workbook, and the one that was read. */
  sheets?: FoundReading['sheets'];
  sheet?: string | null;
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
  const { text, encoding } = await decode(bytes, chosen).catch((error: unknown) => {
    if (!(error instanceof MixedEncodingsError)) throw error;
    throw new DocumentError(
      `${error.message} Save the document with UTF-8 encoding (in Excel, “CSV UTF-8”) and choose it again.`,
    );
  });
  const format = isJson(text) ? 'json' : delimiterOf(text, filename) === undefined ? 'markdown' : 'csv';
  return { format, text, encoding };
}

/** A parsed document. `table` is set for tables. */
type ReadDocument = VoyageDocument & { table?: ReadTable };

/** The first table in a Markdown document; undefined if there is none. The lines around it are not part of it. */
function markdownTable(text: string): Table | undefined {
  const rows = text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ cells: markdownCells(line), from: index + 1, to: index + 1 }));
  const start = rows.findIndex(({ cells }, index) => cells !== null && rows[index + 1]?.cells?.length === 0);
  if (start < 0) return undefined;
  const end = rows.findIndex(({ cells }, index) => index > start && cells === null);
  const table = rows.slice(start, end < 0 ? rows.length : end);
  return tableOf(table.flatMap(({ cells, ...span }) => (cells && cells.length > 0 ? [{ cells, ...span }] : [])));
}

function readMarkdown(text: string, choice: TableChoice): ReadDocument {
  const document = parseVoyageDocument(text);
  rejectTooMany(document.voyages.length + document.rejected.length);
  const table = document.fatal === null ? undefined : markdownTable(text);
  return table ? readTable(table, choice) : document;
}

/** Reads the passages that begin at marked lines, whose parts are the columns of a table. */
function readPassages(text: string, marks: readonly number[], choice: TableChoice): ReadDocument {
  const { rows, ...table } = readMarked(text, marks);
  rejectTooMany(rows.length);
  const document = readTable({ ...table, headingLine: 1, rows }, choice);
  const lines = markedLines(text);
  return {
    ...document,
    voyages: document.voyages.map((voyage) => ({
      ...voyage,
      original_markdown: lines.slice(voyage.line - 1, voyage.end_line).join('\n'),
    })),
    // The parts have no headings in the text, so nobody asks how those were read.
    problems: document.problems.filter(({ message }) => !ABOUT_HEADING.test(message)),
  };
}

const ABOUT_HEADING = /^The column “[^”]*” (?:is read as|isn’t recognized)/;

const readCsv = (text: string, choice: TableChoice) =>
  readTable(tableOfCsv(text, delimiterOf(text, '.csv') ?? ','), choice);

/** Always with commas, as workbooks are converted. */
const readSheet = (text: string, choice: TableChoice) => readTable(tableOfCsv(text, ','), choice);

const READERS: Record<DocumentFormat, (text: string, choice: TableChoice) => ReadDocument> = {
  markdown: readMarkdown,
  docx: readMarkdown,
  json: readJson,
  csv: readCsv,
  xlsx: readSheet,
};

/** Parses a document into voyages, which begin at these lines if there are marks. `fatal` says why it can't be imported. */
export function readDocument(
  { format, text, sheets = [], sheet }: DocumentText,
  choice: TableChoice = { columns: null, reading: null },
  marks: readonly number[] | null = null,
): ReadDocument {
  if (marks) return readPassages(text, marks, choice);
  const document = READERS[format](text, choice);
  const others = sheets.filter(({ name }) => name !== sheet).map(({ name }) => `“${name}”`);
  if (others.length === 0) return document;
  const message = `The sheet “${sheet}” is read. The workbook also has ${formatList(others)}.`;
  return { ...document, problems: [asWarning(1, message), ...document.problems] };
}
