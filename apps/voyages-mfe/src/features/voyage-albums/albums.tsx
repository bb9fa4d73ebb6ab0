import { albumQuery, albumsQuery, messageOf } from '@archive/api-client';
import type { Album, MediaItem } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { Button, cx, Disclosure, FailedState, SkeletonLine } from '@archive/ui';
import { lazy, Suspense } from 'react';
import { Part, type Level } from '../voyage-record/components/part.tsx';
import { VoyageMedia } from '../voyage-record/components/voyage-media.tsx';

const editing = () => import('./album-editing.tsx');
const AlbumTools = lazy(() => editing().then(({ AlbumTools: Tools }) => ({ default: Tools })));
const NewAlbum = lazy(() => editing().then(({ NewAlbum: Form }) => ({ default: Form })));

interface Props {
  slug: string;
  /** The voyage's own, to choose from. */
  media: MediaItem[];
  level: Level;
  editing?: boolean;
}

/** The albums of a voyage; in edit mode they are made, filled and deleted here (SPEC section 2, Albums). */
export function Albums({ slug, media, level, editing: inEditMode = false }: Props) {
  const { data: albums, error, isFetching, refetch } = useQuery(albumsQuery(slug));
  if (!albums && error) {
    return (
      <FailedState
        title="The albums could not be read."
        action={
          <Button busy={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        }
      >
        {messageOf(error)}
      </FailedState>
    );
  }
  if (!albums) return null;
  return (
    <div className={cx('min-w-0', albums.length === 0 && 'print:hidden')}>
      <Part title="Albums" level={level}>
        {albums.length === 0 && <p className="text-faded">No albums yet.</p>}
        <ul className="flex flex-col gap-2">
          {albums.map((album) => (
            <li key={album.album_slug}>
              <Disclosure
                label={
                  <>
                    {album.title} <Count count={album.media_count} />
                  </>
                }
              >
                <Open album={album} media={media} level={level} editing={inEditMode} />
              </Disclosure>
            </li>
          ))}
        </ul>
        {inEditMode && (
          <Suspense>
            <NewAlbum slug={slug} count={albums.length} />
          </Suspense>
        )}
      </Part>
    </div>
  );
}

function Count({ count }: { count: number }) {
  return (
    <span className="text-13 font-normal text-faded tabular-nums">
      <span aria-hidden>{count}</span>
      <span className="sr-only">, {count === 1 ? '1 item' : `${count} items`}</span>
    </span>
  );
}

/** An album that has been opened: its media are read only now. */
function Open({ album, media, level, editing: inEditMode }: { album: Album } & Omit<Props, 'slug'>) {
  const { data, error, isFetching, refetch } = useQuery(albumQuery(album.album_slug));
  if (!data && error) {
    return (
      <p className="flex flex-wrap items-center gap-3 text-signal" role="alert">
        {messageOf(error)}
        <Button size="small" busy={isFetching} onClick={() => void refetch()}>
          Retry
        </Button>
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-4 pb-2">
      {album.description && <p className="max-w-measure whitespace-pre-line">{album.description}</p>}
      {!data && <SkeletonLine className="w-1/2" />}
      {data?.media.length === 0 && <p className="text-faded">Nothing has been put into this album yet.</p>}
      {data && <VoyageMedia media={data.media} level={level} title={`In “${album.title}”`} />}
      {data && inEditMode && (
        <Suspense>
          <AlbumTools album={data} media={media} />
        </Suspense>
      )}
    </div>
  );
}
