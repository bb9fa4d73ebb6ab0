import { adjacentQuery, voyageQuery } from '@archive/api-client';
import type { AdjacentVoyages } from '@archive/contracts';
import { useQuery, useQueryClient } from '@archive/query';
import { Link } from '@archive/router';
import { cx, formatDate } from '@archive/ui';
import { ArrowLeft, ArrowRight } from '@archive/ui/icons';
import { useEffect } from 'react';
import { nextOrigin, type Origin } from '../../voyage-record/origin.ts';

type AdjacentVoyage = NonNullable<AdjacentVoyages['next']>;

/** Previous and next voyage, prefetched. */
export function AdjacentLinks({ slug, origin }: { slug: string; origin: Origin | undefined }) {
  const client = useQueryClient();
  const { data } = useQuery(adjacentQuery(slug));
  const previous = data?.previous;
  const next = data?.next;
  useEffect(() => {
    for (const item of [next, previous]) if (item) void client.prefetchQuery(voyageQuery(item.voyage_slug));
  }, [client, previous, next]);
  if (!previous && !next) return null;
  return (
    <nav aria-label="Other voyages" className="grid gap-4 border-t border-rule pt-6 sm:grid-cols-2 print:hidden">
      {previous && <AdjacentLink to={previous} rel="prev" origin={origin} />}
      {next && <AdjacentLink to={next} rel="next" origin={origin} />}
    </nav>
  );
}

function AdjacentLink({ to, rel, origin }: { to: AdjacentVoyage; rel: 'prev' | 'next'; origin: Origin | undefined }) {
  const isForward = rel === 'next';
  return (
    <Link
      to={`/voyages/${to.voyage_slug}`}
      rel={rel}
      state={nextOrigin(origin)}
      className={cx(
        'group flex items-center gap-4 rounded border border-rule bg-leaf p-4 transition-colors hover:border-brass sm:p-5',
        isForward && 'flex-row-reverse text-right sm:col-start-2',
      )}
    >
      {isForward ? <ArrowRight aria-hidden className={ARROW} /> : <ArrowLeft aria-hidden className={ARROW} />}
      <span className="min-w-0 flex-1">
        <span className="block text-13 text-faded">{isForward ? 'Next voyage' : 'Previous voyage'}</span>
        <span className="block font-serif text-17 font-semibold">{to.title}</span>
        <span className="block text-13 text-faded">{formatDate(to.start_date)}</span>
      </span>
    </Link>
  );
}

const ARROW = 'text-brass';
