/** A point of the map: 0 to 1 from west to east and from north to south, in the Mercator projection. */
export interface Point {
  x: number;
  y: number;
}

export interface Position {
  latitude: number;
  longitude: number;
}

/** What a map shows: its center, and a zoom that doubles the scale with each step. */
export interface View extends Point {
  zoom: number;
}

/** In pixels. */
export interface Size {
  width: number;
  height: number;
}

export const ZOOM = { min: 2, max: 15 } as const;
/** Closest zoom to which the map goes by itself, so that a single place has its surroundings. */
export const NEAR_ZOOM = 9.5;
/** Beyond it, the projection has no end. */
const MAX_LATITUDE = 84;
/** Width of the world at zoom 0, and of the squares in which it is drawn. */
export const TILE = 256;
const EARTH_METERS = 40_075_017;

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const within = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value));

/** Width of the world in pixels. */
export const worldWidth = (zoom: number) => TILE * 2 ** zoom;

export function toPoint({ latitude, longitude }: Position): Point {
  const angle = radians(within(-MAX_LATITUDE, latitude, MAX_LATITUDE));
  return { x: longitude / 360 + 0.5, y: 0.5 - Math.asinh(Math.tan(angle)) / (2 * Math.PI) };
}

export const toPosition = ({ x, y }: Point): Position => ({
  latitude: (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI,
  longitude: (x - 0.5) * 360,
});

/** Pixels from the top left of a map that shows a view. */
export function toPixels(point: Point, view: View, { width, height }: Size): Point {
  const world = worldWidth(view.zoom);
  return { x: (point.x - view.x) * world + width / 2, y: (point.y - view.y) * world + height / 2 };
}

export function fromPixels(pixels: Point, view: View, { width, height }: Size): Point {
  const world = worldWidth(view.zoom);
  return { x: view.x + (pixels.x - width / 2) / world, y: view.y + (pixels.y - height / 2) / world };
}

/** A square of the drawing, counted from the top left of the world. */
export interface Tile {
  key: string;
  column: number;
  row: number;
}

/** The tiles that a view shows, and those in a share of its size beside it. The nearest to its center come first. */
export function tilesOf(view: View, { width, height }: Size, margin: number): Tile[] {
  const scale = worldWidth(view.zoom) / TILE;
  const range = (center: number, pixels: number) => {
    const half = ((0.5 + margin) * pixels) / TILE;
    const [first, last] = [Math.floor(center * scale - half), Math.floor(center * scale + half)];
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  };
  const distance = ({ column, row }: Tile) => Math.hypot(column + 0.5 - view.x * scale, row + 0.5 - view.y * scale);
  return range(view.x, width)
    .flatMap((column) => range(view.y, height).map((row) => ({ key: `${column} ${row}`, column, row })))
    .toSorted((one, other) => distance(one) - distance(other));
}

const TOP = toPoint({ latitude: MAX_LATITUDE, longitude: 0 }).y;

/** The nearest view inside the world. */
export const clampView = ({ x, y, zoom }: View): View => ({
  x: within(0, x, 1),
  y: within(TOP, y, 1 - TOP),
  zoom: within(ZOOM.min, zoom, ZOOM.max),
});

/** Zooms so that the point under the pointer stays where it is. */
export function zoomAt(view: View, zoom: number, pixels: Point, size: Size): View {
  const fixed = fromPixels(pixels, view, size);
  const next = { ...view, zoom: within(ZOOM.min, zoom, ZOOM.max) };
  const moved = fromPixels(pixels, next, size);
  return clampView({ ...next, x: next.x + fixed.x - moved.x, y: next.y + fixed.y - moved.y });
}

/** Space around the points that a view shows. */
const PADDING = 48;

/** The view that shows all points. */
export function fitView(points: readonly Point[], { width, height }: Size, maxZoom: number = NEAR_ZOOM): View {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const zoomFor = (extent: number, pixels: number) =>
    extent > 0 ? Math.log2(Math.max(TILE / 2, pixels - 2 * PADDING) / (TILE * extent)) : maxZoom;
  const zoom = Math.min(maxZoom, zoomFor(east - west, width), zoomFor(south - north, height));
  return clampView({ x: (west + east) / 2, y: (north + south) / 2, zoom });
}

/** Width of a distance on the map, at a latitude. */
export const pixelsOf = (meters: number, latitude: number, zoom: number) =>
  (meters * worldWidth(zoom)) / (EARTH_METERS * Math.cos(radians(latitude)));

const NAUTICAL_MILE = 1852;
const SCALES = [1, 2, 5].flatMap((digit) => [0.01, 0.1, 1, 10, 100, 1000].map((power) => digit * power));

/** The longest round distance in nautical miles that has at most some pixels. */
export function scaleBar(view: View, maxPixels: number): { miles: number; pixels: number } {
  const { latitude } = toPosition(view);
  const bars = SCALES.toSorted((one, other) => other - one).map((miles) => ({
    miles,
    pixels: pixelsOf(miles * NAUTICAL_MILE, latitude, view.zoom),
  }));
  return bars.find(({ pixels }) => pixels <= maxPixels) ?? bars.at(-1)!;
}
