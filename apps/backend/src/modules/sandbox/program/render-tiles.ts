import { rename } from 'node:fs/promises';
import type { Size } from '../rendering.ts';
import { TILE_SIZE, tileFile, tilesOf } from '../viewer-files.ts';
import { openPicture, reasonOf } from './picture.ts';

const QUALITY = 84;
/** Where libvips writes its Deep Zoom files. */
const NAME = 'tiles';

/**
 * Cuts an image file into tiles, upright and in sRGB: JPEG, because a hundred megapixels as WebP take minutes.
 * @throws Rejection
 */
export async function renderTiles(file: string, type: string): Promise<Size> {
  try {
    const picture = await openPicture(file, type);
    const { width, height } = await (
      await picture.open()
    )
      .jpeg({ quality: QUALITY })
      .tile({ size: TILE_SIZE, overlap: 0, depth: 'onetile', layout: 'dz' })
      .toFile(`${NAME}.dz`);
    const size = { width, height };
    for (const tile of tilesOf(size))
      await rename(`${NAME}_files/${tile.level}/${tile.column}_${tile.row}.jpeg`, tileFile(tile));
    return size;
  } catch (error) {
    throw reasonOf(error);
  }
}
