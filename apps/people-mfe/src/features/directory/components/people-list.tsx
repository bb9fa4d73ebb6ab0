import { peopleQuery } from '@archive/api-client';
import type { PersonListItem } from '@archive/contracts';
import { keepPreviousData, useQuery } from '@archive/query';
import { FoldSection, Pagination } from '@archive/ui';
import { groupByRole, roleOf } from '../groups.ts';
import { PAGE_SIZE } from '../params.ts';
import { bornAndDied } from '../../person/lifespan.ts';
import { Nobody, Unreachable, Waiting } from './list-states.tsx';
import { PersonCard, PersonGrid } from './person-card.tsx';

interface PeopleListProps {
  q: string;
  page: number;
  byRole: boolean;
  hrefOfPage: (page: number) => string;
  onClear: () => void;
}

/** Everybody who matches, as cards, plainly or under their roles. */
export function PeopleList({ q, page, byRole, hrefOfPage, onClear }: PeopleListProps) {
  const query = { ...(q ? { q } : {}), limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...peopleQuery(query),
    placeholderData: keepPreviousData,
  });
  if (error) return <Unreachable error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting label="Loading passengers..." />;
  if (data.items.length === 0) return <Nobody q={q} onClear={onClear} />;
  return (
    <div aria-busy={isPlaceholderData} className="space-y-8 transition-opacity aria-busy:opacity-60">
      {byRole ? <RoleSections people={data.items} /> : <Cards people={data.items} />}
      <Pagination page={page} pageSize={PAGE_SIZE} total={data.total} hrefOf={hrefOfPage} />
    </div>
  );
}

function RoleSections({ people }: { people: PersonListItem[] }) {
  return groupByRole(people).map((group) => (
    <FoldSection
      key={group.role}
      title={group.role}
      count={group.people.length}
      countLabel={group.people.length === 1 ? 'person' : 'people'}
    >
      <div className="py-4">
        <Cards people={group.people} />
      </div>
    </FoldSection>
  ));
}

const voyages = (count: number) => (count === 1 ? '1 voyage' : `${count} voyages`);

function Cards({ people }: { people: PersonListItem[] }) {
  return (
    <PersonGrid>
      {people.map((person) => (
        <PersonCard
          key={person.person_slug}
          slug={person.person_slug}
          name={person.full_name}
          role={roleOf(person)}
          organization={person.organization}
          note={[bornAndDied(person), voyages(person.voyage_count)].filter(Boolean).join(' · ')}
        />
      ))}
    </PersonGrid>
  );
}
