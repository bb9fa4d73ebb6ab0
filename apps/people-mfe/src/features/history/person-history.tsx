import { personQuery } from '@archive/api-client';
import type { Person } from '@archive/contracts';
import { RecordHistory } from '@archive/editing';
import { useQuery } from '@archive/query';
import { draftOf, FIELD_LABELS } from '../person-editing/person-draft.ts';

interface PersonHistoryProps {
  person: Person;
  /** Offers Restore. */
  editing: boolean;
  onClose: () => void;
}

/** The revision history of a person. */
export function PersonHistory({ person, ...rest }: PersonHistoryProps) {
  return (
    <RecordHistory
      kind="person"
      slug={person.person_slug}
      title={person.full_name}
      record={useQuery(personQuery(person.person_slug))}
      draftOf={draftOf}
      labelOf={(name) => FIELD_LABELS[name]}
      {...rest}
    />
  );
}
