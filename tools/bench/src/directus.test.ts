import { expect, test } from '@jest/globals';
import { directusRequests } from './directus.ts';

const parametersOf = (name: string, path: string) => {
  const [address = ''] = directusRequests({ name, requests: [path] }) ?? [];
  const url = new URL(address, 'http://localhost');
  return { path: url.pathname, parameters: Object.fromEntries(url.searchParams) };
};

test('a filtered page of the list is the same page in Directus', () => {
  const { path, parameters } = parametersOf(
    'list of 50',
    '?limit=50&offset=100&date_from=1930-01-01&date_to=1955-12-31',
  );
  expect(path).toBe('/items/voyage');
  expect(parameters).toMatchObject({
    limit: '50',
    offset: '100',
    sort: 'start_day,slug',
    'filter[end_day][_gte]': '1930-01-01',
    'filter[start_day][_lte]': '1955-12-31',
  });
  expect(parameters).not.toHaveProperty('filter[presidential_use][_eq]');
  expect(parameters['fields']?.split(',')).toEqual(expect.arrayContaining(['slug', 'has_photo', 'count(passengers)']));
});

test('one voyage comes with its people and media', () => {
  const { parameters } = parametersOf('voyage', '/1925-01-10-seeded-1');
  expect(parameters['filter[slug][_eq]']).toBe('1925-01-10-seeded-1');
  expect(parameters['fields']).toContain('passengers.person_id.full_name,');
  expect(parameters['fields']).toContain('media.media_id.slug,');
});

test('a search keeps its words and page', () => {
  expect(parametersOf('search, 50 rows', '?q=piano&limit=50&offset=50').parameters).toMatchObject({
    search: 'piano',
    limit: '50',
    offset: '50',
  });
});

test('a scenario that Directus does not have is not measured', () => {
  expect(directusRequests({ name: 'first page', requests: ['?limit=50'] })).toBeUndefined();
});
