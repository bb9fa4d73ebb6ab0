import { deleteFromTrashMutation, emptyTrashMutation, messageOf } from '@archive/api-client';
import type { TrashItem } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { formatCount, Progress, toast } from '@archive/ui';
import { useState } from 'react';
import type { Failure } from '../bulk/failures.tsx';
import { DELETE_TOAST, DeleteConfirmation } from '../removal/delete-media.tsx';

interface DeleteTrashedProps {
  items: TrashItem[];
  onClose: () => void;
  /** Called with the items that couldn’t be deleted. */
  onDone: (failures: Failure[]) => void;
}

/** Confirms twice, then deletes media in the trash permanently (SPEC section 8). */
export function DeleteTrashed({ items: selectedItems, onClose, onDone }: DeleteTrashedProps) {
  const [items] = useState(selectedItems);
  const remove = useMutation(deleteFromTrashMutation(useQueryClient()));
  const [sentCount, setSent] = useState(0);
  const [single] = items.length === 1 ? items : [];
  const handleConfirm = async () => {
    const slugs = items.map(({ media_slug }) => media_slug);
    const { done, failures } = await remove.mutateAsync({ slugs, onProgress: setSent });
    if (done.length > 0)
      toast.success(
        single
          ? 'Media permanently deleted from S3 and database!'
          : `${formatCount(done.length, 'file')} permanently deleted from S3 and database!`,
        DELETE_TOAST,
      );
    const titles = new Map(items.map(({ media_slug, title }) => [media_slug, title]));
    onDone(failures.map(({ slug, reason }) => ({ name: titles.get(slug) ?? slug, reason })));
  };
  return (
    <DeleteConfirmation
      title={`Permanently delete ${single ? `“${single.title}”` : formatCount(items.length, 'file')}?`}
      description={`${single ? 'The record and its file' : 'The records and their files'} will be deleted from the media library.`}
      busy={remove.isPending}
      progress={remove.isPending && <Progress label="Deleting" value={(sentCount / items.length) * 100} />}
      onClose={onClose}
      onConfirm={() => void handleConfirm()}
    />
  );
}

interface EmptyTrashProps {
  total: number;
  /** Time of the newest deletion that the page shows. Media deleted after that stay in the trash. */
  until: string;
  onClose: () => void;
}

/** Confirms twice, then empties the trash. */
export function EmptyTrash({ total, until, onClose }: EmptyTrashProps) {
  const empty = useMutation(emptyTrashMutation(useQueryClient()));
  return (
    <DeleteConfirmation
      title={`Permanently delete everything in the trash (${formatCount(total, 'file')})?`}
      description="The records and their files will be deleted from the media library."
      busy={empty.isPending}
      onClose={onClose}
      onConfirm={() =>
        void empty.mutateAsync(until).then(
          ({ emptied }) => {
            toast.success(`${formatCount(emptied, 'file')} permanently deleted from S3 and database!`, DELETE_TOAST);
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
