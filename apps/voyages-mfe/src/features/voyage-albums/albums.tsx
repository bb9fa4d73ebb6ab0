import { albumQuery, albumsQuery, messageOf } from '@archive/api-client';
import type { Album, MediaItem } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { Button, cx, Disclosure, FailedState, formatCount, SkeletonLine } from '@archive/ui';
import { lazy, Suspense } from 'react';
import { RecordSection, type HeadingLevel } from '../voyage-record/components/record-section.tsx';
import { VoyageMedia } from '../voyage-record/components/voyage-media.tsx';

const editing = () => import('./album-editing.tsx');
const AlbumTools = lazy(() => editing().then(({ AlbumTools: Tools }) => ({ default: Tools })));
const NewAlbum = lazy(() => editing().then(({ NewAlbum: Form }) => ({ default: Form })));

interface Props {
  slug: string;
  /** Media of the voyage that can be added to an album. */
  media: MediaItem[];
  level: HeadingLevel;
  editing?: boolean;
}

/** Albums of a voyage, editable in edit mode (SPEC section 2, Albums). */
export function Albums({ slug, media, level, editing: inEditMode = false }: Props) {
  const { data: albums, error, isFetching, refetch } = useQuery(albumsQuery(slug));
  if (!albums && error) {
    return (
      <FailedState
        title="Can’t load albums"
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
      <RecordSection title="Albums" level={level}>
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
                <AlbumContent album={album} media={media} level={level} editing={inEditMode} />
              </Disclosure>
            </li>
          ))}
        </ul>
        {inEditMode && (
          <Suspense>
            <NewAlbum slug={slug} count={albums.length} />
          </Suspense>
        )}
      </RecordSection>
    </div>
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

/** Content of an expanded album; its media load when it is first opened. */
function AlbumContent({ album, media, level, editing: inEditMode }: { album: Album } & Omit<Props, 'slug'>) {
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
      {data?.media.length === 0 && <p className="text-faded">This album is empty.</p>}
      {data && <VoyageMedia media={data.media} level={level} title={`Media in “${album.title}”`} />}
      {data && inEditMode && (
        <Suspense>
          <AlbumTools album={data} media={media} />
        </Suspense>
      )}
    </div>
  );
}
