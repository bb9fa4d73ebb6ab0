import type { LightboxProps } from '@archive/shell-api';
import { IconButton, usePortalScope } from '@archive/ui';
import { ChevronLeft, ChevronRight, Download, Maximize, Minimize, Minus, Plus, RotateCw, X } from '@archive/ui/icons';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { Caption } from './components/caption.tsx';
import { ItemView } from './components/item-view.tsx';
import { displayKind } from './kind.ts';
import { ZOOM_STEP } from './pan-zoom.ts';
import { useBackToClose } from './use-back-to-close.ts';
import { usePanZoom } from './use-pan-zoom.ts';

/** Pixels that an arrow key pans a zoomed picture. */
const PAN_STEP = 80;
const TOOL_CLASS = 'sm:[&_svg]:size-5';

/** Opens the dialog while mounted, then returns focus. */
function useModal(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const previousFocus = document.activeElement;
    dialog.current?.showModal();
    dialog.current?.focus();
    // For the styles of the page under it.
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

function useFullScreen(element: RefObject<HTMLElement | null>) {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const updateFullScreen = () => setOn(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', updateFullScreen);
    return () => document.removeEventListener('fullscreenchange', updateFullScreen);
  }, []);
  const toggle = () =>
    void (document.fullscreenElement ? document.exitFullscreen() : element.current?.requestFullscreen())?.catch(
      () => undefined,
    );
  return { on, toggle };
}

/** Full-window viewer for a list of media (SPEC section 2). */
export function Lightbox({ items, start, onClose }: LightboxProps) {
  const [index, setIndex] = useState(Math.min(Math.max(0, start), items.length - 1));
  const [turns, setTurns] = useState(0);
  const modal = useModal(onClose);
  useBackToClose(onClose);
  const page = useRef<HTMLDivElement>(null);
  const full = useFullScreen(page);
  const goTo = (to: number) => {
    if (to === index || to < 0 || to >= items.length) return;
    setIndex(to);
    setTurns(0);
  };
  const { setStage, ...panZoom } = usePanZoom((offset) => goTo(index + offset));
  const item = items[index];
  const step = (offset: number) => {
    panZoom.reset();
    goTo(index + offset);
  };
  const scope = usePortalScope();
  if (!item) return null;
  const isPicture = displayKind(item) === 'image';

  const handleKeyDown = (event: KeyboardEvent) => {
    // A media player handles its own keys.
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLMediaElement) return;
    const isZoomed = panZoom.view.scale > 1;
    const actions: Record<string, () => void> = {
      ArrowLeft: () => (isZoomed ? panZoom.move(PAN_STEP, 0) : step(-1)),
      ArrowRight: () => (isZoomed ? panZoom.move(-PAN_STEP, 0) : step(1)),
      PageUp: () => step(-1),
      PageDown: () => step(1),
      Home: () => step(-index),
      End: () => step(items.length - 1 - index),
    };
    const pictureActions: Record<string, () => void> = {
      '+': () => panZoom.zoom(ZOOM_STEP),
      '=': () => panZoom.zoom(ZOOM_STEP),
      '-': () => panZoom.zoom(1 / ZOOM_STEP),
      '0': panZoom.reset,
      r: () => setTurns(turns + 1),
      ArrowUp: () => panZoom.move(0, PAN_STEP),
      ArrowDown: () => panZoom.move(0, -PAN_STEP),
    };
    const action = actions[event.key] ?? (isPicture ? pictureActions[event.key] : undefined);
    if (!action) return;
    event.preventDefault();
    action();
  };

  const tool = (label: string, Icon: typeof X, onClick: () => void) => (
    <IconButton
      plain
      title={label}
      label={label}
      icon={<Icon aria-hidden />}
      className={TOOL_CLASS}
      onClick={onClick}
    />
  );

  return (
    <dialog
      {...modal}
      {...scope}
      tabIndex={-1}
      data-theme="dark"
      aria-label={item.title}
      onKeyDown={handleKeyDown}
      className="inset-0 m-0 h-dvh max-h-none w-full max-w-none border-0 bg-paper p-0 text-ink outline-none print:hidden"
    >
      <div ref={page} className="flex size-full flex-col bg-paper">
        <div className="flex flex-wrap items-center gap-1 px-2 py-1.5 sm:px-4">
          {isPicture && (
            <>
              {tool('Zoom out', Minus, () => panZoom.zoom(1 / ZOOM_STEP))}
              {tool('Zoom in', Plus, () => panZoom.zoom(ZOOM_STEP))}
              {tool('Rotate', RotateCw, () => setTurns(turns + 1))}
            </>
          )}
          <span className="flex-1" />
          {document.fullscreenEnabled &&
            tool(full.on ? 'Exit full screen' : 'Full screen', full.on ? Minimize : Maximize, full.toggle)}
          <a
            href={downloadOf(item.url)}
            download
            title="Download"
            aria-label="Download"
            className="inline-grid size-10 place-items-center rounded text-faded hover:bg-wash hover:text-ink"
          >
            <Download aria-hidden className="size-5" />
          </a>
          {tool('Close', X, onClose)}
        </div>
        <div className="relative flex min-h-0 flex-1">
          <ItemView key={index} item={item} setStage={setStage} panZoom={panZoom} turns={turns} />
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

/** Library files are sent as attachments; external URLs open as they are. */
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
