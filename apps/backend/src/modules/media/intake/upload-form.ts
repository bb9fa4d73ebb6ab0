import type { FastifyRequest } from 'fastify';
import { bytesPassed, fromForm, Problem, refused } from '../../../common/index.ts';
import type { IncomingFile } from './incoming-files.ts';

/** From a sender that sends nothing for so long nothing more is expected. */
const SILENCE_MS = 60_000;

/** Fields are short texts; the description is the longest. */
const FIELD_BYTES = 500_000;

interface UploadForm {
  fields: Record<string, unknown>;
  file: IncomingFile;
}

interface Receiver {
  receive(source: AsyncIterable<Buffer>): Promise<IncomingFile>;
  discard(file: IncomingFile): Promise<void>;
}

const tooLarge = (bytes: number) =>
  new Problem(413, `The archive takes files of up to ${Math.floor(bytes / 1024 / 1024)} MB. This one is larger.`);

/** The chunks of a part, as long as they keep coming and the file is not too large. */
async function* arriving(file: AsyncIterable<Buffer> & { truncated: boolean }, largest: number) {
  const chunks = fromForm(() => file);
  try {
    for (;;) {
      const next = await within(SILENCE_MS, chunks.next());
      if (file.truncated) throw tooLarge(largest);
      if (next.done) return;
      bytesPassed(next.value.length);
      yield next.value;
    }
  } finally {
    // Not waited for: it would wait in turn for the chunk that does not come.
    chunks.return().catch(() => undefined);
  }
}

async function within<T>(ms: number, coming: Promise<T>): Promise<T> {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Problem(408, 'The upload broke off.')), ms);
  try {
    return await Promise.race([coming, silence]);
  } finally {
    clearTimeout(timer);
  }
}

function keep(fields: Record<string, unknown>, name: string, value: unknown): void {
  const before = Object.hasOwn(fields, name) ? fields[name] : undefined;
  fields[name] = before === undefined ? value : [before, value].flat();
}

/**
 * Reads a form with one file in it, the fields before or behind the file, and gives the file away as it comes. When anything
 * is wrong with the form the file is discarded.
 */
export async function readUploadForm(
  request: FastifyRequest,
  receiver: Receiver,
  largest: number,
): Promise<UploadForm> {
  if (!request.isMultipart()) throw new Problem(415, 'Send the file in a form (multipart/form-data).');
  if (Number(request.headers['content-length']) > largest + FIELD_BYTES) throw letRun(request, tooLarge(largest));
  const fields: Record<string, unknown> = {};
  let file: IncomingFile | undefined;
  try {
    const limits = { fileSize: largest, files: 1, fieldSize: FIELD_BYTES };
    for await (const part of fromForm(() => request.parts({ limits }))) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw refused([{ path: part.fieldname, message: 'This is too long.' }]);
        keep(fields, part.fieldname, part.value);
      } else if (part.fieldname === 'file') {
        file = await receiver.receive(arriving(part.file, largest));
      } else {
        throw refused([{ path: part.fieldname, message: 'Send the file as "file".' }]);
      }
    }
    if (file) return { fields, file };
    throw refused([{ path: 'file', message: 'Please select a file and provide a title' }]);
  } catch (error) {
    if (file) await receiver.discard(file);
    throw letRun(request, error);
  }
}

/** Lets the rest of a refused upload run into nothing: a sender that is cut off in the middle would not hear why. */
function letRun(request: FastifyRequest, reason: unknown): unknown {
  request.raw.unpipe();
  request.raw.resume();
  return reason;
}
