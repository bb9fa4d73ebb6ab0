import { decideWordingsMutation, messageOf, restoreMutation } from '@archive/api-client';
import type { Place } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, formatCount, toast } from '@archive/ui';
import { offerUndo } from './offer-undo.ts';

/** How voyages write a place. In Edit Mode, each spelling but the name can be removed, which leads its voyages to the review again. */
export function WordingsOfPlace({ place, editing }: { place: Place; editing: boolean }) {
  const client = useQueryClient();
  const decide = useMutation(decideWordingsMutation(client));
  const restore = useMutation(restoreMutation(client));
  const counts = new Map(place.wordings.map(({ wording, voyage_count }) => [wording, voyage_count]));
  const unused = place.variants.filter((variant) => !counts.has(variant));

  const remove = async (wording: string) => {
    try {
      const changed = await decide.mutateAsync({ wordings: [wording], decision: 'undecided' });
      const undo = () =>
        Promise.all(
          changed.map(({ place_slug, revision }) => restore.mutateAsync({ kind: 'place', slug: place_slug, revision })),
        );
      offerUndo(`“${wording}” no longer leads to ${place.name}`, undo, `“${wording}” leads to ${place.name} again`);
    } catch (error) {
      toast.error(`Couldn’t remove “${wording}”: ${messageOf(error)}`);
    }
  };

  return (
    <section aria-labelledby="place-wordings">
      <h2 id="place-wordings" className="mb-3 text-21">
        As written
      </h2>
      <ul className="divide-y divide-rule border-y border-rule">
        {[...counts.keys(), ...unused].map((wording) => (
          <li key={wording} className="flex flex-wrap items-center justify-between gap-x-3 py-2">
            <span className="min-w-0 wrap-anywhere">{wording}</span>
            <span className="flex items-center gap-3 text-13 text-faded tabular-nums">
              {formatCount(counts.get(wording) ?? 0, 'voyage')}
              {editing && wording !== place.name && (
                <Button
                  size="small"
                  variant="quiet"
                  busy={decide.isPending}
                  aria-label={`Remove ${wording}`}
                  onClick={() => void remove(wording)}
                >
                  Remove
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
