import type { VoyageFilters, VoyagesParams } from '@archive/api-client';
import type { Attribute } from '@archive/contracts';
import { endsBefore } from '@archive/contracts/dates';
import { completeDate, dateProblem, dateValue } from '@archive/editing';
import { ATTRIBUTE_LABELS } from '../voyage-record/attributes.tsx';

/** Filters of the list, stored in the URL under the API's parameter names. */
export interface ListFilters {
  q: string;
  /** Dates in the stored format, possibly approximate: `1946-07`, `1947~`, `1946-22`. */
  date_from: string;
  date_to: string;
  /** Owner slugs; empty means all. */
  owners: string[];
  significant: boolean;
  /** A voyage must have all of these attributes. Royalty is `royalty` in the URL (SPEC section 2). */
  attributes: Attribute[];
  /** Slugs of people who were all aboard. */
  people: string[];
  /** Places where the voyage started or ended. */
  places: string[];
  /** Slug of a place record that voyages name. */
  place: string;
  /** A month from 1 to 12, and lengths, as the API names them. */
  month: string;
  days: string;
  hours: string;
}

/** New filters, or a function that receives the latest filters, which may not be rendered yet. */
export type FilterChanges = Partial<ListFilters> | ((latest: ListFilters) => Partial<ListFilters>);

/** Voyages per page (SPEC section 9). */
export const PAGE_SIZE = 50;

export const NO_FILTERS: ListFilters = {
  q: '',
  date_from: '',
  date_to: '',
  owners: [],
  significant: false,
  attributes: [],
  people: [],
  places: [],
  place: '',
  month: '',
  days: '',
  hours: '',
};

const SINGLE = ['place', 'month', 'days', 'hours'] as const;

const MAX_SEARCH_LENGTH = 200;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const isOn = (params: URLSearchParams, name: string): boolean => ['1', 'true'].includes(params.get(name) ?? '');
const parameterOf = (name: Attribute): string => (name === 'has_royalty' ? 'royalty' : name);

/** Parses the filters of a URL. Invalid values are ignored, except text that isn’t a date: the server says why it can’t be read. */
export function filtersOf(params: URLSearchParams): ListFilters {
  const date = (name: string) => {
    const text = completeDate(params.get(name)?.trim() ?? '', { approximate: true });
    return dateProblem(text, { approximate: true }) ? text : dateValue(text);
  };
  const slugs = (name: string) => [...new Set(params.getAll(name))].filter((slug) => SLUG.test(slug));
  const measure = (name: string) => slugs(name)[0] ?? '';
  return {
    q: (params.get('q') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
    date_from: date('date_from'),
    date_to: date('date_to'),
    owners: slugs('president_slug'),
    significant: isOn(params, 'significant'),
    attributes: ATTRIBUTE_LABELS.map(({ name }) => name).filter(
      (name) => isOn(params, name) || isOn(params, parameterOf(name)),
    ),
    people: slugs('person'),
    places: params.getAll('place_name').filter((place) => place.trim() !== ''),
    place: measure('place'),
    month: measure('month'),
    days: measure('days'),
    hours: measure('hours'),
  };
}

/** Why a range is invalid: To certainly ends before From starts. Both may be partial or approximate. */
export const rangeProblem = ({ date_from: from, date_to: to }: Pick<ListFilters, 'date_from' | 'date_to'>) =>
  endsBefore(to, from)
    ? 'The From date is after the To date. Choose an earlier From date or a later To date.'
    : undefined;

export function pageOf(params: URLSearchParams): number {
  const page = Number(params.get('page') ?? 1);
  return Number.isInteger(page) && page > 0 ? page : 1;
}

/** URL parameters of filters and page, without unset ones. */
export function urlOf(filters: ListFilters, page = 1): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of ['q', 'date_from', 'date_to'] as const) if (filters[name]) params.set(name, filters[name]);
  for (const slug of filters.owners) params.append('president_slug', slug);
  if (filters.significant) params.set('significant', '1');
  for (const name of filters.attributes) params.set(parameterOf(name), '1');
  for (const slug of filters.people) params.append('person', slug);
  for (const place of filters.places) params.append('place_name', place);
  for (const name of SINGLE) if (filters[name]) params.set(name, filters[name]);
  if (page > 1) params.set('page', String(page));
  return params;
}

/** The filters as API query parameters. */
export function queryOf(filters: ListFilters): VoyageFilters {
  const measures = SINGLE.flatMap((name) => (filters[name] ? [[name, filters[name]]] : []));
  return {
    ...(filters.q ? { q: filters.q } : {}),
    ...(filters.date_from ? { date_from: filters.date_from } : {}),
    ...(filters.date_to ? { date_to: filters.date_to } : {}),
    ...(filters.owners.length > 0 ? { president_slug: filters.owners } : {}),
    ...(filters.significant ? { significant: '1' } : {}),
    ...Object.fromEntries(filters.attributes.map((name) => [parameterOf(name), '1'])),
    ...(filters.people.length > 0 ? { person: filters.people } : {}),
    ...(filters.places.length > 0 ? { place_name: filters.places } : {}),
    ...(Object.fromEntries(measures) as Pick<VoyageFilters, (typeof SINGLE)[number]>),
  };
}

export function pageQueryOf(filters: ListFilters, page: number): VoyagesParams {
  return { ...queryOf(filters), limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
}

export const isFiltered = (filters: ListFilters): boolean => urlOf(filters).size > 0;

/** Number of active filters except the search, shown on the Filters button on a phone. */
export const countOf = (filters: ListFilters): number => [...urlOf({ ...filters, q: '' })].length;
