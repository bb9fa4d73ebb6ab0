import type { Person, PersonVoyage } from '@archive/contracts';
import { Button } from '@archive/ui';
import { Pencil } from '@archive/ui/icons';
import { Suspense, useState, type ReactNode } from 'react';
import { DeletePerson, PersonModal, RemoveFromVoyage } from './lazy.tsx';

type Open = 'edit' | 'delete' | PersonVoyage;

/** What a curator can do on the page of a person: the buttons, and the dialog that is open. */
export function usePersonEditor(person: Person) {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const deletable = person.voyage_count === 0 && !person.is_president;

  const dialog = (): ReactNode => {
    if (open === undefined) return null;
    if (open === 'edit') return <PersonModal slug={person.person_slug} onClose={close} onSaved={close} />;
    if (open === 'delete') return <DeletePerson person={person} onClose={close} />;
    return <RemoveFromVoyage person={person} voyage={open} onClose={close} />;
  };

  return {
    actions: (
      <>
        <Button icon={<Pencil aria-hidden />} onClick={() => setOpen('edit')}>
          Edit
        </Button>
        {deletable && <Button onClick={() => setOpen('delete')}>Delete</Button>}
      </>
    ),
    actionsOf: (voyage: PersonVoyage) => (
      <Button
        variant="quiet"
        size="small"
        aria-label={`Remove from voyage: ${voyage.title}`}
        onClick={() => setOpen(voyage)}
      >
        Remove from voyage
      </Button>
    ),
    dialog: <Suspense>{dialog()}</Suspense>,
  };
}
