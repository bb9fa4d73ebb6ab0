import { messageOf, removeFilesMutation, removeRecordMutation } from '@archive/api-client';
import type { StorageDiscrepancy } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { ConfirmDialog, toast } from '@archive/ui';
import { DeleteConfirmation, DELETE_TOAST } from '../removal/delete-media.tsx';
import { useUsage, VoyageNames } from '../texts.tsx';

/** Confirms twice, then deletes a file without a record. */
export function DeleteFileDialog({
  discrepancy: { path, url },
  onClose,
}: {
  discrepancy: StorageDiscrepancy;
  onClose: () => void;
}) {
  const remove = useMutation(removeFilesMutation(useQueryClient()));
  return (
    <DeleteConfirmation
      title={`Permanently delete “${path}”?`}
      description="Media not found in database. Only the stored file will be deleted."
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        void remove.mutateAsync([url]).then(
          () => {
            toast.success('File permanently deleted from S3!', DELETE_TOAST);
            onClose();
          },
          (error: unknown) => {
            toast.error(messageOf(error), DELETE_TOAST);
            onClose();
          },
        )
      }
    />
  );
}

interface DeleteRecordDialogProps {
  record: NonNullable<StorageDiscrepancy['record']>;
  /** Whether storage has a file for the record, even if it isn't the recorded one. */
  hasFile: boolean;
  onClose: () => void;
}

/** Lists the affected voyages, confirms, and deletes the record. */
export function DeleteRecordDialog({ record: { media_slug: slug, title }, hasFile, onClose }: DeleteRecordDialogProps) {
  const { data, isFetching, error } = useUsage(slug);
  const remove = useMutation(removeRecordMutation(useQueryClient()));
  if (isFetching && !error) return null;
  const voyages = data?.voyages ?? [];
  const removedFrom = voyages.length === 0 ? '' : ' It’ll also be removed from these voyages.';
  const consequence = hasFile
    ? 'The record and its file will be moved to the trash. You can restore them from the trash.'
    : 'The record will be moved to the trash. You can restore it only once its file is back in storage.';
  return (
    <ConfirmDialog
      open
      danger
      title={`Delete the record “${title}”?`}
      description={`${consequence}${removedFrom}`}
      confirmText="Delete record"
      busy={remove.isPending}
      onOpenChange={(open) => !open && !remove.isPending && onClose()}
      onConfirm={() =>
        void remove.mutateAsync(slug).then(
          () => {
            toast.success(`Record “${title}” deleted`, DELETE_TOAST);
            onClose();
          },
          (failure: unknown) => {
            toast.error(messageOf(failure), DELETE_TOAST);
            onClose();
          },
        )
      }
    >
      <VoyageNames voyages={voyages} />
    </ConfirmDialog>
  );
}
