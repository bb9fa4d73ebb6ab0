import type { PersonVoyage } from '@archive/contracts';
import { Link } from '@archive/router';
import { Badge, EmptyState, formatDateRange } from '@archive/ui';
import type { ReactNode } from 'react';

interface VoyageHistoryProps {
  voyages: PersonVoyage[];
  /** Actions for one voyage, in Edit Mode. */
  voyageActions?: ((voyage: PersonVoyage) => ReactNode) | undefined;
}

/** A person's voyages, oldest first, numbered. */
export function VoyageHistory({ voyages, voyageActions }: VoyageHistoryProps) {
  return (
    <section aria-labelledby="voyage-history">
      <h2 id="voyage-history" className="mb-3 text-21">
        Voyage History
      </h2>
      {voyages.length === 0 ? (
        <EmptyState title="No voyage records found" />
      ) : (
        <ol className="border-t border-rule">
          {voyages.map((voyage, index) => (
            <Entry key={voyage.voyage_slug} voyage={voyage} number={index + 1} actions={voyageActions?.(voyage)} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Entry({ voyage, number, actions }: { voyage: PersonVoyage; number: number; actions: ReactNode }) {
  const owner = [voyage.president_name, voyage.president_party].filter(Boolean).join(' · ');
  return (
    <li className="group relative flex gap-4 border-b border-rule py-5">
      <span aria-hidden className="w-8 shrink-0 text-right font-serif text-21 text-brass tabular-nums">
        {number}
      </span>
      <div className="min-w-0">
        <Link
          to={`/voyages/${voyage.voyage_slug}`}
          className="font-serif text-21 leading-tight font-semibold text-ink group-hover:text-navy after:absolute after:inset-0"
        >
          {voyage.title}
        </Link>
        <p className="mt-1 text-15 text-faded tabular-nums">{formatDateRange(voyage.start_date, voyage.end_date)}</p>
        {owner && <p className="text-15 text-faded">{owner}</p>}
        {(voyage.capacity_role || voyage.is_crew) && (
          <p className="mt-2 flex flex-wrap gap-1.5">
            {voyage.capacity_role && <Badge>{voyage.capacity_role}</Badge>}
            {voyage.is_crew && <Badge tone="brass">Crew</Badge>}
          </p>
        )}
        {voyage.voyage_notes && <p className="mt-2 max-w-measure">{voyage.voyage_notes}</p>}
        {actions && <div className="relative z-1 mt-2 -ml-3 flex gap-1 print:hidden">{actions}</div>}
      </div>
    </li>
  );
}
