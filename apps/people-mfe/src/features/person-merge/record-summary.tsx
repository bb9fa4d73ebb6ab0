import type { Person } from '@archive/contracts';
import { Link } from '@archive/router';
import { formatCount, formatDateRange, Avatar } from '@archive/ui';
import { bornAndDied } from '../person-texts.ts';

interface RecordSummaryProps {
  person: Person;
  /** Slugs of the voyages that list both records. */
  shared: ReadonlySet<string>;
  survives: boolean;
  /** Absent if the other record must survive. */
  onKeep?: (() => void) | undefined;
}

/** One of the two records: name, voyages, and whether it survives. */
export function RecordSummary({ person, shared, survives, onKeep }: RecordSummaryProps) {
  const years = bornAndDied(person);
  return (
    <div className={`min-w-0 rounded border bg-leaf p-5 ${survives ? 'border-navy' : 'border-rule'}`}>
      <div className="flex items-start gap-4">
        <Avatar name={person.full_name} src={person.portrait_url} />
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
          name="survivor"
          checked={survives}
          disabled={!onKeep && !survives}
          onChange={() => onKeep?.()}
          className="size-4 accent-navy"
        />
        Keep this record and its web link
      </label>
      <h3 className="mt-5 mb-1 text-15">{formatCount(person.voyage_count, 'voyage')}</h3>
      <ul className="max-h-56 divide-y divide-rule overflow-y-auto">
        {person.voyages.map((voyage) => (
          <li key={voyage.voyage_slug} className="py-2 text-15">
            {voyage.title}
            <span className="block text-13 text-faded">
              {[
                formatDateRange(voyage.start_date, voyage.end_date),
                voyage.capacity_role,
                shared.has(voyage.voyage_slug) ? 'on both records' : null,
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
