/** A thumbnail in a row. Sizes are in pixels. */
export interface PlacedThumbnail<T> {
  item: T;
  /** Index in the whole list. */
  index: number;
  left: number;
  width: number;
}

export interface ThumbnailRow<T> {
  thumbnails: PlacedThumbnail<T>[];
  /** Height of the thumbnails, without captions. */
  height: number;
}

interface GridOptions<T> {
  width: number;
  /** Preferred row height. */
  target: number;
  gap: number;
  /** Width divided by height. */
  ratioOf: (item: T) => number;
}

/** Limits the aspect ratio. Very wide and very tall pictures are cropped. */
const clampedRatio = (ratio: number) => Math.max(0.5, Math.min(3, ratio));

/**
 * Justified rows: each row takes pictures until it is full at the target height, then shrinks to fit the width exactly. The last row
 * keeps the target height. The layout depends only on aspect ratios, so that rows can be virtualized.
 */
export function rowsOf<T>(items: readonly T[], { width, target, gap, ratioOf }: GridOptions<T>): ThumbnailRow<T>[] {
  const rows: ThumbnailRow<T>[] = [];
  for (let index = 0; index < items.length;) {
    let ratios = 0;
    let end = index;
    while (end < items.length && ratios * target + (end - index) * gap < width) {
      ratios += clampedRatio(ratioOf(items[end]!));
      end += 1;
    }
    const available = width - (end - index - 1) * gap;
    const height = Math.min(target, available / ratios);
    let leftOffset = 0;
    const thumbnails = items.slice(index, end).map((item, offset) => {
      const thumbnail = { item, index: index + offset, left: leftOffset, width: clampedRatio(ratioOf(item)) * height };
      leftOffset += thumbnail.width + gap;
      return thumbnail;
    });
    rows.push({ thumbnails, height });
    index = end;
  }
  return rows;
}

interface VisibleThumbnail extends Pick<PlacedThumbnail<unknown>, 'index' | 'left' | 'width'> {
  /** Pixels from the top of the grid. */
  top: number;
}

/** Index to which an arrow key moves: the adjacent thumbnail left or right, or the nearest one above or below. */
export function neighborOf(thumbnails: readonly VisibleThumbnail[], index: number, key: string): number | undefined {
  if (key === 'ArrowLeft') return index - 1;
  if (key === 'ArrowRight') return index + 1;
  const current = thumbnails.find((thumbnail) => thumbnail.index === index);
  const sign = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (!current || sign === undefined) return undefined;
  const centerOf = (thumbnail: VisibleThumbnail) => thumbnail.left + thumbnail.width / 2;
  const verticalDistance = (thumbnail: VisibleThumbnail) => (thumbnail.top - current.top) * sign;
  const horizontalDistance = (thumbnail: VisibleThumbnail) => Math.abs(centerOf(thumbnail) - centerOf(current));
  return thumbnails
    .filter((thumbnail) => verticalDistance(thumbnail) > 0)
    .toSorted((a, b) => verticalDistance(a) - verticalDistance(b) || horizontalDistance(a) - horizontalDistance(b))[0]
    ?.index;
}
