import { deleteVoyage, invalidateRecords, undeleteMutation } from '@archive/api-client';
import { useMutation, useQueryClient } from '@archive/query';
import { ConfirmDialog, toast } from '@archive/ui';

interface Props {
  slug: string;
  title: string;
  onClose(): void;
}

const UNDO_MS = 30_000;

/** Asks, and deletes a voyage; one press brings it back (SPEC section 8). */
export function DeleteVoyage({ slug, title, onClose }: Props) {
  const client = useQueryClient();
  const undelete = useMutation(undeleteMutation(client));
  // The entry is gone from the page by then, and with it what `mutate` would tell.
  const undo = () =>
    undelete.mutateAsync({ kind: 'voyage', slug }).then(
      () => toast.success(`“${title}” is back in the log`),
      () => toast.error(`“${title}” could not be brought back. Please try again.`),
    );
  const remove = useMutation({
    mutationFn: () => deleteVoyage(slug),
    onSuccess: () => {
      toast.success('Voyage deleted successfully', {
        duration: UNDO_MS,
        action: { label: 'Undo', onClick: () => void undo() },
      });
      onClose();
      void invalidateRecords(client);
    },
    onError: () => {
      toast.error('Failed to delete voyage. Please try again.');
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !remove.isPending && onClose()}
      title="Are you sure you want to delete this voyage?"
      description={`“${title}” is taken out of the log, with its albums. Its people and media stay. You can undo it right after.`}
      confirmText="Delete voyage"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  );
}
