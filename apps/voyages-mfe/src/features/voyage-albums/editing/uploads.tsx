import { addToAlbum, invalidateRecords, messageOf } from '@archive/api-client';
import type { Album } from '@archive/contracts';
import { newKey } from '@archive/editing';
import { useQueryClient } from '@archive/query';
import {
  Button,
  type ButtonProps,
  IconButton,
  type MediaKind,
  Progress,
  Thumbnail,
  formatCount,
  toast,
} from '@archive/ui';
import { CircleAlert, Upload, X } from '@archive/ui/icons';
import { useEffect, useRef, useState } from 'react';
import { ACCEPTED, storeFile } from '../../voyage-media/upload-media.tsx';

interface UploadListProps {
  /** Title of the album. */
  title: string;
  uploads: AlbumUpload[];
  onRetry(upload: AlbumUpload): void;
  onRemove(upload: AlbumUpload): void;
}

/** Files being uploaded to an album. */
export function UploadList({ title, uploads, onRetry, onRemove }: UploadListProps) {
  if (uploads.length === 0) return null;
  return (
    <ul aria-label={`Uploads to ${title}`} className="divide-y divide-rule border-y border-rule">
      {uploads.map((upload) => {
        const { id, file, preview, state, progress, note, failure } = upload;
        return (
          <li key={id} className="flex flex-wrap items-center gap-3 py-2">
            <span className="h-10 w-13 shrink-0">
              <Thumbnail src={preview} alt="" kind={kindOfFile(file)} />
            </span>
            <span className="min-w-32 flex-1">
              <span className="block truncate">{file.name}</span>
              {state === 'failed' ? (
                <span role="alert" className="flex items-center gap-1.5 text-13 text-signal">
                  <CircleAlert aria-hidden className="size-4 shrink-0" />
                  {failure}
                </span>
              ) : (
                <Progress label={`Upload of ${file.name}`} value={progress * 100} className="mt-1.5" />
              )}
              {note && <output className="text-13 text-faded">{note}</output>}
            </span>
            {state === 'waiting' && <span className="text-13 text-faded">Waiting</span>}
            {state === 'failed' && (
              <>
                <Button size="small" aria-label={`Retry the upload of ${file.name}`} onClick={() => onRetry(upload)}>
                  Retry
                </Button>
                <IconButton
                  size="small"
                  label={`Remove ${file.name}`}
                  icon={<X aria-hidden />}
                  onClick={() => onRemove(upload)}
                />
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface ChooseFilesProps {
  /** Button text. */
  label: string;
  /** Accessible name of the file input. */
  name: string;
  size?: ButtonProps['size'];
  onFiles(files: File[]): void;
}

/** A button that opens the file picker for one or more files. */
export function ChooseFiles({ label, name, size, onFiles }: ChooseFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPTED}
        tabIndex={-1}
        aria-label={name}
        className="sr-only"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Reset the input, so that the same file can be chosen again.
          target.value = '';
        }}
      />
      <Button size={size} icon={<Upload aria-hidden className="size-4" />} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}

/** A file being uploaded to an album. Removed from the list once it is added. */
interface AlbumUpload {
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

/** Kind of placeholder for a chosen file that isn't a picture. */
export function kindOfFile({ type }: File): MediaKind {
  if (type === 'application/pdf') return 'pdf';
  const [family] = type.split('/');
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'document';
}
