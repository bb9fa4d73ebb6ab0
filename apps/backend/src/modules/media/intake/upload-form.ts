import type { FastifyRequest } from 'fastify';
import { drainBody, fromForm, invalidFields, Problem, StorageRejectedError } from '../../../common/index.ts';
import type { IncomingFile } from './incoming-files.ts';

/** Aborts an upload after this long without data. */
const IDLE_TIMEOUT_MS = 60_000;

/** Limits the size of one field; the description is the longest. */
const MAX_FIELD_BYTES = 500_000;

interface UploadForm {
  fields: Record<string, unknown>;
  file: IncomingFile;
}

interface Receiver {
  receive(source: AsyncIterable<Buffer>): Promise<IncomingFile>;
  discard(file: IncomingFile): Promise<void>;
}

const tooLarge = (bytes: number) =>
  new Problem(413, `Files can be up to ${Math.floor(bytes / 1024 / 1024)} MB. This file is larger.`);

/** Yields the chunks of the file. Fails when the sender stalls or the file is too large. */
async function* limitedChunks(file: AsyncIterable<Buffer> & { truncated: boolean }, maxBytes: number) {
  const chunks = fromForm(() => file);
  try {
    for (;;) {
      const next = await withTimeout(IDLE_TIMEOUT_MS, chunks.next());
      if (file.truncated) throw tooLarge(maxBytes);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Not awaited, because it would wait for the chunk that never arrives.
    chunks.return().catch(() => undefined);
  }
}

async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Problem(408, 'The upload was interrupted. Try again.')), ms);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

const MAX_NAME_LENGTH = 255;

/** The file's name on the sender's computer, truncated to the maximum length of a field. */
export const cleanFilename = (name: string): string =>
  name
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(-MAX_NAME_LENGTH);

function appendField(fields: Record<string, unknown>, name: string, value: unknown): void {
  const previous = Object.hasOwn(fields, name) ? fields[name] : undefined;
  fields[name] = previous === undefined ? value : [previous, value].flat();
}

/** Reads a form with one file, in any field order, and streams the file to the receiver. Discards the file if the form is invalid. */
export async function readUploadForm(
  request: FastifyRequest,
  receiver: Receiver,
  maxBytes: number,
): Promise<UploadForm> {
  if (!request.isMultipart()) throw new Problem(415, 'Send the file as multipart/form-data.');
  if (Number(request.headers['content-length']) > maxBytes + MAX_FIELD_BYTES) {
    await drainBody(request);
    throw tooLarge(maxBytes);
  }
  const fields: Record<string, unknown> = {};
  let file: IncomingFile | undefined;
  let filename: string | undefined;
  try {
    const limits = { fileSize: maxBytes, files: 1, fieldSize: MAX_FIELD_BYTES };
    for await (const part of fromForm(() => request.parts({ limits }))) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw invalidFields([{ path: part.fieldname, message: 'This is too long.' }]);
        appendField(fields, part.fieldname, part.value);
      } else if (part.fieldname === 'file') {
        filename = cleanFilename(part.filename);
        file = await receiver.receive(limitedChunks(part.file, maxBytes));
      } else {
        throw invalidFields([{ path: part.fieldname, message: 'Send the file as "file".' }]);
      }
    }
    await request.requireAccess();
    if (file) return { fields: { original_filename: filename, ...fields }, file };
    throw invalidFields([{ path: 'file', message: 'Please select a file and provide a title' }]);
  } catch (error) {
    if (file) await receiver.discard(file);
    await drainBody(request);
    if (error instanceof StorageRejectedError) error.file = filename;
    throw error;
  }
}
