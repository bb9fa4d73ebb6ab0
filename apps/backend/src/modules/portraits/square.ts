import type { PictureRegion } from '@archive/contracts';
import type { Size } from '../sandbox/index.ts';

const clampStart = (start: number, side: number, length: number) =>
  Math.round(Math.max(0, Math.min(start, length - side)));

/**
 * A square around the center of a region, in pixels of the picture. Its side is the longer side of the region, but at most the shorter
 * side of the picture.
 */
export function squareAround({ x, y, width, height }: PictureRegion, full: Size) {
  const longer = Math.max(width * full.width, height * full.height);
  const side = Math.max(1, Math.round(Math.min(longer, full.width, full.height)));
  return {
    left: clampStart((x + width / 2) * full.width - side / 2, side, full.width),
    top: clampStart((y + height / 2) * full.height - side / 2, side, full.height),
    side,
  };
}
