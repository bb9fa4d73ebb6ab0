import { peopleByPresidentQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { matchingGroups } from '../groups.ts';
import { useOpenSections } from '../open-sections.ts';
import { placed } from '../rows.ts';
import { Nobody, Unreachable, Waiting } from './list-states.tsx';
import { PersonCard } from './person-card.tsx';
import { PersonRows } from './person-rows.tsx';

/** Everybody under each president or owner they sailed with. */
export function PresidentSections({ q, onClear }: { q: string; onClear: () => void }) {
  const { data, error, refetch } = useQuery(peopleByPresidentQuery());
  const sections = useOpenSections();
  if (error) return <Unreachable error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting label="Loading president groupings..." />;
  const groups = matchingGroups(data.grouped_by_president, q);
  if (groups.length === 0) return <Nobody q={q} onClear={onClear} />;

  const parts = placed(
    groups.map((group) => {
      const key = group.president_slug ?? 'none';
      return {
        key,
        title: group.president_name ?? 'No president or owner recorded',
        meta: group.president_party,
        count: group.people.length,
        open: sections.isOpen(key),
      };
    }),
  );
  const people = groups.flatMap((group) => group.people);
  return (
    <PersonRows
      parts={parts}
      onToggle={(part) => sections.set(part.key, !part.open)}
      card={(place) => {
        const person = people[place];
        return (
          person && (
            <PersonCard
              key={person.person_slug}
              slug={person.person_slug}
              name={person.full_name}
              role={person.role_title}
              organization={person.organization}
              note={`Appearances: ${person.appearance_count}`}
            />
          )
        );
      }}
    />
  );
}
