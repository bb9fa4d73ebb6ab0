import { addToAlbum, invalidateRecords, messageOf } from '@archive/api-client';
import type { Album } from '@archive/contracts';
import { newKey } from '@archive/editing';
import { useQueryClient } from '@archive/query';
import { formatCount, toast } from '@archive/ui';
import { useEffect, useRef, useState } from 'react';
import { storeFile } from '../../voyage-media/store-file.ts';

/** A file being uploaded to an album. Removed from the list once it is added. */
export interface AlbumUpload {
  /** Id, also used as the idempotency key of the upload. */
  id: string;
  album: Pick<Album, 'album_slug' | 'title'>;
  file: File;
  /** Object URL of a picture. */
  preview: string | null;
  state: 'waiting' | 'sending' | 'failed';
  /** Uploaded fraction, 0 to 1. */
  progress: number;
  /** Status line during upload. */
  note?: string | undefined;
  failure?: string;
}

const uploadOf = (album: AlbumUpload['album'], file: File): AlbumUpload => ({
  id: newKey(),
  album,
  file,
  preview: file.type.startsWith('image/') ? URL.createObjectURL(file) : null,
  state: 'waiting',
  progress: 0,
});

const release = ({ preview }: AlbumUpload) => preview !== null && URL.revokeObjectURL(preview);

/**
 * Uploads files one after another, in the order in which they were chosen. Attaches each to the voyage and adds it to its album. A file
 * that fails stays in the list, with the reason. Uploads continue after the card is closed.
 */
export function useAlbumUploads(voyageSlug: string) {
  const client = useQueryClient();
  const [uploads, setUploads] = useState<AlbumUpload[]>([]);
  const queue = useRef<AlbumUpload[]>([]);
  const running = useRef(false);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const update = (id: string, changes: Partial<AlbumUpload>) =>
    setUploads((current) =>
      current.map((albumUpload) => (albumUpload.id === id ? { ...albumUpload, ...changes } : albumUpload)),
    );
  const remove = (upload: AlbumUpload) => {
    release(upload);
    setUploads((current) => current.filter(({ id }) => id !== upload.id));
  };

  /** Resolves to true if the file is in the album. */
  async function send(upload: AlbumUpload): Promise<boolean> {
    const { id, album, file } = upload;
    update(id, { state: 'sending', progress: 0, failure: undefined });
    try {
      const slug = await storeFile(voyageSlug, {
        file,
        name: file.name,
        category: 'source',
        idempotencyKey: id,
        signal: new AbortController().signal,
        onProgress: (sentBytes) => update(id, { progress: sentBytes }),
        onNote: (note) => update(id, { note }),
      });
      await addToAlbum(client, album.album_slug, slug);
      remove(upload);
      return true;
    } catch (error) {
      update(id, { state: 'failed', note: undefined, failure: messageOf(error) });
      // Show a toast, because the list isn't visible.
      if (!isMounted.current) toast.error(`Can’t add ${file.name} to “${album.title}”: ${messageOf(error)}`);
      return false;
    }
  }

  async function run(uploads: AlbumUpload[]) {
    queue.current.push(...uploads);
    if (running.current) return;
    running.current = true;
    const done = new Map<string, number>();
    for (let next = queue.current.shift(); next; next = queue.current.shift())
      if (await send(next)) done.set(next.album.title, (done.get(next.album.title) ?? 0) + 1);
    running.current = false;
    for (const [title, count] of done) toast.success(`${formatCount(count, 'file')} added to “${title}”`);
    if (done.size > 0) await invalidateRecords(client);
  }

  return {
    uploadsOf: (slug: string) => uploads.filter(({ album }) => album.album_slug === slug),
    /** Whether files are waiting, uploading or failed. */
    pending: () => uploads.length > 0,
    start: (album: AlbumUpload['album'], files: File[]) => {
      const newUploads = files.map((file) => uploadOf(album, file));
      setUploads((current) => [...current, ...newUploads]);
      void run(newUploads);
    },
    retry: (upload: AlbumUpload) => void run([upload]),
    remove,
  };
}

export type AlbumUploads = ReturnType<typeof useAlbumUploads>;
