import { MAX_DOCUMENT_VOYAGES } from '@archive/contracts';
import { formatNumber } from '@archive/contracts/format';

/** The document can't be imported. The message is shown to curators. */
export class DocumentError extends Error {}

/** @throws DocumentError for more voyages than a document may have */
export function rejectTooMany(voyages: number): void {
  if (voyages <= MAX_DOCUMENT_VOYAGES) return;
  throw new DocumentError(
    `This document has ${formatNumber(voyages)} voyages, and ${formatNumber(MAX_DOCUMENT_VOYAGES)} can be imported at once. Split it into smaller documents.`,
  );
}

/** More columns or longer headings than anyone can check on a page. */
const MAX_COLUMNS = 500;
const MAX_HEADING = 1000;

/** @throws DocumentError for a table with more or longer headings than a page can show */
export function rejectTooWide(headings: readonly string[]): void {
  if (headings.length > MAX_COLUMNS)
    throw new DocumentError(
      `This table has ${formatNumber(headings.length)} columns, and ${MAX_COLUMNS} can be imported. Leave out what the archive doesn’t need.`,
    );
  const long = headings.findIndex((heading) => heading.length > MAX_HEADING);
  if (long !== -1)
    throw new DocumentError(
      `The heading of column ${long + 1} is longer than ${formatNumber(MAX_HEADING)} characters. Shorten it.`,
    );
}
