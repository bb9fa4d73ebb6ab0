import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileTypeFromBuffer, type FileTypeResult } from 'file-type';
import { Problem } from '../../../common/index.ts';
import type { ByteRange } from '../../storage/index.ts';
import { acceptedType, type ContentType } from '../content-types.ts';

/** What a file is by its content. */
export interface FileKind extends ContentType {
  /** Without the dot. */
  extension: string;
}

/** Bytes from the beginning that are looked at before a file is taken. */
export const HEAD_BYTES = 256 * 1024;

/** Bytes that are looked at once more where those did not tell. */
const SECOND_LOOK = { start: 0, end: 8 * 1024 * 1024 - 1 };

/** Extensions by which file-type knows what the archive takes, and those that it keeps it under. */
const EXTENSIONS: Record<string, string> = {
  apng: 'png',
  heif: 'heic',
  'heic-sequence': 'heic',
  qt: 'mov',
  opus: 'ogg',
  oga: 'ogg',
  m4b: 'm4a',
  f4a: 'm4a',
};

const TAKEN = 'The archive takes pictures, PDFs, Word documents, films and sound recordings.';

/** Containers that may be a Word document or a recording; what they hold can stand behind their first bytes. */
const CONTAINERS = [Buffer.from('PK\x03\x04', 'latin1'), Buffer.from('ID3', 'latin1')];
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Name of the main stream of a Word document of before 2007, as its container writes it. */
const WORD_STREAM = Buffer.from('WordDocument\0', 'utf16le');

const startsWith = (head: Buffer, signature: Buffer) => head.subarray(0, signature.length).equals(signature);

function kindFor(extension: string): FileKind | undefined {
  const kept = Object.hasOwn(EXTENSIONS, extension) ? (EXTENSIONS[extension] ?? extension) : extension;
  const type = acceptedType(kept);
  return type && { ...type, extension: kept };
}

/** What stands before the first element of an XML document: a declaration, comments, a document type. */
const PROLOGUE = /^(?:\s|<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?\s*>)*/i;

function textOf(head: Buffer): string {
  const start = head.subarray(0, 16_384);
  const encoding = start[0] === 0xff && start[1] === 0xfe ? 'utf-16le' : 'utf-8';
  return new TextDecoder(encoding).decode(start);
}

const isSvg = (head: Buffer) => /^<(?:svg|svg:svg)[\s>/]/.test(textOf(head).replace(PROLOGUE, ''));
const isPage = (head: Buffer) => /^(?:<(?:!doctype|html|head|body|script)\b|#!)/i.test(textOf(head).trimStart());

function refusal(head: Buffer, found?: FileTypeResult): Problem {
  if (isPage(head)) return new Problem(415, `This is a web page or a script. ${TAKEN}`);
  if (found) return new Problem(415, `By its content this is a file of the kind ${found.ext.toUpperCase()}. ${TAKEN}`);
  return new Problem(415, `By its content this file is of no kind that is known. ${TAKEN}`);
}

/**
 * What a file is, by its first bytes; undefined where only the whole can tell.
 * @throws the 415 of a file that is not taken, and the 422 of an empty one
 */
export async function kindOfHead(head: Buffer): Promise<FileKind | undefined> {
  if (head.length === 0) throw new Problem(422, 'The file is empty.');
  if (startsWith(head, COMPOUND)) return undefined;
  const found = await fileTypeFromBuffer(head);
  const kind = found && kindFor(found.ext);
  if (kind) return kind;
  if ((!found || found.ext === 'zip') && CONTAINERS.some((signature) => startsWith(head, signature))) return undefined;
  if (isSvg(head)) return kindFor('svg') as FileKind;
  throw refusal(head, found);
}

/** Watches a file pass for what its first bytes did not tell. */
export class WholeFile {
  readonly #head: Buffer;
  #end = Buffer.alloc(0);
  #isWord = false;

  constructor(head: Buffer) {
    this.#head = head;
  }

  pass(chunk: Buffer): void {
    if (this.#isWord || !startsWith(this.#head, COMPOUND)) return;
    // The name may lie across two chunks.
    const seen = Buffer.concat([this.#end, chunk]);
    this.#isWord = seen.includes(WORD_STREAM);
    this.#end = seen.subarray(-WORD_STREAM.length);
  }

  /**
   * What the file is, once it has passed; `open` reads a part of it again.
   * @throws the 415 of a file that is not taken
   */
  async kind(open: (range: ByteRange) => Promise<Readable | undefined>): Promise<FileKind> {
    if (startsWith(this.#head, COMPOUND)) {
      if (this.#isWord) return kindFor('doc') as FileKind;
      throw refusal(this.#head, { ext: 'cfb', mime: 'application/x-cfb' });
    }
    const stream = await open(SECOND_LOOK);
    const found = stream && (await fileTypeFromBuffer(await buffer(stream)));
    const kind = found && kindFor(found.ext);
    if (kind) return kind;
    throw refusal(this.#head, found);
  }
}
