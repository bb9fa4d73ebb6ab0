import { mediaUsageQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { Link } from '@archive/router';
import { Eyebrow, linkClass, Loading, SkeletonLine } from '@archive/ui';

/** The voyages that show this file, as ways there. */
export function Usage({ slug }: { slug: string }) {
  const { data, error } = useQuery(mediaUsageQuery(slug));
  if (error) return null;
  return (
    <section aria-labelledby="usage-head">
      <h2 id="usage-head">
        <Eyebrow>Voyages</Eyebrow>
      </h2>
      {!data && (
        <Loading label="Loading voyages...">
          <SkeletonLine className="w-2/3" />
        </Loading>
      )}
      {data?.voyages.length === 0 && <p className="text-faded">Not attached to any voyage.</p>}
      {data && data.voyages.length > 0 && (
        <ul className="mt-1 space-y-1">
          {data.voyages.map(({ title, voyage_slug }) => (
            <li key={voyage_slug}>
              <Link to={`/voyages/${voyage_slug}`} className={linkClass()}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
