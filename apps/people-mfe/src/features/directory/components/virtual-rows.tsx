import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { Row } from '../rows.ts';

const HEAD_HEIGHT = 57;
const CARDS_HEIGHT = 124;
const OVERSCAN = 6;
/** Shorter lists are rendered in full, so that find-in-page and printing work. */
const RENDER_ALL_LIMIT = 300;

interface VirtualRowsProps {
  rows: Row[];
  renderRow: (row: Row) => ReactNode;
  /** Called with the first and last index of each visible row. */
  onVisible: (indexes: number[]) => void;
}

/** Renders only the visible rows and a few around them; the page keeps its full scroll height. */
export function VirtualRows({ rows, renderRow, onVisible }: VirtualRowsProps) {
  const list = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const top = list.current ? list.current.getBoundingClientRect().top + window.scrollY : 0;
    setMargin(Math.round(top));
  }, []);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => (rows[index]?.kind === 'heading' ? HEAD_HEIGHT : CARDS_HEIGHT),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: rows.length <= RENDER_ALL_LIMIT ? RENDER_ALL_LIMIT : OVERSCAN,
    scrollMargin: margin,
  });
  const visible = virtualizer.getVirtualItems();

  // As a string, so that the effect runs only when the visible rows change.
  const indexes = visible
    .flatMap(({ index }) => {
      const row = rows[index];
      return row?.kind === 'cards' ? [row.from, row.to - 1] : [];
    })
    .join(' ');
  useEffect(() => {
    onVisible(indexes === '' ? [] : indexes.split(' ').map(Number));
  }, [indexes, onVisible]);

  return (
    <div ref={list} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {visible.map(({ index, key, start }) => {
        const row = rows[index];
        return row ? (
          <div
            key={key}
            data-index={index}
            ref={virtualizer.measureElement}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${start - margin}px)` }}
          >
            {renderRow(row)}
          </div>
        ) : null;
      })}
    </div>
  );
}
