import { createContext } from 'react';

/** Part of a picture, in fractions of its width and height, from 0 to 1. */
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

const PREFIX = 'pct:';
const DIGITS = 2;

const percent = (share: number) => String(Number((share * 100).toFixed(DIGITS)));

/** Formats a region in IIIF syntax: `pct:10,20,50,50`, in percent from the upper left corner. */
export function formatRegion({ x, y, width, height }: Region): string {
  const left = Math.max(0, x);
  const top = Math.max(0, y);
  const right = Math.min(1, x + width);
  const bottom = Math.min(1, y + height);
  return PREFIX + [left, top, right - left, bottom - top].map(percent).join(',');
}

/** Parses a region; undefined for text that isn't a region of a picture. */
export function parseRegion(text: string | null): Region | undefined {
  if (!text?.startsWith(PREFIX)) return undefined;
  const parts = text.slice(PREFIX.length).split(',');
  const [x = Number.NaN, y = Number.NaN, width = Number.NaN, height = Number.NaN] = parts.map(
    (part) => Number(part) / 100,
  );
  const isInside = x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= 1.0001 && y + height <= 1.0001;
  return parts.length === 4 && isInside ? { x, y, width, height } : undefined;
}

export interface Point {
  x: number;
  y: number;
}

/** Minimum width and height of a region. */
const MIN_SIZE = 0.02;

const within = (value: number, min: number, max: number) => Math.min(Math.max(value, min), Math.max(min, max));

export const moveRegion = ({ x, y, width, height }: Region, right: number, down: number): Region => ({
  x: within(x + right, 0, 1 - width),
  y: within(y + down, 0, 1 - height),
  width,
  height,
});

/** Moves the right and lower edges. */
export const resizeRegion = ({ x, y, width, height }: Region, right: number, down: number): Region => ({
  x,
  y,
  width: within(width + right, MIN_SIZE, 1 - x),
  height: within(height + down, MIN_SIZE, 1 - y),
});

/** A region of the same size around a point, moved inside the picture. */
export const regionAround = ({ x, y }: Point, { width, height }: Region): Region =>
  moveRegion({ x: x - width / 2, y: y - height / 2, width, height }, 0, 0);

/** The region between two opposite corners, clipped to the picture. */
export function regionBetween(one: Point, other: Point): Region {
  const [left, right] = [one.x, other.x].map((value) => within(value, 0, 1)).toSorted((a, b) => a - b) as [
    number,
    number,
  ];
  const [top, bottom] = [one.y, other.y].map((value) => within(value, 0, 1)).toSorted((a, b) => a - b) as [
    number,
    number,
  ];
  const x = Math.min(left, 1 - MIN_SIZE);
  const y = Math.min(top, 1 - MIN_SIZE);
  return { x, y, width: Math.max(MIN_SIZE, right - x), height: Math.max(MIN_SIZE, bottom - y) };
}

/** A labeled region of the picture. */
interface PictureMark {
  key: string;
  label: string;
  region: Region;
}

/** A region that a curator is placing. */
export interface RegionDraft {
  label: string;
  region: Region;
  /** Changes the current region, which may be newer than `region`. */
  onChange(change: (region: Region) => Region): void;
  onSave(): void;
  onCancel(): void;
}

export interface PictureMarks {
  marks: readonly PictureMark[];
  /** Key of the mark that is shown even without pointing at it. */
  active: string | null;
  draft: RegionDraft | null;
}

export const NO_MARKS: PictureMarks = { marks: [], active: null, draft: null };

/** Provides the marks that the viewer shows over the picture. */
export const PictureMarksContext = createContext<PictureMarks>(NO_MARKS);
