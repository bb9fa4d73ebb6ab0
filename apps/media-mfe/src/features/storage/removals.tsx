import { messageOf, removeFilesMutation, removeRecordMutation } from '@archive/api-client';
import type { StorageFinding } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { ConfirmDialog, toast } from '@archive/ui';
import { Questions } from '../removal/delete-media.tsx';
import { useUsage, VoyageNames } from '../removal/voyage-names.tsx';

/** Two questions, and a file that no record knows is gone for good. */
export function RemoveFile({ finding: { path, url }, onClose }: { finding: StorageFinding; onClose: () => void }) {
  const remove = useMutation(removeFilesMutation(useQueryClient()));
  return (
    <Questions
      title={`Permanently delete “${path}”?`}
      description="Media not found in database. The file alone is deleted from storage."
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        void remove.mutateAsync([url]).then(
          () => {
            toast.success('File permanently deleted from S3!');
            onClose();
          },
          (error: unknown) => {
            toast.error(messageOf(error));
            onClose();
          },
        )
      }
    />
  );
}

interface RemoveRecordProps {
  record: NonNullable<StorageFinding['record']>;
  /** A file of it is in storage, if another one than it was. */
  hasFile: boolean;
  onClose: () => void;
}

/** Names the voyages that show what the record describes, asks, and removes the record. */
export function RemoveRecord({ record: { media_slug: slug, title }, hasFile, onClose }: RemoveRecordProps) {
  const { data, isFetching, error } = useUsage(slug);
  const remove = useMutation(removeRecordMutation(useQueryClient()));
  if (isFetching && !error) return null;
  const voyages = data?.voyages ?? [];
  const shown = voyages.length === 0 ? '' : ' It is taken off these voyages.';
  const after = hasFile
    ? 'Its file stays in storage, without a record.'
    : 'Without its file it can only be brought back once storage has that again.';
  return (
    <ConfirmDialog
      open
      danger
      title={`Remove the record “${title}”?`}
      description={`${after}${shown}`}
      confirmText="Remove record"
      busy={remove.isPending}
      onOpenChange={(open) => !open && !remove.isPending && onClose()}
      onConfirm={() =>
        void remove.mutateAsync(slug).then(
          () => {
            toast.success(`The record of ${title} is removed`);
            onClose();
          },
          (failure: unknown) => {
            toast.error(messageOf(failure));
            onClose();
          },
        )
      }
    >
      <VoyageNames voyages={voyages} />
    </ConfirmDialog>
  );
}
