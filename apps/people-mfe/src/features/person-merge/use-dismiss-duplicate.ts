import { messageOf, dismissDuplicateMutation, restoreDuplicateMutation } from '@archive/api-client';
import { useMutation, useQueryClient } from '@archive/query';
import { toast } from '@archive/ui';

export interface NamedPerson {
  person_slug: string;
  full_name: string;
}

/** Marks a pair of possible duplicates as different people, and undoes that. */
export function useDismissDuplicate() {
  const client = useQueryClient();
  const dismissing = useMutation(dismissDuplicateMutation(client));
  const restoring = useMutation(restoreDuplicateMutation(client));
  const pairOf = (one: NamedPerson, other: NamedPerson) => ({
    person_slug: one.person_slug,
    other_slug: other.person_slug,
  });

  const restore = (one: NamedPerson, other: NamedPerson) => {
    const key = `restore duplicate ${one.person_slug} ${other.person_slug}`;
    return restoring.mutateAsync(pairOf(one, other)).then(
      () =>
        void toast.success(`${one.full_name} and ${other.full_name} are listed as possible duplicates again`, { key }),
      (error: unknown) => void toast.error(`Couldn’t list them again: ${messageOf(error)}`, { key }),
    );
  };

  /** Resolves to whether it succeeded; failures are shown as a message. */
  const dismiss = (one: NamedPerson, other: NamedPerson) => {
    const key = `dismiss duplicate ${one.person_slug} ${other.person_slug}`;
    return dismissing.mutateAsync(pairOf(one, other)).then(
      () => {
        toast.success(`${one.full_name} and ${other.full_name} are marked as different people`, {
          key,
          duration: 30_000,
          action: { label: 'Undo', onClick: () => void restore(one, other) },
        });
        return true;
      },
      (error: unknown) => {
        toast.error(`Couldn’t mark them as different people: ${messageOf(error)}`, { key });
        return false;
      },
    );
  };

  return { dismiss, restore, busy: dismissing.isPending || restoring.isPending };
}
