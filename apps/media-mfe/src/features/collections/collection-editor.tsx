import { invalidateRecords } from '@archive/api-client';
import type { AlbumWithMedia, MediaItem } from '@archive/contracts';
import { OrderedMedia, useAlbumMedia, useDroppedFiles } from '@archive/editing';
import { useQueryClient } from '@archive/query';
import { Button, lazyComponent } from '@archive/ui';
import { Image, Upload } from '@archive/ui/icons';
import { useState } from 'react';
import { NOUN } from '../texts.tsx';
import { CollectionThumbnail, useCollectionViewer } from './contact-sheet.tsx';

const MediaPicker = lazyComponent(() => import('../picker/media-picker.tsx'), 'MediaPicker');
const UploadDialog = lazyComponent(() => import('../upload/upload-dialog.tsx'), 'UploadDialog');

/**
 * Edits the media of a collection in Edit Mode: reorders them, and adds media
 * from the library or files that are uploaded or dropped on the page.
 */
export function CollectionEditor({ collection }: { collection: AlbumWithMedia }) {
  const { album_slug, title, media } = collection;
  const client = useQueryClient();
  const changes = useAlbumMedia(collection, NOUN);
  const { open, viewer } = useCollectionViewer(media);
  const [picking, setPicking] = useState(false);
  const [files, setFiles] = useState<File[]>();
  const isOver = useDroppedFiles(files || picking ? undefined : setFiles);

  const pick = async (items: readonly MediaItem[]) => {
    if (!(await changes.add(items))) throw new Error('Failed to add media to collection');
  };
  return (
    <section aria-label={`Edit the media of ${title}`} className="space-y-4">
      <div className="flex flex-wrap items-center gap-2">
        <Button icon={<Upload aria-hidden className="size-4" />} onClick={() => setFiles([])}>
          Upload media
        </Button>
        <Button icon={<Image aria-hidden className="size-4" />} onClick={() => setPicking(true)}>
          Add from the media library
        </Button>
        <span className="text-13 text-faded pointer-coarse:hidden">or drop files on the page</span>
      </div>
      {media.length === 0 && <p className="text-faded">This collection is empty.</p>}
      <OrderedMedia album={collection} noun={NOUN} onMove={changes.move} onRemove={changes.remove}>
        {(item) => <CollectionThumbnail item={item} album={album_slug} onOpen={open} />}
      </OrderedMedia>
      {viewer}
      <output className="sr-only">{changes.announcement}</output>
      {isOver && (
        <div className="pointer-events-none fixed inset-3 z-dialog grid place-items-end justify-items-center rounded border-2 border-dashed border-brass p-8">
          <output className="rounded bg-leaf px-5 py-3 shadow-float">Drop files to add them to this collection.</output>
        </div>
      )}
      {picking && (
        <MediaPicker
          open
          excluded={media.map(({ media_slug }) => media_slug)}
          action="Add to collection"
          onSelect={(item) => pick([item])}
          onSelectMany={pick}
          onClose={() => setPicking(false)}
        />
      )}
      {files && (
        <UploadDialog
          open
          collection={{ album_slug, title }}
          files={files}
          onUploaded={() => void invalidateRecords(client)}
          onClose={() => setFiles(undefined)}
        />
      )}
    </section>
  );
}
