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
