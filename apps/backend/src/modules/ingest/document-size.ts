import { MAX_DOCUMENT_BYTES } from '@archive/contracts';

/** The message for a document that exceeds the size limit. */
export const TOO_LARGE = `A document can be up to ${MAX_DOCUMENT_BYTES / 1_000_000} MB.`;
