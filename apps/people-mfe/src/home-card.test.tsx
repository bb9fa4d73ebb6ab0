import { aHome, mockApi, renderRoute } from '@archive/testing';
import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { HomeCard } from './features/home/home-card.tsx';

const api = mockApi();
const show = (day = '06-16') => renderRoute([{ index: true, element: <HomeCard day={day} /> }], '/');

const harriman = { person_slug: 'harriman', full_name: 'W. Averell Harriman', voyage_count: 1 };

test.each([
  [1, '1 voyage'],
  [12, '12 voyages'],
])('the Home card shows who has the most voyages: %d as "%s"', async (voyage_count, voyages) => {
  api.respond('GET /api/home', aHome({ busiest_person: { ...harriman, portrait_url: null, voyage_count } }));
  await show();
  expect(await screen.findByRole('link', { name: 'W. Averell Harriman' })).toHaveAttribute('href', '/people/harriman');
  expect(screen.getByText(voyages)).toBeVisible();
});

test('the Home card handles an empty archive', async () => {
  api.respond('GET /api/home', aHome());
  await show();
  expect(await screen.findByText('No passengers yet.')).toBeVisible();
});
