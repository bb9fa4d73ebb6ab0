import {
  albumMediaMutation,
  attachMediaMutation,
  deleteAlbumMutation,
  isConflict,
  type WithEtag,
} from '@archive/api-client';
import type { AlbumWithMedia, MediaItem, Voyage } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, ConfirmDialog, cx, formatCount, toast } from '@archive/ui';
import { useRef, useState } from 'react';
import { UploadDialog } from '../../voyage-media/upload-media.tsx';
import { PickMedia } from '../../voyage-media/pick-media.tsx';
import { AlbumDetails } from './album-details.tsx';
import { AlbumItems } from './album-items.tsx';
import { ChooseFiles } from './choose-files.tsx';
import { MediaOfVoyage } from './media-of-voyage.tsx';
import { UploadList } from './upload-list.tsx';
import type { AlbumUploads } from './use-album-uploads.ts';
import { useFileDrop } from '../../voyage-media/use-file-drop.ts';

interface Props {
  album: WithEtag<AlbumWithMedia>;
  voyage: Pick<Voyage, 'voyage_slug' | 'title' | 'president_name' | 'media'>;
  uploads: AlbumUploads;
  onDeleted(): void;
}

const CONFLICT_MESSAGE = 'Someone else changed this album. It now shows their version. Try again.';

/** An expanded album in edit mode: its title and description, its media and their order, and media to add. */
export function AlbumEditor({ album: tagged, voyage, uploads, onDeleted }: Props) {
  const album = tagged.value;
  const { album_slug, title, media } = album;
  const client = useQueryClient();
  const setMedia = useMutation(albumMediaMutation(client, album_slug));
  const attach = useMutation(attachMediaMutation(client));
  const [announcement, setAnnouncement] = useState('');
  const root = useRef<HTMLDivElement>(null);
  const uploading = uploads.of(album_slug);
  const toastKey = `album-media ${album_slug}`;
  const [files, setFiles] = useState<File[]>();
  const { over, target } = useFileDrop(setFiles);
  const notInAlbum = voyage.media.filter(({ media_slug }) => !media.some((item) => item.media_slug === media_slug));

  /** Resolves to whether the change was stored; a failure is shown. */
  const change = (next: (visible: MediaItem[]) => MediaItem[], failure: string): Promise<boolean> =>
    setMedia.mutateAsync(next).then(
      () => {
        toast.dismissByKey(toastKey);
        return true;
      },
      (error: unknown) => {
        toast.error(isConflict(error) ? CONFLICT_MESSAGE : failure, { key: toastKey });
        return false;
      },
    );

  const add = (items: readonly MediaItem[]) =>
    change(
      (visible) => [
        ...visible,
        ...items.filter((item) => !visible.some((entry) => entry.media_slug === item.media_slug)),
      ],
      'Failed to add media to album',
    );
  const remove = (items: readonly MediaItem[]) => {
    const includes = (list: readonly MediaItem[], item: MediaItem) =>
      list.some(({ media_slug }) => media_slug === item.media_slug);
    const previousMedia = media;
    void change((visible) => visible.filter((item) => !includes(items, item)), 'Failed to remove media from album');
    const [firstItem] = items;
    const removed = items.length === 1 && firstItem ? `“${firstItem.title}”` : formatCount(items.length, 'item');
    toast(`${removed} removed from “${title}”`, {
      action: {
        label: 'Undo',
        onClick: () =>
          void change(
            (visible) => [
              ...previousMedia.filter((item) => includes(items, item) || includes(visible, item)),
              ...visible.filter((item) => !includes(previousMedia, item)),
            ],
            'Failed to add media to album',
          ),
      },
    });
  };
  /** An album only holds media of its voyage, so library media is attached to the voyage first. Rejects if it was not added. */
  const addFromLibrary = async (item: MediaItem) => {
    const { media_slug } = item;
    if (!notInAlbum.some((item) => item.media_slug === media_slug))
      await attach.mutateAsync({ media_slug, voyage_slug: voyage.voyage_slug }).catch((error: unknown) => {
        toast.error('Failed to add media to album', { key: toastKey });
        throw error;
      });
    if (!(await add([item]))) throw new Error('Failed to add media to album');
  };
  const addFromVoyage = async (items: readonly MediaItem[]) => {
    const isAdded = await add(items);
    // The list that had focus is gone once all its media are in the album.
    if (isAdded)
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) root.current?.querySelector<HTMLElement>('ul[tabindex]')?.focus();
      });
    return isAdded;
  };

  return (
    <div
      ref={root}
      {...target}
      className={cx('flex flex-col gap-4 rounded border p-3', over ? 'border-brass bg-wash' : 'border-rule')}
    >
      <AlbumDetails album={tagged} />
      {media.length === 0 && uploading.length === 0 && <p className="text-faded">This album is empty.</p>}
      <AlbumItems
        album={album}
        onMove={(next, announce) =>
          void change((current) => {
            const order = next(current);
            setAnnouncement(announce(order));
            return order;
          }, 'Failed to reorder the album. Try again.')
        }
        onRemove={remove}
      />
      <UploadList title={title} uploads={uploading} onRetry={uploads.retry} onRemove={uploads.remove} />
      <div className="flex flex-wrap items-center gap-2">
        <ChooseFiles label="Add photos or documents" name={`Pictures for “${title}”`} onFiles={setFiles} />
        <PickMedia label="Add from the media library" present={media} onPick={addFromLibrary} />
        <span className="text-13 text-faded pointer-coarse:hidden">or drop files here</span>
      </div>
      <MediaOfVoyage title={title} media={notInAlbum} onAdd={addFromVoyage} />
      {files && (
        <UploadDialog voyage={voyage} album={{ album_slug, title }} files={files} onClose={() => setFiles(undefined)} />
      )}
      <output className="sr-only">{announcement}</output>
      <DeleteAlbum album={album} onDeleted={onDeleted} />
    </div>
  );
}

function DeleteAlbum({ album: { album_slug, title }, onDeleted }: { album: AlbumWithMedia; onDeleted(): void }) {
  const remove = useMutation(deleteAlbumMutation(useQueryClient()));
  const [confirming, setConfirming] = useState(false);
  return (
    <p>
      <Button size="small" variant="quiet" className="-ml-3" onClick={() => setConfirming(true)}>
        Delete album
      </Button>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Delete album "${title}"? Media will not be deleted.`}
        description="Its media stay on the voyage and in the media library."
        confirmText="Delete album"
        danger
        busy={remove.isPending}
        onConfirm={() =>
          void remove.mutateAsync(album_slug).then(
            () => {
              toast.dismissByKey(`delete-album ${album_slug}`);
              onDeleted();
            },
            () => {
              toast.error('Failed to delete album', { key: `delete-album ${album_slug}` });
              setConfirming(false);
            },
          )
        }
      />
    </p>
  );
}
