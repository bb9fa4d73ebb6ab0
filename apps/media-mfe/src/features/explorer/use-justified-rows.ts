import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { StoredFile } from '@archive/contracts';
import { rowsOf } from './rows.ts';

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
export function useJustifiedRows(files: StoredFile[]) {
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
