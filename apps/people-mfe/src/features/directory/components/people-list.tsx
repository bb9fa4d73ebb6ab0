import { amountOf } from '@archive/ui';
import { peopleQuery, peopleRolesQuery } from '@archive/api-client';
import type { PeopleRole, PersonListItem } from '@archive/contracts';
import { keepPreviousData, useQuery } from '@archive/query';
import { useMemo } from 'react';
import { bornAndDied } from '../../person/lifespan.ts';
import { roleOf, UNKNOWN_ROLE } from '../role-of.ts';
import { useFolded } from '../open-sections.ts';
import { placed, type Part } from '../rows.ts';
import { usePages } from '../use-pages.ts';
import { Nobody, Unreachable, Waiting } from './list-states.tsx';
import { ComingCard, PersonCard } from './person-card.tsx';
import { PersonRows } from './person-rows.tsx';

interface PeopleListProps {
  q: string;
  byRole: boolean;
  onClear: () => void;
}

/** Everybody who matches, as cards, plainly or under their roles. */
export function PeopleList({ q, byRole, onClear }: PeopleListProps) {
  const sort = byRole ? 'role' : 'name';
  const people = usePages({
    of: `${sort} ${q}`,
    query: (page) => peopleQuery({ ...(q ? { q } : {}), sort, ...page }),
    items: (answer) => answer.items,
  });
  const roles = useQuery({ ...peopleRolesQuery(q), enabled: byRole, placeholderData: keepPreviousData });
  const { folded, set: setFolded } = useFolded();

  const total = people.first?.total;
  const parts = useMemo(
    () => (byRole ? partsOf(roles.data ?? [], folded) : [everybody(total ?? 0)]),
    [byRole, roles.data, folded, total],
  );
  const error = people.error ?? (byRole ? roles.error : null);
  if (error)
    return (
      <Unreachable
        error={error}
        onRetry={() => {
          people.retry();
          if (roles.error) void roles.refetch();
        }}
      />
    );
  if (total === undefined || (byRole && !roles.data)) return <Waiting label="Loading passengers..." />;
  if (total === 0) return <Nobody q={q} onClear={onClear} />;

  return (
    <div aria-busy={people.stale} className="transition-opacity aria-busy:opacity-60">
      <PersonRows
        parts={parts}
        onShown={people.show}
        onToggle={(part) => setFolded(part.key, part.open)}
        card={(place) => {
          const person = people.at(place);
          return person ? <Card key={person.person_slug} person={person} /> : <ComingCard key={place} />;
        }}
      />
    </div>
  );
}

const everybody = (count: number): Part => ({ key: '', title: null, meta: null, count, start: 0, open: true });

const partsOf = (roles: PeopleRole[], folded: string[]): Part[] =>
  placed(
    roles.map(({ role, people_count: count }) => {
      const key = `role ${role ?? ''}`;
      return { key, title: role ?? UNKNOWN_ROLE, meta: null, count, open: !folded.includes(key) };
    }),
  );

const voyages = (count: number) => amountOf(count, 'voyage');

function Card({ person }: { person: PersonListItem }) {
  return (
    <PersonCard
      slug={person.person_slug}
      name={person.full_name}
      role={roleOf(person)}
      organization={person.organization}
      note={[bornAndDied(person), voyages(person.voyage_count)].filter(Boolean).join(' · ')}
    />
  );
}
