import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  type Point,
  type Size,
  TILE,
  type View,
  clampView,
  fitView,
  toPixels,
  worldWidth,
  zoomAt,
} from './projection.ts';

/** Share of the visible size after which tiles are drawn for what comes next. */
const REACH = 0.2;
/** A movement that pauses this long has ended. */
const SETTLE_MS = 140;
const FLY_MS = 220;
const CLICK_PIXELS = 5;
const KEY_PIXELS = 80;
const DEFAULT_SIZE: Size = { width: 640, height: 400 };

const STEPS: Record<string, Point | undefined> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

const prefersNoMotion = () =>
  typeof window.matchMedia === 'function' && window.matchMedia('(prefers-reduced-motion: reduce)').matches;

interface ViewOptions {
  /** The map starts with a view of these, and shows them again on request. */
  points: readonly Point[];
  /** A click or tap, with the element under it. */
  onTap?: (point: Point, target: Element) => void;
  /** Moves a marker with the arrow keys instead of the map. */
  onStep?: (pixels: Point, view: View, size: Size) => void;
  onEnter?: (view: View) => void;
  /** A drag that starts on an element with `data-drag` moves that instead of the map. */
  onDrag?: (point: Point, handle: string) => void;
}

/** The corner of a tile at the center of a view. */
function anchorOf({ x, y, zoom }: View): View {
  const tile = TILE / worldWidth(zoom);
  return { x: Math.floor(x / tile) * tile, y: Math.floor(y / tile) * tile, zoom };
}

/**
 * What a map shows, and how it is moved. While it moves, the drawing and the marks only get transforms, once a frame; it is drawn again when
 * the movement pauses, or goes far.
 */
export function useView({ points, onTap, onStep, onEnter, onDrag }: ViewOptions) {
  const frame = useRef<HTMLDivElement>(null);
  const drawing = useRef<HTMLDivElement>(null);
  const marks = useRef<SVGSVGElement>(null);
  const [size, setSize] = useState(DEFAULT_SIZE);
  const [drawn, setDrawn] = useState(() => fitView(points, DEFAULT_SIZE));
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- it stays while the zoom does, so that what is drawn stays in its place
  const anchor = useMemo(() => anchorOf(drawn), [drawn.zoom]);
  const current = useRef(drawn);
  const hasMoved = useRef(false);
  const request = useRef(0);
  const settle = useRef<ReturnType<typeof setTimeout>>(undefined);

  const apply = () => {
    const { x, y, zoom } = current.current;
    const world = worldWidth(zoom);
    const scale = 2 ** (zoom - drawn.zoom);
    const [left, top] = [(drawn.x - x) * world, (drawn.y - y) * world];
    const from = toPixels(anchor, current.current, size);
    // Between pixels, lines would be blurred.
    if (drawing.current)
      drawing.current.style.transform = `translate(${Math.round(from.x)}px, ${Math.round(from.y)}px) scale(${scale})`;
    for (const mark of marks.current?.querySelectorAll<SVGGElement>('[data-x]') ?? []) {
      const at = toPixels({ x: Number(mark.dataset['x']), y: Number(mark.dataset['y']) }, current.current, size);
      mark.setAttribute('transform', `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`);
    }
    const needsDrawing =
      Math.abs(left) > REACH * size.width || Math.abs(top) > REACH * size.height || scale > 2 || scale < 0.6;
    if (needsDrawing) setDrawn(current.current);
  };
  const latest = useRef(apply);
  useLayoutEffect(() => {
    latest.current = apply;
    apply();
  });

  const move = (view: View) => {
    hasMoved.current = true;
    current.current = clampView(view);
    cancelAnimationFrame(request.current);
    request.current = requestAnimationFrame(() => latest.current());
    clearTimeout(settle.current);
    settle.current = setTimeout(() => setDrawn(current.current), SETTLE_MS);
  };

  const fly = (target: View) => {
    const [from, to] = [current.current, clampView(target)];
    const start = performance.now();
    if (prefersNoMotion()) return move(to);
    const step = () => {
      const share = Math.min(1, (performance.now() - start) / FLY_MS);
      const eased = 1 - (1 - share) ** 3;
      const between = (name: keyof View) => from[name] + (to[name] - from[name]) * eased;
      move({ x: between('x'), y: between('y'), zoom: between('zoom') });
      if (share < 1) requestAnimationFrame(step);
    };
    step();
  };

  useLayoutEffect(() => {
    const measure = () => {
      const { clientWidth, clientHeight } = frame.current ?? { clientWidth: 0, clientHeight: 0 };
      if (clientWidth === 0) return;
      const measured = { width: clientWidth, height: clientHeight };
      setSize(measured);
      if (hasMoved.current) return;
      current.current = fitView(points, measured);
      setDrawn(current.current);
    };
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- new points are shown by showAll
  }, []);
  useEffect(
    () => () => {
      cancelAnimationFrame(request.current);
      clearTimeout(settle.current);
    },
    [],
  );

  const pixelsAt = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left = 0, top = 0 } = frame.current?.getBoundingClientRect() ?? {};
    return { x: clientX - left, y: clientY - top };
  };
  const pointAt = (pixels: Point): Point => {
    const world = worldWidth(current.current.zoom);
    const { x, y } = current.current;
    return { x: x + (pixels.x - size.width / 2) / world, y: y + (pixels.y - size.height / 2) / world };
  };
  const zoomBy = (steps: number, pixels: Point = { x: size.width / 2, y: size.height / 2 }) =>
    fly(zoomAt(current.current, Math.round(current.current.zoom * 2 + steps * 2) / 2, pixels, size));
  const showAll = () => {
    fly(fitView(points, size));
    hasMoved.current = false;
  };

  // React listens passively, which would scroll the page as well.
  useEffect(() => {
    const element = frame.current;
    const onWheel = (event: WheelEvent) => {
      // A page with a map scrolls past it, until the map is used.
      if (!event.ctrlKey && !element?.contains(document.activeElement)) return;
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
      const zoom = current.current.zoom - (event.deltaY * lines * (event.ctrlKey ? 3 : 1)) / 300;
      move(zoomAt(current.current, zoom, pixelsAt(event), size));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  });

  const pointers = useRef(new Map<number, Point>());
  const press = useRef<{ at: Point; target: Element; isClick: boolean; handle?: string }>(undefined);
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      event.currentTarget.focus({ preventScroll: true });
      pointers.current.set(event.pointerId, pixelsAt(event));
      const target = event.target as Element;
      const handle = onDrag && target.closest<SVGElement>('[data-drag]')?.dataset['drag'];
      press.current = { at: pixelsAt(event), target, isClick: pointers.current.size === 1, handle };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const before = pointers.current.get(event.pointerId);
      if (!before || !press.current) return;
      const now = pixelsAt(event);
      const { at, handle } = press.current;
      if (Math.hypot(now.x - at.x, now.y - at.y) > CLICK_PIXELS) press.current.isClick = false;
      if (press.current.isClick) return;
      const others = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      pointers.current.set(event.pointerId, now);
      if (handle !== undefined && others.length === 0) return onDrag?.(pointAt(now), handle);
      const share = 1 / (others.length + 1);
      const world = worldWidth(current.current.zoom);
      const { x, y, zoom } = current.current;
      const moved = { x: x - ((now.x - before.x) * share) / world, y: y - ((now.y - before.y) * share) / world, zoom };
      const [other] = others;
      if (!other) return move(moved);
      const spread = Math.hypot(now.x - other.x, now.y - other.y) / Math.hypot(before.x - other.x, before.y - other.y);
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      move(zoomAt(moved, zoom + Math.log2(spread || 1), middle, size));
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      pointers.current.delete(event.pointerId);
      const { current: pressed } = press;
      if (pressed?.isClick && pointers.current.size === 0) onTap?.(pointAt(pressed.at), pressed.target);
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => {
      pointers.current.delete(event.pointerId);
    },
    onDoubleClick: (event: { clientX: number; clientY: number }) => zoomBy(1, pixelsAt(event)),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
      const step = STEPS[event.key];
      const zoomSteps = { '+': 1, '=': 1, '-': -1, _: -1 }[event.key];
      if (step && onStep && !event.shiftKey) onStep(step, current.current, size);
      else if (step) {
        const { x, y, zoom } = current.current;
        const distance = KEY_PIXELS / worldWidth(zoom);
        fly({ x: x + step.x * distance, y: y + step.y * distance, zoom });
      } else if (zoomSteps !== undefined) zoomBy(zoomSteps);
      else if (event.key === '0' || event.key === 'Home') showAll();
      else if (event.key === 'Enter' && onEnter) onEnter(current.current);
      else return;
      event.preventDefault();
    },
  };

  /** Moves to a point, closer if needed. */
  const focus = (point: Point, zoom: number) => fly({ ...point, zoom: Math.max(current.current.zoom, zoom) });
  /** Shows some of the points. */
  const zoomTo = (some: readonly Point[], maxZoom: number) => fly(fitView(some, size, maxZoom));

  return { frame, drawing, marks, size, drawn, anchor, handlers, zoomBy, showAll, focus, zoomTo };
}
