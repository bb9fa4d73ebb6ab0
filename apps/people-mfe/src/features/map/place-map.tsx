import { useQuery } from '@archive/query';
import { useNavigate } from '@archive/router';
import { type PlaceMapProps, QueryState } from '@archive/shell-api';
import { Loading, SkeletonBlock, TextLink, cx, formatCount } from '@archive/ui';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type Cluster, type Spot, clustersOf, labelSides } from './clusters.ts';
import { type CoastLevel, coastQuery } from './coast.ts';
import { MapView } from './map-view.tsx';
import { NEAR_ZOOM, type Position, type Size, type View, ZOOM, pixelsOf, toPixels, toPoint } from './projection.ts';
import { useView } from './use-view.ts';

const KEYS = 'Arrow keys move the map, plus and minus zoom, 0 shows all places.';
const HEIGHTS = { page: 'h-[34rem] max-lg:h-[24rem]', margin: 'h-64' };

/** A river chart with places, and with a list of them that says the same. */
export function PlaceMap(props: PlaceMapProps) {
  const coast = useQuery(coastQuery());
  const height = HEIGHTS[props.voyagesHref ? 'page' : 'margin'];
  if (coast.data) return <LoadedMap {...props} coast={coast.data} />;
  return (
    <QueryState
      query={coast}
      failed="Can’t load the map"
      loading={
        <Loading label="Loading map...">
          <SkeletonBlock className={height} />
        </Loading>
      }
    />
  );
}

type Place = PlaceMapProps['places'][number];

function LoadedMap({ label, places, course = [], voyagesHref, coast }: PlaceMapProps & { coast: CoastLevel[] }) {
  const navigate = useNavigate();
  const [selected, setSelected] = useState<string>();
  const spots = useMemo(
    () =>
      places.map((place): Spot => ({
        ...toPoint(place),
        key: place.place_slug,
        name: place.name,
        voyages: place.voyages,
      })),
    [places],
  );
  const bySlug = new Map(places.map((place) => [place.place_slug, place]));
  const stops = course.flatMap((slug) => bySlug.get(slug) ?? []);

  const view = useView({
    points: spots,
    onTap: (_, target) => {
      const key = target.closest<SVGGElement>('[data-key]')?.dataset['key'];
      const cluster = clusters.find((item) => item.key === key);
      if (!cluster) return setSelected(undefined);
      const [spot, ...more] = cluster.spots;
      const isTogether = more.every(({ x, y }) => x === spot?.x && y === spot.y);
      if (more.length > 0 && !isTogether) return view.zoomTo(cluster.spots, ZOOM.max);
      if (voyagesHref) setSelected(cluster.key);
      else void navigate(`/places/${cluster.key}`);
    },
  });
  const clusters = clustersOf(spots, view.drawn.zoom);

  // Other filters show other places.
  const shown = useRef(spots);
  useEffect(() => {
    const hasOthers = shown.current.map(({ key }) => key).join() !== spots.map(({ key }) => key).join();
    shown.current = spots;
    if (hasOthers) view.showAll();
  });

  const select = (place: Place) => {
    setSelected(place.place_slug);
    view.focus(toPoint(place), NEAR_ZOOM);
  };

  const map = (
    <div>
      <MapView
        label={label}
        keys={KEYS}
        coast={coast}
        view={view}
        className={HEIGHTS[voyagesHref ? 'page' : 'margin']}
        marks={<Marks clusters={clusters} view={view.drawn} size={view.size} selected={selected} />}
      >
        {(anchor) => (
          <>
            {places.map((place) => (
              <UncertaintyArea key={place.place_slug} place={place} anchor={anchor} />
            ))}
            <Course stops={stops} anchor={anchor} />
          </>
        )}
      </MapView>
      {stops.length > 1 && (
        <p className="mt-1 text-13 text-faded">
          The dashed line is a suggestion: it joins the places in order, and isn’t the course that the yacht took.
        </p>
      )}
    </div>
  );
  if (!voyagesHref) return map;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      {map}
      <PlaceList places={places} selected={selected} onSelect={select} voyagesHref={voyagesHref} />
    </div>
  );
}

interface MarksProps {
  view: View;
  size: Size;
  clusters: readonly Cluster[];
  selected: string | undefined;
}

/** Average width of a letter in a name. */
const LETTER = 7.2;
const textOf = ({ spots }: Cluster) =>
  spots.length === 1
    ? [spots[0]?.name, spots[0]?.voyages].filter((part) => part != null).join(' · ')
    : `${spots[0]?.name} and ${spots.length - 1} more`;

const nameOf = ({ name, voyages }: Spot) => (voyages === null ? name : `${name}, ${formatCount(voyages, 'voyage')}`);

function Marks({ clusters, view, size, selected }: MarksProps) {
  const sides = labelSides(clusters, view, size, (cluster) => textOf(cluster).length * LETTER);
  return clusters.map((cluster) => {
    const { key, x, y, spots } = cluster;
    const isSelected = spots.some((spot) => spot.key === selected);
    const isCluster = spots.length > 1;
    const side = sides.get(key) ?? (isSelected ? 'right' : undefined);
    return (
      <g key={key} data-key={key} data-x={x} data-y={y} className="cursor-pointer">
        <title>{spots.map(nameOf).join('\n')}</title>
        <circle r={14} className="fill-transparent" />
        {isSelected && <circle r={isCluster ? 16 : 11} className="fill-none stroke-brass" strokeWidth={3} />}
        <circle r={isCluster ? 12 : 6} className="fill-navy stroke-leaf" strokeWidth={2} />
        {isCluster && (
          <text y={4.5} textAnchor="middle" className="fill-on-navy font-semibold">
            {spots.length}
          </text>
        )}
        {side && (
          <text
            x={(isCluster ? 17 : 11) * (side === 'left' ? -1 : 1)}
            y={4.5}
            textAnchor={side === 'left' ? 'end' : 'start'}
            strokeWidth={3}
            paintOrder="stroke"
            className="fill-ink stroke-wash font-serif text-15"
          >
            {textOf(cluster)}
          </text>
        )}
      </g>
    );
  });
}

/** Pixels from the anchor of the drawing. */
const drawnAt = (place: Position, anchor: View) => toPixels(toPoint(place), anchor, { width: 0, height: 0 });

/** Smaller areas are covered by the mark. */
const MIN_RADIUS = 8;

export function UncertaintyArea({
  place,
  anchor,
}: {
  place: Pick<Place, 'latitude' | 'longitude' | 'uncertainty'>;
  anchor: View;
}) {
  const radius = pixelsOf(place.uncertainty ?? 0, place.latitude, anchor.zoom);
  if (radius < MIN_RADIUS) return null;
  const { x, y } = drawnAt(place, anchor);
  return <circle cx={x} cy={y} r={radius} className="fill-brass/15 stroke-brass" strokeWidth={1} />;
}

function Course({ stops, anchor }: { stops: readonly Place[]; anchor: View }) {
  const points = stops.map((stop) => drawnAt(stop, anchor));
  return (
    <polyline
      points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
      fill="none"
      className="stroke-navy"
      strokeWidth={2}
      strokeDasharray="7 6"
      strokeLinecap="round"
    />
  );
}

interface PlaceListProps {
  places: readonly Place[];
  selected: string | undefined;
  onSelect: (place: Place) => void;
  voyagesHref: (slug: string) => string;
}

/** The places of the map with their voyages, for everybody who doesn’t use the map. */
function PlaceList({ places, selected, onSelect, voyagesHref }: PlaceListProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (selected) list.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [selected]);
  return (
    <section aria-labelledby="places-on-map" className="flex min-w-0 flex-col">
      <h2 id="places-on-map" className="mb-2 text-21">
        {formatCount(places.length, 'place')}
      </h2>
      <ul ref={list} className="max-h-[31rem] overflow-y-auto border-t border-rule print:max-h-none">
        {places.map((place) => {
          const isSelected = place.place_slug === selected;
          return (
            <li key={place.place_slug} className={cx('border-b border-rule px-1 py-2', isSelected && 'bg-wash')}>
              <div className="flex items-baseline justify-between gap-3">
                <button
                  type="button"
                  aria-pressed={isSelected}
                  onClick={() => onSelect(place)}
                  className="min-w-0 rounded-sm text-left font-serif text-17 font-semibold wrap-anywhere hover:text-navy"
                >
                  {place.name}
                </button>
                <span className="shrink-0 text-15 tabular-nums">
                  <TextLink
                    href={voyagesHref(place.place_slug)}
                    aria-label={`${formatCount(place.voyages ?? 0, 'voyage')}: ${place.name}`}
                  >
                    {formatCount(place.voyages ?? 0, 'voyage')}
                  </TextLink>
                </span>
              </div>
              {isSelected && (
                <p className="text-15">
                  <TextLink href={`/places/${place.place_slug}`}>About this place</TextLink>
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
