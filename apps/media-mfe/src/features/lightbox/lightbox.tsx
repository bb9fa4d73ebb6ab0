import '../../style.css';
import { rightsLabel } from '@archive/contracts/rights';
import type { LightboxItem, LightboxProps } from '@archive/shell-api';
import { Thumbnail, formatDate, lazyComponent, linkClass, usePortalScope } from '@archive/ui';
import { ChevronLeft, ChevronRight, Download, X } from '@archive/ui/icons';
import { Prose } from '@archive/ui/prose';
import {
  type ComponentType,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Player } from '../player/player.tsx';
import type { DeepZoom } from '../viewer/deep-zoom.ts';
import { PictureView } from '../viewer/picture-view.tsx';
import { FullScreenTool, Tool, ZoomTools, zoomKeyAction } from '../viewer/viewer-tools.tsx';

/** Opens the dialog while mounted, then returns focus. */
function useOpenDialog(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const previousFocus = document.activeElement;
    dialog.current?.showModal();
    dialog.current?.focus();
    // Used by the styles of the page under the lightbox.
    document.documentElement.dataset['lightbox'] = '';
    return () => {
      delete document.documentElement.dataset['lightbox'];
      queueMicrotask(() => previousFocus instanceof HTMLElement && previousFocus.isConnected && previousFocus.focus());
    };
  }, []);
  return {
    ref: dialog,
    onCancel: (event: { preventDefault: () => void }) => {
      event.preventDefault();
      onClose();
    },
  };
}

/** Full-window viewer for a list of media (SPEC section 2). */
export function Lightbox({ items, start, onClose }: LightboxProps) {
  const [index, setIndex] = useState(Math.min(Math.max(0, start), items.length - 1));
  const openDialog = useOpenDialog(onClose);
  useBackToClose(onClose);
  const page = useRef<HTMLDivElement>(null);
  const controls = useRef<DeepZoom | null>(null);
  const goTo = (to: number) => {
    if (to === index || to < 0 || to >= items.length) return;
    setIndex(to);
  };
  const item = items[index];
  const step = (offset: number) => goTo(index + offset);
  const scope = usePortalScope();
  if (!item) return null;
  const isPicture = isViewable(item);

  const handleKeyDown = (event: KeyboardEvent) => {
    // A media player handles its own keys.
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLMediaElement) return;
    const steps: Record<string, () => void> = {
      ArrowLeft: () => step(-1),
      ArrowRight: () => step(1),
      PageUp: () => step(-1),
      PageDown: () => step(1),
      Home: () => step(-index),
      End: () => step(items.length - 1 - index),
    };
    const action = zoomKeyAction(event.key, controls.current) ?? steps[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };

  return (
    <dialog
      {...openDialog}
      {...scope}
      tabIndex={-1}
      data-theme="dark"
      aria-label={item.title}
      onKeyDown={handleKeyDown}
      className="inset-0 m-0 h-dvh max-h-none w-full max-w-none border-0 bg-paper p-0 text-ink outline-none print:hidden"
    >
      <div ref={page} className="flex size-full flex-col bg-paper">
        <div className="flex flex-wrap items-center gap-1 px-2 py-1.5 sm:px-4">
          {isPicture && <ZoomTools controls={controls} />}
          <span className="flex-1" />
          <FullScreenTool element={page} />
          <a
            href={downloadOf(item.url)}
            download
            title="Download"
            aria-label="Download"
            className="inline-grid size-10 place-items-center rounded text-faded hover:bg-wash hover:text-ink"
          >
            <Download aria-hidden className="size-5" />
          </a>
          <Tool label="Close" icon={X} onClick={onClose} />
        </div>
        <div className="relative flex min-h-0 flex-1">
          <ItemView key={index} item={item} controls={controls} onSwipe={step} />
          {items.length > 1 && (
            <>
              <StepButton side="left" label="Previous" end={index === 0} onClick={() => step(-1)} />
              <StepButton side="right" label="Next" end={index === items.length - 1} onClick={() => step(1)} />
            </>
          )}
        </div>
        <Caption item={item} place={items.length > 1 ? `${index + 1} of ${items.length}` : ''} />
      </div>
    </dialog>
  );
}

/** URL for downloading. Library files are sent as attachments; external URLs stay unchanged. */
const downloadOf = (url: string) => (url.startsWith('/') ? `${url.split('?')[0]}?download` : url);

function StepButton(props: { side: 'left' | 'right'; label: string; end: boolean; onClick: () => void }) {
  const { side, label, end, onClick } = props;
  const Icon = side === 'left' ? ChevronLeft : ChevronRight;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={end}
      onClick={onClick}
      className={`absolute top-1/2 grid size-12 -translate-y-1/2 place-items-center rounded-full bg-paper/70 text-ink transition-colors hover:bg-wash aria-disabled:opacity-30 ${side === 'left' ? 'left-2' : 'right-2'}`}
    >
      <Icon aria-hidden className="size-6" />
    </button>
  );
}

const DocumentText = lazyComponent(() => import('../viewer/document-text.tsx'), 'DocumentText');

interface ItemViewProps {
  item: LightboxItem;
  controls: RefObject<DeepZoom | null>;
  onSwipe(direction: 1 | -1): void;
}

const FILL = 'absolute inset-0 size-full';
const CANNOT_SHOW = 'Your browser can’t show this type of file. Download it to open it.';

/** The current item, scaled to fit. */
function ItemView({ item, controls, onSwipe }: ItemViewProps) {
  const kind = displayKind(item);
  if (isViewable(item))
    return (
      <PictureView
        file={{
          slug: item.media_slug ?? null,
          title: item.title,
          pictureUrl: pictureUrl(item),
          isDocument: kind === 'pdf',
        }}
        controls={controls}
        onSwipe={onSwipe}
        fallback={(reason) => <NoPreview item={item}>{reason ?? CANNOT_SHOW}</NoPreview>}
      />
    );
  return (
    <div className="relative min-h-0 flex-1">
      {kind === 'pdf' && <iframe title={item.title} src={item.url} className={`${FILL} bg-leaf`} />}
      {(kind === 'video' || kind === 'audio') && (
        <div className={`${FILL} grid place-items-center ${kind === 'audio' ? 'p-6' : ''}`}>
          <Player
            file={{
              slug: item.media_slug ?? null,
              title: item.title,
              kind,
              url: item.url,
              posterUrl: item.preview_url ?? null,
            }}
            autoPlay={kind === 'video'}
            className={FILL}
          />
        </div>
      )}
      {kind === 'word' && <WordDocument item={item} />}
      {kind === 'other' && <NoPreview item={item}>{item.preview_error ?? CANNOT_SHOW}</NoPreview>}
    </div>
  );
}

/** Shows the text of a Word document. Without a record, there is no text. */
function WordDocument({ item }: { item: LightboxItem }) {
  const noPreview = (reason: string | null) => (
    <NoPreview item={item}>{reason ?? item.preview_error ?? CANNOT_SHOW}</NoPreview>
  );
  if (!item.media_slug) return noPreview(null);
  return <DocumentText slug={item.media_slug} title={item.title} className={FILL} fallback={noPreview} />;
}

function NoPreview({ item, children }: { item: LightboxItem; children: string }) {
  return (
    <div className={`${FILL} flex flex-col items-center justify-center gap-4 p-6 text-center`}>
      <div className="h-40 w-56">
        <Thumbnail alt={item.title} kind={item.media_type === 'image' ? 'image' : 'document'} />
      </div>
      <p className="text-faded">{children}</p>
    </div>
  );
}

/** Title, credit, date, rights, and description. */
function Caption({ item, place }: { item: LightboxItem; place: string }) {
  const facts = [item.credit, item.date && formatDate(item.date)].filter(Boolean).join(' · ');
  return (
    <div className="max-h-[30dvh] overflow-y-auto border-t border-rule px-4 py-3 sm:px-6">
      <p className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 font-serif text-17 leading-6 font-semibold [overflow-wrap:anywhere]">
          {item.title}
        </span>
        <span aria-live="polite" className="shrink-0 text-13 text-faded tabular-nums">
          {place}
        </span>
      </p>
      {(facts || item.rights) && (
        <p className="text-13 text-faded">
          {facts}
          {facts && item.rights && ' · '}
          {item.rights && (
            <a href={item.rights} target="_blank" rel="noopener noreferrer license" className={linkClass()}>
              {rightsLabel(item.rights)}
            </a>
          )}
        </p>
      )}
      {item.description && (
        <div className="mt-1 max-w-measure text-15">
          <Prose>{item.description}</Prose>
        </div>
      )}
    </div>
  );
}

type DisplayKind = 'image' | 'video' | 'audio' | 'pdf' | 'word' | 'other';

/** Extensions that a browser can show; videos as in SPEC section 9. */
const EXTENSIONS: Record<Exclude<DisplayKind, 'other'>, string[]> = {
  image: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'bmp', 'svg'],
  video: ['mp4', 'm4v', 'mov', 'avi', 'webm', 'mkv', 'mpg'],
  audio: ['mp3', 'm4a', 'aac', 'ogg', 'wav', 'flac', 'aif'],
  pdf: ['pdf'],
  word: ['docx'],
};
type DisplayableItem = Pick<LightboxItem, 'url' | 'media_slug' | 'media_type' | 'preview_url'>;

const KINDS = Object.keys(EXTENSIONS) as Exclude<DisplayKind, 'other'>[];

/**
 * How to show an item: by its file extension, because an "article" may be a scan or a PDF; by the media type if the URL has no
 * extension. A file that browsers cannot display, such as a TIFF, is shown as its preview picture.
 */
function displayKind({ url, media_type: type, preview_url: preview }: DisplayableItem): DisplayKind {
  const extension = /\.(\w+)$/.exec(url.split(/[?#]/)[0] ?? '')?.[1]?.toLowerCase();
  if (extension === undefined) return KINDS.find((kind) => kind === type) ?? 'other';
  return KINDS.find((kind) => EXTENSIONS[kind].includes(extension)) ?? (preview ? 'image' : 'other');
}

/** URL of the picture to show. For a stored file, that is its preview (null until there is one); the original can only be downloaded. */
function pictureUrl({ url, media_slug: slug, preview_url: preview }: DisplayableItem): string | null {
  if (preview) return preview;
  return slug && url.startsWith('/media-files/') ? null : url;
}

/** Whether the viewer shows the item: pictures, and PDFs of the library. */
const isViewable = (item: DisplayableItem): boolean => {
  const kind = displayKind(item);
  return kind === 'image' || (kind === 'pdf' && Boolean(item.media_slug));
};

const isViewerEntry = () => (window.history.state as { viewer?: boolean } | null)?.viewer === true;

/**
 * Hides a popstate event from the router. The router's location doesn't change, and if it blocked the navigation, it would reload the page.
 */
const hideFromRouter = (event: Event) => event.stopImmediatePropagation();

/** Adds a history entry while mounted, so that Back calls `onBack` and stays on the page. */
function useBackToClose(onBack: () => void): void {
  const latest = useRef(onBack);
  const mounted = useRef(false);
  useEffect(() => {
    latest.current = onBack;
  });
  useEffect(() => {
    mounted.current = true;
    const page = window.location.href;
    if (!isViewerEntry()) window.history.pushState({ ...window.history.state, viewer: true }, '');
    const handlePopState = (event: PopStateEvent) => {
      if (isViewerEntry()) return;
      if (window.location.href === page) hideFromRouter(event);
      latest.current();
    };
    window.addEventListener('popstate', handlePopState, { capture: true });
    return () => {
      mounted.current = false;
      window.removeEventListener('popstate', handlePopState, { capture: true });
      // Deferred, because React's strict mode unmounts and remounts immediately.
      queueMicrotask(() => {
        if (mounted.current || !isViewerEntry()) return;
        window.addEventListener('popstate', hideFromRouter, { capture: true, once: true });
        window.history.back();
      });
    };
  }, []);
}

/** Exposed to other micro-frontends, as `./lightbox`. */
export const component: ComponentType<LightboxProps> = Lightbox;
