import {
  isNotFound,
  mediaItemQuery,
  mediaNeighborsQuery,
  mediaPreservationQuery,
  similarMediaQuery,
} from '@archive/api-client';
import type { PreservationEvent, StoredFile } from '@archive/contracts';
import { RecordStories } from '@archive/editing';
import { useQuery, type UseQueryResult } from '@archive/query';
import { Link, useNavigate, useParams, useSearchParams } from '@archive/router';
import { QueryState, useEditMode, usePageTitle } from '@archive/shell-api';
import {
  Breadcrumbs,
  Loading,
  SkeletonBlock,
  SkeletonLine,
  Thumbnail,
  buttonClass,
  formatDate,
  formatDateTime,
  lazyComponent,
  linkClass,
} from '@archive/ui';
import { ArrowLeft, ArrowRight } from '@archive/ui/icons';
import { useEffect, useState } from 'react';
import { FileRecord } from '../explorer/file-record.tsx';
import { Preview } from '../explorer/preview.tsx';
import { fileOf } from '../stored-file.ts';
import { crumbs } from '../texts.tsx';
import { collectionHref, folderOf, mediaHref } from '../urls.ts';

const MetadataInFile = lazyComponent(() => import('../metadata/metadata-in-file.tsx'), 'MetadataInFile');
const NoSuchMedia = lazyComponent(() => import('../not-found.tsx'), 'NoSuchMedia', <LoadingMedia />);

const POLL_MS = 2000;

/** /media/{slug}: the permanent page of a media item. */
export function MediaPage() {
  const { slug = '' } = useParams();
  return <FilePage key={slug} slug={slug} />;
}

/** A file in its folder: the same page as the permanent one. Files without a record have a preview and can be deleted. */
export function FolderFile({ file, files, path }: { file: StoredFile; files: StoredFile[]; path: string }) {
  if (file.media_slug !== null) return <FilePage slug={file.media_slug} listed={file} files={files} />;
  return (
    <div className="space-y-6">
      <Breadcrumbs items={crumbs(path, file.name)} />
      <FileRecord file={file} lightbox={{ items: files, index: files.indexOf(file) }} path={path} />
    </div>
  );
}

interface FilePageProps {
  slug: string;
  /** The file as its folder lists it, shown until its record is loaded. */
  listed?: StoredFile;
  /** The files that the lightbox shows: those of the folder. */
  files?: StoredFile[];
}

/** One media item: viewer, actions, metadata, where it is used, neighbors, similar pictures and events. */
function FilePage({ slug, listed, files }: FilePageProps) {
  const query = useQuery({
    ...mediaItemQuery(slug),
    // Poll until the preview of a file that was just uploaded or replaced is ready.
    refetchInterval: ({ state }) => (state.data?.preview_state === 'waiting' ? POLL_MS : false),
  });
  const { data: media, error } = query;
  const preservation = useQuery(mediaPreservationQuery(slug));
  const [params] = useSearchParams();
  const { editing } = useEditMode();
  const file = media ? fileOf(media) : listed;
  usePageTitle(file?.title ?? file?.name);
  if (isNotFound(error)) return <NoSuchMedia slug={slug} />;
  if (!file) return <QueryState query={query} level={1} failed="Can’t load this file" loading={<LoadingMedia />} />;
  const folder = folderOf(file.url);
  const index = files?.findIndex(({ media_slug }) => media_slug === slug) ?? -1;
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Breadcrumbs items={crumbs(folder, file.title ?? file.name)} />
        <Neighbors slug={slug} album={params.get('album') ?? undefined} />
      </div>
      <FileRecord
        file={file}
        lightbox={files && index >= 0 ? { items: files, index } : { items: [file], index: 0 }}
        path={folder ?? ''}
        viewer={<MediaViewer file={file} />}
        checksum={preservation.data?.sha256}
      >
        <p className="print:hidden">
          <Link to={mediaHref(slug)} className={linkClass()}>
            Permalink
          </Link>
        </p>
        {editing && media?.suggested && <MetadataInFile media={media} />}
      </FileRecord>
      <SimilarPictures slug={slug} />
      <RecordStories address={`/media/${slug}`} />
      <EventLog query={preservation} />
    </div>
  );
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

const PAGE = 'page';
const REGION = 'region';

/** Shows the file on the page of a media item. The page of a document and the zoomed region are in the URL. */
function MediaViewer({ file }: { file: StoredFile }) {
  const [params, setParams] = useSearchParams();
  const page = Number(params.get(PAGE));
  // The URL sets only the initial position; after that, the viewer keeps its own.
  const [region] = useState(params.get(REGION));
  const set = (changes: Record<string, string | null>) => {
    // Don't replace the history entry of an open lightbox.
    if (Object.entries(changes).every(([name, value]) => params.get(name) === value)) return;
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return (
    <Preview
      file={file}
      place={{
        page: Number.isInteger(page) && page > 0 ? page : 1,
        onPage: (to) => set({ [PAGE]: to === 1 ? null : String(to), [REGION]: null }),
        region,
        onRegion: (to) => set({ [REGION]: to }),
      }}
    />
  );
}

/** Controls and dialogs that use the arrow keys themselves. */
const OWN_KEYS =
  'input, textarea, select, video, audio, iframe, canvas, dialog, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"], [role="tablist"], [role="application"], [role="slider"]';

const usesArrowKeys = (target: EventTarget | null) => target instanceof Element && target.closest(OWN_KEYS) !== null;

/** Links to the media items before and after this one, in the album or the folder. The left and right arrow keys open them too. */
function Neighbors({ slug, album }: { slug: string; album: string | undefined }) {
  const { data } = useQuery(mediaNeighborsQuery(slug, album));
  const navigate = useNavigate();
  const { previous, next } = data ?? {};
  const context = data?.album?.album_slug;
  const previousHref = previous && mediaHref(previous.media_slug, context);
  const nextHref = next && mediaHref(next.media_slug, context);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (usesArrowKeys(event.target) || document.querySelector('dialog[open]')) return;
      const href = { ArrowLeft: previousHref, ArrowRight: nextHref }[event.key];
      if (!href) return;
      event.preventDefault();
      void navigate(href);
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, [navigate, previousHref, nextHref]);
  if (!data || (!previous && !next)) return null;
  const noun = data.album?.voyage_slug === null ? 'collection' : 'album';
  return (
    <nav
      aria-label={data.album ? `In this ${noun}` : 'In this folder'}
      className="flex flex-wrap items-center gap-2 print:hidden"
    >
      {data.album && (
        <span className="mr-2 text-13 text-faded">
          {data.album.voyage_slug === null ? 'Collection' : 'Album'}:{' '}
          <Link
            to={
              data.album.voyage_slug === null
                ? collectionHref(data.album.album_slug)
                : `/voyages/${data.album.voyage_slug}`
            }
            className={linkClass()}
          >
            {data.album.title}
          </Link>
        </span>
      )}
      {previous && (
        <Link
          to={mediaHref(previous.media_slug, context)}
          title={previous.title}
          aria-label={`Previous: ${previous.title}`}
          className={buttonClass()}
        >
          <ArrowLeft aria-hidden className="size-4" />
          Previous
        </Link>
      )}
      {next && (
        <Link
          to={mediaHref(next.media_slug, context)}
          title={next.title}
          aria-label={`Next: ${next.title}`}
          className={buttonClass()}
        >
          Next
          <ArrowRight aria-hidden className="size-4" />
        </Link>
      )}
    </nav>
  );
}

/** Pictures in the library that look like this one, the most similar first. Shows nothing if there are none. */
function SimilarPictures({ slug }: { slug: string }) {
  const { data: pictures = [] } = useQuery(similarMediaQuery(slug));
  if (pictures.length === 0) return null;
  return (
    <section aria-labelledby="similar-pictures" className="space-y-3">
      <h2 id="similar-pictures" className="text-21">
        Similar images
      </h2>
      <ul className="grid grid-cols-2 gap-4 sm:grid-cols-4 lg:grid-cols-6">
        {pictures.map(({ media_slug, title, thumbnail_url, date }) => (
          <li key={media_slug} className="min-w-0">
            <Link to={mediaHref(media_slug)} className="group block">
              <span className="block h-28 overflow-hidden">
                <Thumbnail src={thumbnail_url} alt="" fit="contain" />
              </span>
              <span className="mt-1 line-clamp-2 font-medium wrap-anywhere group-hover:underline">{title}</span>
            </Link>
            {date && <p className="text-13 text-faded">{formatDate(date)}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

const LABELS: Record<PreservationEvent['type'], string> = {
  ingestion: 'Added',
  fixity_check: 'Checked',
  derivation: 'Previews generated',
  replacement: 'File replaced',
  metadata_modification: 'Details changed',
  deletion: 'Deleted',
  restoration: 'Restored',
};

const labelOf = ({ type, outcome }: PreservationEvent) =>
  type === 'derivation' && outcome === 'failure' ? 'Previews not generated' : LABELS[type];

/** The event type's term in PREMIS, the standard for preservation metadata. */
const termOf = ({ type }: PreservationEvent) => type.replace('_', ' ');

interface EventLogProps {
  query: UseQueryResult<{ events: PreservationEvent[] }>;
}

/** The preservation events of a file: when, what, who and with which outcome. */
function EventLog({ query }: EventLogProps) {
  return (
    <section aria-labelledby="event-log" className="space-y-3">
      <h2 id="event-log" className="text-21">
        Event log
      </h2>
      {query.data ? (
        <ol className="divide-y divide-rule border-y border-rule">
          {query.data.events.map((event) => (
            <li
              key={`${event.occurred_at} ${event.type}`}
              className="grid gap-x-6 py-2.5 sm:grid-cols-[13rem_10rem_1fr]"
            >
              <time dateTime={event.occurred_at} className="text-13 leading-6 text-faded tabular-nums">
                {formatDateTime(event.occurred_at)}
              </time>
              <span>
                <span className="block font-medium">{labelOf(event)}</span>
                <span className="block text-13 text-faded">{termOf(event)}</span>
              </span>
              <span className="min-w-0 wrap-anywhere">
                <span className={event.outcome === 'failure' ? 'text-signal' : 'text-sea'}>
                  {event.outcome === 'failure' ? 'Failed' : 'Succeeded'}
                </span>
                {' · '}
                {event.detail} <span className="text-faded">By {event.agent ?? 'the system'}.</span>
              </span>
            </li>
          ))}
        </ol>
      ) : (
        <QueryState query={query} failed="Can’t load the event log" loading="Loading the event log..." />
      )}
    </section>
  );
}
