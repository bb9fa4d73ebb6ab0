import { fileTypeFromBuffer, type FileTypeResult } from 'file-type';
import { Problem } from '../../../common/index.ts';
import type { Storage } from '../../storage/index.ts';
import { acceptedType, type ContentType } from '../content-types.ts';

/** A file's type according to its content. */
export interface FileKind extends ContentType {
  /** Without the dot. */
  extension: string;
}

/** Bytes at the start of a file that are inspected before it is accepted. */
export const HEAD_BYTES = 256 * 1024;

/** Bytes at the start that are inspected in files whose first bytes are ambiguous. */
const LONG_HEAD_BYTES = 8 * 1024 * 1024;

/** Maps extensions that file-type reports to the stored ones. */
const EXTENSIONS: Record<string, string> = {
  apng: 'png',
  heif: 'heic',
  'heic-sequence': 'heic',
  jpx: 'jp2',
  qt: 'mov',
  opus: 'ogg',
  oga: 'ogg',
  m4b: 'm4a',
  f4a: 'm4a',
};

const ALLOWED = 'Allowed files: images, PDFs, Word documents, videos and audio recordings.';

/** Signatures of ZIP files (Word documents) and ID3 tags (recordings), whose content may start after the inspected bytes. */
const CONTAINERS = [Buffer.from('PK\x03\x04', 'latin1'), Buffer.from('ID3', 'latin1')];
/** Signatures of TIFF files, whose directory usually follows the pixels and is therefore after the inspected bytes. */
const TIFF = [Buffer.from('II*\0', 'latin1'), Buffer.from('MM\0*', 'latin1')];
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Name of the main stream in Word 97–2003 files. */
const WORD_STREAM = Buffer.from('WordDocument\0', 'utf16le');

const startsWith = (head: Buffer, signature: Buffer) => head.subarray(0, signature.length).equals(signature);

function kindFor(extension: string): FileKind | undefined {
  const normalized = Object.hasOwn(EXTENSIONS, extension) ? (EXTENSIONS[extension] ?? extension) : extension;
  const type = acceptedType(normalized);
  return type && { ...type, extension: normalized };
}

/** An XML declaration, comments and a doctype. */
const PROLOGUE = /^(?:\s|<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?\s*>)*/i;

function textOf(head: Buffer): string {
  const start = head.subarray(0, 16_384);
  const encoding = start[0] === 0xff && start[1] === 0xfe ? 'utf-16le' : 'utf-8';
  return new TextDecoder(encoding).decode(start);
}

const isSvg = (head: Buffer) => /^<(?:svg|svg:svg)[\s>/]/.test(textOf(head).replace(PROLOGUE, ''));
const isPage = (head: Buffer) => /^(?:<(?:!doctype|html|head|body|script)\b|#!)/i.test(textOf(head).trimStart());

function unsupportedType(head: Buffer, fileType?: FileTypeResult): Problem {
  if (isPage(head)) return new Problem(415, `Web pages and scripts can’t be uploaded. ${ALLOWED}`);
  if (fileType) return new Problem(415, `${fileType.ext.toUpperCase()} files can’t be uploaded. ${ALLOWED}`);
  return new Problem(415, `This file type isn’t recognized. ${ALLOWED}`);
}

/**
 * Detects a file's type from its first bytes; undefined if they are ambiguous.
 * @throws Problem 415 for unsupported types and 422 for an empty file
 */
export async function kindOfHead(head: Buffer): Promise<FileKind | undefined> {
  if (head.length === 0) throw new Problem(422, 'The file is empty.');
  if (startsWith(head, COMPOUND)) return undefined;
  const fileType = await fileTypeFromBuffer(head);
  const kind = fileType && kindFor(fileType.ext);
  if (kind) return kind;
  if ((!fileType || fileType.ext === 'zip') && CONTAINERS.some((signature) => startsWith(head, signature)))
    return undefined;
  if (!fileType && TIFF.some((signature) => startsWith(head, signature))) return kindFor('tif');
  if (isSvg(head)) return kindFor('svg') as FileKind;
  throw unsupportedType(head, fileType);
}

/** Detects the type of a file while it streams, when its first bytes are ambiguous. */
export class ContentInspector {
  readonly #head: Buffer;
  #end = Buffer.alloc(0);
  #isWord = false;

  constructor(head: Buffer) {
    this.#head = head;
  }

  pass(chunk: Buffer): void {
    if (this.#isWord || !startsWith(this.#head, COMPOUND)) return;
    // The name may span two chunks.
    const searched = Buffer.concat([this.#end, chunk]);
    this.#isWord = searched.includes(WORD_STREAM);
    this.#end = searched.subarray(-WORD_STREAM.length);
  }

  /**
   * Returns the type after the last chunk. May read the start of the file again from its storage keys, which must be in order.
   * @throws Problem 415 for unsupported types
   */
  async kind(storage: Storage, keys: readonly string[]): Promise<FileKind> {
    if (startsWith(this.#head, COMPOUND)) {
      if (this.#isWord) return kindFor('doc') as FileKind;
      throw unsupportedType(this.#head, { ext: 'cfb', mime: 'application/x-cfb' });
    }
    const fileType = await fileTypeFromBuffer(await readStart(storage, keys, LONG_HEAD_BYTES));
    const kind = fileType && kindFor(fileType.ext);
    if (kind) return kind;
    throw unsupportedType(this.#head, fileType);
  }
}

async function readStart(storage: Storage, keys: readonly string[], bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let left = bytes;
  for (const key of keys) {
    if (left === 0) break;
    const piece = (await storage.open(key, { start: 0, end: left - 1 })) ?? [];
    for await (const chunk of piece as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      left -= chunk.length;
    }
  }
  return Buffer.concat(chunks);
}
