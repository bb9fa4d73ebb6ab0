import { peopleByPresidentQuery } from '@archive/api-client';
import type { PeopleByPresident } from '@archive/contracts';
import { useMemo } from 'react';
import type { PeopleFilters } from '../params.ts';
import { useOpenSections } from '../open-sections.ts';
import { withIndexes, type Section } from '../rows.ts';
import { usePages } from '../use-pages.ts';
import { NoPeople, LoadFailed, LoadingPeople } from './list-states.tsx';
import { PlaceholderCard, PersonCard } from './person-card.tsx';
import { PersonRows } from './person-rows.tsx';

type Group = PeopleByPresident['grouped_by_president'][number];

/** People grouped by the president or owner they sailed with. */
export function PresidentSections({ filters, onClear }: { filters: PeopleFilters; onClear: () => void }) {
  const people = usePages({
    searchKey: JSON.stringify(filters),
    query: (page) => peopleByPresidentQuery({ ...filters, ...page }),
    itemsOnDemand: true,
    items: (response) => response.grouped_by_president.flatMap((group) => group.people),
  });
  const { open, set: setOpen } = useOpenSections();
  const groups = people.first?.grouped_by_president;
  const sections = useMemo(() => sectionsOf(groups ?? [], open), [groups, open]);
  if (people.error) return <LoadFailed error={people.error} onRetry={people.retry} onClear={onClear} />;
  if (!groups) return <LoadingPeople label="Loading president groupings..." />;
  if (groups.length === 0) return <NoPeople filters={filters} onClear={onClear} />;
  return (
    <div aria-busy={people.stale} data-stale={people.stale || undefined}>
      <PersonRows
        sections={sections}
        onVisible={people.show}
        onToggle={(section) => setOpen(section.key, !section.open)}
        card={(index) => {
          const person = people.itemAt(index);
          if (!person) return <PlaceholderCard key={index} />;
          return (
            <PersonCard
              key={person.person_slug}
              slug={person.person_slug}
              name={person.full_name}
              portrait={person.portrait_url}
              role={person.role_title}
              organization={person.organization}
              note={`Appearances: ${person.appearance_count}`}
            />
          );
        }}
      />
    </div>
  );
}

const sectionsOf = (groups: Group[], openKeys: string[]): Section[] =>
  withIndexes(
    groups.map((group) => {
      const key = group.president_slug ?? 'none';
      return {
        key,
        title: group.president_name ?? 'President/Owner not recorded',
        meta: group.president_party,
        count: group.people_count,
        open: openKeys.includes(key),
      };
    }),
  );
