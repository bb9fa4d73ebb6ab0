import { Link } from '@archive/router';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';

/** A number of a chart, with the list of its voyages. */
export interface Mark {
  key: string;
  /** Beside the mark. */
  label: string;
  /** What it counts, as a sentence for screen readers and the pointer. */
  name: string;
  href: string;
  voyages: number;
  /** How many of the voyages are drawn hatched. */
  uncertain?: number;
}

/** Width before the first measurement, and where nothing is laid out. */
const DEFAULT_WIDTH = 640;
export const FONT_SIZE = 13;
/** Average width of a letter. */
export const LETTER = 6.9;

/** Text cut to a width in pixels. The full text is in the name of the mark and in the table. */
export function fit(text: string, width: number): string {
  const letters = Math.max(3, Math.floor(width / LETTER));
  return text.length > letters ? `${text.slice(0, letters - 1).trimEnd()}…` : text;
}

/** The smallest number with one digit before its zeros that isn’t below a value: 7, 30, 200. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return Math.ceil(value / power) * power;
}

/** The mark that an arrow key leads to: the nearest one above or below, otherwise the next one in order. */
function targetOf(marks: readonly SVGAElement[], from: SVGAElement, key: string): SVGAElement | undefined {
  if (key === 'Home' || key === 'End') return marks.at(key === 'Home' ? 0 : -1);
  const direction = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[key];
  if (direction === undefined) return undefined;
  const neighbor = marks[marks.indexOf(from) + direction];
  if (key === 'ArrowLeft' || key === 'ArrowRight') return neighbor;
  const start = from.getBoundingClientRect();
  const distances = marks.flatMap((mark) => {
    const { x, y } = mark.getBoundingClientRect();
    const rows = (y - start.y) * direction;
    return rows > 1 ? [{ mark, distance: rows * 1000 + Math.abs(x - start.x) }] : [];
  });
  return distances.toSorted((one, other) => one.distance - other.distance)[0]?.mark ?? neighbor;
}

interface ChartProps {
  /** Number of marks. */
  count: number;
  /** Draws the chart, and gives each mark the `tabIndex` of its position. */
  children: (width: number, tabIndex: (position: number) => 0 | -1) => ReactNode;
}

/** Draws at the width of the page. Its marks are one stop of the Tab key; the arrow keys move between them. */
export function Chart({ count, children }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(DEFAULT_WIDTH);
  const [current, setCurrent] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setWidth(box.current?.clientWidth || DEFAULT_WIDTH);
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  const marks = () => [...(box.current?.querySelectorAll('a') ?? [])] as unknown as SVGAElement[];
  return (
    <div
      ref={box}
      role="presentation"
      className="overflow-x-auto overflow-y-hidden print:overflow-visible"
      onFocus={({ target }: FocusEvent<Element>) => setCurrent(Math.max(0, marks().indexOf(target as SVGAElement)))}
      onKeyDown={(event: KeyboardEvent) => {
        const target = targetOf(marks(), event.target as SVGAElement, event.key);
        if (!target) return;
        event.preventDefault();
        target.focus();
      }}
    >
      {children(width, (position) => (position === Math.min(current, count - 1) ? 0 : -1))}
    </div>
  );
}

interface DrawingProps {
  width: number;
  height: number;
  children: ReactNode;
}

/** The picture of a chart, in the size of the page. Prints smaller than its page. */
export function Drawing({ width, height, children }: DrawingProps) {
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fontSize={FONT_SIZE}
      className="block overflow-visible font-sans tabular-nums print:h-auto print:max-w-full"
    >
      {children}
    </svg>
  );
}

interface MarkLinkProps {
  mark: Mark;
  tabIndex: 0 | -1;
  /** The area that can be clicked, and has a frame in focus. */
  area: { x: number; y: number; width: number; height: number };
  children: ReactNode;
}

export function MarkLink({ mark, tabIndex, area, children }: MarkLinkProps) {
  return (
    <g className="group">
      {/* The name of the link says the same in full. */}
      <g aria-hidden>{children}</g>
      <Link
        to={mark.href}
        aria-label={mark.name}
        tabIndex={tabIndex}
        className="outline-none [&:focus-visible>rect]:[stroke-opacity:1]"
      >
        <title>{mark.name}</title>
        <rect {...area} rx={2} strokeWidth={2} fillOpacity={0} strokeOpacity={0} className="stroke-brass" />
      </Link>
    </g>
  );
}

export const BAR = 'fill-navy group-hover:fill-brass';
export const LABEL = 'fill-ink';
export const FADED = 'fill-faded';
