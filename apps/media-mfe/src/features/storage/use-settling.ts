import {
  acceptFileMutation,
  adoptFileMutation,
  messageOf,
  relinkFileMutation,
  removeRecordMutation,
  undoSettlingMutation,
} from '@archive/api-client';
import type { StorageFinding } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { toast } from '@archive/ui';

/** Settles what was found, and says so with the way back. The row may be gone by then: its messages stay. */
export function useSettling({ id, path, record }: StorageFinding) {
  const client = useQueryClient();
  const adopted = useMutation(adoptFileMutation(client));
  const relinked = useMutation(relinkFileMutation(client));
  const accepted = useMutation(acceptFileMutation(client));
  const { mutateAsync: giveUp } = useMutation(removeRecordMutation(client));
  const { mutateAsync: undo } = useMutation(undoSettlingMutation(client));
  const title = record?.title ?? path;

  const told = (error: unknown) => toast.error(messageOf(error));
  const wayBack = (way: () => Promise<unknown>) => ({
    action: {
      label: 'Undo',
      onClick: () =>
        void way().then(
          () => toast.success('Undone'),
          (error: unknown) => toast.error(`It could not be undone: ${messageOf(error)}`),
        ),
    },
  });

  return {
    busy: adopted.isPending || relinked.isPending || accepted.isPending,
    adopt: () =>
      void adopted.mutateAsync({ id }).then(
        ({ media_slug: slug, title: given }) =>
          toast.success(
            `${given} has a record now`,
            wayBack(() => giveUp(slug)),
          ),
        told,
      ),
    relink: (to: string) =>
      void relinked.mutateAsync({ id, path: to }).then(
        () =>
          toast.success(
            `${title} has its file again`,
            wayBack(() => undo(id)),
          ),
        told,
      ),
    accept: () =>
      void accepted.mutateAsync(id).then(
        () =>
          toast.success(
            `The file of ${title} is accepted`,
            wayBack(() => undo(id)),
          ),
        told,
      ),
  };
}
