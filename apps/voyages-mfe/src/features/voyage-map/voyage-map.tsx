import { placesOfVoyageQuery, voyageMapQuery } from '@archive/api-client';
import type { President, VoyageMap as VoyageMapData } from '@archive/contracts';
import { keepPreviousData, useQuery } from '@archive/query';
import { type PlaceMapProps, QueryState, RemoteComponent, useAllows } from '@archive/shell-api';
import {
  Button,
  EmptyState,
  FailedState,
  LinkButton,
  Loading,
  NoMatchesState,
  SkeletonBlock,
  TextLink,
  formatCount,
  pluralize,
} from '@archive/ui';
import type { ReactNode } from 'react';
import { FilterBar } from '../voyage-list/filter-bar.tsx';
import { NO_FILTERS, isFiltered, queryOf, urlOf } from '../voyage-list/filters.ts';
import { ResultStatus, useChips } from '../voyage-list/result-status.tsx';
import { useListUrl } from '../voyage-list/use-list-url.ts';
import { pickable } from '../voyage-record/administration.ts';

/** The places of the voyages that match the filters of the list. */
export function VoyageMap({ presidents }: { presidents: President[] }) {
  const { filters, change } = useListUrl();
  const query = useQuery({ ...voyageMapQuery(queryOf(filters)), placeholderData: keepPreviousData });
  const { data, isPlaceholderData } = query;
  const chips = useChips(filters, presidents);
  const matches = data && { total: data.voyages };
  const clear = <Button onClick={() => change(NO_FILTERS)}>Clear search and filters</Button>;
  return (
    <>
      <FilterBar filters={filters} owners={pickable(presidents)} matches={matches} onChange={change} />
      <ResultStatus matches={matches} chips={chips} onChange={change} />
      <div aria-busy={isPlaceholderData} data-stale={isPlaceholderData || undefined} className="flex flex-col gap-3">
        {!data && (
          <QueryState
            query={query}
            failed="Can’t load the map"
            invalid={{ title: 'A filter isn’t valid', action: clear }}
            loading={<MapLoading className="h-[34rem]" />}
          />
        )}
        {data?.voyages === 0 &&
          (isFiltered(filters) ? (
            <NoMatchesState title="No voyages found." action={clear}>
              No voyages match your search and filters. Remove a filter, or clear them all.
            </NoMatchesState>
          ) : (
            <EmptyState title="No voyages yet.">
              The map shows where the yacht went once the archive has voyages.
            </EmptyState>
          ))}
        {data && data.voyages > 0 && data.places.length === 0 && <NothingOnMap isFiltered={isFiltered(filters)} />}
        {data && data.places.length > 0 && (
          <>
            <NotOnMap {...data} />
            <RemoteMap
              className="h-[34rem]"
              props={{
                label: `Map of ${formatCount(data.places.length, 'place')}`,
                places: data.places,
                voyagesHref: (place) => `/voyages?${urlOf({ ...filters, place })}`,
              }}
            />
          </>
        )}
      </div>
    </>
  );
}

function NothingOnMap({ isFiltered: filtered }: { isFiltered: boolean }) {
  const isCurator = useAllows('curator');
  return (
    <EmptyState
      title={filtered ? 'None of these voyages is on the map' : 'No place is on the map yet'}
      action={
        isCurator ? (
          <LinkButton href="/places/review">Review places</LinkButton>
        ) : (
          <LinkButton href="/places">Places</LinkButton>
        )
      }
    >
      A voyage is on the map when one of its places has a record with a latitude and longitude.
    </EmptyState>
  );
}

function NotOnMap({ voyages_not_on_map: voyages, places_not_on_map: places }: VoyageMapData) {
  if (voyages === 0 && places === 0) return null;
  return (
    <p className="text-15 text-faded">
      {places > 0 && (
        <>
          <TextLink href="/places?unplaced=1">{formatCount(places, 'place')}</TextLink> {pluralize(places, 'is', 'are')}{' '}
          not on the map.{' '}
        </>
      )}
      {voyages > 0 && `${formatCount(voyages, 'voyage')} ${pluralize(voyages, 'names', 'name')} no place that is.`}
    </p>
  );
}

interface CourseMapProps {
  slug: string;
  title: string;
  /** Shown if no place has coordinates. */
  empty?: ReactNode;
}

/** The places of one voyage, with a line between them. */
export function CourseMap({ slug, title, empty = null }: CourseMapProps) {
  const { data } = useQuery(placesOfVoyageQuery(slug));
  if (!data) return null;
  const stops = data.flatMap(({ place_slug, name, latitude, longitude, uncertainty }) =>
    place_slug === null || name === null || latitude === null || longitude === null
      ? []
      : [{ place_slug, name, latitude, longitude, uncertainty, voyages: null }],
  );
  if (stops.length === 0) return empty;
  const places = [...new Map(stops.map((stop) => [stop.place_slug, stop])).values()];
  const missing = new Set(data.filter(({ latitude }) => latitude === null).map(({ wording }) => wording)).size;
  return (
    <section aria-label="Map">
      <RemoteMap
        className="h-64"
        props={{
          label: `Map of ${title}`,
          places,
          course: stops.map(({ place_slug }) => place_slug),
        }}
      />
      {missing > 0 && (
        <p className="mt-1 text-13 text-faded">
          {formatCount(missing, 'place')} of this voyage {pluralize(missing, 'is', 'are')} not on the map.
        </p>
      )}
    </section>
  );
}

export function RemoteMap({ props, className }: { props: PlaceMapProps; className: string }) {
  return (
    <RemoteComponent
      remote="people"
      exposed="./place-map"
      props={props}
      loading={<MapLoading className={className} />}
      fallback={(retry) => (
        <FailedState title="Can’t load the map" action={<Button onClick={retry}>Retry</Button>}>
          The rest of the page still works. Try again in a moment.
        </FailedState>
      )}
    />
  );
}

const MapLoading = ({ className }: { className: string }) => (
  <Loading label="Loading map...">
    <SkeletonBlock className={className} />
  </Loading>
);
