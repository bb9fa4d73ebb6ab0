import { companionsQuery } from '@archive/api-client';
import type { Companion } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { Link } from '@archive/router';
import { formatCount, formatNumber, Avatar } from '@archive/ui';

const SHOWN_COUNT = 8;

const voyages = (count: number) => `${formatCount(count, 'voyage')} together`;

/** The people someone sailed with most. Renders nothing while loading, or without companions. */
export function Companions({ slug }: { slug: string }) {
  const { data } = useQuery(companionsQuery(slug, SHOWN_COUNT));
  if (!data || data.items.length === 0) return null;
  const hiddenCount = data.total - data.items.length;
  return (
    <section aria-labelledby="sailed-with">
      <h2 id="sailed-with" className="mb-3 text-21">
        Sailed With
      </h2>
      <ul className="divide-y divide-rule border-y border-rule">
        {data.items.map((person) => (
          <Row key={person.person_slug} person={person} />
        ))}
      </ul>
      {hiddenCount > 0 && <p className="mt-2 text-13 text-faded tabular-nums">and {formatNumber(hiddenCount)} more</p>}
    </section>
  );
}

function Row({ person }: { person: Companion }) {
  return (
    <li className="group relative flex items-center gap-3 py-2.5">
      <Avatar name={person.full_name} size="small" src={person.portrait_url} />
      <div className="min-w-0 leading-tight">
        <Link
          to={`/people/${person.person_slug}`}
          className="rounded-sm font-serif font-semibold text-ink group-hover:text-navy after:absolute after:inset-0"
        >
          {person.full_name}
        </Link>
        <p className="text-13 text-faded tabular-nums">{voyages(person.shared_count)}</p>
      </div>
    </li>
  );
}
