import { useEffect, useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import type { DeepZoom } from './deep-zoom.ts';
import type { RegionDraft } from './picture-marks.ts';
import { moveRegion, type Point, regionAround, regionBetween, resizeRegion } from './region.ts';

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
export function RegionDrawing({ draft, controls }: RegionDrawingProps) {
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
