import type { Person, PersonVoyage } from '@archive/contracts';
import { usePortrait } from '@archive/editing';
import { useSession } from '@archive/shell-api';
import { Button, LinkButton, lazyComponent } from '@archive/ui';
import { Pencil } from '@archive/ui/icons';
import { useState, type ReactNode } from 'react';

const VoyageRoleDialog = lazyComponent(() => import('./voyage-role-dialog.tsx'), 'VoyageRoleDialog');
const CitePerson = lazyComponent(() => import('../person/cite-person.tsx'), 'CitePerson');
const DeletePerson = lazyComponent(() => import('./delete-person.tsx'), 'DeletePerson');
const MergeTargetDialog = lazyComponent(() => import('../person-merge/merge-target-dialog.tsx'), 'MergeTargetDialog');
const PersonHistory = lazyComponent(() => import('../history/person-history.tsx'), 'PersonHistory');
const PersonDialog = lazyComponent(() => import('./person-dialog.tsx'), 'PersonDialog');
const PickPortrait = lazyComponent(() => import('./pick-portrait.tsx'), 'PickPortrait');
const RemoveFromVoyage = lazyComponent(() => import('./voyage-role-dialog.tsx'), 'RemoveFromVoyage');

type OpenDialog =
  'edit' | 'portrait' | 'delete' | 'cite' | 'history' | 'merge' | { what: 'role' | 'remove'; voyage: PersonVoyage };

/** Buttons for the person and for each of their voyages, and the dialog that they open. Edit Mode adds more. */
export function usePersonActions(person: Person, editing: boolean) {
  const [open, setOpen] = useState<OpenDialog>();
  const portrait = usePortrait();
  const proposes = useSession().role === 'contributor';
  const close = () => setOpen(undefined);
  const isDeletable = person.voyage_count === 0 && !person.is_president;

  const dialog = (): ReactNode => {
    if (open === undefined) return null;
    if (open === 'edit') return <PersonDialog slug={person.person_slug} onClose={close} onSaved={close} />;
    if (open === 'portrait') return <PickPortrait person={person} onClose={close} />;
    if (open === 'cite') return <CitePerson person={person} onClose={close} />;
    if (open === 'history') return <PersonHistory person={person} editing={editing} onClose={close} />;
    if (open === 'merge') return <MergeTargetDialog person={person} onClose={close} />;
    if (open === 'delete') return <DeletePerson person={person} onClose={close} />;
    const Dialog = open.what === 'role' ? VoyageRoleDialog : RemoveFromVoyage;
    return <Dialog person={person} voyage={open.voyage} onClose={close} />;
  };

  return {
    personActions: (
      <>
        {editing && (
          <Button icon={<Pencil aria-hidden />} onClick={() => setOpen('edit')}>
            Edit
          </Button>
        )}
        {proposes && (
          <Button icon={<Pencil aria-hidden />} onClick={() => setOpen('edit')}>
            Propose changes
          </Button>
        )}
        <Button onClick={() => setOpen('cite')}>Cite</Button>
        <Button onClick={() => setOpen('history')}>Change history</Button>
        {(editing || proposes) && (
          <Button onClick={() => setOpen('portrait')}>
            {proposes ? 'Propose a portrait' : person.portrait === null ? 'Set portrait' : 'Change portrait'}
          </Button>
        )}
        {editing && person.portrait !== null && person.portrait_url !== null && (
          <LinkButton href={`/media/${person.portrait}?${new URLSearchParams({ mark: person.person_slug })}`}>
            Crop portrait
          </LinkButton>
        )}
        {editing && person.portrait !== null && (
          <Button busy={portrait.busy} onClick={() => void portrait.change(person, null)}>
            Remove portrait
          </Button>
        )}
        {editing && <Button onClick={() => setOpen('merge')}>Merge with…</Button>}
        {editing && isDeletable && <Button onClick={() => setOpen('delete')}>Delete</Button>}
      </>
    ),
    voyageActions: (voyage: PersonVoyage) => (
      <>
        <Button
          variant="quiet"
          size="small"
          aria-label={`Edit role and notes: ${voyage.title}`}
          onClick={() => setOpen({ what: 'role', voyage })}
        >
          Edit role and notes
        </Button>
        <Button
          variant="quiet"
          size="small"
          aria-label={`Remove from voyage: ${voyage.title}`}
          onClick={() => setOpen({ what: 'remove', voyage })}
        >
          Remove from voyage
        </Button>
      </>
    ),
    dialog: dialog(),
  };
}
