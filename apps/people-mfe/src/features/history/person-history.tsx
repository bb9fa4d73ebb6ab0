import type { Person } from '@archive/contracts';
import { RecordHistory } from '@archive/editing';

interface PersonHistoryProps {
  person: Person;
  /** Whether to offer Restore. */
  editing: boolean;
  onClose: () => void;
}

/** The revision history of a person. */
export function PersonHistory({ person, ...rest }: PersonHistoryProps) {
  return <RecordHistory kind="person" slug={person.person_slug} title={person.full_name} {...rest} />;
}
