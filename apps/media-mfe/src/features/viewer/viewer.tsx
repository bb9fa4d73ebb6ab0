import { cx } from '@archive/ui';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { DeepZoom } from './deep-zoom.ts';
import { PictureView, type ViewedFile, type ViewerPlace } from './picture-view.tsx';
import { FullScreenTool, zoomKeyAction, ZoomTools } from './viewer-tools.tsx';

interface ViewerProps extends ViewerPlace {
  file: ViewedFile;
  /** Shown instead of a picture, with the reason if it is known. */
  fallback(reason: string | null): ReactNode;
  /** Sets the height. */
  className?: string;
}

/** The viewer on a page: a picture or the pages of a PDF, with buttons and keys to zoom, rotate and switch to full screen. */
export function Viewer({ file, fallback, className, ...place }: ViewerProps) {
  const frame = useRef<HTMLElement>(null);
  const controls = useRef<DeepZoom | null>(null);
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = zoomKeyAction(event.key, controls.current);
    if (!action) return;
    event.preventDefault();
    action();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={frame}
      aria-label={`Viewer: ${file.title}`}
      onKeyDown={handleKeyDown}
      className={cx('flex flex-col rounded border border-rule bg-wash print:border-0', className)}
    >
      <div className="flex flex-wrap items-center gap-1 px-2 py-1 print:hidden">
        <ZoomTools controls={controls} />
        <span className="flex-1" />
        <FullScreenTool element={frame} />
      </div>
      <PictureView file={file} controls={controls} fallback={fallback} {...place} />
    </section>
  );
}
