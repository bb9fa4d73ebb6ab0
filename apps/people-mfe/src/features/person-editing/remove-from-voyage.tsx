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

/** Removing someone's last voyage also deletes the person, except a president or owner (SPEC section 7). */
const isLastVoyage = ({ voyage_count, is_president }: Person) => voyage_count === 1 && !is_president;

/** Confirms and removes a person from a voyage. If that deletes the person, the toast offers Undo. */
export function RemoveFromVoyage({ person, voyage, onClose }: RemoveFromVoyageProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const unlink = useMutation(unlinkPersonMutation(client));
  const undelete = useMutation(undeleteMutation(client));
  const { person_slug, full_name: name } = person;
  const removalToast = { key: `remove ${person_slug} ${voyage.voyage_slug}` };
  const restoreToast = { key: `restore person ${person_slug}` };

  const undo = () =>
    undelete.mutateAsync({ kind: 'person', slug: person_slug }).then(
      () => {
        toast.success(`${name} restored to the voyage`, restoreToast);
        return navigate(`/people/${person_slug}`);
      },
      (error: unknown) => toast.error(`Couldn’t restore ${name}: ${messageOf(error)}`, restoreToast),
    );

  const remove = () =>
    unlink.mutateAsync({ person_slug, voyage_slug: voyage.voyage_slug }).then(
      async ({ person_deleted }) => {
        onClose();
        if (!person_deleted) return toast.success(`${name} removed from voyage`, removalToast);
        toast.success(`${name} removed from voyage and deleted (no other voyage associations)`, {
          ...removalToast,
          duration: 30_000,
          action: { label: 'Undo', onClick: () => void undo() },
        });
        return navigate('/people');
      },
      () => {
        onClose();
        toast.error('Failed to remove passenger from voyage', removalToast);
      },
    );

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !unlink.isPending && onClose()}
      title={`Remove ${name} from this voyage?`}
      description={
        isLastVoyage(person)
          ? `This is ${name}’s only voyage, so the person record will be deleted too. You can undo this right afterward.`
          : `${name} and “${voyage.title}” both stay in the archive.`
      }
      confirmText={isLastVoyage(person) ? 'Remove and delete' : 'Remove'}
      danger
      busy={unlink.isPending}
      onConfirm={() => void remove()}
    />
  );
}
