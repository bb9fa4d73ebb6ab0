import type { Place } from '@archive/contracts';
import { Button, formatCount } from '@archive/ui';
import { useDecisions } from './use-decisions.ts';

/** How voyages write a place. In Edit Mode, each spelling but the name can become another place, or be removed, which leads its voyages to the review again. */
export function WordingsOfPlace({ place: { name, wordings }, editing }: { place: Place; editing: boolean }) {
  const { removeSpelling, separate, busy } = useDecisions();
  return (
    <section aria-labelledby="place-wordings">
      <h2 id="place-wordings" className="mb-3 text-21">
        As written
      </h2>
      <ul className="divide-y divide-rule border-y border-rule">
        {wordings.map(({ wording, voyage_count, is_name }) => (
          <li key={wording} className="flex flex-wrap items-center justify-between gap-x-3 py-2">
            <span className="min-w-0 wrap-anywhere">{wording}</span>
            <span className="flex items-center gap-3 text-13 text-faded tabular-nums">
              {formatCount(voyage_count, 'voyage')}
              {editing && !is_name && (
                <span className="flex gap-1">
                  <Button
                    size="small"
                    variant="quiet"
                    busy={busy}
                    aria-label={`Another place: ${wording}`}
                    onClick={() => void separate(wording, name)}
                  >
                    Another place
                  </Button>
                  <Button
                    size="small"
                    variant="quiet"
                    busy={busy}
                    aria-label={`Remove ${wording}`}
                    onClick={() => void removeSpelling(wording, name)}
                  >
                    Remove
                  </Button>
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
