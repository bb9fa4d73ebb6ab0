import { messageOf, undoMergeMutation } from '@archive/api-client';
import { useMutation, useQueryClient } from '@archive/query';
import { toast } from '@archive/ui';

/** Undoes a merge and shows the outcome. */
export function useUndoMerge() {
  const { mutateAsync, isPending } = useMutation(undoMergeMutation(useQueryClient()));
  const undo = (slug: string, merge: number, name: string) => {
    const key = `undo merge ${merge}`;
    return mutateAsync({ person_slug: slug, merge }).then(
      () => void toast.success(`${name} is a separate record again`, { key }),
      (error: unknown) => void toast.error(`Couldn’t undo the merge: ${messageOf(error)}`, { key }),
    );
  };
  return { undo, isPending };
}
