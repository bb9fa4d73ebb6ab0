import { Problem } from '../../../common/index.ts';
import type { AssemblyFormat, AssemblyQuality, QuarterTurn, Size } from '../../sandbox/index.ts';

/** Maximum length of a response image's sides in pixels, the same as for stored pages. */
export const MAX_SIDE = 4800;

export const FORMATS: Record<AssemblyFormat, string> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' };
const QUALITIES: Record<string, AssemblyQuality> = {
  default: 'color',
  color: 'color',
  gray: 'gray',
  bitonal: 'bitonal',
};

export interface Region extends Size {
  left: number;
  top: number;
}

/** Path parameters as written in the URL. */
export interface ImageParameters {
  region: string;
  size: string;
  rotation: string;
  /** `{quality}.{format}` */
  file: string;
}

/** An image request in pixels of the full picture. */
export interface ImageRequest {
  region: Region;
  /** Size of the response image before the rotation. */
  size: Size;
  isMirrored: boolean;
  turn: QuarterTurn;
  quality: AssemblyQuality;
  format: AssemblyFormat;
  /** The parameters in the specification's canonical form. */
  canonical: string;
}

const invalid = (detail: string) => new Problem(400, detail);

const INTEGER = String.raw`\d{1,9}`;
const DECIMAL = String.raw`\d{0,9}\.?\d{1,9}`;
const four = (number: string) => Array.from({ length: 4 }, () => `(${number})`).join(',');

const PIXELS = new RegExp(`^${four(INTEGER)}$`);
const PERCENT = new RegExp(`^pct:${four(DECIMAL)}$`);

/** @throws Problem 400 */
function regionOf(text: string, full: Size): Region {
  if (text === 'full') return { left: 0, top: 0, ...full };
  if (text === 'square') {
    const side = Math.min(full.width, full.height);
    return {
      left: Math.floor((full.width - side) / 2),
      top: Math.floor((full.height - side) / 2),
      width: side,
      height: side,
    };
  }
  const pixels = PIXELS.exec(text)?.slice(1).map(Number);
  const percent = PERCENT.exec(text)
    ?.slice(1)
    .map((part, index) => Math.round((Number(part) / 100) * (index % 2 === 0 ? full.width : full.height)));
  const [left, top, width, height] = pixels ?? percent ?? [];
  if (left === undefined || top === undefined || width === undefined || height === undefined)
    throw invalid('The region has to be full, square, x,y,w,h or pct:x,y,w,h.');
  if (width === 0 || height === 0 || left >= full.width || top >= full.height)
    throw invalid('The region is empty or outside of the image.');
  return { left, top, width: Math.min(width, full.width - left), height: Math.min(height, full.height - top) };
}

const scaleSize = ({ width, height }: Size, scale: number): Size => ({
  width: Math.round(width * scale),
  height: Math.round(height * scale),
});

/** Scales a region's size. Each side has at least one pixel. */
const fittedSize = (region: Size, scale: number): Size => {
  const { width, height } = scaleSize(region, scale);
  return { width: Math.max(1, width), height: Math.max(1, height) };
};

/** The largest size of a response image. */
function maxSize(region: Size, isUpscaled: boolean): Size {
  const scale = Math.min(MAX_SIDE / region.width, MAX_SIDE / region.height);
  return fittedSize(region, isUpscaled ? scale : Math.min(1, scale));
}

const SIZE = new RegExp(`^(!)?(${INTEGER})?,(${INTEGER})?$`);
const SIZE_PERCENT = new RegExp(`^pct:(${DECIMAL})$`);

/** The size to scale a region to, before limits are checked; undefined if the text is invalid. */
function requestedSize(text: string, region: Size, isUpscaled: boolean): Size | undefined {
  if (text === 'max') return maxSize(region, isUpscaled);
  const percent = SIZE_PERCENT.exec(text);
  if (percent) return scaleSize(region, Number(percent[1]) / 100);
  const [, bang, w, h] = SIZE.exec(text) ?? [];
  const [width, height] = [w, h].map((side) => (side === undefined ? undefined : Number(side)));
  if (bang !== undefined) {
    if (!width || !height) return undefined;
    const limits = [width / region.width, height / region.height, MAX_SIDE / region.width, MAX_SIDE / region.height];
    return fittedSize(region, Math.min(...limits, isUpscaled ? Infinity : 1));
  }
  if (width !== undefined && height !== undefined) return { width, height };
  if (width !== undefined) return { width, height: scaleSize(region, width / region.width).height };
  if (height !== undefined) return { width: scaleSize(region, height / region.height).width, height };
  return undefined;
}

const isLarger = (size: Size, limit: Size) => size.width > limit.width || size.height > limit.height;
const isSame = (size: Size, other: Size) => size.width === other.width && size.height === other.height;

/** @throws Problem 400 */
function sizeOf(text: string, region: Size): Size {
  const isUpscaled = text.startsWith('^');
  const size = requestedSize(isUpscaled ? text.slice(1) : text, region, isUpscaled);
  if (!size) throw invalid('The size has to be max, w, or ,h or w,h or !w,h or pct:n, with ^ before it to enlarge.');
  if (size.width < 1 || size.height < 1) throw invalid('The size is less than a pixel.');
  if (!isUpscaled && isLarger(size, region))
    throw invalid('The size is larger than the region. Put ^ before it to enlarge.');
  if (isLarger(size, { width: MAX_SIDE, height: MAX_SIDE }))
    throw invalid(`The size is larger than ${MAX_SIDE} pixels a side.`);
  return size;
}

const ROTATION = new RegExp(`^(!)?(${DECIMAL})$`);
const TURNS: readonly QuarterTurn[] = [0, 90, 180, 270];

/** @throws Problem 400 */
function rotationOf(text: string): Pick<ImageRequest, 'isMirrored' | 'turn'> {
  const [, bang, number] = ROTATION.exec(text) ?? [];
  const turn = TURNS.find(
    (quarter) =>
      number !== undefined && (Number(number) === quarter || (Number(number) === quarter + 360 && quarter === 0)),
  );
  if (turn === undefined) throw invalid('The rotation has to be 0, 90, 180 or 270, with ! before it to mirror.');
  return { isMirrored: bang !== undefined, turn };
}

/** @throws Problem 400 */
function fileOf(text: string): Pick<ImageRequest, 'quality' | 'format'> {
  const [, name = '', ending = ''] = /^(\w+)\.(\w+)$/.exec(text) ?? [];
  const quality = Object.hasOwn(QUALITIES, name) ? QUALITIES[name] : undefined;
  if (!quality) throw invalid('The quality has to be default, color, gray or bitonal.');
  if (!Object.hasOwn(FORMATS, ending)) throw invalid('The format has to be jpg, png or webp.');
  return { quality, format: ending as AssemblyFormat };
}

/** The canonical form (Image API 3.0, 4.8). */
function canonicalOf({ region, size, isMirrored, turn, quality, format }: Omit<ImageRequest, 'canonical'>, full: Size) {
  const { left, top, width, height } = region;
  const isFull = isSame(region, full);
  const caret = isLarger(size, region) ? '^' : '';
  const isMax = isSame(size, maxSize(region, caret !== ''));
  return [
    isFull ? 'full' : [left, top, width, height].join(','),
    `${caret}${isMax ? 'max' : `${size.width},${size.height}`}`,
    `${isMirrored ? '!' : ''}${turn}`,
    `${quality === 'color' ? 'default' : quality}.${format}`,
  ].join('/');
}

/**
 * Parses the parameters of an image request (Image API 3.0, 4). Supports level 2, upscaling and mirroring.
 * @throws Problem 400
 */
export function imageRequestOf(parameters: ImageParameters, full: Size): ImageRequest {
  const region = regionOf(parameters.region, full);
  const request = {
    region,
    size: sizeOf(parameters.size, region),
    ...rotationOf(parameters.rotation),
    ...fileOf(parameters.file),
  };
  return { ...request, canonical: canonicalOf(request, full) };
}
