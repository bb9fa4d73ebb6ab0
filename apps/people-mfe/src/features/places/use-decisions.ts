import {
  createPlaceMutation,
  decideWordingsMutation,
  messageOf,
  removePlaceMutation,
  restoreMutation,
} from '@archive/api-client';
import type { PlaceWording } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { formatCount, pluralize, toast } from '@archive/ui';
import { offerUndo } from './offer-undo.ts';

const wordingsOf = (items: readonly PlaceWording[]) => items.map(({ wording }) => wording);
const nameOf = (items: readonly PlaceWording[]) =>
  items.length === 1 ? `“${items[0]?.wording}”` : formatCount(items.length, 'wording');

/** Decides about wordings; each decision can be undone. Returns whether it was saved. */
export function useDecisions() {
  const client = useQueryClient();
  const decide = useMutation(decideWordingsMutation(client));
  const create = useMutation(createPlaceMutation(client));
  const remove = useMutation(removePlaceMutation(client));
  const restore = useMutation(restoreMutation(client));

  const run = async (done: string, change: () => Promise<() => Promise<unknown>>): Promise<boolean> => {
    try {
      const undo = await change();
      offerUndo(done, undo, 'Undone');
      return true;
    } catch (error) {
      toast.error(messageOf(error), { key: 'place decision' });
      return false;
    }
  };
  const removeAll = async (slugs: readonly string[]) => {
    for (const slug of slugs) await remove.mutateAsync(slug);
  };

  return {
    busy: decide.isPending || create.isPending,
    /** Each wording becomes a place. */
    newPlaces: (items: readonly PlaceWording[]) =>
      run(`${nameOf(items)} ${pluralize(items.length, 'is a place', 'are places')} now`, async () => {
        const places = await decide.mutateAsync({ wordings: wordingsOf(items), decision: 'new_places' });
        return () => removeAll(places.map(({ place_slug }) => place_slug));
      }),
    /** The first wording becomes the name of a place, the others its spellings. */
    onePlace: ([first, ...others]: readonly PlaceWording[]) =>
      run(`“${first?.wording}” is a place now`, async () => {
        const { place_slug } = await create.mutateAsync({
          body: { name: first?.wording ?? '', variants: wordingsOf(others) },
        });
        return () => removeAll([place_slug]);
      }),
    spelling: (items: readonly PlaceWording[], place: { place_slug: string; name: string }) =>
      run(`${nameOf(items)} → ${place.name}`, async () => {
        const changed = await decide.mutateAsync({
          wordings: wordingsOf(items),
          decision: 'spelling',
          place_slug: place.place_slug,
        });
        return () =>
          Promise.all(
            changed.map(({ place_slug, revision }) =>
              restore.mutateAsync({ kind: 'place', slug: place_slug, revision }),
            ),
          );
      }),
    notPlaces: (items: readonly PlaceWording[]) =>
      run(`${nameOf(items)}: not a place`, async () => {
        await decide.mutateAsync({ wordings: wordingsOf(items), decision: 'not_a_place' });
        return () => decide.mutateAsync({ wordings: wordingsOf(items), decision: 'undecided' });
      }),
    backToReview: (items: readonly PlaceWording[]) =>
      run(`${nameOf(items)}: back in the review`, async () => {
        await decide.mutateAsync({ wordings: wordingsOf(items), decision: 'undecided' });
        return () => decide.mutateAsync({ wordings: wordingsOf(items), decision: 'not_a_place' });
      }),
  };
}
