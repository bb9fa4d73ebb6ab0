import type { Place } from '@archive/contracts';
import { RecordHistory } from '@archive/editing';
import { useNavigate } from '@archive/router';
import { useArchive, useSession } from '@archive/shell-api';
import { Button, lazyComponent } from '@archive/ui';
import { Pencil } from '@archive/ui/icons';
import { useState, type ReactNode } from 'react';

const CiteDialog = lazyComponent(() => import('@archive/ui/cite'), 'CiteDialog');
const DeletePlace = lazyComponent(() => import('./change-place-dialogs.tsx'), 'DeletePlace');
const MergePlace = lazyComponent(() => import('./change-place-dialogs.tsx'), 'MergePlace');
const PlaceDialog = lazyComponent(() => import('./place-dialog.tsx'), 'PlaceDialog');

type OpenDialog = 'edit' | 'cite' | 'history' | 'merge' | 'delete';

/** Buttons for a place, and the dialog that they open. Edit Mode adds more. */
export function usePlaceActions(place: Place, editing: boolean) {
  const [open, setOpen] = useState<OpenDialog>();
  const { title: archive } = useArchive();
  const navigate = useNavigate();
  const proposes = useSession().role === 'contributor';
  const close = () => setOpen(undefined);
  const { place_slug: slug, name } = place;
  const address = `/places/${slug}`;

  const dialogs: Record<OpenDialog, () => ReactNode> = {
    edit: () => <PlaceDialog slug={slug} onClose={close} onSaved={close} />,
    history: () => <RecordHistory kind="place" slug={slug} title={name} editing={editing} onClose={close} />,
    merge: () => <MergePlace place={place} onClose={close} onDone={(path) => void navigate(path)} />,
    delete: () => <DeletePlace place={place} onClose={close} onDone={(path) => void navigate(path)} />,
    cite: () => (
      <CiteDialog
        title="Cite this place"
        cited={{
          key: slug,
          title: name,
          kind: 'Place record',
          archive,
          address: `${window.location.origin}${address}`,
        }}
        onClose={close}
      />
    ),
  };

  return {
    actions: (
      <>
        {(editing || proposes) && (
          <Button icon={<Pencil aria-hidden />} onClick={() => setOpen('edit')}>
            {proposes ? 'Propose changes' : 'Edit'}
          </Button>
        )}
        <Button onClick={() => setOpen('cite')}>Cite</Button>
        <Button onClick={() => setOpen('history')}>Change history</Button>
        {editing && <Button onClick={() => setOpen('merge')}>Merge with…</Button>}
        {editing && place.parts.length === 0 && <Button onClick={() => setOpen('delete')}>Delete</Button>}
      </>
    ),
    dialog: open && dialogs[open](),
  };
}
