import { messageOf, undeleteMutation, unlinkPersonMutation } from '@archive/api-client';
import type { Person, PersonVoyage } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { useNavigate } from '@archive/router';
import { ConfirmDialog, toast } from '@archive/ui';

interface RemoveFromVoyageProps {
  person: Person;
  voyage: PersonVoyage;
  onClose: () => void;
}

/** Whether the record goes with the link: SPEC's rule, but never that of a president or owner (01-decisions). */
const goesToo = ({ voyage_count, is_president }: Person) => voyage_count === 1 && !is_president;

/** Asks, and takes the person off the voyage. A record that goes with it is brought back with one press. */
export function RemoveFromVoyage({ person, voyage, onClose }: RemoveFromVoyageProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const unlink = useMutation(unlinkPersonMutation(client));
  const undelete = useMutation(undeleteMutation(client));
  const { person_slug, full_name: name } = person;

  const undo = () =>
    undelete.mutateAsync({ kind: 'person', slug: person_slug }).then(
      () => {
        toast.success(`${name} is back, with the voyage`);
        return navigate(`/people/${person_slug}`);
      },
      (error: unknown) => toast.error(`${name} could not be brought back: ${messageOf(error)}`),
    );

  const remove = () =>
    unlink.mutateAsync({ person_slug, voyage_slug: voyage.voyage_slug }).then(
      async ({ person_deleted }) => {
        onClose();
        if (!person_deleted) return toast.success(`${name} removed from voyage`);
        toast.success(`${name} removed from voyage and deleted (no other voyage associations)`, {
          duration: 30_000,
          action: { label: 'Undo', onClick: () => void undo() },
        });
        return navigate('/people');
      },
      () => {
        onClose();
        toast.error('Failed to remove passenger from voyage');
      },
    );

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !unlink.isPending && onClose()}
      title={`Remove ${name} from this voyage?`}
      description={
        goesToo(person)
          ? `This is the only voyage of ${name}, so the record of the person will be deleted with it. You can undo that right after.`
          : `${name} stays in the archive, and so does “${voyage.title}”.`
      }
      confirmText={goesToo(person) ? 'Remove and delete' : 'Remove'}
      danger
      busy={unlink.isPending}
      onConfirm={() => void remove()}
    />
  );
}
