import { MAX_DOCUMENT_BYTES } from '@archive/contracts';
import type { FastifyRequest } from 'fastify';
import { drainBody, Problem, toFormProblem } from '../../common/index.ts';
import { TOO_LARGE } from './document-size.ts';
import { isDocx } from './formats/read-document.ts';
import { unsupportedFormatMessage } from './formats/unsupported-formats.ts';

const ENCODINGS: [mark: number[], name: string][] = [
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

const SAMPLE = 4096;
/** Text is treated as UTF-16 if the share of zero bytes at even or at odd positions exceeds this value. */
const MIN_ZERO_SHARE = 0.4;

/** Detects UTF-16 without a byte order mark from the zero bytes next to ASCII letters. */
function utf16WithoutMark(bytes: Buffer): string | undefined {
  const zeros = [0, 0];
  const length = Math.min(bytes.length, SAMPLE);
  for (let index = 0; index < length; index += 1)
    if (bytes[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros.map((count) => count / (length / 2));
  if (odd > MIN_ZERO_SHARE && even < odd / 10) return 'utf-16le';
  return even > MIN_ZERO_SHARE && odd < even / 10 ? 'utf-16be' : undefined;
}

/** Bytes undefined in Windows-1252. */
const UNDEFINED_IN_WINDOWS_1252 = /[\u0081\u008d\u008f\u0090\u009d]/;

/**
 * Decodes a file according to its byte order mark, or else as UTF-8, UTF-16 or Windows-1252. Leaves binary data with zero bytes
 * unchanged; the import rejects it.
 * @throws Problem 422 if the encoding can't be determined
 */
export function textOf(bytes: Buffer): string {
  const encoding =
    ENCODINGS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))?.[1] ?? utf16WithoutMark(bytes);
  if (encoding !== undefined) return new TextDecoder(encoding).decode(bytes);
  const text = new TextDecoder().decode(bytes);
  const position = text.indexOf('\uFFFD');
  if (position < 0 || bytes.includes(0)) return text;
  const western = new TextDecoder('windows-1252').decode(bytes);
  const hasValidMultibyteText = /[^\0-\u007F\uFFFD]/u.test(text);
  if (!hasValidMultibyteText && !UNDEFINED_IN_WINDOWS_1252.test(western)) return western;
  const line = text.slice(0, position).split('\n').length;
  throw new Problem(
    422,
    `Line ${line} has a character that can’t be read. Save the document with UTF-8 encoding (in Excel, “CSV UTF-8”) and choose it again.`,
  );
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
  const { filename } = file;
  // Passes unsupported formats on as base64. The import recognizes them by their bytes and explains what to do.
  return isDocx(bytes) || unsupportedFormatMessage(bytes) !== undefined
    ? { document: bytes.toString('base64'), encoding: 'base64', filename }
    : { document: textOf(bytes), encoding: 'utf-8', filename };
}
