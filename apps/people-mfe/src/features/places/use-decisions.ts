import { decideWordingsMutation, messageOf, undoPlacesMutation } from '@archive/api-client';
import type { PlaceCandidate, PlaceDecision, PlaceWording } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { formatCount, pluralize, toast } from '@archive/ui';
import { offerUndo } from './offer-undo.ts';

type Wordings = readonly Pick<PlaceWording, 'wording'>[];

const nameOf = (items: Wordings) =>
  items.length === 1 ? `“${items[0]?.wording}”` : formatCount(items.length, 'wording');

/** Decides about wordings; each decision can be undone. Returns whether it was saved. */
export function useDecisions() {
  const client = useQueryClient();
  const { mutateAsync: decide, isPending } = useMutation(decideWordingsMutation(client));
  const { mutateAsync: undo } = useMutation(undoPlacesMutation(client));

  const run = async (
    items: Wordings,
    done: string,
    decision: Pick<PlaceDecision, 'decision' | 'place_slug'>,
    undone = 'Undone',
  ): Promise<boolean> => {
    const wordings = items.map(({ wording }) => wording);
    try {
      const changes = await decide({ wordings, ...decision });
      const handleUndo = async () => {
        if (changes.length > 0) await undo(changes);
        else if (decision.decision === 'not_a_place') await decide({ wordings, decision: 'undecided' });
        else await decide({ wordings, decision: 'not_a_place' });
      };
      offerUndo(done, handleUndo, undone);
      return true;
    } catch (error) {
      toast.error(messageOf(error), { key: 'place decision' });
      return false;
    }
  };

  return {
    busy: isPending,
    /** Each wording becomes a place, at its town if there is one in `towns`. */
    newPlaces: (items: Wordings, towns: ReadonlyMap<{ wording: string }, PlaceCandidate> = new Map()) =>
      run(items, `${nameOf(items)} ${pluralize(items.length, 'is a place', 'are places')} now`, {
        decision: 'new_places',
        ...(towns.size > 0 && {
          positions: [...towns].map(([{ wording }, { geonames }]) => ({ wording, geonames })),
        }),
      }),
    /** The first wording becomes the name of a place, the others its spellings. */
    onePlace: (items: Wordings) => run(items, `“${items[0]?.wording}” is a place now`, { decision: 'one_place' }),
    spelling: (items: Wordings, { place_slug, name }: { place_slug: string; name: string }) =>
      run(items, `${nameOf(items)} → ${name}`, { decision: 'spelling', place_slug }),
    notPlaces: (items: Wordings) => run(items, `${nameOf(items)}: not a place`, { decision: 'not_a_place' }),
    backToReview: (items: Wordings) => run(items, `${nameOf(items)}: back in the review`, { decision: 'undecided' }),
    /** A spelling of a place becomes a place of its own. */
    separate: (wording: string, place: string) =>
      run(
        [{ wording }],
        `“${wording}” is a place of its own now`,
        { decision: 'new_places' },
        `“${wording}” leads to ${place} again`,
      ),
    /** The wording no longer leads to a place. */
    removeSpelling: (wording: string, place: string) =>
      run(
        [{ wording }],
        `“${wording}” no longer leads to ${place}`,
        { decision: 'undecided' },
        `“${wording}” leads to ${place} again`,
      ),
  };
}
