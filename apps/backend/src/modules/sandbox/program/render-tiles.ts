import { rename } from 'node:fs/promises';
import type { Size } from '../rendering.ts';
import { TILE_SIZE, tileFile, tilesOf } from '../viewer-files.ts';
import { openPicture, reasonOf } from './picture.ts';

const QUALITY = 84;
/** Base name of the Deep Zoom files that libvips writes. */
const OUTPUT_NAME = 'tiles';

/**
 * Cuts an image file into tiles, upright and in sRGB. The tiles are JPEG, because encoding 100 megapixels as WebP takes minutes.
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
      .toFile(`${OUTPUT_NAME}.dz`);
    const size = { width, height };
    for (const tile of tilesOf(size))
      await rename(`${OUTPUT_NAME}_files/${tile.level}/${tile.column}_${tile.row}.jpeg`, tileFile(tile));
    return size;
  } catch (error) {
    throw reasonOf(error);
  }
}
