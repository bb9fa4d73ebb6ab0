import type { President } from '@archive/contracts';
import { formatTotal, Button, Sheet } from '@archive/ui';
import { SlidersHorizontal } from '@archive/ui/icons';
import { useState, type ReactNode } from 'react';
import { countOf, rangeProblem, type FilterChanges, type ListFilters } from '../filters.ts';
import { AttributeChoices } from './attribute-choices.tsx';
import { DateFilter } from './date-filter.tsx';
import { Count, FilterMenu } from './filter-menu.tsx';
import { OwnerChoices } from './owner-choices.tsx';
import { SearchForm } from './search-form.tsx';

interface Props {
  filters: ListFilters;
  owners: President[];
  /** Number of matching voyages; undefined while unknown. */
  matches: { total: number; more?: boolean } | undefined;
  onChange(changes: FilterChanges): void;
}

/** Search and filters: one line on wide screens, a sheet behind a button on phones. */
export function FilterBar({ filters, owners, matches, onChange }: Props) {
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

function Dates({ filters, onChange, className }: Pick<Props, 'filters' | 'onChange'> & { className?: string }) {
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

const Owners = ({ filters, owners, onChange }: Pick<Props, 'filters' | 'owners' | 'onChange'>) => (
  <OwnerChoices
    owners={owners}
    selected={filters.owners}
    onChange={(change) => onChange((latest) => ({ owners: change(latest.owners) }))}
  />
);

function PhoneFilters({ filters, owners, matches, onChange }: Props) {
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
