import { type WithEtag, albumQuery, messageOf } from '@archive/api-client';
import type { Album, AlbumWithMedia } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { Button, Disclosure, SkeletonLine, formatCount } from '@archive/ui';
import type { ReactNode } from 'react';

interface AlbumListProps {
  albums: Album[];
  /** Slugs of the expanded albums. */
  opened: ReadonlySet<string>;
  onOpen(slug: string, open: boolean): void;
  /** Content of an expanded album. */
  children: (album: Album) => ReactNode;
}

/** The albums of a voyage, each collapsible. */
export function AlbumList({ albums, opened, onOpen, children }: AlbumListProps) {
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

interface AlbumContentProps {
  slug: string;
  children: (album: WithEtag<AlbumWithMedia>) => ReactNode;
}

/** An expanded album; its media load when it is first opened. */
export function AlbumContent({ slug, children }: AlbumContentProps) {
  const { data, error, isFetching, refetch } = useQuery(albumQuery(slug));
  if (data) return children(data);
  if (!error) return <SkeletonLine className="w-1/2" />;
  return (
    <p className="flex flex-wrap items-center gap-3 text-signal" role="alert">
      {messageOf(error)}
      <Button size="small" busy={isFetching} onClick={() => void refetch()}>
        Retry
      </Button>
    </p>
  );
}
