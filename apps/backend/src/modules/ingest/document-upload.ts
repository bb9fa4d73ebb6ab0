import { MAX_DOCUMENT_BYTES } from '@archive/contracts';
import type { FastifyRequest } from 'fastify';
import { drainBody, Problem, toFormProblem } from '../../common/index.ts';
import { unsupportedFormatMessage } from './formats/unsupported-formats.ts';

/** The message for a document that exceeds the size limit. */
export const TOO_LARGE = `A document can be up to ${MAX_DOCUMENT_BYTES / 1_000_000} MB.`;

/** Whether bytes are text in UTF-8. Other files are passed on as Base64, and the import finds out what they are. */
function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return !bytes.includes(0);
  } catch {
    return false;
  }
}

/** Converts a multipart request with a `file` field to the shape of the JSON body. */
export async function readUpload(
  request: FastifyRequest,
): Promise<{ document: string; encoding: 'utf-8' | 'base64'; filename: string }> {
  const file = await request
    .file({ limits: { fileSize: MAX_DOCUMENT_BYTES, files: 1 } })
    .catch((error: unknown) => Promise.reject(toFormProblem(error)));
  if (!file || file.fieldname !== 'file') {
    await drainBody(request);
    throw new Problem(422, 'Send the document as "file".');
  }
  const bytes = await file.toBuffer().catch((cause: unknown) => {
    throw file.file.truncated ? new Problem(413, TOO_LARGE, { cause }) : toFormProblem(cause);
  });
  await request.requireAccess();
  const { filename } = file;
  return isUtf8(bytes) && unsupportedFormatMessage(bytes) === undefined
    ? { document: bytes.toString('utf8'), encoding: 'utf-8', filename }
    : { document: bytes.toString('base64'), encoding: 'base64', filename };
}
