// cspell:ignore GSHHG Gunston Wessel
import { IconButton, formatNumber, pluralize } from '@archive/ui';
import { Maximize, Minus, Plus } from '@archive/ui/icons';
import { type ReactNode, memo, useEffect, useId, useState } from 'react';
import { type CoastLevel, coastPaths } from './coast.ts';
import { type Size, TILE, type Tile, type View, scaleBar, tilesOf, toPixels, worldWidth } from './projection.ts';
import type { useView } from './use-view.ts';

interface MapViewProps {
  /** Names the map for screen readers. */
  label: string;
  /** What the keys do. */
  keys: string;
  coast: CoastLevel[];
  view: ReturnType<typeof useView>;
  /** Drawn in the chart: lines and areas, with the anchor in the corner. */
  children?: (anchor: View) => ReactNode;
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
/** Share of the visible size that is drawn beyond each side, before the map gets there. */
const MARGIN = 0.4;

/** A river chart that can be moved and zoomed. */
export function MapView({ label, keys, coast, view, children, marks, className }: MapViewProps) {
  const { frame, drawing, marks: markLayer, size, drawn, anchor, handlers, zoomBy, showAll } = view;
  const help = useId();
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
          <div ref={drawing} aria-hidden className="absolute top-0 left-0 origin-top-left will-change-transform">
            <Tiles key={anchor.zoom} coast={coast} drawn={drawn} anchor={anchor} size={size} />
            <svg width={1} height={1} className="absolute top-0 left-0 overflow-visible">
              {children?.(anchor)}
            </svg>
          </div>
          <svg ref={markLayer} aria-hidden className="absolute inset-0 size-full overflow-visible font-sans text-13">
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

interface TilesProps {
  coast: CoastLevel[];
  drawn: View;
  anchor: View;
  size: Size;
}

/** How many tiles beside the visible ones are drawn each frame. */
const TILES_PER_FRAME = 2;

/**
 * The chart, in tiles: what is visible at once, and what is beside it in the next frames, nearest first. When the map moves, existing tiles
 * stay unchanged.
 */
function Tiles({ coast, drawn, anchor, size }: TilesProps) {
  const near = tilesOf(drawn, size, MARGIN);
  const [tiles, setTiles] = useState(() => tilesOf(drawn, size, 0));
  useEffect(() => {
    const isIn = (list: readonly Tile[], { key }: Tile) => list.some((tile) => tile.key === key);
    const missing = near.filter((tile) => !isIn(tiles, tile)).slice(0, TILES_PER_FRAME);
    if (missing.length === 0) return;
    const request = requestAnimationFrame(() => setTiles([...tiles.filter((tile) => isIn(near, tile)), ...missing]));
    return () => cancelAnimationFrame(request);
  });
  return tiles.map(({ key, column, row }) => (
    <Chart key={key} coast={coast} column={column} row={row} anchor={anchor} />
  ));
}

/** Strokes of the shore reach into the next tile. */
const OVERLAP = 16;

const Chart = memo(function Chart({
  coast,
  column,
  row,
  anchor,
}: Pick<TilesProps, 'coast' | 'anchor'> & Omit<Tile, 'key'>) {
  const id = useId();
  const world = worldWidth(anchor.zoom);
  const center = { x: ((column + 0.5) * TILE) / world, y: ((row + 0.5) * TILE) / world, zoom: anchor.zoom };
  const side = TILE + 2 * OVERLAP;
  const corner = toPixels({ x: (column * TILE) / world, y: (row * TILE) / world }, anchor, { width: 0, height: 0 });
  return (
    <svg
      width={TILE}
      height={TILE}
      viewBox={`${OVERLAP} ${OVERLAP} ${TILE} ${TILE}`}
      className="absolute"
      style={{ left: Math.round(corner.x), top: Math.round(corner.y) }}
    >
      {coastPaths(coast, center, { width: side, height: side }).map(
        ({ key, box, land, shore, water, rivers, borders }) => (
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
        ),
      )}
    </svg>
  );
});
