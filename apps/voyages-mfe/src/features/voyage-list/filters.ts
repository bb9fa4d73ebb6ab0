import type { VoyageFilters, VoyagesParams } from '@archive/api-client';
import type { Attribute, President } from '@archive/contracts';
import { dateProblem } from '@archive/editing';
import { ATTRIBUTE_WORDS } from '../voyage-record/attributes.ts';

/** What the log is narrowed to. Everything of it stands in the address, under the names of the API. */
export interface LogFilters {
  q: string;
  date_from: string;
  date_to: string;
  /** Slugs of owners; none means all. */
  owners: string[];
  significant: boolean;
  /** All must hold. Royalty is `royalty` in the address (SPEC section 2). */
  attributes: Attribute[];
}

/** A page of the log (SPEC section 9). */
export const PAGE_SIZE = 50;

/** Not offered in the choice of owners (SPEC section 5). */
const EXCLUDED_OWNERS = new Set(['reagan-ronald', 'bush-george-w', 'obama-barack', 'post-presidential']);

export const NO_FILTERS: LogFilters = {
  q: '',
  date_from: '',
  date_to: '',
  owners: [],
  significant: false,
  attributes: [],
};

const LONGEST_SEARCH = 200;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const isOn = (address: URLSearchParams, name: string): boolean => ['1', 'true'].includes(address.get(name) ?? '');
const parameterOf = (name: Attribute): string => (name === 'has_royalty' ? 'royalty' : name);

/** Reads the filters out of an address. What makes no sense in it counts as not there. */
export function filtersOf(address: URLSearchParams): LogFilters {
  const date = (name: string) => {
    const text = address.get(name)?.trim() ?? '';
    return dateProblem(text) ? '' : text;
  };
  return {
    q: (address.get('q') ?? '').trim().slice(0, LONGEST_SEARCH),
    date_from: date('date_from'),
    date_to: date('date_to'),
    owners: [...new Set(address.getAll('president_slug'))].filter((slug) => SLUG.test(slug)),
    significant: isOn(address, 'significant'),
    attributes: ATTRIBUTE_WORDS.map(({ name }) => name).filter(
      (name) => isOn(address, name) || isOn(address, parameterOf(name)),
    ),
  };
}

export function pageOf(address: URLSearchParams): number {
  const page = Number(address.get('page') ?? 1);
  return Number.isInteger(page) && page > 0 ? page : 1;
}

/** The address of filters and page; what is not set is not in it. */
export function addressOf(filters: LogFilters, page = 1): URLSearchParams {
  const address = new URLSearchParams();
  for (const name of ['q', 'date_from', 'date_to'] as const) if (filters[name]) address.set(name, filters[name]);
  for (const slug of filters.owners) address.append('president_slug', slug);
  if (filters.significant) address.set('significant', '1');
  for (const name of filters.attributes) address.set(parameterOf(name), '1');
  if (page > 1) address.set('page', String(page));
  return address;
}

/** The filters as the API takes them. */
export function queryOf(filters: LogFilters): VoyageFilters {
  return {
    ...(filters.q ? { q: filters.q } : {}),
    ...(filters.date_from ? { date_from: filters.date_from } : {}),
    ...(filters.date_to ? { date_to: filters.date_to } : {}),
    ...(filters.owners.length > 0 ? { president_slug: filters.owners } : {}),
    ...(filters.significant ? { significant: '1' } : {}),
    ...Object.fromEntries(filters.attributes.map((name) => [parameterOf(name), '1'])),
  };
}

export function pageQueryOf(filters: LogFilters, page: number): VoyagesParams {
  return { ...queryOf(filters), limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
}

export const isFiltered = (filters: LogFilters): boolean => addressOf(filters).size > 0;

/** How many filters beside the search are set: what the button that hides them on a phone says. */
export const countOf = ({ date_from, date_to, owners, significant, attributes }: LogFilters): number =>
  Number(date_from !== '') + Number(date_to !== '') + owners.length + Number(significant) + attributes.length;

/** The owners that the picker offers. */
export const pickable = (presidents: President[]): President[] =>
  presidents.filter(({ president_slug }) => !EXCLUDED_OWNERS.has(president_slug));
