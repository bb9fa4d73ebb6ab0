import { mediaUsageQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { Link } from '@archive/router';
import { Eyebrow, linkClass, Loading, SkeletonLine } from '@archive/ui';

/** Links to the voyages and albums that show this file, and to the people whose portrait it is. */
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
        <VoyageLinks links={data.voyages.map(({ title, voyage_slug }) => ({ key: voyage_slug, title, voyage_slug }))} />
      )}
      {data && data.albums.length > 0 && (
        <>
          <h2 className="mt-4">
            <Eyebrow>Albums</Eyebrow>
          </h2>
          <VoyageLinks
            links={data.albums.map(({ title, album_slug, voyage_slug }) => ({ key: album_slug, title, voyage_slug }))}
          />
        </>
      )}
      {data && data.people.length > 0 && (
        <>
          <h2 className="mt-4">
            <Eyebrow>Portrait of</Eyebrow>
          </h2>
          <ul className="mt-1 space-y-1">
            {data.people.map(({ full_name, person_slug }) => (
              <li key={person_slug}>
                <Link to={`/people/${person_slug}`} className={linkClass()}>
                  {full_name}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Albums link to their voyage, which shows them. */
function VoyageLinks({ links }: { links: { key: string; title: string; voyage_slug: string }[] }) {
  return (
    <ul className="mt-1 space-y-1">
      {links.map(({ key, title, voyage_slug }) => (
        <li key={key}>
          <Link to={`/voyages/${voyage_slug}`} className={linkClass()}>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  );
}
