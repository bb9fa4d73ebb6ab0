import { deleteAlbumMutation, messageOf, undeleteMutation } from '@archive/api-client';
import type { Album } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { ConfirmDialog, toast } from '@archive/ui';

interface DeleteCollectionProps {
  collection: Album;
  onClose: () => void;
  onDeleted: () => void;
}

/** Confirms and deletes a collection, not its media. The toast offers Undo. */
export function DeleteCollection({ collection: { album_slug, title }, onClose, onDeleted }: DeleteCollectionProps) {
  const client = useQueryClient();
  const remove = useMutation(deleteAlbumMutation(client));
  const undelete = useMutation(undeleteMutation(client));
  const key = `delete-album ${album_slug}`;
  // Uses mutateAsync: the message outlives the page.
  const undo = () =>
    void undelete.mutateAsync({ kind: 'album', slug: album_slug }).then(
      () => toast.success(`“${title}” restored`, { key }),
      (failure: unknown) => toast.error(`Couldn’t restore “${title}”. ${messageOf(failure)}`, { key }),
    );
  const handleConfirm = () =>
    void remove.mutateAsync(album_slug).then(
      () => {
        toast.success(`“${title}” deleted`, { key, action: { label: 'Undo', onClick: undo } });
        onDeleted();
      },
      (failure: unknown) => {
        toast.error(`Failed to delete collection. ${messageOf(failure)}`, { key });
        onClose();
      },
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !remove.isPending && onClose()}
      title={`Delete collection "${title}"? Media will not be deleted.`}
      description="Its media stay in the media library and on their voyages."
      confirmText="Delete collection"
      danger
      busy={remove.isPending}
      onConfirm={handleConfirm}
    />
  );
}
