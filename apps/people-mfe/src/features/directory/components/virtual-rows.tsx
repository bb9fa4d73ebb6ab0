import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { Row } from '../rows.ts';

const HEAD_HEIGHT = 57;
const CARDS_HEIGHT = 124;
const OVERSCAN = 6;
/** So many are drawn whole: for the browser's own search, for printing. */
const FEW = 300;

interface VirtualRowsProps {
  rows: Row[];
  draw: (row: Row) => ReactNode;
  /** Told the places that are in sight, or nearly: the ends of each row. */
  onShown: (places: number[]) => void;
}

/** Of thousands of rows, those in sight and a few around them; the page scrolls as if all were there. */
export function VirtualRows({ rows, draw, onShown }: VirtualRowsProps) {
  const own = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const top = own.current ? own.current.getBoundingClientRect().top + window.scrollY : 0;
    setMargin(Math.round(top));
  }, []);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => (rows[index]?.kind === 'head' ? HEAD_HEIGHT : CARDS_HEIGHT),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: rows.length <= FEW ? FEW : OVERSCAN,
    scrollMargin: margin,
  });
  const shown = virtualizer.getVirtualItems();

  // As text: the effect runs when other rows have come into sight, and not with each drawing.
  const places = shown
    .flatMap(({ index }) => {
      const row = rows[index];
      return row?.kind === 'cards' ? [row.from, row.to - 1] : [];
    })
    .join(' ');
  useEffect(() => {
    onShown(places === '' ? [] : places.split(' ').map(Number));
  }, [places, onShown]);

  return (
    <div ref={own} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {shown.map(({ index, key, start }) => {
        const row = rows[index];
        return row ? (
          <div
            key={key}
            data-index={index}
            ref={virtualizer.measureElement}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${start - margin}px)` }}
          >
            {draw(row)}
          </div>
        ) : null;
      })}
    </div>
  );
}
