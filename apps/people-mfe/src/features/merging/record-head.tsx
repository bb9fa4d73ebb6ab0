import type { Person } from '@archive/contracts';
import { Link } from '@archive/router';
import { amountOf, formatDateRange, Medallion } from '@archive/ui';
import { bornAndDied } from '../person/lifespan.ts';

interface RecordHeadProps {
  person: Person;
  /** Voyages that the other one was aboard too. */
  shared: ReadonlySet<string>;
  stays: boolean;
  /** Absent where there is no choice. */
  onStay?: (() => void) | undefined;
}

/** One of two records: who it is, the voyages, and whether it is the one that stays. */
export function RecordHead({ person, shared, stays, onStay }: RecordHeadProps) {
  const years = bornAndDied(person);
  return (
    <div className={`min-w-0 rounded border bg-leaf p-5 ${stays ? 'border-navy' : 'border-rule'}`}>
      <div className="flex items-start gap-4">
        <Medallion name={person.full_name} />
        <div className="min-w-0">
          <h2 className="text-21 wrap-anywhere">
            <Link to={`/people/${person.person_slug}`} className="rounded-sm hover:text-navy">
              {person.full_name}
            </Link>
          </h2>
          <p className="text-13 wrap-anywhere text-faded">/people/{person.person_slug}</p>
          {years && <p className="text-13 text-faded tabular-nums">{years}</p>}
        </div>
      </div>
      <label className="mt-4 flex items-center gap-2.5">
        <input
          type="radio"
          name="stays"
          checked={stays}
          disabled={!onStay && !stays}
          onChange={() => onStay?.()}
          className="size-4 accent-navy"
        />
        This record and its address stay
      </label>
      <h3 className="mt-5 mb-1 text-15">{amountOf(person.voyage_count, 'voyage')}</h3>
      <ul className="max-h-56 divide-y divide-rule overflow-y-auto">
        {person.voyages.map((voyage) => (
          <li key={voyage.voyage_slug} className="py-2 text-15">
            {voyage.title}
            <span className="block text-13 text-faded">
              {[
                formatDateRange(voyage.start_date, voyage.end_date),
                voyage.capacity_role,
                shared.has(voyage.voyage_slug) ? 'both aboard' : null,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
