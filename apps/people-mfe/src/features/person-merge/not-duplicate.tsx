import { dismissDuplicateMutation, messageOf, restoreDuplicateMutation, undoMergeMutation } from '@archive/api-client';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, type ButtonSize, toast } from '@archive/ui';

interface NotDuplicateButtonProps {
  first: NamedPerson;
  second: NamedPerson;
  size?: ButtonSize;
  /** Called after the pair is dismissed. */
  onDone?: () => void;
}

/** Dismisses a pair of possible duplicates; a toast offers Undo. */
export function NotDuplicateButton({ first, second, size = 'small', onDone }: NotDuplicateButtonProps) {
  const { dismiss, busy } = useDismissDuplicate();
  return (
    <Button
      size={size}
      busy={busy}
      aria-label={`Not the same person: ${first.full_name} and ${second.full_name}`}
      onClick={() => void dismiss(first, second).then((isDismissed) => isDismissed && onDone?.())}
    >
      Not the same person
    </Button>
  );
}

interface NamedPerson {
  person_slug: string;
  full_name: string;
}

/** Marks a pair of possible duplicates as different people, and undoes that. */
export function useDismissDuplicate() {
  const client = useQueryClient();
  const dismissing = useMutation(dismissDuplicateMutation(client));
  const restoring = useMutation(restoreDuplicateMutation(client));
  const pairOf = (first: NamedPerson, second: NamedPerson) => ({
    person_slug: first.person_slug,
    other_slug: second.person_slug,
  });

  const restore = (first: NamedPerson, second: NamedPerson) => {
    const key = `restore duplicate ${first.person_slug} ${second.person_slug}`;
    return restoring.mutateAsync(pairOf(first, second)).then(
      () =>
        void toast.success(`${first.full_name} and ${second.full_name} are listed as possible duplicates again`, {
          key,
        }),
      (error: unknown) =>
        void toast.error(`Couldn’t list the pair as possible duplicates again: ${messageOf(error)}`, { key }),
    );
  };

  /** Resolves to true if it succeeded. Shows a toast after a failure. */
  const dismiss = (first: NamedPerson, second: NamedPerson) => {
    const key = `dismiss duplicate ${first.person_slug} ${second.person_slug}`;
    return dismissing.mutateAsync(pairOf(first, second)).then(
      () => {
        toast.success(`${first.full_name} and ${second.full_name} are marked as different people`, {
          key,
          duration: 30_000,
          action: { label: 'Undo', onClick: () => void restore(first, second) },
        });
        return true;
      },
      (error: unknown) => {
        toast.error(`Couldn’t mark the pair as different people: ${messageOf(error)}`, { key });
        return false;
      },
    );
  };

  return { dismiss, restore, busy: dismissing.isPending || restoring.isPending };
}

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
