import type { President } from '@archive/contracts';
import { ATTRIBUTE_LABELS } from '../voyage-record/attributes.ts';
import type { FilterChanges, ListFilters } from './filters.ts';

/** An active filter and the change that removes it. */
export interface FilterChip {
  key: string;
  label: string;
  removal: FilterChanges;
}

/** Up to this many owners get a chip each; more owners share one chip. */
const OWNERS_NAMED = 3;

export function chipsOf(filters: ListFilters, owners: President[], formatDate: (date: string) => string): FilterChip[] {
  const chips: FilterChip[] = [];
  const add = (key: string, label: string, removal: FilterChanges) => chips.push({ key, label, removal });

  if (filters.q) add('q', `“${filters.q}”`, { q: '' });
  if (filters.date_from) add('date_from', `From ${formatDate(filters.date_from)}`, { date_from: '' });
  if (filters.date_to) add('date_to', `To ${formatDate(filters.date_to)}`, { date_to: '' });
  addOwners(filters, owners, add);
  if (filters.significant) add('significant', 'Significant', { significant: false });
  for (const { name, filter } of ATTRIBUTE_LABELS) {
    if (!filters.attributes.includes(name)) continue;
    add(name, filter, (latest) => ({ attributes: latest.attributes.filter((attribute) => attribute !== name) }));
  }
  return chips;
}

function addOwners(
  filters: ListFilters,
  owners: President[],
  add: (key: string, label: string, removal: FilterChanges) => void,
): void {
  if (filters.owners.length > OWNERS_NAMED) {
    add('owners', `${filters.owners.length} vessel owners`, { owners: [] });
    return;
  }
  for (const slug of filters.owners) {
    const name = owners.find((owner) => owner.president_slug === slug)?.full_name ?? slug;
    add(slug, name, (latest) => ({ owners: latest.owners.filter((owner) => owner !== slug) }));
  }
}
