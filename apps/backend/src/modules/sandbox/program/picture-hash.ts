import sharp from 'sharp';
import { PICTURE_HASH_SIDE } from '../rendering.ts';

type RawImage = { data: Buffer; info: { width: number; height: number; channels: 1 | 2 | 3 | 4 } };

const BITS = PICTURE_HASH_SIDE ** 2;
/** A smaller difference between two cells (0 to 255) is treated as noise. */
const MIN_DIFFERENCE = 3;
/** Minimum number of differences that exceed noise. Blank pages have almost none. */
const MIN_DISTINCT = BITS / 4;
/** Minimum number of brighter steps and of darker steps. Pictures that only fade to one side would all have the same hash. */
const MIN_STEPS = BITS / 8;

/**
 * Computes a difference hash (dHash): each bit says whether a cell of the gray picture, scaled down to a grid, is darker than the cell to
 * its right. Returns a string of `0` and `1`; null for a picture with so little content that it would match other pictures by chance.
 */
export async function pictureHash({ data, info }: RawImage): Promise<string | null> {
  const { width, height, channels } = info;
  const columns = PICTURE_HASH_SIDE + 1;
  const cells = await sharp(data, { raw: { width, height, channels } })
    .removeAlpha()
    .toColourspace('b-w')
    .resize(columns, PICTURE_HASH_SIDE, { fit: 'fill' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  let hash = '';
  let distinct = 0;
  for (let row = 0; row < PICTURE_HASH_SIDE; row += 1)
    for (let column = 0; column < PICTURE_HASH_SIDE; column += 1) {
      const at = row * columns + column;
      const difference = (cells[at + 1] ?? 0) - (cells[at] ?? 0);
      hash += difference > 0 ? '1' : '0';
      if (Math.abs(difference) >= MIN_DIFFERENCE) distinct += 1;
    }
  const brighter = hash.replaceAll('0', '').length;
  const hasContent = distinct >= MIN_DISTINCT && Math.min(brighter, BITS - brighter) >= MIN_STEPS;
  return hasContent ? hash : null;
}
