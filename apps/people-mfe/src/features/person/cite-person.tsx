import type { Person } from '@archive/contracts';
import { useArchive } from '@archive/shell-api';
import { CiteDialog } from '@archive/ui/cite';

export function CitePerson({ person, onClose }: { person: Person; onClose: () => void }) {
  const { title } = useArchive();
  return (
    <CiteDialog
      title="Cite this person"
      cited={{
        key: person.person_slug,
        title: person.filing_name,
        kind: 'Person record',
        archive: title,
        address: `${window.location.origin}/people/${person.person_slug}`,
      }}
      onClose={onClose}
    />
  );
}
