import {
  keepChangedFileMutation,
  addToLibraryMutation,
  messageOf,
  relinkFileMutation,
  undoResolutionMutation,
  bulkUndoResolutionsMutation,
} from '@archive/api-client';
import type { StorageDiscrepancy } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { toast } from '@archive/ui';

/** Resolves one discrepancy and offers Undo. Uses mutateAsync because the row unmounts before its toast closes. */
export function useResolveDiscrepancy({ id, path, record }: StorageDiscrepancy) {
  const client = useQueryClient();
  const adding = useMutation(addToLibraryMutation(client));
  const relinking = useMutation(relinkFileMutation(client));
  const keeping = useMutation(keepChangedFileMutation(client));
  const { mutateAsync: undoAdding } = useMutation(bulkUndoResolutionsMutation(client));
  const { mutateAsync: undo } = useMutation(undoResolutionMutation(client));
  const title = record?.title ?? path;

  const key = `discrepancy ${id}`;
  const showError = (error: unknown) => toast.error(messageOf(error), { key });
  const undoAction = (undoCall: () => Promise<unknown>) => ({
    key,
    action: {
      label: 'Undo',
      onClick: () =>
        void undoCall().then(
          () => toast.success('Undone'),
          (error: unknown) => toast.error(`Couldn’t undo: ${messageOf(error)}`),
        ),
    },
  });

  return {
    busy: adding.isPending || relinking.isPending || keeping.isPending,
    addToLibrary: () =>
      void adding.mutateAsync({ id }).then(
        ({ title: recordTitle }) =>
          toast.success(
            `“${recordTitle}” added to the media library`,
            undoAction(async () => {
              const { failures } = await undoAdding({ ids: [id], onProgress: () => undefined });
              if (failures[0]) throw new Error(failures[0].reason);
            }),
          ),
        showError,
      ),
    relink: (to: string) =>
      void relinking.mutateAsync({ id, path: to }).then(
        () =>
          toast.success(
            `${title} relinked to its file`,
            undoAction(() => undo(id)),
          ),
        showError,
      ),
    keepChangedFile: () =>
      void keeping.mutateAsync(id).then(
        () =>
          toast.success(
            `Changed file of ${title} kept`,
            undoAction(() => undo(id)),
          ),
        showError,
      ),
  };
}
