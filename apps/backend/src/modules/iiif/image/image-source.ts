import type { ViewPicture } from '@archive/contracts';
import type { AssemblyFormat, Size } from '../../sandbox/index.ts';
import { tileEntry } from '../../sandbox/index.ts';
import { type ImageRequest, MAX_SIDE, type Region } from './image-request.ts';

/** Maximum number of pixels to decode for a request: twice the maximum side of a response image, squared. */
const MAX_SOURCE_PIXELS = (2 * MAX_SIDE) ** 2;

/** A picture at one of its resolutions. */
export interface Level extends Size {
  /** Number of pixels of the full picture per pixel of the level, in each direction. */
  scale: number;
  tileSize: number;
  urlOf: (column: number, row: number) => string;
}

/** Where the pixels of a picture are stored. */
export interface ImageSource extends Size {
  /** The levels, starting with the full picture. */
  levels: readonly Level[];
  format: AssemblyFormat;
  /** A value that changes when the picture is regenerated. */
  version: string;
}

/** The image source of a picture. A picture without tiles has one level with a single tile: its preview. */
export function imageSourceOf({ url, width, height, tiles }: ViewPicture): ImageSource {
  if (!tiles) {
    const level = { width, height, scale: 1, tileSize: Math.max(width, height), urlOf: () => url };
    return { width, height, levels: [level], format: 'webp', version: url };
  }
  const { tile_size: tileSize } = tiles;
  const top = Math.max(0, Math.ceil(Math.log2(Math.max(tiles.width, tiles.height) / tileSize)));
  const levels = Array.from({ length: top + 1 }, (_, index) => {
    const scale = 2 ** index;
    return {
      width: Math.ceil(tiles.width / scale),
      height: Math.ceil(tiles.height / scale),
      scale,
      tileSize,
      urlOf: (column: number, row: number) => `${tiles.url}/${tileEntry({ level: top - index, column, row })}`,
    };
  });
  return { width: tiles.width, height: tiles.height, levels, format: 'jpg', version: tiles.url };
}

/** The URL of the stored tile that matches a request exactly; undefined if none matches. */
export function storedImage({ levels, format, ...full }: ImageSource, request: ImageRequest): string | undefined {
  const { region, size } = request;
  const isUnchanged =
    request.turn === 0 && !request.isMirrored && request.quality === 'color' && request.format === format;
  if (!isUnchanged) return undefined;
  for (const { scale, tileSize, urlOf, ...level } of levels) {
    const side = tileSize * scale;
    const [column, row] = [region.left / side, region.top / side];
    const isTile =
      Number.isInteger(column) &&
      Number.isInteger(row) &&
      region.width === Math.min(side, full.width - region.left) &&
      region.height === Math.min(side, full.height - region.top) &&
      size.width === Math.min(tileSize, level.width - column * tileSize) &&
      size.height === Math.min(tileSize, level.height - row * tileSize);
    if (isTile) return urlOf(column, row);
  }
  return undefined;
}

/** A region in pixels of a level. */
function regionAt({ region }: ImageRequest, { scale, width, height }: Level): Region {
  const left = Math.floor(region.left / scale);
  const top = Math.floor(region.top / scale);
  const right = Math.min(width, Math.ceil((region.left + region.width) / scale));
  const bottom = Math.min(height, Math.ceil((region.top + region.height) / scale));
  return { left, top, width: right - left, height: bottom - top };
}

/** The smallest level with enough pixels for the requested size, or a smaller level if that would be too many pixels to decode. */
function levelFor({ levels }: ImageSource, request: ImageRequest): Level {
  const { size } = request;
  const decodable = levels.filter((level) => {
    const { width, height } = regionAt(request, level);
    return width * height <= MAX_SOURCE_PIXELS;
  });
  const smallest = decodable.findLast((level) => {
    const { width, height } = regionAt(request, level);
    return width >= size.width && height >= size.height;
  });
  const level = smallest ?? decodable[0] ?? levels.at(-1);
  if (!level) throw new RangeError('A picture has at least one level');
  return level;
}

/** The tiles that a request needs, in reading order, and its region within them. */
export function tilesFor(source: ImageSource, request: ImageRequest) {
  const level = levelFor(source, request);
  const { left, top, width, height } = regionAt(request, level);
  const { tileSize, urlOf } = level;
  const first = { column: Math.floor(left / tileSize), row: Math.floor(top / tileSize) };
  const columns = Math.floor((left + width - 1) / tileSize) - first.column + 1;
  const rows = Math.floor((top + height - 1) / tileSize) - first.row + 1;
  return {
    columns,
    region: { left: left - first.column * tileSize, top: top - first.row * tileSize, width, height },
    urls: Array.from({ length: columns * rows }, (_, index) =>
      urlOf(first.column + (index % columns), first.row + Math.floor(index / columns)),
    ),
  };
}
