import { Link } from '@archive/router';
import { Avatar, SkeletonBlock, SkeletonLine, cx, formatNumber, pluralize } from '@archive/ui';
import { ChevronRight } from '@archive/ui/icons';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type Row, type Section, rowsOf } from './params.ts';

const COLUMNS = ['grid-cols-1', 'grid-cols-1', 'grid-cols-2', 'grid-cols-3'];

interface PersonRowsProps {
  sections: Section[];
  /** Renders the card of the person at an index. */
  card: (index: number) => ReactNode;
  onToggle: (section: Section) => void;
  /** Called with the first and last index of each visible row. */
  onVisible: (indexes: number[]) => void;
}

/** The directory as a virtualized list of section headings and rows of cards. */
export function PersonRows({ sections, card, onToggle, onVisible }: PersonRowsProps) {
  const columns = useColumns();
  const renderRow = (row: Row) => {
    if (row.kind === 'heading') return <SectionHead section={row.section} onToggle={() => onToggle(row.section)} />;
    const isFirstRowOfSection = row.section.title !== null && row.from === row.section.firstIndex;
    return (
      <ul className={`grid gap-3 pb-3 ${isFirstRowOfSection ? 'pt-4' : ''} ${COLUMNS[columns]}`}>
        {Array.from({ length: row.to - row.from }, (_, index) => card(row.from + index))}
      </ul>
    );
  };
  const rows = useMemo(() => rowsOf(sections, columns), [sections, columns]);
  return <VirtualRows rows={rows} renderRow={renderRow} onVisible={onVisible} />;
}

/** Heading of a directory section; clicking it opens or closes the section. */
function SectionHead({ section, onToggle }: { section: Section; onToggle: () => void }) {
  return (
    <h2 className="border-b border-rule">
      <button
        type="button"
        aria-expanded={section.open}
        onClick={onToggle}
        className="group flex w-full items-center gap-x-3 rounded-sm py-3 text-left focus-visible:-outline-offset-2"
      >
        <ChevronRight
          aria-hidden
          className={cx('shrink-0 text-brass transition-transform', section.open && 'rotate-90')}
        />
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
          <span className="text-21 group-hover:text-navy">{section.title}</span>
          {section.meta && <span className="font-sans text-13 font-normal text-faded">{section.meta}</span>}
        </span>
        <span className="font-sans text-13 font-normal whitespace-nowrap text-faded tabular-nums">
          {formatNumber(section.count)}
          <span className="max-sm:sr-only"> {pluralize(section.count, 'person', 'people')}</span>
        </span>
      </button>
    </h2>
  );
}

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
function VirtualRows({ rows, renderRow, onVisible }: VirtualRowsProps) {
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

interface PersonCardProps {
  slug: string;
  name: string;
  /** Thumbnail of the portrait. */
  portrait: string | null;
  role: string | null;
  organization: string | null;
  /** Last line, in small type: years, voyages, or appearances. */
  note: string | null;
}

/** One person in the directory. The whole card is the link. */
export function PersonCard({ slug, name, portrait, role, organization, note }: PersonCardProps) {
  return (
    <li className="group relative flex min-h-28 items-start gap-4 rounded border border-rule bg-leaf p-4 transition-[border-color,box-shadow] hover:border-brass hover:shadow-float has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-brass">
      <Avatar name={name} src={portrait} />
      <div className="min-w-0">
        <Link
          to={`/people/${slug}`}
          className="font-serif text-17 leading-tight font-semibold text-ink after:absolute after:inset-0 group-hover:text-navy focus-visible:outline-none"
        >
          {name}
        </Link>
        {role && <p className="mt-0.5 text-15 leading-tight text-faded">{role}</p>}
        {organization && <p className="mt-0.5 text-13 text-faded">{organization}</p>}
        {note && <p className="mt-1 text-13 text-faded tabular-nums">{note}</p>}
      </div>
    </li>
  );
}

/** Placeholder for a person in a page of the list that has not loaded yet. */
export function PlaceholderCard() {
  return (
    <li aria-hidden className="flex h-28 items-start gap-4 rounded border border-rule p-4">
      <SkeletonBlock className="size-11 rounded-full" />
      <SkeletonLine className="mt-2 w-1/2" />
    </li>
  );
}

/** Tailwind's `lg` and `sm` breakpoints. */
const WIDE = '(min-width: 64rem)';
const MEDIUM = '(min-width: 40rem)';

const matches = (query: string) => typeof window.matchMedia === 'function' && window.matchMedia(query).matches;
const columns = () => (matches(WIDE) ? 3 : matches(MEDIUM) ? 2 : 1);

function subscribe(listener: () => void): () => void {
  if (typeof window.matchMedia !== 'function') return () => undefined;
  const lists = [WIDE, MEDIUM].map((query) => window.matchMedia(query));
  for (const list of lists) list.addEventListener('change', listener);
  return () => {
    for (const list of lists) list.removeEventListener('change', listener);
  };
}

/** Directory columns for the window width: 1, 2, or 3. */
const useColumns = (): number => useSyncExternalStore(subscribe, columns);
