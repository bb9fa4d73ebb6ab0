import { isNotFound, placeMediaQuery, placePeopleQuery, placeQuery, voyagesQuery } from '@archive/api-client';
import type { Place } from '@archive/contracts';
import { DeletedRecord, RecordStories } from '@archive/editing';
import { useQuery } from '@archive/query';
import { Link, Navigate, useParams } from '@archive/router';
import { type PlaceOnMap, QueryState, useEditMode, usePageTitle } from '@archive/shell-api';
import {
  Badge,
  DefinitionList,
  EmptyState,
  LinkButton,
  Loading,
  SkeletonBlock,
  TextLink,
  formatCount,
  formatDateRange,
  lazyComponent,
} from '@archive/ui';
import { Prose } from '@archive/ui/prose';
import { PagedMedia } from '../person/media-grid.tsx';
import { PeopleSection } from '../person/people-section.tsx';
import { KIND_LABELS, positionText } from './place-texts.ts';
import { usePlaceActions } from './use-place-actions.tsx';
import { WordingsOfPlace } from './wordings-of-place.tsx';

const PlaceMap = lazyComponent(
  () => import('../map/place-map.tsx'),
  'PlaceMap',
  <SkeletonBlock className="mb-16 h-64" />,
);

const BACK = <LinkButton href="/places">Back to Places</LinkButton>;

/** /places/{slug}: a place and the voyages that name it. */
export function PlacePage() {
  const { slug = '' } = useParams();
  const query = useQuery(placeQuery(slug));
  const { data: place, error } = query;
  usePageTitle(place?.name);
  if (isNotFound(error))
    return (
      <DeletedRecord kind="place" of={{ slug }} noun="place" action={BACK}>
        <EmptyState level={1} title="Place not found" action={BACK}>
          There’s no place at this address.
        </EmptyState>
      </DeletedRecord>
    );
  if (!place)
    return (
      <QueryState
        query={query}
        level={1}
        failed="Can’t load this place"
        loading={
          <Loading label="Loading place...">
            <SkeletonBlock className="h-72" />
          </Loading>
        }
      />
    );
  // A merged record redirects to its survivor.
  if (place.place_slug !== slug) return <Navigate to={`/places/${place.place_slug}`} replace />;
  return <PlaceRecord key={slug} place={place} />;
}

function PlaceRecord({ place }: { place: Place }) {
  const { editing } = useEditMode();
  const { actions, dialog } = usePlaceActions(place, editing);
  const isNamed = place.voyage_count > 0;
  const onMap = placeOnMap(place);
  return (
    <article>
      <p className="mb-6 text-15 print:hidden">
        <TextLink href="/places">Places</TextLink>
      </p>
      <header className="border-b border-rule pb-8">
        <h1 className="text-48 tracking-tight wrap-anywhere max-sm:text-35">{place.name}</h1>
        <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-15 text-faded tabular-nums">
          {place.kind !== 'other' && <span>{KIND_LABELS[place.kind]}</span>}
          <span>{formatCount(place.voyage_count, 'voyage')}</span>
          {place.latitude === null && <Badge>No coordinates</Badge>}
        </p>
        <div className="mt-4 flex flex-wrap gap-2 print:hidden">{actions}</div>
      </header>
      <div className="mt-10 grid gap-12 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 space-y-12">
          {place.notes && <Prose>{place.notes}</Prose>}
          <VoyagesOfPlace slug={place.place_slug} />
          {isNamed && (
            <PagedMedia
              id="place-media"
              title="Photos and documents from these voyages"
              query={(limit) => placeMediaQuery(place.place_slug, limit)}
            />
          )}
        </div>
        <aside className="space-y-10">
          <AboutPlace place={place} />
          {onMap && <PlaceMap label={`Map of ${place.name}`} places={[onMap]} />}
          {place.wordings.length > 0 && <WordingsOfPlace place={place} editing={editing} />}
          {isNamed && <PeopleOfPlace slug={place.place_slug} />}
          <RecordStories address={`/places/${place.place_slug}`} />
        </aside>
      </div>
      {dialog}
    </article>
  );
}

function AboutPlace({ place }: { place: Place }) {
  return (
    <section aria-labelledby="about-place">
      <h2 id="about-place" className="mb-3 text-21">
        About this place
      </h2>
      <DefinitionList
        items={[
          { term: 'Position', detail: positionText(place) ?? 'No coordinates' },
          {
            term: 'Part of',
            detail: place.part_of_name && <TextLink href={`/places/${place.part_of}`}>{place.part_of_name}</TextLink>,
          },
          {
            term: 'Places in it',
            detail:
              place.parts.length > 0 ? (
                <ul>
                  {place.parts.map((part) => (
                    <li key={part.place_slug}>
                      <TextLink href={`/places/${part.place_slug}`}>{part.name}</TextLink>
                    </li>
                  ))}
                </ul>
              ) : null,
          },
          {
            term: 'Wikidata',
            detail: place.wikidata && (
              <TextLink href={`https://www.wikidata.org/wiki/${place.wikidata}`}>{place.wikidata}</TextLink>
            ),
          },
          {
            term: 'GeoNames',
            detail: place.geonames && (
              <TextLink href={`https://www.geonames.org/${place.geonames}`}>{place.geonames}</TextLink>
            ),
          },
          {
            term: 'Sources',
            detail:
              place.sources.length > 0 ? (
                <ul className="wrap-anywhere">
                  {place.sources.map(({ url, title }) => (
                    <li key={url}>{/^https?:/.test(url) ? <TextLink href={url}>{title ?? url}</TextLink> : url}</li>
                  ))}
                </ul>
              ) : null,
          },
        ]}
      />
    </section>
  );
}

const placeOnMap = ({ latitude, longitude, voyage_count: voyages, ...place }: Place): PlaceOnMap | undefined =>
  latitude === null || longitude === null ? undefined : { ...place, latitude, longitude, voyages };

const SHOWN_VOYAGES = 50;

/** The first voyages that name a place. The list has all of them, with its filters. */
function VoyagesOfPlace({ slug }: { slug: string }) {
  const query = useQuery(voyagesQuery({ place: slug, limit: SHOWN_VOYAGES }));
  const { data } = query;
  return (
    <section aria-labelledby="place-voyages">
      <h2 id="place-voyages" className="mb-3 text-21">
        Voyages
      </h2>
      {!data && (
        <QueryState query={query} failed="Can’t load the voyages" loading={<SkeletonBlock className="h-40" />} />
      )}
      {data?.items.length === 0 && <EmptyState title="No voyage names this place" />}
      {data && data.items.length > 0 && (
        <ul className="border-t border-rule">
          {data.items.map((voyage) => (
            <li key={voyage.voyage_slug} className="group relative border-b border-rule py-4">
              <Link
                to={`/voyages/${voyage.voyage_slug}`}
                className="font-serif text-17 font-semibold text-ink group-hover:text-navy after:absolute after:inset-0"
              >
                {voyage.title}
              </Link>
              <p className="text-15 text-faded tabular-nums">
                {[formatDateRange(voyage.start_date, voyage.end_date), voyage.president_name]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      )}
      {data && data.total > data.items.length && (
        <LinkButton className="mt-5" href={`/voyages?place=${slug}`}>
          Show all {formatCount(data.total, 'voyage')}
        </LinkButton>
      )}
    </section>
  );
}

const PEOPLE_COUNT = 8;

function PeopleOfPlace({ slug }: { slug: string }) {
  const { data } = useQuery(placePeopleQuery(slug, PEOPLE_COUNT));
  return (
    <PeopleSection
      id="place-people"
      title="People on these voyages"
      total={data?.total}
      people={data?.items.map((person) => ({ ...person, note: formatCount(person.place_count, 'voyage') }))}
    />
  );
}
