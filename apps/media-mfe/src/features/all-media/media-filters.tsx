import type { SearchFacet, SearchOverview } from '@archive/contracts';
import { formatDate, formatNumber, Select } from '@archive/ui';
import type { AllMediaState, MediaFilters } from '../all-media-url.ts';

const FACETS = [
  { facet: 'media_type', label: 'Type', all: 'All types' },
  { facet: 'president', label: 'President/Owner', all: 'All Presidents/Owners' },
  { facet: 'decade', label: 'Decade', all: 'All decades' },
  { facet: 'tag', label: 'Tag', all: 'All tags' },
  { facet: 'rights', label: 'Rights', all: 'All rights' },
] as const;
type Facet = (typeof FACETS)[number]['facet'];

/** Filters without a control, which come only from a link. They are shown as chips. */
export const CHIPS = ['person', 'place'] as const;

const isDecade = (from = '', to = '') => /^\d{3}0$/.test(from) && to === String(Number(from) + 9);

const valueOf = (facet: Facet, { from, to, ...filters }: MediaFilters): string =>
  facet === 'decade' ? (from ?? to ?? '') : (filters[facet] ?? '');

/** The label of an active filter that has no matches. */
function labelOf(facet: Facet, value: string, { from, to }: MediaFilters): string {
  if (facet !== 'decade') return value;
  if (isDecade(from, to)) return `${from}s`;
  return [from && `from ${formatDate(from)}`, to && `to ${formatDate(to)}`].filter(Boolean).join(' ');
}

/** The filter that an option sets; empty for none. */
const filterOf = (facet: Facet, value: string): MediaFilters =>
  facet === 'decade' ? { from: value, to: value && String(Number(value) + 9) } : { [facet]: value };

interface MediaFilterProps {
  state: AllMediaState;
  overview: SearchOverview | undefined;
  /** Called with the filters that change. */
  onChange: (filters: MediaFilters) => void;
}

/** The filters, with the number of matches for each value. Those without a choice are disabled: nothing moves when the values arrive. */
export function MediaFilterBar({ state: { filters }, overview, onChange }: MediaFilterProps) {
  return FACETS.map(({ facet, label, all }) => {
    const value = valueOf(facet, filters);
    const values = overview?.facets[facet satisfies SearchFacet] ?? [];
    const options = [
      { value: '', label: all },
      ...values.map((item) => ({
        value: item.value,
        label: `${item.label} (${formatNumber(item.count)}${overview?.more ? '+' : ''})`,
      })),
    ];
    if (value !== '' && !values.some((item) => item.value === value))
      options.push({ value, label: labelOf(facet, value, filters) });
    return (
      <Select
        key={facet}
        label={label}
        hideLabel
        fieldClassName="min-w-0 basis-40 flex-1 max-sm:basis-[45%]"
        disabled={value === '' && values.length === 0}
        value={value}
        options={options}
        onChange={({ target }) => onChange(filterOf(facet, target.value))}
      />
    );
  });
}
