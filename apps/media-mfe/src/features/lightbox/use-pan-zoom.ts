import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { panBy, type View, FIT_VIEW, zoomAt } from './pan-zoom.ts';

/** Minimum distance of a swipe, in pixels. */
const SWIPE_MIN = 60;
const WHEEL_RATE = 0.002;

interface TouchPoint {
  x: number;
  y: number;
}

const boxOf = (stage: HTMLElement | null) => stage?.getBoundingClientRect() ?? { width: 0, height: 0 };

function fromCenter(stage: HTMLElement | null, x: number, y: number) {
  const box = stage?.getBoundingClientRect();
  return box ? { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 } : { x: 0, y: 0 };
}

const distance = ([a, b]: TouchPoint[]) => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0);
const midpoint = ([a, b]: TouchPoint[]) => (a && b ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } : { x: 0, y: 0 });

/** Wheel, drag, pinch, and swipe on the element passed to `setStage`. `onSwipe` gets -1 for previous, 1 for next. */
export function usePanZoom(onSwipe: (direction: 1 | -1) => void) {
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const [view, setView] = useState<View>(FIT_VIEW);
  const touches = useRef(new Map<number, TouchPoint>());
  const start = useRef<TouchPoint & { isSingle: boolean }>(null);

  const zoom = (factor: number, point?: TouchPoint) => setView((now) => zoomAt(now, factor, boxOf(stage), point));
  const move = (dx: number, dy: number) => setView((now) => panBy(now, dx, dy, boxOf(stage)));

  useEffect(() => {
    // React registers passive wheel listeners, which cannot prevent page zoom.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const point = fromCenter(stage, event.clientX, event.clientY);
      setView((now) => zoomAt(now, Math.exp(-event.deltaY * WHEEL_RATE), boxOf(stage), point));
    };
    stage?.addEventListener('wheel', onWheel, { passive: false });
    return () => stage?.removeEventListener('wheel', onWheel);
  }, [stage]);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    touches.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    start.current = { x: event.clientX, y: event.clientY, isSingle: touches.current.size === 1 };
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const last = touches.current.get(event.pointerId);
    if (!last) return;
    const touchesBefore = [...touches.current.values()];
    touches.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const touchesAfter = [...touches.current.values()];
    if (touchesAfter.length === 1) return move(event.clientX - last.x, event.clientY - last.y);
    const center = midpoint(touchesAfter);
    zoom(distance(touchesAfter) / Math.max(1, distance(touchesBefore)), fromCenter(stage, center.x, center.y));
  };

  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const startPoint = start.current;
    touches.current.delete(event.pointerId);
    if (!startPoint?.isSingle || view.scale > 1 || event.pointerType !== 'touch') return;
    const [dx, dy] = [event.clientX - startPoint.x, event.clientY - startPoint.y];
    if (Math.abs(dx) > SWIPE_MIN && Math.abs(dx) > 2 * Math.abs(dy)) onSwipe(dx < 0 ? 1 : -1);
  };

  return {
    /** Callback ref of the stage element. */
    setStage,
    view,
    zoom,
    move,
    reset: () => setView(FIT_VIEW),
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: (event: PointerEvent<HTMLElement>) => void touches.current.delete(event.pointerId),
      onDoubleClick: (event: { clientX: number; clientY: number }) =>
        view.scale > 1 ? setView(FIT_VIEW) : zoom(2.5, fromCenter(stage, event.clientX, event.clientY)),
    },
  };
}
