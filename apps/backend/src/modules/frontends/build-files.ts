import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { digestedText } from '@archive/contracts/build-signature';
import { invalidFields } from '../../common/index.ts';
import { fileTypeOf, isPublishable } from './file-types.ts';

export interface BuildFile {
  path: string;
  body: Buffer;
  type: string;
  /** Hexadecimal SHA-256. */
  sha256: string;
}

const COMPRESSED = /\.(br|gz)$/;
/** Largest decompressed file, which protects the memory from decompression bombs. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** Decompresses a file by its suffix. */
export const unpack = {
  br: (body: Buffer) => promisify(brotliDecompress)(body, { maxOutputLength: MAX_FILE_BYTES }),
  gz: (body: Buffer) => promisify(gunzip)(body, { maxOutputLength: MAX_FILE_BYTES }),
};

export const sha256 = (body: Buffer | string) => createHash('sha256').update(body).digest('hex');

/**
 * Decodes the files of a build and adds their types and hashes.
 * @throws Problem 422 for a file type that builds do not contain, or a duplicate path
 */
export function readFiles(frontend: string, sentFiles: readonly { path: string; content: string }[]): BuildFile[] {
  const paths = new Set<string>();
  return sentFiles.map(({ path, content }, index) => {
    const uncompressedPath = path.replace(COMPRESSED, '');
    const type = isPublishable(frontend, uncompressedPath) ? fileTypeOf(uncompressedPath) : undefined;
    const fieldPath = `files.${index}.path`;
    if (type === undefined)
      throw invalidFields([{ path: fieldPath, message: `${path} has a file type that builds do not contain.` }]);
    if (paths.has(path)) throw invalidFields([{ path: fieldPath, message: `${path} is listed twice.` }]);
    paths.add(path);
    const body = Buffer.from(content, 'base64');
    return { path, body, type, sha256: sha256(body) };
  });
}

/** Rejects compressed files that differ from their originals, because browsers would then run different programs. */
export async function checkCompressed(files: readonly BuildFile[]): Promise<void> {
  const hashesByPath = new Map(files.map((file) => [file.path, file.sha256]));
  for (const { path, body } of files) {
    const form = COMPRESSED.exec(path)?.[1] as keyof typeof unpack | undefined;
    if (!form) continue;
    const original = await unpack[form](body).catch(() => undefined);
    if (!original || sha256(original) !== hashesByPath.get(path.slice(0, -3)))
      throw invalidFields([{ path: 'files', message: `${path} is not the compressed form of its uncompressed file.` }]);
  }
}

/** Identifies a build by the paths and hashes of its files. */
export const digestOf = (files: readonly BuildFile[]) => sha256(digestedText(files));
