import type { Attribute, President } from '@archive/contracts';
import { DateField, completeDate, dateProblem, dateText, dateValue, yearOfDate } from '@archive/editing';
import { Button, Checkbox, SearchField, Sheet, formatTotal, useSearchText } from '@archive/ui';
import { SlidersHorizontal } from '@archive/ui/icons';
import { type ReactNode, useState } from 'react';
import { ATTRIBUTE_LABELS } from '../voyage-record/attributes.tsx';
import { type FilterChanges, type ListFilters, countOf, rangeProblem } from './filters.ts';
import { Count, FilterMenu, OwnerChoices } from './filter-menu.tsx';

interface FilterBarProps {
  filters: ListFilters;
  owners: President[];
  /** Number of matching voyages; undefined while unknown. */
  matches: { total: number; more?: boolean } | undefined;
  onChange(changes: FilterChanges): void;
}

/** Search and filters: one line on wide screens, a sheet behind a button on phones. */
export function FilterBar({ filters, owners, matches, onChange }: FilterBarProps) {
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-3 lg:items-start print:hidden">
      <SearchForm q={filters.q} onSearch={(q) => onChange({ q })}>
        <PhoneFilters filters={filters} owners={owners} matches={matches} onChange={onChange} />
      </SearchForm>
      <div className="hidden flex-wrap items-start gap-3 md:flex">
        <Dates filters={filters} onChange={onChange} className="w-40" />
        {/* Aligned with the date inputs rather than their labels. */}
        <div className="mt-6 flex gap-3">
          <FilterMenu label="Vessel Owner" count={filters.owners.length} align="end">
            <Owners filters={filters} owners={owners} onChange={onChange} />
          </FilterMenu>
          <FilterMenu
            label="Filter Voyages"
            count={filters.attributes.length + Number(filters.significant)}
            align="end"
          >
            <AttributeChoices filters={filters} onChange={onChange} />
          </FilterMenu>
        </div>
      </div>
    </div>
  );
}

function Dates({
  filters,
  onChange,
  className,
}: Pick<FilterBarProps, 'filters' | 'onChange'> & { className?: string }) {
  const range = (date_from: string, date_to: string) => onChange({ date_from, date_to });
  return (
    <>
      <DateFilter
        label="From"
        value={filters.date_from}
        other={filters.date_to}
        onChange={(date_from) => onChange({ date_from })}
        onRange={range}
        rejected={(date_from) => rangeProblem({ ...filters, date_from })}
        className={className}
      />
      <DateFilter
        label="To"
        value={filters.date_to}
        other={filters.date_from}
        onChange={(date_to) => onChange({ date_to })}
        onRange={range}
        rejected={(date_to) => rangeProblem({ ...filters, date_to })}
        className={className}
      />
    </>
  );
}

const Owners = ({ filters, owners, onChange }: Pick<FilterBarProps, 'filters' | 'owners' | 'onChange'>) => (
  <OwnerChoices
    owners={owners}
    selected={filters.owners}
    onChange={(change) => onChange((latest) => ({ owners: change(latest.owners) }))}
  />
);

function PhoneFilters({ filters, owners, matches, onChange }: FilterBarProps) {
  const [open, setOpen] = useState(false);
  const count = countOf(filters);
  return (
    <div className="md:hidden">
      <Button aria-haspopup="dialog" icon={<SlidersHorizontal aria-hidden />} onClick={() => setOpen(true)}>
        Filters
        {count > 0 && <Count>{count}</Count>}
      </Button>
      <Sheet open={open} onOpenChange={setOpen} title="Filters" side="bottom">
        <div className="flex flex-col gap-6 pb-2">
          <div className="grid grid-cols-2 gap-3">
            <Dates filters={filters} onChange={onChange} />
          </div>
          <Group title="Filter Voyages">
            <AttributeChoices filters={filters} onChange={onChange} />
          </Group>
          <Group title="Vessel Owner">
            <Owners filters={filters} owners={owners} onChange={onChange} />
          </Group>
        </div>
        <div className="sticky -bottom-6 -mx-5 border-t border-rule bg-leaf px-5 py-4">
          <Button variant="primary" className="w-full" onClick={() => setOpen(false)}>
            {matches ? `Show ${formatTotal(matches.total, 'voyage', matches.more)}` : 'Show voyages'}
          </Button>
        </div>
      </Sheet>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <p aria-hidden className="mb-3 font-serif text-17 font-semibold">
        {title}
      </p>
      {children}
    </div>
  );
}

interface AttributeChoicesProps {
  filters: ListFilters;
  onChange(changes: FilterChanges): void;
}

/** Filter by significance and attributes; a voyage must have all that are checked. */
function AttributeChoices({ filters: { significant, attributes }, onChange }: AttributeChoicesProps) {
  const toggle = (name: Attribute, isChosen: boolean) =>
    onChange((latest) => {
      const others = latest.attributes.filter((other) => other !== name);
      return { attributes: isChosen ? [...others, name] : others };
    });
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">Filter Voyages</legend>
      <Checkbox
        checked={significant}
        onChange={({ target }) => onChange({ significant: target.checked })}
        label="Significant voyages"
        help="Presidential use, royalty, or a foreign leader aboard"
        className="border-b border-rule pb-3"
      />
      {ATTRIBUTE_LABELS.map(({ name, filter }) => (
        <Checkbox
          key={name}
          checked={attributes.includes(name)}
          onChange={({ target }) => toggle(name, target.checked)}
          label={filter}
        />
      ))}
    </fieldset>
  );
}

interface DateFilterProps {
  label: 'From' | 'To';
  /** A date in the stored format, possibly approximate. */
  value: string;
  /** The other end of the range. */
  other: string;
  onChange(value: string): void;
  /** Called with both ends when a range is typed and the other end is empty. */
  onRange(from: string, to: string): void;
  /** Returns why a valid date is rejected, as a sentence. */
  rejected?: (date: string) => string | undefined;
  className?: string;
}

const FULL_DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * One end of the date range: any date that a voyage can have. A full date applies when its last digit is typed, any other text with Enter
 * or when the field loses focus.
 */
function DateFilter({ label, value, other, onChange, onRange, rejected, className }: DateFilterProps) {
  const options = { approximate: true, year: yearOfDate(other) };
  const valueOf = (typed: string) => dateValue(completeDate(typed, options));
  const [text, setText] = useState(() => dateText(value));
  const [lastValue, setLastValue] = useState(value);
  if (lastValue !== value) {
    setLastValue(value);
    // Keep an approximate date as typed.
    if (valueOf(text) !== value) setText(dateText(value));
  }
  const apply = (typed: string) => {
    const next = valueOf(typed);
    if (!dateProblem(next, options) && !rejected?.(next) && next !== value) onChange(next);
  };
  return (
    <DateField
      label={label}
      {...options}
      value={text}
      error={(FULL_DATE.test(text) ? dateProblem(text) : undefined) ?? rejected?.(valueOf(text))}
      fieldClassName={className}
      onRange={other === '' ? onRange : undefined}
      onChange={({ target }) => {
        setText(target.value);
        if (FULL_DATE.test(target.value) || target.value === '') apply(target.value);
      }}
      onBlur={() => apply(text)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(text);
      }}
    />
  );
}

interface SearchFormProps {
  q: string;
  onSearch(q: string): void;
  /** Rendered next to the buttons. */
  children?: ReactNode;
}

/** Search box. Applies on submit, so that results do not change while typing. */
function SearchForm({ q, onSearch, children }: SearchFormProps) {
  const { text, setText, latest, markSent } = useSearchText(q);
  const search = (query: string) => {
    setText(query);
    if (query === latest) return;
    markSent(query);
    onSearch(query);
  };
  return (
    <search className="min-w-0 flex-1 basis-80 lg:mt-6">
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          search(text.trim());
        }}
      >
        <SearchField
          label="Search voyages"
          placeholder="Search voyages"
          value={text}
          onValueChange={setText}
          onClear={() => search('')}
          maxLength={200}
          fieldClassName="min-w-40 flex-1 max-sm:basis-full"
        />
        <Button type="submit" variant="primary" className="whitespace-nowrap max-sm:flex-1">
          Apply Search
        </Button>
        <Button className="max-sm:hidden" disabled={text === '' && q === ''} onClick={() => search('')}>
          Clear
        </Button>
        {children}
      </form>
    </search>
  );
}
