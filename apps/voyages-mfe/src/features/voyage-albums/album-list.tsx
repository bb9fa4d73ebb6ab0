import type { Album } from '@archive/contracts';
import { Disclosure, formatCount } from '@archive/ui';
import type { ReactNode } from 'react';

interface Props {
  albums: Album[];
  /** Slugs of the expanded albums. */
  opened: ReadonlySet<string>;
  onOpen(slug: string, open: boolean): void;
  /** Content of an expanded album. */
  children: (album: Album) => ReactNode;
}

/** The albums of a voyage, each collapsible. */
export function AlbumList({ albums, opened, onOpen, children }: Props) {
  if (albums.length === 0) return <p className="text-faded">No albums yet.</p>;
  return (
    <ul aria-label="Albums" className="flex flex-col gap-2">
      {albums.map((album) => (
        <li key={album.album_slug} data-album={album.album_slug}>
          <Disclosure
            open={opened.has(album.album_slug)}
            onOpenChange={(open) => onOpen(album.album_slug, open)}
            label={
              <>
                {album.title} <Count count={album.media_count} />
              </>
            }
          >
            {children(album)}
          </Disclosure>
        </li>
      ))}
    </ul>
  );
}

function Count({ count }: { count: number }) {
  return (
    <span className="text-13 font-normal text-faded tabular-nums">
      <span aria-hidden>{count}</span>
      <span className="sr-only">, {formatCount(count, 'item')}</span>
    </span>
  );
}
