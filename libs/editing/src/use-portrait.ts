import { messageOf, setPortraitMutation } from '@archive/api-client';
import { useMutation, useQueryClient } from '@archive/query';
import { toast } from '@archive/ui';
import { useProposedToast } from './proposing.tsx';

interface PortraitSubject {
  person_slug: string;
  full_name: string;
}

const keyOf = (slug: string) => `portrait ${slug}`;

/** Sets a media item as the portrait of a person, or removes the portrait with null. A toast offers Undo. */
export function usePortrait() {
  const { mutateAsync, isPending } = useMutation(setPortraitMutation(useQueryClient()));
  const showProposed = useProposedToast();
  const send = ({ person_slug: slug, full_name: name }: PortraitSubject, portrait: string | null) =>
    mutateAsync({ slug, portrait }).catch((error: unknown) => {
      if (!showProposed(error))
        toast.error(`Couldn’t change the portrait of ${name}: ${messageOf(error)}`, { key: keyOf(slug) });
      return undefined;
    });
  const change = async (person: PortraitSubject, portrait: string | null): Promise<void> => {
    const updatedPerson = await send(person, portrait);
    if (!updatedPerson) return;
    const { before } = updatedPerson;
    const name = person.full_name;
    const key = keyOf(person.person_slug);
    const undo = async () => {
      if (!(await send(person, before))) return;
      toast.success(`Portrait of ${name} ${before === null ? 'removed' : 'restored'}`, { key });
    };
    toast.success(`Portrait of ${name} ${portrait === null ? 'removed' : 'set'}`, {
      key,
      duration: 30_000,
      action: { label: 'Undo', onClick: () => void undo() },
    });
  };
  return { change, busy: isPending };
}
