import { figuresQuery, presidentsQuery } from '@archive/api-client';
import type { Figures, President } from '@archive/contracts';
import { earliestDay, latestDay } from '@archive/contracts/dates';
import { keepPreviousData, useQuery } from '@archive/query';
import { QueryState, usePageTitle } from '@archive/shell-api';
import {
  Button,
  EmptyState,
  LinkButton,
  Loading,
  MONTHS,
  NoMatchesState,
  PageHeader,
  SkeletonBlock,
  TextLink,
  formatCount,
  pluralize,
} from '@archive/ui';
import { FilterBar } from '../voyage-list/filter-bar.tsx';
import { type ListFilters, NO_FILTERS, isFiltered, queryOf, urlOf } from '../voyage-list/filters.ts';
import { NO_OWNER, ResultStatus, lengthLabel, useChips } from '../voyage-list/result-status.tsx';
import { useListUrl } from '../voyage-list/use-list-url.ts';
import { pickable } from '../voyage-record/administration.ts';
import { ATTRIBUTE_LABELS } from '../voyage-record/attributes.tsx';
import { Bars, type ColumnMark, Columns, Matrix, nameOf } from './charts.tsx';
import { Figure, type FigureProps } from './figure.tsx';
import type { Mark } from './marks.tsx';

const NONE: President[] = [];

/** Charts of the voyages that match the filters of the list. */
export function FiguresPage() {
  usePageTitle('Figures');
  const { filters, change } = useListUrl();
  const presidents = useQuery(presidentsQuery()).data?.items ?? NONE;
  const query = useQuery({ ...figuresQuery(queryOf(filters)), placeholderData: keepPreviousData });
  const { data, isPlaceholderData } = query;
  const chips = useChips(filters, presidents);
  const matches = data && { total: data.voyages };
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Figures"
        lede="How often the yacht sailed, when, for how long, and with whom."
        actions={<LinkButton href={listOf(filters)}>Voyages</LinkButton>}
      />
      <FilterBar filters={filters} owners={pickable(presidents)} matches={matches} onChange={change} />
      <ResultStatus matches={matches} chips={chips} onChange={change} />
      <div aria-busy={isPlaceholderData} data-stale={isPlaceholderData || undefined}>
        {!data && (
          <QueryState
            query={query}
            failed="Can’t load the figures"
            invalid={{
              title: 'A filter isn’t valid',
              action: <Button onClick={() => change(NO_FILTERS)}>Clear search and filters</Button>,
            }}
            loading={
              <Loading label="Loading figures..." className="flex flex-col gap-10">
                <SkeletonBlock className="h-96" />
                <SkeletonBlock className="h-96" />
              </Loading>
            }
          />
        )}
        {data?.voyages === 0 &&
          (isFiltered(filters) ? (
            <NoMatchesState
              title="No voyages found."
              action={<Button onClick={() => change(NO_FILTERS)}>Clear search and filters</Button>}
            >
              No voyages match your search and filters. Remove a filter, or clear them all.
            </NoMatchesState>
          ) : (
            <EmptyState title="No voyages yet.">Charts appear here once the archive has voyages.</EmptyState>
          ))}
        {data && data.voyages > 0 && (
          <Charts
            figures={data}
            filters={filters}
            words={chips.length > 0 ? chips.map(({ label }) => label).join(' · ') : 'All voyages'}
          />
        )}
      </div>
    </div>
  );
}

const listOf = (filters: ListFilters): string => {
  const url = urlOf(filters);
  return url.size > 0 ? `/voyages?${url}` : '/voyages';
};

interface ChartsProps {
  figures: Figures;
  filters: ListFilters;
  /** The filters in words. */
  words: string;
}

function Charts({ figures, filters, words }: ChartsProps) {
  const hrefOf = (changes: Partial<ListFilters>) => listOf({ ...filters, ...changes });
  const markOf = (label: string, voyages: number, changes: Partial<ListFilters>): Mark => {
    const href = hrefOf(changes);
    return { key: label, label, name: nameOf(label, voyages), voyages, href };
  };
  const people = figures.people.map((person) => ({
    ...person,
    ...markOf(person.full_name, person.voyages, { people: withItem(filters.people, person.person_slug) }),
    key: person.person_slug,
  }));
  const lengths = (unit: 'day' | 'hour') => {
    const known =
      unit === 'day'
        ? figures.days.map(({ days, voyages }) => ({ value: days as string, voyages }))
        : figures.hours.map(({ hours, voyages }) => ({ value: hours as string, voyages }));
    const leftOut = known.find(({ value }) => value === 'unknown')?.voyages ?? 0;
    const marks = known
      .filter(({ value }) => value !== 'unknown')
      .toSorted((one, other) => startOf(one.value) - startOf(other.value))
      .map(({ value, voyages }) => markOf(lengthLabel(value, unit), voyages, { [`${unit}s`]: value }));
    const note = (
      <LeftOut
        voyages={leftOut}
        why={unit === 'day' ? 'a first or last day isn’t known' : 'a time of start or end isn’t known'}
        href={hrefOf({ [`${unit}s`]: 'unknown' })}
      />
    );
    return { marks, note };
  };
  const bars = (props: Pick<FigureProps, 'title' | 'heads' | 'empty' | 'note'>, marks: readonly Mark[]) => (
    <Figure
      {...props}
      filters={words}
      rows={marks.map(({ key, label, voyages, href }) => ({ key, cells: [label, voyages], href }))}
    >
      <Bars marks={marks} />
    </Figure>
  );
  const days = lengths('day');
  const hours = lengths('hour');
  const months = figures.months.map(({ month, voyages }) => ({
    ...markOf(MONTHS[month - 1] ?? '', voyages, { month: String(month) }),
    at: month,
  }));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 lg:grid-cols-2">
      <Years figures={figures} filters={filters} words={words} />
      <Figure
        title="Voyages by month"
        filters={words}
        note={
          <LeftOut voyages={figures.months_unknown} why="the month isn’t known" href={hrefOf({ month: 'unknown' })} />
        }
        heads={['Month', 'Voyages']}
        rows={months.map(({ key, label, voyages, href }) => ({ key, cells: [label, voyages], href }))}
        empty="No voyage has a known month."
      >
        <Columns
          rows={[{ key: 'all', marks: months }]}
          from={1}
          to={12}
          labelOf={(month) => (MONTHS[month - 1] ?? '').slice(0, 3)}
          steps={[1, 2, 3]}
        />
      </Figure>
      {bars(
        {
          title: 'Length in days',
          heads: ['Length', 'Voyages'],
          note: days.note,
          empty: 'No voyage has a known length.',
        },
        days.marks,
      )}
      {bars(
        {
          title: 'Length in hours',
          heads: ['Length', 'Voyages'],
          note: hours.note,
          empty: 'No voyage has both a start and an end time.',
        },
        hours.marks,
      )}
      {bars(
        {
          title: 'What the log mentions',
          heads: ['Attribute', 'Voyages'],
          note: 'Menus, drinks and the other attributes of voyages.',
          empty: 'No attributes are set.',
        },
        figures.attributes
          .toSorted((one, other) => other.voyages - one.voyages)
          .map(({ attribute, voyages }) =>
            markOf(ATTRIBUTE_LABELS.find(({ name }) => name === attribute)?.filter ?? attribute, voyages, {
              attributes: withItem(filters.attributes, attribute),
            }),
          ),
      )}
      <Figure
        title="People most often aboard"
        filters={words}
        note="Presidents, guests and crew."
        heads={['Person', 'Voyages', 'As crew']}
        rows={people.map(({ key, label, voyages, as_crew, href }) => ({ key, cells: [label, voyages, as_crew], href }))}
        empty="No one is recorded aboard these voyages."
      >
        <Bars marks={people} />
      </Figure>
      {bars(
        {
          title: 'Places named most often',
          heads: ['Place', 'Voyages'],
          note: 'Where voyages started or ended, as written.',
          empty: 'No places are named.',
        },
        figures.places.map(({ place, voyages }) => markOf(place, voyages, { places: withItem(filters.places, place) })),
      )}
      <Companions figures={figures} filters={filters} words={words} />
    </div>
  );
}

const withItem = <T,>(items: readonly T[], item: T): T[] => [...new Set([...items, item])];

const startOf = (value: string): number => Number(/\d+/.exec(value)?.[0]) - Number(value.startsWith('under'));

function LeftOut({ voyages, why, href }: { voyages: number; why: string; href: string }) {
  if (voyages === 0) return null;
  return (
    <>
      <TextLink href={href}>{formatCount(voyages, 'voyage')}</TextLink> {pluralize(voyages, 'is', 'are')} left out,
      because {why}.
    </>
  );
}

/** The days of the filters that are in a year. */
const periodIn = (year: number, { date_from: from, date_to: to }: ListFilters) => ({
  date_from: from && (earliestDay(from) ?? '') > `${year}-01-01` ? from : String(year),
  date_to: to && (latestDay(to) ?? '9999') < `${year}-12-31` ? to : String(year),
});

function Years({ figures, filters, words }: ChartsProps) {
  const { years, presidents } = figures;
  const marks = years.map(({ year, president_slug, voyages, uncertain }) => {
    const owner =
      presidents.find((president) => president.president_slug === president_slug)?.president_name ?? NO_OWNER;
    const href = listOf({ ...filters, ...periodIn(year, filters), owners: [president_slug ?? 'none'] });
    const name = nameOf(`${year}, ${owner}`, voyages);
    return {
      key: href,
      label: String(year),
      name: uncertain > 0 ? `${name}, ${uncertain} of them possibly in another year` : name,
      href,
      voyages,
      uncertain,
      at: year,
      owner,
      president_slug,
    } satisfies ColumnMark & Record<string, unknown>;
  });
  const rows = presidents.map(({ president_slug, president_name, voyages }) => ({
    key: president_slug ?? '',
    title: `${president_name ?? NO_OWNER}, ${formatCount(voyages, 'voyage')}`,
    marks: marks.filter((mark) => mark.president_slug === president_slug),
  }));
  const at = marks.map((mark) => mark.at);
  return (
    <Figure
      title="Voyages by year and president"
      filters={words}
      note={
        <>
          A voyage over New Year counts in both years.
          {marks.some(({ uncertain }) => uncertain > 0) &&
            ' The hatched part of a column may have been in another year; it counts in each year that is possible.'}
        </>
      }
      heads={['Year', 'President or owner', 'Voyages', 'Possibly in another year']}
      counted={2}
      rows={marks.map(({ key, at: year, owner, voyages, uncertain, href }) => ({
        key,
        cells: [year, owner, voyages, uncertain],
        href,
      }))}
      empty=""
      wide
    >
      <Columns
        rows={rows}
        from={Math.min(...at)}
        to={Math.max(...at)}
        labelOf={String}
        steps={[1, 2, 5, 10, 20, 50, 100]}
      />
    </Figure>
  );
}

function Companions({ figures, filters, words }: ChartsProps) {
  const names = new Map(figures.people.map(({ person_slug, full_name }) => [person_slug, full_name]));
  const pairs = figures.companions.map(({ person_slug, companion_slug, voyages }) => {
    const both = [person_slug, companion_slug];
    const [one = '', other = ''] = both.map((slug) => names.get(slug) ?? slug);
    const href = listOf({ ...filters, people: [...new Set([...filters.people, ...both])] });
    return {
      key: both.join(' '),
      href,
      voyages,
      one,
      other,
      label: other,
      name: nameOf(`${one} with ${other}`, voyages),
    };
  });
  const byKey = new Map(pairs.map((pair) => [pair.key, pair]));
  const compared = figures.people.slice(0, MOST_COMPARED);
  return (
    <Figure
      title="Who sailed with whom most"
      filters={words}
      note="The people most often aboard, and on how many voyages each two of them were together."
      heads={['Person', 'With', 'Voyages']}
      counted={2}
      rows={pairs
        .toSorted((one, other) => other.voyages - one.voyages)
        .map(({ key, one, other, voyages, href }) => ({ key, cells: [one, other, voyages], href }))}
      empty="No two people are recorded on the same voyage."
      wide
    >
      <Matrix
        names={compared.map(({ full_name }) => full_name)}
        markOf={(row, column) => byKey.get(`${compared[column]?.person_slug} ${compared[row]?.person_slug}`)}
      />
    </Figure>
  );
}

/** The API counts shared voyages of the first ten people. */
const MOST_COMPARED = 10;
