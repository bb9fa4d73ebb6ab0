import type { PersonMatch } from '@archive/contracts';
import { Notice, TextLink } from '@archive/ui';
import { matchDetailsOf } from '../person-picker/person-match.tsx';

/** Label of the button that creates the record although people in the archive may be the same person. */
export const CREATE_ANYWAY = 'Create Anyway';

/** Lists people in the archive who may be the same person; renders nothing if there are none. */
export function CandidatesNotice({ people }: { people: readonly PersonMatch[] }) {
  if (people.length === 0) return null;
  return (
    <Notice tone="warning" announce title="Possibly already in the archive">
      <ul className="space-y-1">
        {people.map((person) => (
          <li key={person.person_slug}>
            <TextLink href={`/people/${person.person_slug}`}>{person.full_name}</TextLink>
            <span className="block text-13 tabular-nums">{matchDetailsOf(person)}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
