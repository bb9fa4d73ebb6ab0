import { messageOf, removePersonMutation, undeleteMutation } from '@archive/api-client';
import type { Person } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { useNavigate } from '@archive/router';
import { ConfirmDialog, toast } from '@archive/ui';

/** Confirms and deletes a person without voyages; the toast offers Undo. */
export function DeletePerson({ person, onClose }: { person: Person; onClose: () => void }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const remove = useMutation(removePersonMutation(client));
  const undelete = useMutation(undeleteMutation(client));
  const { person_slug: slug, full_name: name } = person;
  const deleteToast = { key: `delete person ${slug}` };
  const restoreToast = { key: `restore person ${slug}` };

  const undo = () =>
    undelete.mutateAsync({ kind: 'person', slug }).then(
      () => {
        toast.success(`${name} restored`, restoreToast);
        return navigate(`/people/${slug}`);
      },
      (error: unknown) => toast.error(`Couldn’t restore ${name}: ${messageOf(error)}`, restoreToast),
    );

  const handleConfirm = () =>
    remove.mutateAsync(slug).then(
      () => {
        onClose();
        toast.success(`${name} deleted`, {
          ...deleteToast,
          duration: 30_000,
          action: { label: 'Undo', onClick: () => void undo() },
        });
        return navigate('/people');
      },
      (error: unknown) => {
        onClose();
        toast.error(`Couldn’t delete ${name}: ${messageOf(error)}`, deleteToast);
      },
    );

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !remove.isPending && onClose()}
      title={`Delete ${name}?`}
      description="No voyages are affected. You can undo this right afterward."
      confirmText="Delete person"
      danger
      busy={remove.isPending}
      onConfirm={() => void handleConfirm()}
    />
  );
}
