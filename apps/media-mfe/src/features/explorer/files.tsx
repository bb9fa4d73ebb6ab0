import type { StoredFile } from '@archive/contracts';
import { SelectBox, type Selection } from '@archive/editing';
import { Link } from '@archive/router';
import { Anchor, type AnchorProps, Thumbnail, cx, formatDuration, formatFileSize, gridPictureClass } from '@archive/ui';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { captionOf, isDoubtful, kindOf, lacksPreview, thumbnailOf } from '../stored-file.ts';

const SELECTED = 'outline-3 outline-offset-2 outline-navy';

const thumbnailAt = (list: HTMLElement | null, index: number) => list?.querySelector(`[aria-posinset="${index + 1}"]`);

interface FilesProps {
  files: StoredFile[];
  /** URL that a thumbnail opens. */
  hrefOf: (file: StoredFile) => string;
  /** In Edit Mode: the selection, with a checkbox on each thumbnail. */
  selection: Pick<Selection<unknown>, 'has' | 'toggle' | 'all' | 'clear'> | undefined;
  /** File that was just closed; its thumbnail gets focus again. */
  lastFile: string | null;
}

/**
 * Files as a virtualized grid. Arrow keys move between thumbnails; Ctrl+A selects all files, Escape clears the
 * selection.
 */
export function Files({ files, hrefOf, selection, lastFile }: FilesProps) {
  const { list, height, shown: visibleItems } = useJustifiedRows(files);
  const focusRestored = useRef(false);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const from = event.target instanceof HTMLElement ? event.target : null;
      const index = Number(from?.closest('[aria-posinset]')?.getAttribute('aria-posinset')) - 1;
      const to = neighborOf(visibleItems, index, event.key);
      if (to !== undefined) {
        event.preventDefault();
        thumbnailAt(list.current, to)
          ?.querySelector<HTMLElement>(from instanceof HTMLInputElement ? 'input' : 'a')
          ?.focus();
      }
      if (event.key === 'Escape') selection?.clear();
      if (event.key !== 'a' || !(event.ctrlKey || event.metaKey) || !selection) return;
      event.preventDefault();
      selection.all();
    };
    const element = list.current;
    element?.addEventListener('keydown', handleKey);
    return () => element?.removeEventListener('keydown', handleKey);
  });
  useEffect(() => {
    if (lastFile === null || focusRestored.current) return;
    const index = files.findIndex(({ name }) => name === lastFile);
    const link = document.activeElement === document.body && thumbnailAt(list.current, index)?.querySelector('a');
    if (!link) return;
    link.focus({ preventScroll: true });
    focusRestored.current = true;
  });
  return (
    <ul ref={list} aria-label="Files" className="relative" style={{ height }}>
      {visibleItems.map(({ item: file, index, ...position }) => (
        <li
          key={file.path}
          aria-setsize={files.length}
          aria-posinset={index + 1}
          className="absolute top-0"
          style={{ left: position.left, width: position.width, transform: `translateY(${position.top}px)` }}
        >
          <figure>
            <div className="relative" style={{ height: position.height }}>
              {selection && <SelectBox item={file.path} name={captionOf(file)} selection={selection} />}
              <FileLink
                href={hrefOf(file)}
                aria-label={captionOf(file)}
                className={cx(gridPictureClass, selection?.has(file.path) && SELECTED)}
              >
                <Thumbnail src={thumbnailOf(file)} alt="" kind={kindOf(file)} />
              </FileLink>
            </div>
            <figcaption className="mt-1.5 text-13 leading-[1.125rem]">
              {/* For the mouse. The keyboard and screen readers have the link above. */}
              <FileLink
                href={hrefOf(file)}
                tabIndex={-1}
                aria-hidden
                className="line-clamp-2 font-medium [overflow-wrap:anywhere]"
              >
                {captionOf(file)}
              </FileLink>
              <span className="block truncate text-faded">
                {factsOf(file)}
                {lacksPreview(file) && <span className="text-amber"> · No preview</span>}
                {isDoubtful(file) && <span className="text-amber"> · Damaged</span>}
              </span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}

/** "12.40 MB · 3:05" */
const factsOf = ({ size, duration, frame_count: frames }: StoredFile): string =>
  [size > 0 && formatFileSize(size), duration && formatDuration(duration), frames && 'Animated']
    .filter(Boolean)
    .join(' · ');

/** A link to a file. External files open in a new tab. */
function FileLink({ href, ...rest }: AnchorProps) {
  return href.startsWith('/') ? <Link to={href} {...rest} /> : <Anchor href={href} {...rest} />;
}

/** A thumbnail in a row. Sizes are in pixels. */
interface PlacedThumbnail<T> {
  item: T;
  /** Index in the whole list. */
  index: number;
  left: number;
  width: number;
}

interface ThumbnailRow<T> {
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

const GAP = 12;
const MAX_ROW_HEIGHT = 200;
/** Row height as a fraction of the width, for narrow screens. */
const ROW_HEIGHT_RATIO = 0.34;
/** Height of two caption lines, the line with the size, and the row gap. */
const CAPTION_HEIGHT = 82;
const OVERSCAN = 4;
const DEFAULT_RATIO = 4 / 3;
/** Minimum width, also used before the first measurement. */
const MIN_WIDTH = 280;

const ratioOf = ({ width, height }: StoredFile) => (width && height ? width / height : DEFAULT_RATIO);

/** Virtualizes a justified grid: returns the visible thumbnails and the full height. */
function useJustifiedRows(files: StoredFile[]) {
  const list = useRef<HTMLUListElement>(null);
  const [{ width, top }, setPosition] = useState({ width: MIN_WIDTH, top: 0 });
  useLayoutEffect(() => {
    const measure = () => {
      const box = list.current?.getBoundingClientRect();
      if (box) setPosition({ width: Math.max(MIN_WIDTH, box.width), top: Math.round(box.top + window.scrollY) });
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);

  const rows = useMemo(
    () => rowsOf(files, { width, gap: GAP, target: Math.min(MAX_ROW_HEIGHT, width * ROW_HEIGHT_RATIO), ratioOf }),
    [files, width],
  );
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => (rows[index]?.height ?? 0) + CAPTION_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rows]);

  return {
    list,
    height: virtualizer.getTotalSize(),
    shown: virtualizer.getVirtualItems().flatMap(({ index, start }) => {
      const row = rows[index];
      return row ? row.thumbnails.map((thumbnail) => ({ ...thumbnail, height: row.height, top: start - top })) : [];
    }),
  };
}
