import { restoreFromTrashMutation } from '@archive/api-client';
import { useMutation, useQueryClient } from '@archive/query';
import { formatCount, pluralize, toast } from '@archive/ui';

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
