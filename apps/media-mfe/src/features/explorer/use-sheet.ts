import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { StoredFile } from '@archive/contracts';
import { rowsOf } from './rows.ts';

const GAP = 12;
const TALLEST = 200;
/** Rows are lower on a phone. */
const OF_WIDTH = 0.34;
/** Two lines of a caption, the size, and the space to the next row. */
const UNDER = 82;
const OVERSCAN = 4;
const RATIO = 4 / 3;
/** Before anything is measured. */
const NARROWEST = 280;

const ratioOf = ({ width, height }: StoredFile) => (width && height ? width / height : RATIO);

/** Of a sheet of thousands of prints, the rows in sight; the page scrolls as if all were there. */
export function useSheet(files: StoredFile[]) {
  const own = useRef<HTMLUListElement>(null);
  const [{ width, top }, setPlace] = useState({ width: NARROWEST, top: 0 });
  useLayoutEffect(() => {
    const measure = () => {
      const box = own.current?.getBoundingClientRect();
      if (box) setPlace({ width: Math.max(NARROWEST, box.width), top: Math.round(box.top + window.scrollY) });
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);

  const rows = useMemo(
    () => rowsOf(files, { width, gap: GAP, target: Math.min(TALLEST, width * OF_WIDTH), ratioOf }),
    [files, width],
  );
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => (rows[index]?.height ?? 0) + UNDER,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rows]);

  return {
    own,
    height: virtualizer.getTotalSize(),
    shown: virtualizer.getVirtualItems().flatMap(({ index, start }) => {
      const row = rows[index];
      return row ? row.prints.map((print) => ({ ...print, height: row.height, top: start - top })) : [];
    }),
  };
}
