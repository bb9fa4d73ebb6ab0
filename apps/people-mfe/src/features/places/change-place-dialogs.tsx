import {
  mergePlaceMutation,
  messageOf,
  removePlaceMutation,
  undeleteMutation,
  undoPlacesMutation,
} from '@archive/api-client';
import type { Place } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, ConfirmDialog, Dialog, Select, formatCount, toast } from '@archive/ui';
import { useState } from 'react';
import { offerUndo } from './offer-undo.ts';
import { usePlaceOptions } from './place-dialog.tsx';

interface ChangePlaceProps {
  place: Place;
  onClose: () => void;
  /** Called with the address to open then. */
  onDone: (path: string) => void;
}

/** Confirms and deletes a place. */
export function DeletePlace({ place: { place_slug: slug, name, voyage_count }, onClose, onDone }: ChangePlaceProps) {
  const client = useQueryClient();
  const remove = useMutation(removePlaceMutation(client));
  const undelete = useMutation(undeleteMutation(client));
  const handleConfirm = async () => {
    try {
      await remove.mutateAsync(slug);
      onDone('/places');
      const undo = () => undelete.mutateAsync({ kind: 'place', slug }).then(() => onDone(`/places/${slug}`));
      offerUndo(`${name} deleted`, undo, `${name} restored`);
    } catch (error) {
      toast.error(`Couldn’t delete ${name}: ${messageOf(error)}`);
    }
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !remove.isPending && onClose()}
      title={`Delete ${name}?`}
      description={`${voyage_count === 0 ? 'No voyage names it' : `${formatCount(voyage_count, 'voyage')} that name it keep their text`}. You can undo this right afterward.`}
      confirmText="Delete place"
      danger
      busy={remove.isPending}
      onConfirm={() => void handleConfirm()}
    />
  );
}

/** Merges a place into another one. */
export function MergePlace({ place: { place_slug: slug, name }, onClose, onDone }: ChangePlaceProps) {
  const client = useQueryClient();
  const merge = useMutation(mergePlaceMutation(client));
  const { mutateAsync: undoChanges } = useMutation(undoPlacesMutation(client));
  const options = usePlaceOptions(slug);
  const [into, setInto] = useState('');
  const target = options.find(({ value }) => value === into);
  const handleMerge = async () => {
    try {
      const changed = await merge.mutateAsync({ slug, into });
      onDone(`/places/${into}`);
      const undo = () => undoChanges(changed).then(() => onDone(`/places/${slug}`));
      offerUndo(`${name} merged into ${target?.label}`, undo, 'The places are separate again');
    } catch (error) {
      toast.error(`Couldn’t merge: ${messageOf(error)}`);
    }
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !merge.isPending && onClose()}
      title="Merge with another place"
      description={`“${name}” becomes another spelling of the other place, which also gets what it doesn’t have yet. Addresses of this page lead there.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={!target}
            busy={merge.isPending}
            busyText="Merging..."
            onClick={() => void handleMerge()}
          >
            Merge
          </Button>
        </>
      }
    >
      <Select
        label="Other place"
        options={[{ value: '', label: 'Choose a place' }, ...options]}
        value={into}
        onChange={(event) => setInto(event.target.value)}
      />
    </Dialog>
  );
}
