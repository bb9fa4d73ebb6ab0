import type { Figures } from '@archive/contracts';
import { earliestDay, latestDay } from '@archive/contracts/dates';
import { MONTHS, TextLink, formatCount, pluralize } from '@archive/ui';
import type { ComponentType } from 'react';
import { type ListFilters, urlOf } from '../voyage-list/filters.ts';
import { NO_OWNER, lengthLabel } from '../voyage-list/result-status.tsx';
import { ATTRIBUTE_LABELS } from '../voyage-record/attributes.tsx';
import { Bars, type ColumnMark, Columns, Matrix, nameOf } from './charts.tsx';
import { Figure, type FigureProps } from './figure.tsx';
import type { Mark } from './marks.tsx';

export interface ChartProps extends Pick<FigureProps, 'title' | 'wide'> {
  figures: Figures;
  filters: ListFilters;
  /** The filters in words. */
  words: string;
}

/** The list of the voyages that match filters. */
export const listOf = (filters: ListFilters): string => {
  const url = urlOf(filters);
  return url.size > 0 ? `/voyages?${url}` : '/voyages';
};

function markOf(filters: ListFilters, label: string, voyages: number, changes: Partial<ListFilters>): Mark {
  return { key: label, label, name: nameOf(label, voyages), voyages, href: listOf({ ...filters, ...changes }) };
}

const withItem = <T,>(items: readonly T[], item: T): T[] => [...new Set([...items, item])];

function LeftOut({ voyages, why, href }: { voyages: number; why: string; href: string }) {
  if (voyages === 0) return null;
  return (
    <>
      <TextLink href={href}>{formatCount(voyages, 'voyage')}</TextLink> {pluralize(voyages, 'is', 'are')} left out,
      because {why}.
    </>
  );
}

interface BarFigureProps extends Pick<FigureProps, 'title' | 'wide' | 'heads' | 'empty' | 'note'> {
  words: string;
  marks: readonly Mark[];
}

function BarFigure({ words, marks, ...props }: BarFigureProps) {
  return (
    <Figure
      {...props}
      filters={words}
      rows={marks.map(({ key, label, voyages, href }) => ({ key, cells: [label, voyages], href }))}
    >
      <Bars marks={marks} />
    </Figure>
  );
}

/** The days of the filters that are in a year. */
const periodIn = (year: number, { date_from: from, date_to: to }: ListFilters) => ({
  date_from: from && (earliestDay(from) ?? '') > `${year}-01-01` ? from : String(year),
  date_to: to && (latestDay(to) ?? '9999') < `${year}-12-31` ? to : String(year),
});

function Years({ figures, filters, words, ...figure }: ChartProps) {
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
      {...figure}
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

function Months({ figures, filters, words, ...figure }: ChartProps) {
  const months = figures.months.map(({ month, voyages }) => ({
    ...markOf(filters, MONTHS[month - 1] ?? '', voyages, { month: String(month) }),
    at: month,
  }));
  const unknown = listOf({ ...filters, month: 'unknown' });
  return (
    <Figure
      {...figure}
      filters={words}
      note={<LeftOut voyages={figures.months_unknown} why="the month isn’t known" href={unknown} />}
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
  );
}

interface LengthsProps extends Omit<ChartProps, 'figures'> {
  unit: 'day' | 'hour';
  lengths: readonly { length: string; voyages: number }[];
  why: string;
  empty: string;
}

function Lengths({ unit, lengths, why, filters, ...figure }: LengthsProps) {
  const marks = lengths
    .filter(({ length }) => length !== 'unknown')
    .toSorted((one, other) => startOf(one.length) - startOf(other.length))
    .map(({ length, voyages }) => markOf(filters, lengthLabel(length, unit), voyages, { [`${unit}s`]: length }));
  const leftOut = lengths.find(({ length }) => length === 'unknown')?.voyages ?? 0;
  const note = <LeftOut voyages={leftOut} why={why} href={listOf({ ...filters, [`${unit}s`]: 'unknown' })} />;
  return <BarFigure {...figure} heads={['Length', 'Voyages']} note={note} marks={marks} />;
}

const startOf = (length: string): number => Number(/\d+/.exec(length)?.[0]) - Number(length.startsWith('under'));

const Days = ({ figures, ...chart }: ChartProps) => (
  <Lengths
    {...chart}
    unit="day"
    lengths={figures.days.map(({ days, voyages }) => ({ length: days, voyages }))}
    why="a first or last day isn’t known"
    empty="No voyage has a known length."
  />
);

const Hours = ({ figures, ...chart }: ChartProps) => (
  <Lengths
    {...chart}
    unit="hour"
    lengths={figures.hours.map(({ hours, voyages }) => ({ length: hours, voyages }))}
    why="a time of start or end isn’t known"
    empty="No voyage has both a start and an end time."
  />
);

const Attributes = ({ figures, filters, ...figure }: ChartProps) => (
  <BarFigure
    {...figure}
    heads={['Attribute', 'Voyages']}
    note="Menus, drinks and the other attributes of voyages."
    empty="No attributes are set."
    marks={figures.attributes
      .toSorted((one, other) => other.voyages - one.voyages)
      .map(({ attribute, voyages }) =>
        markOf(filters, ATTRIBUTE_LABELS.find(({ name }) => name === attribute)?.filter ?? attribute, voyages, {
          attributes: withItem(filters.attributes, attribute),
        }),
      )}
  />
);

function People({ figures, filters, words, ...figure }: ChartProps) {
  const people = figures.people.map((person) => ({
    ...person,
    ...markOf(filters, person.full_name, person.voyages, { people: withItem(filters.people, person.person_slug) }),
    key: person.person_slug,
  }));
  return (
    <Figure
      {...figure}
      filters={words}
      note="Presidents, guests and crew."
      heads={['Person', 'Voyages', 'As crew']}
      rows={people.map(({ key, label, voyages, as_crew, href }) => ({ key, cells: [label, voyages, as_crew], href }))}
      empty="No one is recorded aboard these voyages."
    >
      <Bars marks={people} />
    </Figure>
  );
}

const Places = ({ figures, filters, ...figure }: ChartProps) => (
  <BarFigure
    {...figure}
    heads={['Place', 'Voyages']}
    note="Where voyages started or ended, as written."
    empty="No places are named."
    marks={figures.places.map(({ place, voyages }) =>
      markOf(filters, place, voyages, { places: withItem(filters.places, place) }),
    )}
  />
);

function Companions({ figures, filters, words, ...figure }: ChartProps) {
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
      {...figure}
      filters={words}
      note="The people most often aboard, and on how many voyages each two of them were together."
      heads={['Person', 'With', 'Voyages']}
      counted={2}
      rows={pairs
        .toSorted((one, other) => other.voyages - one.voyages)
        .map(({ key, one, other, voyages, href }) => ({ key, cells: [one, other, voyages], href }))}
      empty="No two people are recorded on the same voyage."
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

/** All charts, in the order of the page. */
export const FIGURES: readonly { title: string; Chart: ComponentType<ChartProps>; wide?: true }[] = [
  { title: 'Voyages by year and president', Chart: Years, wide: true },
  { title: 'Voyages by month', Chart: Months },
  { title: 'Length in days', Chart: Days },
  { title: 'Length in hours', Chart: Hours },
  { title: 'What the log mentions', Chart: Attributes },
  { title: 'People most often aboard', Chart: People },
  { title: 'Places named most often', Chart: Places },
  { title: 'Who sailed with whom most', Chart: Companions, wide: true },
];
