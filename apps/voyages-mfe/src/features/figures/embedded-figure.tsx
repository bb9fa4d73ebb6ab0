import '../../style.css';
import { figuresQuery, placeQuery, presidentsQuery, voyageMapQuery } from '@archive/api-client';
import type { President } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { type FigureProps, QueryState } from '@archive/shell-api';
import { Loading, SkeletonBlock, TextLink } from '@archive/ui';
import type { ComponentType, ReactNode } from 'react';
import { filtersOf, queryOf, urlOf } from '../voyage-list/filters.ts';
import { useChips, wordsOf } from '../voyage-list/result-status.tsx';
import { CourseMap, RemoteMap } from '../voyage-map/voyage-map.tsx';
import { Embedding, figureName } from './figure.tsx';
import { FIGURES } from './figures.tsx';

const NONE: President[] = [];
const RECORD = /^\/(voyages|places)\/([a-z0-9]+(?:-[a-z0-9]+)*)$/;

/** The chart or map at an address. An address that leads to neither is a link. */
function EmbeddedFigure({ href, caption }: FigureProps) {
  const { pathname, searchParams, hash } = new URL(href, location.origin);
  const [, kind, slug = ''] = RECORD.exec(pathname) ?? [];
  if (kind === 'places') return <PlaceOnMap slug={slug} href={href} caption={caption} />;
  if (kind === 'voyages')
    return (
      <Captioned href={pathname} caption={caption}>
        <CourseMap slug={slug} title={caption} empty={<Note>No place of this voyage is on the map.</Note>} />
      </Captioned>
    );
  if (pathname === '/voyages') return <PlacesOnMap params={searchParams} href={href} caption={caption} />;
  const figure = FIGURES.find(({ title }) => `#${figureName(title)}` === hash);
  if (!figure)
    return (
      <Captioned href={href} caption={caption}>
        <Note>This chart is no longer one of the figures.</Note>
      </Captioned>
    );
  return <EmbeddedChart {...figure} params={searchParams} href={href} caption={caption} />;
}

/** Exposed to other micro-frontends, as `./figure`. */
export const component: ComponentType<FigureProps> = EmbeddedFigure;

const Note = ({ children }: { children: ReactNode }) => <p className="text-15 text-faded">{children}</p>;

interface CaptionedProps extends FigureProps {
  /** The filters in words. */
  words?: string;
  children: ReactNode;
}

function Captioned({ href, caption, words, children }: CaptionedProps) {
  return (
    <figure className="m-0 flex flex-col gap-2">
      {children}
      <figcaption className="text-15 text-faded">
        <TextLink href={href}>{caption}</TextLink>
        {words && <span className="text-13"> · {words}</span>}
      </figcaption>
    </figure>
  );
}

/** Filters of an address, also in words. */
function useFilters(params: URLSearchParams) {
  const filters = filtersOf(params);
  const presidents = useQuery({ ...presidentsQuery(), enabled: filters.owners.length > 0 }).data?.items ?? NONE;
  return { filters, words: wordsOf(useChips(filters, presidents)) };
}

type AtProps = FigureProps & { params: URLSearchParams };

function EmbeddedChart({ title, Chart, params, href, caption }: AtProps & (typeof FIGURES)[number]) {
  const { filters, words } = useFilters(params);
  const query = useQuery(figuresQuery(queryOf(filters)));
  const { data } = query;
  if (!data) return <QueryState query={query} failed="Can’t load this chart" loading={<ChartLoading />} />;
  if (data.voyages === 0)
    return (
      <Captioned href={href} caption={caption} words={words}>
        <Note>The archive has no voyages for this chart.</Note>
      </Captioned>
    );
  return (
    <Embedding value={{ href, caption }}>
      <Chart title={title} figures={data} filters={filters} words={words} />
    </Embedding>
  );
}

const ChartLoading = () => (
  <Loading label="Loading chart...">
    <SkeletonBlock className="h-64" />
  </Loading>
);

function PlacesOnMap({ params, href, caption }: AtProps) {
  const { filters, words } = useFilters(params);
  const query = useQuery(voyageMapQuery(queryOf(filters)));
  const { data } = query;
  if (!data) return <QueryState query={query} failed="Can’t load this map" loading={<ChartLoading />} />;
  return (
    <Captioned href={href} caption={caption} words={words}>
      {data.places.length === 0 ? (
        <Note>No place of these voyages is on the map.</Note>
      ) : (
        <>
          <RemoteMap className="h-64" props={{ label: `Map: ${caption}`, places: data.places }} />
          <ul className="flex list-none! flex-wrap gap-x-4 gap-y-1 pl-0! text-13 text-faded">
            {data.places.map(({ place_slug, name, voyages }) => (
              <li key={place_slug}>
                <TextLink href={`/voyages?${urlOf({ ...filters, place: place_slug })}`}>
                  {name}, {voyages}
                </TextLink>
              </li>
            ))}
          </ul>
        </>
      )}
    </Captioned>
  );
}

function PlaceOnMap({ slug, href, caption }: FigureProps & { slug: string }) {
  const query = useQuery(placeQuery(slug));
  const { data } = query;
  if (!data) return <QueryState query={query} failed="Can’t load this map" loading={<ChartLoading />} />;
  const { place_slug, name, latitude, longitude, uncertainty } = data;
  return (
    <Captioned href={href.replace(/#.*$/, '')} caption={caption}>
      {latitude === null || longitude === null ? (
        <Note>{name} isn’t on the map yet.</Note>
      ) : (
        <RemoteMap
          className="h-64"
          props={{
            label: `Map of ${name}`,
            places: [{ place_slug, name, latitude, longitude, uncertainty, voyages: null }],
          }}
        />
      )}
    </Captioned>
  );
}
