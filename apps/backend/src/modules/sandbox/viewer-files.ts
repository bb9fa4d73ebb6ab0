import type { Size } from './rendering.ts';

/** Side of a square tile in pixels. Tiles don't overlap, so a Deep Zoom tile is also an IIIF tile. */
export const TILE_SIZE = 512;

/** Pictures with a longer side get tiles. */
export const MAX_SIDE_WITHOUT_TILES = 2000;

/** Maximum number of pages of a document that are rendered. The limit for text is the same. */
export const MAX_RENDERED_PAGES = 500;

export interface Tile {
  /** At level 0, the whole picture is in one tile. Each further level doubles the number of pixels per side. */
  level: number;
  column: number;
  row: number;
}

/** The number of levels of a pyramid. */
const levelsOf = ({ width, height }: Size): number =>
  1 + Math.max(0, Math.ceil(Math.log2(Math.max(width, height) / TILE_SIZE)));

/** Every tile of a picture. */
export function* tilesOf(size: Size): Generator<Tile> {
  const levels = levelsOf(size);
  for (let level = 0; level < levels; level += 1) {
    const scale = 2 ** (levels - 1 - level);
    const columns = Math.ceil(Math.ceil(size.width / scale) / TILE_SIZE);
    const rows = Math.ceil(Math.ceil(size.height / scale) / TILE_SIZE);
    for (let column = 0; column < columns; column += 1)
      for (let row = 0; row < rows; row += 1) yield { level, column, row };
  }
}

// Names of files in the directory of the sandboxed process.
export const tileFile = ({ level, column, row }: Tile) => `tile-${level}-${column}-${row}`;
export const pageFile = (page: number) => `page-${page}`;
export const pageThumbnailFile = (page: number) => `page-${page}-thumbnail`;
export const pageZoomFile = (page: number) => `page-${page}-zoom`;

// Names of entries in the stored ZIP archive. An enlarged page is a pyramid with a single tile.
export const tileEntry = ({ level, column, row }: Tile) => `${level}/${column}_${row}.jpg`;
export const pageEntry = (page: number) => `${page}.webp`;
export const pageThumbnailEntry = (page: number) => `${page}-thumbnail.webp`;
export const pageZoomFolder = (page: number) => `${page}`;
export const pageZoomEntry = (page: number) => `${pageZoomFolder(page)}/0/0_0.jpg`;

/** Sizes of a rendered page: its picture, and a larger one for zooming. */
export interface PageSize extends Size {
  zoom: Size;
}
