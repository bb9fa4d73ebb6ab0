import { fileTextQuery, mediaViewQuery } from '@archive/api-client';
import type { MediaView, ViewPicture } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { Button, Loading, cx, formatNumber } from '@archive/ui';
import { ChevronLeft, ChevronRight, FileText } from '@archive/ui/icons';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { DeepZoom } from './deep-zoom.ts';
import { Stage } from './stage.tsx';
import { Tool } from './viewer-tools.tsx';

/** The item that the viewer shows. */
export interface ViewedFile {
  /** Slug of the record; null for a file without one. */
  slug: string | null;
  title: string;
  /** Alternative text of the picture; the title by default. */
  alt?: string | null;
  /** The initial picture, at most 1600 pixels wide. */
  pictureUrl: string | null;
  isDocument?: boolean;
}

/** Position of the viewer, for a page that stores it in the URL. */
export interface ViewerPlace {
  page?: number;
  onPage?(page: number): void;
  /** Part of the picture in IIIF syntax: `pct:x,y,width,height`. */
  region?: string | null;
  onRegion?(region: string | null): void;
}

interface PictureViewProps extends ViewerPlace {
  file: ViewedFile;
  controls: RefObject<DeepZoom | null>;
  onSwipe?(direction: 1 | -1): void;
  /** Shown instead of a picture, with the reason. */
  fallback(reason: string | null): ReactNode;
}

const beginning = ({ pictureUrl, isDocument }: ViewedFile): Pick<ViewPicture, 'page' | 'url' | 'tiles'>[] =>
  pictureUrl === null || isDocument ? [] : [{ page: 1, url: pictureUrl, tiles: null }];

/** The pictures of a file, or the initial picture until they are loaded. */
function usePictures(file: ViewedFile) {
  const { data, error } = useQuery({ ...mediaViewQuery(file.slug ?? ''), enabled: file.slug !== null });
  const pictures = data && data.pictures.length > 0 ? data.pictures : beginning(file);
  return { view: data, pictures, isLoading: data === undefined && error === null && file.slug !== null };
}

/** The picture or the pages of a file. */
export function PictureView({ file, controls, fallback, onSwipe, region, onRegion, ...place }: PictureViewProps) {
  const { view, pictures, isLoading } = usePictures(file);
  const [ownPage, setOwnPage] = useState(1);
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const page = place.page ?? ownPage;
  const picture = pictures.find((item) => item.page === page) ?? pictures[0];
  const showPage = (to: number) => {
    setOwnPage(to);
    place.onPage?.(to);
  };
  if (!picture) {
    if (isLoading) return <Loading label="Loading...">{null}</Loading>;
    if (view?.state === 'waiting') return fallback('The preview is being generated. Check back in a moment.');
    return fallback(view?.error ?? null);
  }
  const count = view?.pages ?? null;
  const alt = file.alt ?? file.title;
  const stage =
    brokenUrl === picture.url ? (
      fallback('Can’t load the image. Download it to open it.')
    ) : (
      <Stage
        key={picture.url}
        picture={picture}
        alt={count === null ? alt : `${alt}, page ${picture.page}`}
        controls={controls}
        region={region}
        onRegion={onRegion}
        onSwipe={onSwipe}
        onBroken={() => setBrokenUrl(picture.url)}
      />
    );
  if (view?.animation)
    return (
      <Animation animation={view.animation} alt={alt} onBroken={() => setBrokenUrl(picture.url)}>
        {stage}
      </Animation>
    );
  if (!file.isDocument && count === null) return <div className="relative min-h-0 flex-1">{stage}</div>;
  return (
    <DocumentFrame file={file} view={view} page={picture.page} onPage={showPage} count={count}>
      {stage}
    </DocumentFrame>
  );
}

interface DocumentFrameProps {
  file: ViewedFile;
  view: MediaView | undefined;
  page: number;
  /** Number of pages; null until they are rendered. */
  count: number | null;
  onPage(page: number): void;
  children: ReactNode;
}

/** A page with the strip of all pages, and its text beside it. */
function DocumentFrame({ file, view, page, count, onPage, children }: DocumentFrameProps) {
  const [isTextShown, setTextShown] = useState(false);
  const text = useQuery({ ...fileTextQuery(file.slug ?? '', page, ''), enabled: file.slug !== null });
  const pageText = text.data?.page?.page === page ? text.data.page.text : '';
  const pictures = view?.pictures ?? [];
  const position = pictures.findIndex((item) => item.page === page);
  const step = (offset: number) => {
    const next = pictures[position + offset];
    if (next) onPage(next.page);
  };
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex min-h-12 flex-wrap items-center gap-1 px-2 sm:px-4">
        {pictures.length > 1 && <Tool label="Previous page" icon={ChevronLeft} onClick={() => step(-1)} />}
        <output className="px-1 text-13 tabular-nums">
          {count === null ? pagesNote(view) : `Page ${formatNumber(page)} of ${formatNumber(count)}`}
        </output>
        {pictures.length > 1 && <Tool label="Next page" icon={ChevronRight} onClick={() => step(1)} />}
        <span className="flex-1" />
        {pageText !== '' && (
          <Button
            size="small"
            aria-pressed={isTextShown}
            icon={<FileText aria-hidden className="size-4" />}
            onClick={() => setTextShown(!isTextShown)}
          >
            Text
          </Button>
        )}
      </div>
      <div className="flex min-h-0 flex-1 flex-col-reverse sm:flex-row">
        {pictures.length > 1 && <PageStrip pictures={pictures} page={page} onPage={onPage} />}
        <div className="relative min-h-0 min-w-0 flex-1">{children}</div>
        {isTextShown && pageText !== '' && (
          <section
            aria-label={`Text of page ${page}`}
            // A scrollable element must be reachable by keyboard.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            className="max-h-[40%] overflow-y-auto border-rule p-4 font-serif text-15 whitespace-pre-wrap [overflow-wrap:anywhere] max-sm:border-t sm:max-h-none sm:w-80 sm:max-w-[40%] sm:border-l"
          >
            {pageText}
          </section>
        )}
      </div>
    </div>
  );
}

const pagesNote = (view: MediaView | undefined) =>
  view?.state === 'waiting' ? 'The other pages are being prepared.' : (view?.error ?? '');

interface PageStripProps {
  pictures: readonly ViewPicture[];
  page: number;
  onPage(page: number): void;
}

function PageStrip({ pictures, page, onPage }: PageStripProps) {
  const strip = useRef<HTMLUListElement>(null);
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [page]);
  return (
    <ul
      ref={strip}
      aria-label="Pages"
      className="flex shrink-0 gap-2 overflow-auto border-rule p-2 max-sm:border-t sm:w-26 sm:flex-col sm:border-r"
    >
      {pictures.map((picture) => (
        <li key={picture.page} className="shrink-0">
          <button
            type="button"
            aria-label={`Page ${picture.page}`}
            aria-current={picture.page === page ? 'page' : undefined}
            onClick={() => onPage(picture.page)}
            className={cx(
              'block w-14 rounded-sm border-2 bg-leaf text-13 tabular-nums sm:w-full',
              picture.page === page ? 'border-brass' : 'border-rule',
            )}
          >
            <img
              src={picture.thumbnail_url ?? picture.url}
              alt=""
              loading="lazy"
              width={picture.width}
              height={picture.height}
              className="h-auto w-full"
            />
            {picture.page}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface AnimationProps {
  animation: NonNullable<MediaView['animation']>;
  alt: string;
  onBroken(): void;
  /** The first frame, which can be zoomed. */
  children: ReactNode;
}

/** An animated picture: its first frame, or the animation after the user starts it. It never starts automatically. */
function Animation({ animation, alt, onBroken, children }: AnimationProps) {
  const [isPlaying, setPlaying] = useState(false);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="relative min-h-0 flex-1">
        {isPlaying ? (
          <img src={animation.url} alt={alt} onError={onBroken} className="absolute inset-0 size-full object-contain" />
        ) : (
          children
        )}
      </div>
      <div className="flex min-h-12 flex-wrap items-center gap-3 px-2 sm:px-4 print:hidden">
        <Button size="small" onClick={() => setPlaying(!isPlaying)}>
          {isPlaying ? 'Stop animation' : 'Play animation'}
        </Button>
        <span className="text-13 text-faded tabular-nums">{formatNumber(animation.frames)} frames</span>
      </div>
    </div>
  );
}
