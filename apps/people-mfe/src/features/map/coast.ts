// cspell:ignore Hodgman
import { queryOptions } from '@archive/query';
import { type Point, type Size, type View, toPoint, worldWidth } from './projection.ts';

/** A part of `coast.json`, which `tools/cli/src/coast.ts` writes. Lines are steps between points, in degrees times `units`. */
interface StoredLevel {
  zoom: number;
  box: [west: number, south: number, east: number, north: number];
  units: number;
  cell: number;
  land: number[][];
  water: number[][];
  rivers: number[][];
  borders: number[][];
}

interface Box {
  west: number;
  north: number;
  east: number;
  south: number;
}

/** Points as x, y, x, y, … */
interface Line extends Box {
  points: Float64Array;
  /** Points that are joined to the one before along the edge of a cell. */
  edges?: Uint8Array;
}

export interface CoastLevel {
  zoom: number;
  box: Box;
  land: Line[];
  water: Line[];
  rivers: Line[];
  borders: Line[];
}

/** SVG paths of one level in a view. */
export interface CoastPaths {
  key: number;
  /** What is drawn here replaces coarser levels. */
  box: string;
  land: string;
  shore: string;
  water: string;
  rivers: string;
  borders: string;
}

const corner = (longitude: number, latitude: number) => toPoint({ latitude, longitude });

/** Whether a coordinate stays on the edge of a cell or of all cells; drawings are a unit off. */
const isAlong = (to: number, from: number, step: number, ...ends: (number | undefined)[]) =>
  [Math.round(to / step) * step, ...ends].some(
    (edge) => edge !== undefined && Math.abs(to - edge) <= 1 && Math.abs(from - edge) <= 1,
  );

function readLine(steps: number[], { units, cell, box }: StoredLevel, isLand: boolean): Line {
  const count = steps.length / 2;
  const points = new Float64Array(steps.length);
  const edges = isLand ? new Uint8Array(count) : undefined;
  const [west, south, east, north] = box.map((degrees) => Math.round(degrees * units));
  const step = cell * units;
  let [x, y, previousX, previousY] = [0, 0, Number.NaN, Number.NaN];
  const bounds: Box = { west: 1, east: 0, north: 1, south: 0 };
  for (let index = 0; index < count; index++) {
    x += steps[2 * index]!;
    y += steps[2 * index + 1]!;
    const point = corner(x / units, y / units);
    points[2 * index] = point.x;
    points[2 * index + 1] = point.y;
    bounds.west = Math.min(bounds.west, point.x);
    bounds.east = Math.max(bounds.east, point.x);
    bounds.north = Math.min(bounds.north, point.y);
    bounds.south = Math.max(bounds.south, point.y);
    const isEdge = isAlong(x, previousX, step, west, east) || isAlong(y, previousY, step, south, north);
    if (edges && isEdge) edges[index] = 1;
    [previousX, previousY] = [x, y];
  }
  return { points, edges, ...bounds };
}

export function readLevels({ levels }: { levels: StoredLevel[] }): CoastLevel[] {
  return levels.map((level) => {
    const [west, south, east, north] = level.box;
    const [topLeft, bottomRight] = [corner(west, north), corner(east, south)];
    const read = (lines: number[][], isLand = false) => lines.map((steps) => readLine(steps, level, isLand));
    return {
      zoom: level.zoom,
      box: { west: topLeft.x, north: topLeft.y, east: bottomRight.x, south: bottomRight.y },
      land: read(level.land, true),
      water: read(level.water),
      rivers: read(level.rivers),
      borders: read(level.borders),
    };
  });
}

/** Loaded once, because the file never changes under its address. */
export const coastQuery = () =>
  queryOptions({
    queryKey: ['coast'],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const response = await fetch(new URL('./coast.json', import.meta.url), { signal });
      if (!response.ok) throw new Error('Can’t load the coastline. Try again in a moment.');
      return readLevels((await response.json()) as { levels: StoredLevel[] });
    },
  });

const overlaps = (one: Box, other: Box) =>
  one.west < other.east && one.east > other.west && one.north < other.south && one.south > other.north;
const contains = (outer: Box, inner: Box) =>
  outer.west <= inner.west && outer.east >= inner.east && outer.north <= inner.north && outer.south >= inner.south;

/** Points closer than this to the last one are left out. */
const MIN_DISTANCE = 0.7;
const text = (value: number) => Math.round(value * 10) / 10;

/** Draws a view in a picture of a size, with the center of the view in its middle. */
class Pen {
  readonly #left: number;
  readonly #top: number;
  readonly #world: number;
  readonly box: Box;

  constructor(view: View, { width, height }: Size) {
    this.#world = worldWidth(view.zoom);
    this.#left = view.x * this.#world - width / 2;
    this.#top = view.y * this.#world - height / 2;
    this.box = {
      west: this.#left / this.#world,
      north: this.#top / this.#world,
      east: (this.#left + width) / this.#world,
      south: (this.#top + height) / this.#world,
    };
  }

  x = (value: number) => value * this.#world - this.#left;
  y = (value: number) => value * this.#world - this.#top;

  rectangle(box: Box): string {
    const [left, right] = [Math.max(box.west, this.box.west), Math.min(box.east, this.box.east)].map(this.x);
    const [top, bottom] = [Math.max(box.north, this.box.north), Math.min(box.south, this.box.south)].map(this.y);
    return `M${text(left!)} ${text(top!)}H${text(right!)}V${text(bottom!)}H${text(left!)}Z`;
  }

  /** Closed shapes, cut to the picture. */
  shapes(lines: readonly Line[]): string {
    const parts = lines.map((line) => {
      if (!overlaps(line, this.box)) return '';
      let shape = this.#thin(line);
      if (!contains(this.box, line)) shape = this.#cut(shape);
      return shape.length < 3 ? '' : `M${shape.map(({ x, y }) => `${text(x)} ${text(y)}`).join('L')}Z`;
    });
    return parts.join('');
  }

  /** Open lines without the edges of cells. Segments beside the picture are left out. */
  lines(lines: readonly Line[]): string {
    let path = '';
    const { box } = this;
    for (const line of lines) {
      if (!overlaps(line, box)) continue;
      const { points, edges } = line;
      let [lastX, lastY, isDown] = [0, 0, false];
      for (let index = 2; index < points.length; index += 2) {
        const [fromX, fromY, toX, toY] = [points[index - 2]!, points[index - 1]!, points[index]!, points[index + 1]!];
        const isOutside =
          (fromX < box.west && toX < box.west) ||
          (fromX > box.east && toX > box.east) ||
          (fromY < box.north && toY < box.north) ||
          (fromY > box.south && toY > box.south);
        if (isOutside || edges?.[index / 2]) {
          isDown = false;
          continue;
        }
        const [x, y] = [this.x(toX), this.y(toY)];
        if (!isDown) path += `M${text(this.x(fromX))} ${text(this.y(fromY))}`;
        else if (Math.abs(x - lastX) + Math.abs(y - lastY) < MIN_DISTANCE && index + 2 < points.length) continue;
        path += `L${text(x)} ${text(y)}`;
        [lastX, lastY, isDown] = [x, y, true];
      }
    }
    return path;
  }

  #thin({ points }: Line): Point[] {
    const shape: Point[] = [];
    let [lastX, lastY] = [Infinity, Infinity];
    for (let index = 0; index < points.length; index += 2) {
      const [x, y] = [this.x(points[index]!), this.y(points[index + 1]!)];
      if (Math.abs(x - lastX) + Math.abs(y - lastY) < MIN_DISTANCE) continue;
      shape.push({ x, y });
      [lastX, lastY] = [x, y];
    }
    return shape;
  }

  /** Cuts a shape at each side of the picture (the algorithm of Sutherland and Hodgman). */
  #cut(shape: Point[]): Point[] {
    const { west, east, north, south } = this.box;
    const left = clip(shape, 'x', this.x(west), 1);
    const right = clip(left, 'x', this.x(east), -1);
    return clip(clip(right, 'y', this.y(north), 1), 'y', this.y(south), -1);
  }
}

function clip(shape: Point[], axis: 'x' | 'y', at: number, side: 1 | -1): Point[] {
  const inside: Point[] = [];
  shape.forEach((point, index) => {
    const previous = shape.at(index - 1)!;
    const [isInside, wasInside] = [(point[axis] - at) * side >= 0, (previous[axis] - at) * side >= 0];
    if (isInside !== wasInside) {
      const share = (at - previous[axis]) / (point[axis] - previous[axis]);
      inside.push({
        x: previous.x + share * (point.x - previous.x),
        y: previous.y + share * (point.y - previous.y),
      });
    }
    if (isInside) inside.push(point);
  });
  return inside;
}

/** The paths of a view: the finest level that its zoom has, and coarser ones around it. */
export function coastPaths(levels: readonly CoastLevel[], view: View, size: Size): CoastPaths[] {
  const pen = new Pen(view, size);
  const drawn = levels.filter(({ zoom, box }) => view.zoom >= zoom && overlaps(box, pen.box));
  const first = drawn.findLastIndex(({ box }) => contains(box, pen.box));
  return drawn.slice(Math.max(0, first)).map(({ zoom, box, land, water, rivers, borders }) => ({
    key: zoom,
    box: pen.rectangle(box),
    land: pen.shapes(land),
    shore: pen.lines(land),
    water: pen.shapes(water),
    rivers: pen.lines(rivers),
    borders: pen.lines(borders),
  }));
}
