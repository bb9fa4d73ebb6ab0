import { MAX_DOCUMENT_BYTES } from '@archive/contracts';
import type { FastifyRequest } from 'fastify';
import { Problem, toFormProblem } from '../../common/index.ts';
import { isDocx } from './formats/read-document.ts';

const ENCODINGS: [mark: number[], name: string][] = [
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** Decodes a file as UTF-8, or as its byte order mark says. */
export function textOf(bytes: Buffer): string {
  const marked = ENCODINGS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte));
  return new TextDecoder(marked?.[1] ?? 'utf-8').decode(bytes);
}

/** Reads the part `file` of a multipart request into the shape of the JSON body. */
export async function readUpload(
  request: FastifyRequest,
): Promise<{ document: string; encoding: 'utf-8' | 'base64'; filename: string }> {
  const file = await request
    .file({ limits: { fileSize: MAX_DOCUMENT_BYTES, files: 1 } })
    .catch((error: unknown) => Promise.reject(toFormProblem(error)));
  if (!file || file.fieldname !== 'file') throw new Problem(422, 'Send the document as "file".');
  const bytes = await file.toBuffer().catch((cause: unknown) => {
    throw file.file.truncated ? new Problem(413, 'A document can be up to 20 MB.', { cause }) : toFormProblem(cause);
  });
  const { filename } = file;
  return isDocx(bytes)
    ? { document: bytes.toString('base64'), encoding: 'base64', filename }
    : { document: textOf(bytes), encoding: 'utf-8', filename };
}
