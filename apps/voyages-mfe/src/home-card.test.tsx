import { aHome, mockApi, renderRoute } from '@archive/testing';
import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { HomeCard } from './features/home/home-card.tsx';

const api = mockApi();
const show = (day = '06-16') => renderRoute([{ index: true, element: <HomeCard day={day} /> }], '/');

const dinner = { voyage_slug: 'dinner', title: 'Dinner for Trudeau', start_date: '1976-06-16' };

test.each([
  ['06-16', 'On this day'],
  ['06-15', 'Next anniversary'],
])('the home card on %s shows the voyage of June 16 as %s', async (day, when) => {
  api.respond('GET /api/home', aHome({ voyage_of_the_day: dinner }));
  await show(day);
  expect(await screen.findByRole('link', { name: 'Dinner for Trudeau' })).toHaveAttribute('href', '/voyages/dinner');
  expect(screen.getByText('June 16, 1976')).toBeVisible();
  expect(screen.getByText(when)).toBeVisible();
  expect(api.requests('GET /api/home')[0]?.query.get('day')).toBe(day);
});

test('the home card shows the date once', async () => {
  const title = 'Potomac River, June 16, 1976';
  api.respond('GET /api/home', aHome({ voyage_of_the_day: { ...dinner, title } }));
  await show();
  expect(await screen.findByRole('link', { name: title })).toBeVisible();
  expect(screen.getAllByText(/June 16, 1976/)).toHaveLength(1);
});

test('the home card shows an empty state', async () => {
  api.respond('GET /api/home', aHome());
  await show();
  expect(await screen.findByText('No voyages yet.')).toBeVisible();
});
