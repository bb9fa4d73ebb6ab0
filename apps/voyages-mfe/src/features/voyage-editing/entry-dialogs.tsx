import { deleteVoyage, invalidateRecords, undeleteMutation } from '@archive/api-client';
import { RecordHistory } from '@archive/editing';
import { useMutation, useQueryClient } from '@archive/query';
import { ConfirmDialog, toast } from '@archive/ui';

interface DeleteVoyageProps {
  slug: string;
  title: string;
  onClose(): void;
}

const UNDO_MS = 30_000;

/** Confirms and deletes a voyage, then offers Undo (SPEC section 8). */
export function DeleteVoyage({ slug, title, onClose }: DeleteVoyageProps) {
  const client = useQueryClient();
  const key = `delete-voyage ${slug}`;
  const undelete = useMutation(undeleteMutation(client));
  // `mutate` callbacks don't run after this component unmounts, but the promise of `mutateAsync` settles.
  const undo = () =>
    undelete.mutateAsync({ kind: 'voyage', slug }).then(
      () => toast.success(`“${title}” restored`, { key }),
      () => toast.error(`Can’t restore “${title}”. Please try again.`, { key }),
    );
  const remove = useMutation({
    mutationFn: () => deleteVoyage(slug),
    onSuccess: () => {
      toast.success('Voyage deleted successfully', {
        key,
        duration: UNDO_MS,
        action: { label: 'Undo', onClick: () => void undo() },
      });
      onClose();
      void invalidateRecords(client);
    },
    onError: () => {
      toast.error('Failed to delete voyage. Please try again.', { key });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !remove.isPending && onClose()}
      title="Are you sure you want to delete this voyage?"
      description={`“${title}” and its albums will be deleted. Its people and media are not deleted. You can undo this.`}
      confirmText="Delete voyage"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  );
}

interface VoyageHistoryProps {
  slug: string;
  title: string;
  onClose(): void;
}

/** The change history of a voyage, with a restore button for each change. */
export function VoyageHistory(props: VoyageHistoryProps) {
  return <RecordHistory kind="voyage" editing {...props} />;
}
