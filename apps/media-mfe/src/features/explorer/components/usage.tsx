import { mediaUsageQuery } from '@archive/api-client';
import type { MediaUsage } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { Link } from '@archive/router';
import { Eyebrow, linkClass, Loading, SkeletonLine } from '@archive/ui';
import { collectionHref } from '../../collections-url.ts';

/** Links to the voyages, albums and collections that show this file, and to the people whose portrait it is. */
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
        <Links
          links={data.voyages.map(({ title, voyage_slug }) => ({
            key: voyage_slug,
            title,
            to: `/voyages/${voyage_slug}`,
          }))}
        />
      )}
      <Albums title="Albums" albums={data?.albums.filter(({ voyage_slug }) => voyage_slug !== null)} />
      <Albums title="Collections" albums={data?.albums.filter(({ voyage_slug }) => voyage_slug === null)} />
      {data && data.people.length > 0 && (
        <>
          <h2 className="mt-4">
            <Eyebrow>Portrait of</Eyebrow>
          </h2>
          <Links
            links={data.people.map(({ full_name, person_slug }) => ({
              key: person_slug,
              title: full_name,
              to: `/people/${person_slug}`,
            }))}
          />
        </>
      )}
    </section>
  );
}

/** Albums link to their voyage, which shows them; collections have a page. */
function Albums({ title, albums }: { title: string; albums: MediaUsage['albums'] | undefined }) {
  if (!albums || albums.length === 0) return null;
  return (
    <>
      <h2 className="mt-4">
        <Eyebrow>{title}</Eyebrow>
      </h2>
      <Links
        links={albums.map(({ title, album_slug, voyage_slug }) => ({
          key: album_slug,
          title,
          to: voyage_slug === null ? collectionHref(album_slug) : `/voyages/${voyage_slug}`,
        }))}
      />
    </>
  );
}

function Links({ links }: { links: { key: string; title: string; to: string }[] }) {
  return (
    <ul className="mt-1 space-y-1">
      {links.map(({ key, title, to }) => (
        <li key={key}>
          <Link to={to} className={linkClass()}>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  );
}
