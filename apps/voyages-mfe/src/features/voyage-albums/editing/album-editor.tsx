import { attachMediaMutation, deleteAlbumMutation, type WithEtag } from '@archive/api-client';
import type { AlbumWithMedia, MediaItem, Voyage } from '@archive/contracts';
import { OrderedMedia, useAlbumMedia } from '@archive/editing';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, ConfirmDialog, cx, toast } from '@archive/ui';
import { useRef, useState } from 'react';
import { UploadDialog } from '../../voyage-media/upload-media.tsx';
import { PickMedia } from '../../voyage-media/pick-media.tsx';
import { MediaThumbnail, useLightbox } from '../../voyage-record/components/media-lightbox.tsx';
import { AlbumDetails } from './album-details.tsx';
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

/** An expanded album in edit mode: edits its title, description and media. */
export function AlbumEditor({ album: albumWithEtag, voyage, uploads, onDeleted }: Props) {
  const album = albumWithEtag.value;
  const { album_slug, title, media } = album;
  const client = useQueryClient();
  const attach = useMutation(attachMediaMutation(client));
  const changes = useAlbumMedia(album, 'album');
  const { open, lightbox } = useLightbox(media);
  const root = useRef<HTMLDivElement>(null);
  const uploading = uploads.uploadsOf(album_slug);
  const [files, setFiles] = useState<File[]>();
  const { over, target } = useFileDrop(setFiles);
  const notInAlbum = voyage.media.filter(({ media_slug }) => !media.some((item) => item.media_slug === media_slug));

  /**
   * Attaches library media to the voyage first, because an album can only have media of its voyage. Rejects if the media were not added.
   */
  const addFromLibrary = async (items: readonly MediaItem[]) => {
    for (const { media_slug } of items)
      if (!voyage.media.some((item) => item.media_slug === media_slug))
        await attach.mutateAsync({ media_slug, voyage_slug: voyage.voyage_slug }).catch((error: unknown) => {
          changes.showAddFailure();
          throw error;
        });
    if (!(await changes.add(items))) throw new Error('Failed to add media to album');
  };
  const addFromVoyage = async (items: readonly MediaItem[]) => {
    const isAdded = await changes.add(items);
    // Move focus: the list that had it disappears once all its media are in the album.
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
      <AlbumDetails album={albumWithEtag} />
      {media.length === 0 && uploading.length === 0 && <p className="text-faded">This album is empty.</p>}
      <OrderedMedia album={album} noun="album" onMove={changes.move} onRemove={changes.remove}>
        {(item) => <MediaThumbnail item={item} onOpen={open} draggable={false} />}
      </OrderedMedia>
      {lightbox}
      <UploadList title={title} uploads={uploading} onRetry={uploads.retry} onRemove={uploads.remove} />
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <ChooseFiles label="Add photos or documents" name={`Images for “${title}”`} onFiles={setFiles} />
        <PickMedia
          label="Add from the media library"
          action="Add to album"
          present={media}
          onPick={(item) => addFromLibrary([item])}
          onPickMany={addFromLibrary}
        />
        <span className="text-13 text-faded pointer-coarse:hidden">or drop files here</span>
      </div>
      <div className="empty:hidden print:hidden">
        <MediaOfVoyage title={title} media={notInAlbum} onAdd={addFromVoyage} />
      </div>
      {files && (
        <UploadDialog voyage={voyage} album={{ album_slug, title }} files={files} onClose={() => setFiles(undefined)} />
      )}
      <output className="sr-only">{changes.announcement}</output>
      <DeleteAlbum album={album} onDeleted={onDeleted} />
    </div>
  );
}

function DeleteAlbum({ album: { album_slug, title }, onDeleted }: { album: AlbumWithMedia; onDeleted(): void }) {
  const remove = useMutation(deleteAlbumMutation(useQueryClient()));
  const [confirming, setConfirming] = useState(false);
  return (
    <p className="print:hidden">
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
