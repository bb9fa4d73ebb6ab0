import { formatCount } from '@archive/ui';
import { peopleQuery, peopleRolesQuery } from '@archive/api-client';
import type { PeopleRole, PersonListItem } from '@archive/contracts';
import { keepPreviousData, useQuery } from '@archive/query';
import { useMemo } from 'react';
import { bornAndDied } from '../../lifespan.ts';
import { roleOf, UNKNOWN_ROLE } from '../../role-of.ts';
import type { PeopleFilters, Sort } from '../params.ts';
import { useCollapsedRoles } from '../open-sections.ts';
import { withIndexes, type Section } from '../rows.ts';
import { usePages } from '../use-pages.ts';
import { NoPeople, LoadFailed, LoadingPeople } from './list-states.tsx';
import { PlaceholderCard, PersonCard } from './person-card.tsx';
import { PersonRows } from './person-rows.tsx';

interface PeopleListProps {
  filters: PeopleFilters;
  /** `role` groups by role. */
  sort: Sort | 'role';
  onClear: () => void;
}

/** Matching people as cards, optionally grouped by role. */
export function PeopleList({ filters, sort, onClear }: PeopleListProps) {
  const isSortedByRole = sort === 'role';
  const people = usePages({
    searchKey: JSON.stringify([sort, filters]),
    query: (page) => peopleQuery({ ...filters, sort, ...page }),
    items: (response) => response.items,
  });
  const roles = useQuery({ ...peopleRolesQuery(filters), enabled: isSortedByRole, placeholderData: keepPreviousData });
  const { collapsed, set: setCollapsed } = useCollapsedRoles();

  const total = people.first?.total;
  const sections = useMemo(
    () => (isSortedByRole ? sectionsOf(roles.data ?? [], collapsed) : [singleSection(total ?? 0)]),
    [isSortedByRole, roles.data, collapsed, total],
  );
  const error = people.error ?? (isSortedByRole && !roles.data ? roles.error : null);
  if (error)
    return (
      <LoadFailed
        error={error}
        onClear={onClear}
        onRetry={() => {
          people.retry();
          if (roles.error) void roles.refetch();
        }}
      />
    );
  if (total === undefined || (isSortedByRole && !roles.data)) return <LoadingPeople label="Loading passengers..." />;
  if (total === 0) return <NoPeople filters={filters} onClear={onClear} />;

  return (
    <div aria-busy={people.stale} data-stale={people.stale || undefined}>
      <PersonRows
        sections={sections}
        onVisible={people.show}
        onToggle={(section) => setCollapsed(section.key, section.open)}
        card={(index) => {
          const person = people.itemAt(index);
          return person ? <Card key={person.person_slug} person={person} /> : <PlaceholderCard key={index} />;
        }}
      />
    </div>
  );
}

const singleSection = (count: number): Section => ({
  key: '',
  title: null,
  meta: null,
  count,
  firstIndex: 0,
  open: true,
});

const sectionsOf = (roles: PeopleRole[], collapsed: string[]): Section[] =>
  withIndexes(
    roles.map(({ role, people_count: count }) => {
      const key = `role ${role ?? ''}`;
      return { key, title: role ?? UNKNOWN_ROLE, meta: null, count, open: !collapsed.includes(key) };
    }),
  );

const voyages = (count: number) => formatCount(count, 'voyage');

function Card({ person }: { person: PersonListItem }) {
  return (
    <PersonCard
      slug={person.person_slug}
      name={person.full_name}
      portrait={person.portrait_url}
      role={roleOf(person)}
      organization={person.organization}
      note={[bornAndDied(person), voyages(person.voyage_count)].filter(Boolean).join(' · ')}
    />
  );
}
