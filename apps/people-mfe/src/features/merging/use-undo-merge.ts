import { messageOf, undoMergeMutation } from '@archive/api-client';
import { useMutation, useQueryClient } from '@archive/query';
import { toast } from '@archive/ui';

/** Makes two records of one again, and says so. */
export function useUndoMerge() {
  const { mutateAsync, isPending } = useMutation(undoMergeMutation(useQueryClient()));
  const undo = (slug: string, merge: number, name: string) =>
    mutateAsync({ person_slug: slug, merge }).then(
      () => void toast.success(`${name} is a record of its own again`),
      (error: unknown) => void toast.error(`The merge could not be undone: ${messageOf(error)}`),
    );
  return { undo, isPending };
}
