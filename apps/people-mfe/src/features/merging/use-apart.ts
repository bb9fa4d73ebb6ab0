import { messageOf, setApartMutation, takeApartBackMutation } from '@archive/api-client';
import { useMutation, useQueryClient } from '@archive/query';
import { toast } from '@archive/ui';

/** Somebody of a pair. */
export interface Named {
  person_slug: string;
  full_name: string;
}

/** Says of two look-alikes that they are two people, and takes that back. */
export function useApart() {
  const client = useQueryClient();
  const set = useMutation(setApartMutation(client));
  const back = useMutation(takeApartBackMutation(client));
  const pairOf = (one: Named, other: Named) => ({ person_slug: one.person_slug, other_slug: other.person_slug });

  const takeBack = (one: Named, other: Named) =>
    back.mutateAsync(pairOf(one, other)).then(
      () => void toast.success(`${one.full_name} and ${other.full_name} may be one person again`),
      (error: unknown) => void toast.error(`That could not be taken back: ${messageOf(error)}`),
    );

  /** Answers whether it was done. */
  const setApart = (one: Named, other: Named) =>
    set.mutateAsync(pairOf(one, other)).then(
      () => {
        toast.success(`${one.full_name} and ${other.full_name} are two people, and not offered again`, {
          duration: 30_000,
          action: { label: 'Undo', onClick: () => void takeBack(one, other) },
        });
        return true;
      },
      (error: unknown) => {
        toast.error(`That could not be kept: ${messageOf(error)}`);
        return false;
      },
    );

  return { setApart, takeBack, busy: set.isPending || back.isPending };
}
