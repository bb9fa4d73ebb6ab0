/** Part of a picture: shares of its width and height, from 0 to 1. */
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

const PREFIX = 'pct:';
const DIGITS = 2;

const percent = (share: number) => String(Number((share * 100).toFixed(DIGITS)));

/** As in IIIF: `pct:10,20,50,50`, in percent from the upper left corner. */
export function formatRegion({ x, y, width, height }: Region): string {
  const left = Math.max(0, x);
  const top = Math.max(0, y);
  const right = Math.min(1, x + width);
  const bottom = Math.min(1, y + height);
  return PREFIX + [left, top, right - left, bottom - top].map(percent).join(',');
}

/** Undefined for a text that isn't a region of a picture. */
export function parseRegion(text: string | null): Region | undefined {
  if (!text?.startsWith(PREFIX)) return undefined;
  const parts = text.slice(PREFIX.length).split(',');
  const [x = Number.NaN, y = Number.NaN, width = Number.NaN, height = Number.NaN] = parts.map(
    (part) => Number(part) / 100,
  );
  const isInside = x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= 1.0001 && y + height <= 1.0001;
  return parts.length === 4 && isInside ? { x, y, width, height } : undefined;
}
