import { isNotFound, mediaItemQuery, mediaPreservationQuery, messageOf } from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { useParams, useSearchParams } from '@archive/router';
import { useEditMode, usePageTitle } from '@archive/shell-api';
import { Breadcrumbs, Button, FailedState, Loading, SkeletonBlock, SkeletonLine, lazyComponent } from '@archive/ui';
import { fileOf } from '../all-media/media-file.ts';
import { ALL_MEDIA } from '../all-media-url.ts';
import { prettyFolderName } from '../display-names.ts';
import { FileRecord } from '../explorer/components/file-record.tsx';
import { explorerHref, folderOf } from '../explorer-url.ts';
import { EventLog } from './event-log.tsx';
import { MediaViewer } from './media-viewer.tsx';
import { Neighbors } from './neighbors.tsx';
import { SimilarPictures } from './similar-pictures.tsx';

const MetadataInFile = lazyComponent(() => import('./metadata-in-file.tsx'), 'MetadataInFile');
const NoSuchMedia = lazyComponent(() => import('./no-such-media.tsx'), 'NoSuchMedia', <LoadingMedia />);

const POLL_MS = 2000;

/** /media/{slug}: the permanent page of a media item. */
export function MediaPage() {
  const { slug = '' } = useParams();
  const {
    data: media,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...mediaItemQuery(slug),
    // Poll until the preview of a file that was just uploaded or replaced is ready.
    refetchInterval: ({ state }) => (state.data?.preview_state === 'waiting' ? POLL_MS : false),
  });
  usePageTitle(media?.title);
  if (isNotFound(error)) return <NoSuchMedia slug={slug} />;
  if (error && !media)
    return (
      <FailedState
        level={1}
        title="Can’t load this file"
        action={
          <Button busy={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        }
      >
        {messageOf(error)}
      </FailedState>
    );
  if (!media) return <LoadingMedia />;
  return <MediaRecord key={slug} media={media} />;
}

function MediaRecord({ media }: { media: MediaItem }) {
  const [params] = useSearchParams();
  const { editing } = useEditMode();
  const { data: preservation, error, refetch } = useQuery(mediaPreservationQuery(media.media_slug));
  const file = fileOf(media);
  const folder = folderOf(file.url);
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Breadcrumbs items={crumbs(folder, media.title)} />
        <Neighbors slug={media.media_slug} album={params.get('album') ?? undefined} />
      </div>
      <FileRecord
        file={file}
        lightbox={{ items: [file], index: 0 }}
        path={folder ?? ''}
        viewer={<MediaViewer file={file} />}
        checksum={preservation?.sha256}
        copyLabel="Copy link"
      >
        {editing && media.suggested && <MetadataInFile media={media} />}
      </FileRecord>
      <SimilarPictures slug={media.media_slug} />
      <EventLog
        events={preservation?.events}
        problem={error && !preservation ? messageOf(error) : null}
        onRetry={() => void refetch()}
      />
    </div>
  );
}

/** Breadcrumbs with the folders of a file. External media are in no folder. */
function crumbs(folder: string | undefined, title: string) {
  const parts = folder ? folder.split('/') : [];
  return [
    { label: 'Media Explorer', href: explorerHref('') },
    ...(folder === undefined ? [{ label: 'All media', href: ALL_MEDIA }] : []),
    ...parts.map((part, index) => ({
      label: prettyFolderName(part),
      href: explorerHref(parts.slice(0, index + 1).join('/')),
    })),
    { label: title },
  ];
}

function LoadingMedia() {
  return (
    <Loading label="Loading file..." className="grid gap-10 lg:grid-cols-[1fr_22rem]">
      <SkeletonBlock className="h-96" />
      <div className="space-y-4">
        <SkeletonLine className="h-9 w-2/3" />
        <SkeletonLine />
        <SkeletonLine className="w-1/2" />
        <SkeletonBlock className="h-64" />
      </div>
    </Loading>
  );
}
