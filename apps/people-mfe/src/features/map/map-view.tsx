// cspell:ignore GSHHG Gunston Wessel
import { IconButton, formatNumber, pluralize } from '@archive/ui';
import { Maximize, Minus, Plus } from '@archive/ui/icons';
import { type ReactNode, useId, useMemo } from 'react';
import { type CoastLevel, coastPaths } from './coast.ts';
import { type Size, type View, scaleBar } from './projection.ts';
import { MARGIN, type useView } from './use-view.ts';

interface MapViewProps {
  /** Names the map for screen readers. */
  label: string;
  /** What the keys do. */
  keys: string;
  coast: CoastLevel[];
  view: ReturnType<typeof useView>;
  /** Drawn in the chart: lines and areas. */
  children?: (view: View, size: Size) => ReactNode;
  /** Marks of constant size. Each element with `data-x` and `data-y` is moved to that point. */
  marks: ReactNode;
  className: string;
}

/** Widths of the lines that follow the shore in the water, and the water between them. */
const DEPTHS = [
  { line: 26, water: 24.6 },
  { line: 15, water: 13.6 },
  { line: 6.5, water: 5.1 },
];
const SCALE_PIXELS = 110;

/** A river chart that can be moved and zoomed. */
export function MapView({ label, keys, coast, view, children, marks, className }: MapViewProps) {
  const { frame, drawing, size, drawn, handlers, zoomBy, showAll } = view;
  const help = useId();
  const picture = { width: size.width * (1 + 2 * MARGIN), height: size.height * (1 + 2 * MARGIN) };
  const { width, height } = picture;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the picture follows from the size
  const paths = useMemo(() => coastPaths(coast, drawn, picture), [coast, drawn, size]);
  const bar = scaleBar(drawn, SCALE_PIXELS);
  return (
    <figure>
      <div className={`relative overflow-hidden rounded border border-rule bg-water ${className}`}>
        <div
          ref={frame}
          role="application"
          aria-label={label}
          aria-describedby={help}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys move the map
          tabIndex={0}
          className="absolute inset-0 cursor-grab touch-none select-none focus-visible:-outline-offset-2 active:cursor-grabbing"
          {...handlers}
        >
          <svg
            ref={drawing}
            aria-hidden
            width={width}
            height={height}
            className="absolute will-change-transform"
            style={{ left: -size.width * MARGIN, top: -size.height * MARGIN }}
          >
            <Chart paths={paths} />
            {children?.(drawn, picture)}
          </svg>
          <svg ref={view.marks} aria-hidden className="absolute inset-0 size-full overflow-visible font-sans text-13">
            {marks}
          </svg>
          <span id={help} hidden>
            {keys}
          </span>
        </div>
        <div className="absolute top-2 right-2 flex flex-col rounded border border-edge bg-leaf print:hidden">
          <IconButton label="Zoom in" icon={<Plus aria-hidden />} size="small" onClick={() => zoomBy(1)} />
          <IconButton label="Zoom out" icon={<Minus aria-hidden />} size="small" onClick={() => zoomBy(-1)} />
          <IconButton label="Show all" icon={<Maximize aria-hidden />} size="small" onClick={showAll} />
        </div>
        <p className="pointer-events-none absolute bottom-2 left-2 rounded-sm bg-leaf px-1.5 text-13 text-faded tabular-nums">
          {formatNumber(bar.miles)} nautical {pluralize(bar.miles, 'mile')}
          <span className="block h-1 border-x border-b border-ink" style={{ width: bar.pixels }} />
        </p>
      </div>
      <figcaption className="mt-1 text-13 text-faded">
        Coast and borders: GSHHG 2.3.7 by Wessel and Smith. Potomac above Gunston Cove: © OpenStreetMap contributors.
      </figcaption>
    </figure>
  );
}

function Chart({ paths }: { paths: ReturnType<typeof coastPaths> }) {
  const id = useId();
  return paths.map(({ key, box, land, shore, water, rivers, borders }) => (
    <g key={key} fill="none" strokeLinejoin="round" clipPath={`url(#${id}-${key})`}>
      <clipPath id={`${id}-${key}`}>
        <path d={box} />
      </clipPath>
      <path d={box} className="fill-water" />
      {DEPTHS.map((depth) => (
        <g key={depth.line}>
          <path d={shore} className="stroke-shoal" strokeWidth={depth.line} />
          <path d={shore} className="stroke-water" strokeWidth={depth.water} />
        </g>
      ))}
      <path d={land} className="fill-wash" />
      <path d={borders} className="stroke-edge opacity-50" strokeWidth={0.8} strokeDasharray="6 3 1.5 3" />
      <path d={rivers} className="stroke-shoal" strokeWidth={1.2} />
      <path d={water} className="fill-water stroke-edge" strokeWidth={0.7} />
      <path d={shore} className="stroke-edge" strokeWidth={0.8} />
    </g>
  ));
}
