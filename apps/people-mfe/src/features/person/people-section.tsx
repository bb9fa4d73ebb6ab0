import { Link } from '@archive/router';
import { Avatar, formatNumber } from '@archive/ui';

interface PeopleSectionProps {
  id: string;
  title: string;
  people: readonly { person_slug: string; full_name: string; portrait_url: string | null; note: string }[] | undefined;
  /** Number of all people; those beyond the list are counted below it. */
  total: number | undefined;
}

/** A short list of people, each with a note. Renders nothing while loading, or without people. */
export function PeopleSection({ id, title, people, total = 0 }: PeopleSectionProps) {
  if (!people || people.length === 0) return null;
  const hiddenCount = total - people.length;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-21">
        {title}
      </h2>
      <ul className="divide-y divide-rule border-y border-rule">
        {people.map(({ person_slug, full_name, portrait_url, note }) => (
          <li key={person_slug} className="group relative flex items-center gap-3 py-2.5">
            <Avatar name={full_name} size="small" src={portrait_url} />
            <div className="min-w-0 leading-tight">
              <Link
                to={`/people/${person_slug}`}
                className="rounded-sm font-serif font-semibold text-ink group-hover:text-navy after:absolute after:inset-0"
              >
                {full_name}
              </Link>
              <p className="text-13 text-faded tabular-nums">{note}</p>
            </div>
          </li>
        ))}
      </ul>
      {hiddenCount > 0 && <p className="mt-2 text-13 text-faded tabular-nums">and {formatNumber(hiddenCount)} more</p>}
    </section>
  );
}
