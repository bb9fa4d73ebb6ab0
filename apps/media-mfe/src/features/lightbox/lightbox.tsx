import type { LightboxProps } from '@archive/shell-api';
import { usePortalScope } from '@archive/ui';
import { ChevronLeft, ChevronRight, Download, X } from '@archive/ui/icons';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { DeepZoom } from '../viewer/deep-zoom.ts';
import { FullScreenTool, Tool, zoomKeyAction, ZoomTools } from '../viewer/viewer-tools.tsx';
import { Caption } from './components/caption.tsx';
import { ItemView } from './components/item-view.tsx';
import { isViewable } from './kind.ts';
import { useBackToClose } from './use-back-to-close.ts';

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
