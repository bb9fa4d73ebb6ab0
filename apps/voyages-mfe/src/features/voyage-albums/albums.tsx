import { albumsQuery } from '@archive/api-client';
import type { Voyage } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { QueryState, useSession } from '@archive/shell-api';
import { buttonClass, cx, lazyComponent } from '@archive/ui';
import { Images } from '@archive/ui/icons';
import { lazy, Suspense, useState } from 'react';
import { RecordSection, type HeadingLevel } from '../voyage-record/components/record-section.tsx';
import { VoyageMedia, albumManifestHref, hasPicture } from '../voyage-record/components/media-lightbox.tsx';
import { AlbumContent, AlbumList } from './album-list.tsx';

const AlbumListEditor = lazy(() =>
  import('./editing/album-list-editor.tsx').then((module) => ({ default: module.AlbumListEditor })),
);

const NewAlbum = lazyComponent(() => import('./editing/new-album.tsx'), 'NewAlbum');
const AlbumDetails = lazyComponent(() => import('./editing/album-details.tsx'), 'AlbumDetails');

interface Props {
  voyage: Pick<Voyage, 'voyage_slug' | 'title' | 'president_name' | 'media'>;
  level: HeadingLevel;
  editing?: boolean;
}

/** Albums of a voyage, editable in edit mode (SPEC section 2, Albums). */
export function Albums({ voyage, level, editing = false }: Props) {
  const query = useQuery(albumsQuery(voyage.voyage_slug));
  const { data: albums } = query;
  const proposes = useSession().role === 'contributor';
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const open = (slug: string, isOpen: boolean) =>
    setOpened((current) => new Set(isOpen ? [...current, slug] : [...current].filter((item) => item !== slug)));
  if (!albums) return <QueryState query={query} failed="Can’t load albums" loading={null} />;
  const list = (
    <AlbumList albums={albums} opened={opened} onOpen={open}>
      {({ album_slug }) => (
        <AlbumContent slug={album_slug}>
          {(album) => {
            const { title, description, media } = album.value;
            return (
              <div className="flex flex-col gap-4 pb-2">
                {proposes ? (
                  <AlbumDetails album={album} />
                ) : (
                  description && <p className="max-w-measure whitespace-pre-line">{description}</p>
                )}
                {media.length === 0 && <p className="text-faded">This album is empty.</p>}
                <VoyageMedia media={media} level={level} title={`Media in “${title}”`} />
                {media.some(hasPicture) && (
                  <a
                    className={cx(buttonClass({ size: 'small', variant: 'quiet' }), 'self-start print:hidden')}
                    href={albumManifestHref(album_slug)}
                    target="_blank"
                    rel="noopener"
                  >
                    <Images aria-hidden />
                    IIIF manifest
                  </a>
                )}
              </div>
            );
          }}
        </AlbumContent>
      )}
    </AlbumList>
  );
  return (
    <div className={cx('min-w-0', albums.length === 0 && 'print:hidden')}>
      <RecordSection title="Albums" level={level}>
        {editing ? (
          <Suspense fallback={list}>
            <AlbumListEditor voyage={voyage} albums={albums} opened={opened} onOpen={open} />
          </Suspense>
        ) : (
          <>
            {list}
            {proposes && <NewAlbum voyageSlug={voyage.voyage_slug} count={albums.length} />}
          </>
        )}
      </RecordSection>
    </div>
  );
}
