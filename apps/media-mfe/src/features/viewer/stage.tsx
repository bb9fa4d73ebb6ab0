import type { ViewPicture } from '@archive/contracts';
import { cx } from '@archive/ui';
import { type KeyboardEvent, type PointerEvent, type RefObject, useContext, useEffect, useRef, useState } from 'react';
import type { DeepZoom } from './deep-zoom.ts';
import type { OverlayMark } from './mark-overlays.ts';
import {
  type PictureMarks,
  PictureMarksContext,
  type Point,
  type RegionDraft,
  moveRegion,
  regionAround,
  regionBetween,
  resizeRegion,
} from './region.ts';

interface StageProps {
  picture: Pick<ViewPicture, 'url' | 'tiles'>;
  alt: string;
  /** Set while the picture can be zoomed. */
  controls: RefObject<DeepZoom | null>;
  /** The part of the picture that is shown initially. */
  region?: string | null;
  onRegion?(region: string | null): void;
  onSwipe?(direction: 1 | -1): void;
  onBroken(): void;
}

const prefersReducedMotion = () =>
  typeof window.matchMedia === 'function' && window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The boxes to show. While a region is being placed, all others are hidden. */
const overlaysOf = ({ marks, active, draft }: PictureMarks): OverlayMark[] =>
  draft
    ? [{ key: 'draft', label: draft.label, region: draft.region, isActive: true }]
    : marks.map((mark) => ({ ...mark, isActive: mark.key === active }));

/**
 * A picture that can be zoomed. The `<img>` is shown immediately and stays for
 * screen readers. The code for zooming is loaded afterward and draws over it.
 */
export function Stage({ picture, alt, controls, region = null, onBroken, ...handlers }: StageProps) {
  const canvas = useRef<HTMLDivElement>(null);
  const shown = useContext(PictureMarksContext);
  const overlays = overlaysOf(shown);
  const latest = useRef({ handlers, onBroken, region, tiles: picture.tiles, overlays });
  const [zoom, setZoom] = useState<number>();
  useEffect(() => {
    latest.current = { handlers, onBroken, region, tiles: picture.tiles, overlays };
    controls.current?.setTiles(picture.tiles);
    controls.current?.setMarks(overlays);
  });
  useEffect(() => {
    let isMounted = true;
    let created: DeepZoom | undefined;
    void import('./deep-zoom.ts').then(({ createDeepZoom }) => {
      if (!isMounted || !canvas.current) return;
      created = createDeepZoom(canvas.current, {
        url: picture.url,
        tiles: latest.current.tiles,
        region: latest.current.region,
        isStill: prefersReducedMotion(),
        onReady: () => setZoom(1),
        onBroken: () => latest.current.onBroken(),
        onMove: (to, part) => {
          setZoom(to);
          latest.current.handlers.onRegion?.(part);
        },
        onSwipe: (direction) => latest.current.handlers.onSwipe?.(direction),
      });
      created.setMarks(latest.current.overlays);
      controls.current = created;
    });
    return () => {
      isMounted = false;
      controls.current = null;
      created?.destroy();
    };
  }, [picture.url, controls]);
  const isDrawn = zoom !== undefined;
  return (
    <div className="absolute inset-0 overflow-hidden select-none" data-zoom={zoom?.toFixed(2)}>
      <img
        src={picture.url}
        alt={alt}
        draggable={false}
        onError={onBroken}
        className={cx('absolute inset-0 m-auto max-h-full max-w-full', isDrawn && 'opacity-0')}
      />
      <div
        ref={canvas}
        aria-hidden
        className={cx(
          'absolute inset-0',
          isDrawn && zoom > 1.01 ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in',
        )}
      />
      {shown.draft && <RegionDrawing draft={shown.draft} controls={controls} />}
    </div>
  );
}

const STEP = 0.01;
/** A shorter drag counts as a click, which moves the region to that point. */
const MIN_DRAG = 0.01;

const DIRECTIONS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

interface RegionDrawingProps {
  draft: RegionDraft;
  controls: RefObject<DeepZoom | null>;
}

/** Covers the picture while a region is placed: by dragging, or with the arrow keys. */
function RegionDrawing({ draft, controls }: RegionDrawingProps) {
  const area = useRef<HTMLButtonElement>(null);
  const start = useRef<Point | null>(null);
  useEffect(() => area.current?.focus(), []);
  const { label, onChange } = draft;
  const pointOf = ({ clientX, clientY }: PointerEvent) => controls.current?.pointAt(clientX, clientY) ?? null;
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = DIRECTIONS[event.key];
    const change = event.shiftKey ? resizeRegion : moveRegion;
    if (direction) onChange((region) => change(region, ...direction));
    else if (event.key === 'Enter') draft.onSave();
    else if (event.key === 'Escape') draft.onCancel();
    else return;
    // Stop propagation, because the viewer and the page handle these keys too.
    event.preventDefault();
    event.stopPropagation();
  };
  const handleMove = (event: PointerEvent) => {
    const [from, to] = [start.current, pointOf(event)];
    if (!from || !to) return;
    const isDrag = Math.hypot(to.x - from.x, to.y - from.y) >= MIN_DRAG;
    if (isDrag) onChange(() => regionBetween(from, to));
  };
  return (
    <button
      ref={area}
      type="button"
      aria-label={`Region of ${label}: arrow keys move it, Shift and arrow keys resize it, Enter saves it`}
      className="absolute inset-0 z-menu cursor-crosshair touch-none"
      onKeyDown={handleKeyDown}
      onPointerDown={(event) => {
        const point = pointOf(event);
        start.current = point;
        if (point) onChange((region) => regionAround(point, region));
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={handleMove}
      onPointerUp={() => {
        start.current = null;
      }}
      onPointerCancel={() => {
        start.current = null;
      }}
    />
  );
}
