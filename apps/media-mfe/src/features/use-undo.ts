import { bulkUndoMutation, messageOf, restoreFromTrashMutation } from '@archive/api-client';
import type { MediaRevision } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { formatCount, pluralize, toast } from '@archive/ui';
import { quotedNames } from './texts.tsx';

/** Builds the Undo action of a toast. It undoes all changes and lists those that could not be undone. */
export function useUndo() {
  const { mutateAsync } = useMutation(bulkUndoMutation(useQueryClient()));
  return (revisions: MediaRevision[]) => ({
    label: 'Undo',
    // Uses mutateAsync, because the toast outlives the dialog that shows it.
    onClick: () =>
      void mutateAsync(revisions).then(
        ({ restored, left }) => {
          if (left.length > 0)
            toast.error(
              `Couldn’t undo ${pluralize(left.length, 'the change, because this file was', 'all changes, because these files were')} edited again: ${quotedNames(left.map(({ title }) => title))}`,
            );
          if (restored.length > 0)
            toast.success(
              pluralize(restored.length, 'Undone', `Change undone on ${formatCount(restored.length, 'file')}`),
            );
        },
        (error: unknown) => toast.error(`Couldn’t undo: ${messageOf(error)}`),
      ),
  });
}

/** Builds the Undo action of a toast about media that were moved to the trash. */
export function useRestoreAction() {
  const { mutateAsync } = useMutation(restoreFromTrashMutation(useQueryClient()));
  return (slugs: string[]) => ({
    label: 'Undo',
    // Uses mutateAsync, because the toast outlives the dialog that shows it.
    onClick: () =>
      void mutateAsync({ slugs, onProgress: () => undefined }).then(({ done, failures }) => {
        if (failures[0]) toast.error(`Couldn’t undo: ${failures[0].reason}`);
        if (done.length > 0)
          toast.success(pluralize(done.length, 'Restored', `${formatCount(done.length, 'file')} restored`));
      }),
  });
}
