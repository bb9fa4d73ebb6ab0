import type { Person } from '@archive/contracts';
import { formatCount, Badge, Avatar } from '@archive/ui';
import type { ReactNode } from 'react';
import { bornAndDied } from '../../lifespan.ts';
import { roleOfPerson } from '../../role-of.ts';

export function PersonHeader({ person, actions }: { person: Person; actions?: ReactNode }) {
  const role = roleOfPerson(person);
  const years = bornAndDied(person);
  const portrait = { name: person.full_name, src: person.portrait_url, alt: person.portrait_alt };
  return (
    <header className="flex items-center gap-6 border-b border-rule pb-8 max-sm:items-start max-sm:gap-4">
      <span className="max-sm:hidden">
        <Avatar {...portrait} size="large" />
      </span>
      <span className="sm:hidden">
        <Avatar {...portrait} />
      </span>
      <div className="min-w-0">
        <h1 className="text-48 tracking-tight max-sm:text-35">{person.full_name}</h1>
        {role && <p className="mt-1 text-17 text-ink">{role}</p>}
        {person.organization && <p className="text-15 text-faded">{person.organization}</p>}
        <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-15 text-faded tabular-nums">
          {years && <span>{years}</span>}
          <span>{formatCount(person.voyage_count, 'voyage')}</span>
          {person.is_president && <Badge tone="brass">President/Owner</Badge>}
        </p>
        {actions && <div className="mt-4 flex flex-wrap gap-2 print:hidden">{actions}</div>}
      </div>
    </header>
  );
}
