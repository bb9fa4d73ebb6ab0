import { isConflict, mediaPeopleQuery, messageOf, setMediaPeopleMutation, type WithEtag } from '@archive/api-client';
import type { MarkedPerson, MediaPeople, PictureRegion } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { toast } from '@archive/ui';

/** Someone to mark. */
export type Person = Pick<MarkedPerson, 'person_slug' | 'full_name'>;

interface Mark {
  person_slug: string;
  region: PictureRegion | null;
}

/** A mark and its index in the list; null for someone who isn't marked. */
type MarkPosition = { index: number; region: PictureRegion | null } | null;

const marksOf = ({ people }: MediaPeople): Mark[] => people.map(({ person_slug, region }) => ({ person_slug, region }));

function positionOf(media: MediaPeople, person_slug: string): MarkPosition {
  const index = media.people.findIndex((person) => person.person_slug === person_slug);
  return index < 0 ? null : { index, region: media.people[index]?.region ?? null };
}

const regionOf = (position: MarkPosition) => JSON.stringify(position && position.region);

/** The marks, with one person's mark replaced. */
function withMark(marks: readonly Mark[], person_slug: string, position: MarkPosition): Mark[] {
  const others = marks.filter((mark) => mark.person_slug !== person_slug);
  return position ? others.toSpliced(position.index, 0, { person_slug, region: position.region }) : others;
}

const LAST_INDEX = Number.MAX_SAFE_INTEGER;

/** Marks one person at a time, or removes the mark. A toast offers Undo. */
export function useMarks(slug: string) {
  const client = useQueryClient();
  const { queryKey } = mediaPeopleQuery(slug);
  const { mutateAsync, isPending } = useMutation(setMediaPeopleMutation(client, slug));

  /** Saves the mark of one person, keeping marks of other people that someone else has saved in the meantime. */
  const send = async ({ person_slug, full_name }: Person, position: MarkPosition): Promise<boolean> => {
    const cached = client.getQueryData<WithEtag<MediaPeople>>(queryKey);
    if (!cached) return false;
    const save = ({ value, etag }: WithEtag<MediaPeople>) =>
      mutateAsync({ people: withMark(marksOf(value), person_slug, position), ifMatch: etag });
    try {
      await save(cached).catch(async (error: unknown) => {
        if (!isConflict(error)) throw error;
        const latest = await client.fetchQuery({ ...mediaPeopleQuery(slug), staleTime: 0 });
        if (regionOf(positionOf(latest.value, person_slug)) !== regionOf(positionOf(cached.value, person_slug)))
          throw error;
        return save(latest);
      });
      return true;
    } catch (error) {
      toast.error(
        isConflict(error)
          ? `Someone else has changed where ${full_name} is marked. The new position is shown. Check it and try again.`
          : `Couldn’t save who is in this image: ${messageOf(error)}`,
      );
      return false;
    }
  };

  const change = async (person: Person, position: MarkPosition, message: string): Promise<boolean> => {
    const cached = client.getQueryData<WithEtag<MediaPeople>>(queryKey);
    const before = cached ? positionOf(cached.value, person.person_slug) : null;
    if (!(await send(person, position))) return false;
    const key = `mark ${slug} ${person.person_slug}`;
    const undo = async () => {
      if (await send(person, before)) toast.success('Undone', { key });
    };
    toast.success(message, { key, duration: 30_000, action: { label: 'Undo', onClick: () => void undo() } });
    return true;
  };

  return {
    busy: isPending,
    /** @param region null for the whole picture */
    mark: (person: Person, region: PictureRegion | null) => {
      const cached = client.getQueryData<WithEtag<MediaPeople>>(queryKey);
      const index = cached ? (positionOf(cached.value, person.person_slug)?.index ?? LAST_INDEX) : LAST_INDEX;
      return change(person, { index, region }, `${person.full_name} marked`);
    },
    remove: (person: Person) => change(person, null, `${person.full_name} is no longer marked`),
  };
}
