import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { refused } from '../../common/index.ts';
import { fileTypeOf } from './file-types.ts';

export interface BuildFile {
  path: string;
  body: Buffer;
  type: string;
  /** SHA-256 in hexadecimal digits. */
  sha256: string;
}

const COMPRESSED = /\.(br|gz)$/;
/** What a small file grows to at most: nobody fills the memory with a few packed bytes. */
const LARGEST = 64 * 1024 * 1024;

const unpack = {
  br: (body: Buffer) => promisify(brotliDecompress)(body, { maxOutputLength: LARGEST }),
  gz: (body: Buffer) => promisify(gunzip)(body, { maxOutputLength: LARGEST }),
};

const sha256 = (body: Buffer | string) => createHash('sha256').update(body).digest('hex');

/** The files of a build as they are sent, each with its type and hash. A file that no build of ours has is refused. */
export function readFiles(sent: readonly { path: string; content: string }[]): BuildFile[] {
  const seen = new Set<string>();
  return sent.map(({ path, content }, index) => {
    const type = fileTypeOf(path.replace(COMPRESSED, ''));
    const at = `files.${index}.path`;
    if (type === undefined) throw refused([{ path: at, message: `${path} is no kind of file that a build has.` }]);
    if (seen.has(path)) throw refused([{ path: at, message: `${path} is there twice.` }]);
    seen.add(path);
    const body = Buffer.from(content, 'base64');
    return { path, body, type, sha256: sha256(body) };
  });
}

/** A compressed form that holds something else would show some browsers another program than others. */
export async function checkCompressed(files: readonly BuildFile[]): Promise<void> {
  const plain = new Map(files.map((file) => [file.path, file.sha256]));
  for (const { path, body } of files) {
    const form = COMPRESSED.exec(path)?.[1] as keyof typeof unpack | undefined;
    if (!form) continue;
    const held = await unpack[form](body).catch(() => undefined);
    if (!held || sha256(held) !== plain.get(path.slice(0, -3)))
      throw refused([{ path: 'files', message: `${path} is not the compressed form of the file beside it.` }]);
  }
}

/** One name for the whole build: the hash of its files' paths and hashes. */
export const digestOf = (files: readonly BuildFile[]) =>
  sha256(
    files
      .map(({ path, sha256: hash }) => `${hash} ${path}\n`)
      .toSorted()
      .join(''),
  );
