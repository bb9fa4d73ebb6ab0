import { cx, formatCount } from '@archive/ui';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { YearBar } from './timeline-dates.ts';

interface Props {
  years: YearBar[];
  year: number;
  onYear(year: number): void;
}

const HEIGHT = 56;
const MIN_BAR_HEIGHT = 3;

const barLabel = ({ year, voyages, media }: YearBar): string =>
  `${year}: ${formatCount(voyages, 'voyage')}${media > 0 ? `, ${media} media` : ''}`;

/** Bar chart of all years on record; operated by click, drag or arrow keys. */
export function YearChart({ years, year, onYear }: Props) {
  const track = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<number>();
  const firstYear = years[0]?.year ?? year;
  const last = years.at(-1)?.year ?? year;
  const maxVoyages = Math.max(1, ...years.map(({ voyages }) => voyages));
  const selectedYear = dragged ?? year;
  const bar = years.find((yearBar) => yearBar.year === selectedYear) ?? { year: selectedYear, voyages: 0, media: 0 };

  const yearAt = ({ clientX }: PointerEvent): number => {
    const { left, width } = track.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    const index = Math.floor(((clientX - left) / Math.max(1, width)) * years.length);
    return firstYear + Math.min(years.length - 1, Math.max(0, index));
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowRight: year + 1,
      ArrowUp: year + 1,
      ArrowLeft: year - 1,
      ArrowDown: year - 1,
      PageUp: year + 10,
      PageDown: year - 10,
      Home: firstYear,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onYear(Math.min(last, Math.max(firstYear, to)));
  };

  return (
    <div className="select-none">
      <p aria-hidden className="mb-1 flex justify-between text-13 text-faded tabular-nums">
        <span>Voyages per year</span>
        <span className="font-medium text-ink">{barLabel(bar)}</span>
      </p>
      <div
        ref={track}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a range input draws no bars
        role="slider"
        tabIndex={0}
        aria-label="Year"
        aria-valuemin={firstYear}
        aria-valuemax={last}
        aria-valuenow={selectedYear}
        aria-valuetext={barLabel(bar)}
        onKeyDown={handleKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture?.(event.pointerId);
          setDragged(yearAt(event));
        }}
        onPointerMove={(event) => dragged !== undefined && setDragged(yearAt(event))}
        onPointerUp={(event) => {
          setDragged(undefined);
          onYear(yearAt(event));
        }}
        onPointerCancel={() => setDragged(undefined)}
        className="flex h-16 cursor-pointer touch-none items-end rounded-sm border-b border-edge"
      >
        {years.map((yearBar) => (
          <span
            key={yearBar.year}
            className={cx(
              'flex h-full flex-1 items-end justify-center border-x border-transparent',
              yearBar.year === selectedYear && 'border-brass! bg-brass/15',
            )}
          >
            <span
              className={cx('w-full max-w-3', yearBar.year === selectedYear ? 'bg-brass' : 'bg-navy/70')}
              style={{
                height:
                  yearBar.voyages > 0
                    ? Math.max(MIN_BAR_HEIGHT, (yearBar.voyages / maxVoyages) * HEIGHT)
                    : Number(yearBar.media > 0) * MIN_BAR_HEIGHT,
              }}
            />
          </span>
        ))}
      </div>
      <p aria-hidden className="mt-1 flex justify-between text-13 text-faded tabular-nums">
        <span>{firstYear}</span>
        <span>{last}</span>
      </p>
    </div>
  );
}
