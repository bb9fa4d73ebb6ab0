import { Storage, UPLOADS_PREFIX } from '../../storage/index.ts';
import type { DirectFileUpload, ResumableUpload } from './upload-repository.ts';

const folderOf = (id: string) => `${UPLOADS_PREFIX}${id}/`;

/** The key of the growing file of an upload on disk. */
export const fileKeyOf = (id: string) => `${folderOf(id)}file`;

/** The key of a piece that the archive stores. `suffix` distinguishes two requests that continue an upload at the same position. */
export const pieceKeyOf = (id: string, position: number, suffix: string) =>
  `${folderOf(id)}${String(position).padStart(15, '0')}-${suffix}`;

/** The key of a part that a browser sends to the bucket. Numbers start at 1. */
export const partKeyOf = (id: string, number: number) => `${folderOf(id)}part-${String(number).padStart(5, '0')}`;

/** The id of the upload that a key belongs to. */
export const ownerOf = (key: string) => key.slice(UPLOADS_PREFIX.length).split('/')[0] ?? '';

/** Whether browsers send the parts of an upload to the bucket. */
export const isDirect = (upload: ResumableUpload): upload is ResumableUpload & DirectFileUpload =>
  upload.part_bytes !== null;

export const partCount = ({ size, part_bytes: bytes }: DirectFileUpload) => Math.ceil(size / bytes);

/** Size of a part in bytes. The last part may be smaller than the others. */
export const partSize = ({ size, part_bytes: bytes }: DirectFileUpload, number: number) =>
  Math.min(bytes, size - (number - 1) * bytes);

/** The keys of a complete upload, in order. */
export function pieceKeysOf(upload: ResumableUpload): string[] {
  const { id, pieces } = upload;
  if (isDirect(upload)) return Array.from({ length: partCount(upload) }, (_, index) => partKeyOf(id, index + 1));
  return pieces.length > 0 ? pieces : [fileKeyOf(id)];
}

/** The sizes of the objects of an upload in storage, by key. */
export async function storedSizes(storage: Storage, id: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (let from: string | undefined, hasMore = true; hasMore; hasMore = from !== undefined) {
    const { objects, next } = await storage.list(folderOf(id), { from });
    for (const { key, size } of objects) sizes.set(key, size);
    from = next;
  }
  return sizes;
}
