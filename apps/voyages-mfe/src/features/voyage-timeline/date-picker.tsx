import { Select, cx, monthName } from '@archive/ui';
import { type KeyboardEvent, useRef } from 'react';
import type { TimelineDates } from './timeline-dates.ts';

interface Props {
  dates: TimelineDates;
  /** The displayed day, month or year. */
  date: string;
  onDate(date: string): void;
}

const twoDigits = (number: number) => String(number).padStart(2, '0');
const NUMBERS = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const WEEKDAYS = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'];

/** Year, month and day pickers that mark dates with records. */
export function DatePicker({ dates, date, onDate }: Props) {
  const year = date.slice(0, 4);
  const month = Number(date.slice(5, 7)) || undefined;
  const day = Number(date.slice(8, 10)) || undefined;
  const years = dates.years();
  const isKnown = years.some((bar) => String(bar.year) === year);
  const options = years.map((bar) => ({
    value: String(bar.year),
    label: bar.voyages > 0 ? `${bar.year} (${bar.voyages})` : String(bar.year),
  }));
  return (
    <div className="flex flex-col gap-4">
      <Select
        label="Year"
        options={isKnown ? options : [{ value: year, label: year }, ...options]}
        value={year}
        onChange={({ target }) => onDate(dates.firstDateIn(target.value))}
      />
      <ButtonGrid
        label="Month"
        className="grid-cols-4"
        step={4}
        selected={month}
        items={NUMBERS(12).map((number) => ({
          number,
          text: monthName(number).slice(0, 3),
          name: `${monthName(number)} ${year}`,
          marked: hasAny(dates, `${year}-${twoDigits(number)}`),
        }))}
        onPick={(number) => onDate(dates.firstDateIn(`${year}-${twoDigits(number)}`))}
      />
      {month && (
        <div>
          <p aria-hidden className="grid grid-cols-7 text-center text-13 text-faded">
            {WEEKDAYS.map((name) => (
              <span key={name}>{name}</span>
            ))}
          </p>
          <ButtonGrid
            key={`${year}-${month}`}
            label="Day"
            className="grid-cols-7"
            step={7}
            offset={new Date(Date.UTC(Number(year), month - 1, 1)).getUTCDay()}
            selected={day}
            items={NUMBERS(new Date(Date.UTC(Number(year), month, 0)).getUTCDate()).map((number) => ({
              number,
              text: String(number),
              name: `${monthName(month)} ${number}, ${year}`,
              marked: hasAny(dates, `${year}-${twoDigits(month)}-${twoDigits(number)}`),
            }))}
            onPick={(number) => onDate(`${year}-${twoDigits(month)}-${twoDigits(number)}`)}
          />
        </div>
      )}
    </div>
  );
}

function hasAny(dates: TimelineDates, date: string): boolean {
  const { voyages, media } = dates.countsIn(date);
  return voyages + media > 0;
}

interface ButtonGridProps {
  label: string;
  items: { number: number; text: string; name: string; marked: boolean }[];
  selected: number | undefined;
  /** Number of buttons per row, which is also the step of the up and down keys. */
  step: number;
  /** Empty cells before the first button. */
  offset?: number;
  className: string;
  onPick(number: number): void;
}

/** Buttons in rows with one tab stop; arrow keys move between them. */
function ButtonGrid({ label, items, selected, step, offset = 0, className, onPick }: ButtonGridProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  const handleKeyDown = (event: KeyboardEvent) => {
    const offset = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -step, ArrowDown: step }[event.key];
    const buttons = [...(group.current?.querySelectorAll('button') ?? [])];
    const index = buttons.findIndex((button) => button === document.activeElement);
    const target = offset === undefined || index < 0 ? undefined : buttons[index + offset];
    if (!target) return;
    event.preventDefault();
    target.focus();
  };
  return (
    <div role="presentation" onKeyDown={handleKeyDown}>
      <fieldset ref={group} className={cx('grid gap-1', className)}>
        <legend className="sr-only">{label}</legend>
        {offset > 0 && <span aria-hidden style={{ gridColumn: `span ${offset}` }} />}
        {items.map(({ number, text, name, marked }) => (
          <button
            key={number}
            type="button"
            aria-pressed={number === selected}
            tabIndex={number === (selected ?? items[0]?.number) ? 0 : -1}
            onClick={() => onPick(number)}
            className={cx(
              'relative min-h-9 rounded text-15 tabular-nums transition-colors',
              number === selected ? 'bg-navy text-on-navy' : 'hover:bg-wash',
              marked ? 'font-semibold' : number !== selected && 'text-faded',
            )}
          >
            <span aria-hidden>{text}</span>
            <span className="sr-only">{marked ? `${name}, has records` : name}</span>
            {marked && (
              <span
                aria-hidden
                className={cx(
                  'absolute bottom-1 left-1/2 size-1 -translate-x-1/2 rounded-full',
                  number === selected ? 'bg-on-navy' : 'bg-brass',
                )}
              />
            )}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
