import type { Album, Voyage } from '@archive/contracts';
import { LeaveConfirmation } from '@archive/editing';
import { useEffect, useRef, useState } from 'react';
import { AlbumContent, AlbumList } from '../album-list.tsx';
import { AlbumEditor } from './album-editor.tsx';
import { NewAlbum } from './new-album.tsx';
import { useAlbumUploads } from './uploads.tsx';

interface Props {
  voyage: Pick<Voyage, 'voyage_slug' | 'title' | 'president_name' | 'media'>;
  albums: Album[];
  opened: ReadonlySet<string>;
  onOpen(slug: string, open: boolean): void;
}

/** The albums of a voyage in edit mode. */
export function AlbumListEditor({ voyage, albums, opened, onOpen }: Props) {
  const { voyage_slug } = voyage;
  const uploads = useAlbumUploads(voyage_slug);
  const root = useRef<HTMLDivElement>(null);
  const [created, setCreated] = useState<string>();
  // The form that had the focus is gone, so focus the new album.
  useEffect(() => {
    const button = created && root.current?.querySelector<HTMLElement>(`[data-album="${created}"] button`);
    if (!button) return;
    button.focus();
    setCreated(undefined);
  }, [created, albums]);
  const focusCreate = () =>
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(':scope > :last-child button')?.focus());

  return (
    <div ref={root}>
      <LeaveConfirmation unsaved={uploads.pending} />
      <AlbumList albums={albums} opened={opened} onOpen={onOpen}>
        {({ album_slug }) => (
          <AlbumContent slug={album_slug}>
            {(album) => <AlbumEditor album={album} voyage={voyage} uploads={uploads} onDeleted={focusCreate} />}
          </AlbumContent>
        )}
      </AlbumList>
      <NewAlbum
        voyageSlug={voyage_slug}
        count={albums.length}
        onCreated={(album, files) => {
          onOpen(album.album_slug, true);
          setCreated(album.album_slug);
          uploads.start(album, files);
        }}
      />
    </div>
  );
}
