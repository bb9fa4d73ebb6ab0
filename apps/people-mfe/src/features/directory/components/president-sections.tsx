import { peopleByPresidentQuery } from '@archive/api-client';
import type { PeopleByPresident } from '@archive/contracts';
import { useMemo } from 'react';
import { useOpenSections } from '../open-sections.ts';
import { placed, type Part } from '../rows.ts';
import { usePages } from '../use-pages.ts';
import { Nobody, Unreachable, Waiting } from './list-states.tsx';
import { ComingCard, PersonCard } from './person-card.tsx';
import { PersonRows } from './person-rows.tsx';

type Group = PeopleByPresident['grouped_by_president'][number];

/** Everybody under each president or owner they sailed with. */
export function PresidentSections({ q, onClear }: { q: string; onClear: () => void }) {
  const people = usePages({
    of: q,
    query: (page) => peopleByPresidentQuery({ ...(q ? { q } : {}), ...page }),
    items: (answer) => answer.grouped_by_president.flatMap((group) => group.people),
  });
  const { open, set: setOpen } = useOpenSections();
  const groups = people.first?.grouped_by_president;
  const parts = useMemo(() => partsOf(groups ?? [], open), [groups, open]);
  if (people.error) return <Unreachable error={people.error} onRetry={people.retry} />;
  if (!groups) return <Waiting label="Loading president groupings..." />;
  if (groups.length === 0) return <Nobody q={q} onClear={onClear} />;
  return (
    <div aria-busy={people.stale} className="transition-opacity aria-busy:opacity-60">
      <PersonRows
        parts={parts}
        onShown={people.show}
        onToggle={(part) => setOpen(part.key, !part.open)}
        card={(place) => {
          const person = people.at(place);
          if (!person) return <ComingCard key={place} />;
          return (
            <PersonCard
              key={person.person_slug}
              slug={person.person_slug}
              name={person.full_name}
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

const partsOf = (groups: Group[], openKeys: string[]): Part[] =>
  placed(
    groups.map((group) => {
      const key = group.president_slug ?? 'none';
      return {
        key,
        title: group.president_name ?? 'No president or owner recorded',
        meta: group.president_party,
        count: group.people_count,
        open: openKeys.includes(key),
      };
    }),
  );
