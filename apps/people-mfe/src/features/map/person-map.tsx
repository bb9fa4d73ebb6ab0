import { voyageMapQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { QueryState } from '@archive/shell-api';
import { TextLink, formatCount, pluralize } from '@archive/ui';
import { PlaceMap } from './place-map.tsx';

/** Where a person’s voyages went. Nothing while none of their places has coordinates. */
export function PersonMap({ slug, name }: { slug: string; name: string }) {
  const query = useQuery(voyageMapQuery({ person: [slug] }));
  const { data } = query;
  if (!data && !query.error) return null;
  if (data?.places.length === 0) return null;
  return (
    <section aria-labelledby="person-map" className="mt-12">
      <h2 id="person-map" className="mb-3 text-21">
        Where these voyages went
      </h2>
      {!data && <QueryState query={query} failed="Can’t load the map" loading={null} />}
      {data && (
        <>
          {data.places_not_on_map > 0 && (
            <p className="mb-3 text-15 text-faded">
              <TextLink href="/places?unplaced=1">{formatCount(data.places_not_on_map, 'place')}</TextLink>{' '}
              {pluralize(data.places_not_on_map, 'is', 'are')} not on the map.
            </p>
          )}
          <PlaceMap
            label={`Map of the voyages of ${name}`}
            places={data.places}
            voyagesHref={(place) => `/voyages?${new URLSearchParams({ person: slug, place })}`}
          />
        </>
      )}
    </section>
  );
}
