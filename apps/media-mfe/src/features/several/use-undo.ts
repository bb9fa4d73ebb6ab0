import { messageOf, undoMediaMutation } from '@archive/api-client';
import type { MediaRevision } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { toast } from '@archive/ui';
import { named } from './names.ts';

/** Makes of changes the action of a message about them: it brings all back, and says what could not be. */
export function useUndo() {
  const { mutateAsync } = useMutation(undoMediaMutation(useQueryClient()));
  return (revisions: MediaRevision[]) => ({
    label: 'Undo',
    // The message outlives the dialog that it came from.
    onClick: () =>
      void mutateAsync(revisions).then(
        ({ restored, left }) => {
          if (left.length > 0)
            toast.error(`Changed again since, and left as it is: ${named(left.map(({ title }) => title))}`);
          if (restored.length > 0)
            toast.success(
              restored.length === 1 ? 'Undone' : `Undone for ${restored.length.toLocaleString('en-US')} files`,
            );
        },
        (error: unknown) => toast.error(`It could not be undone: ${messageOf(error)}`),
      ),
  });
}
