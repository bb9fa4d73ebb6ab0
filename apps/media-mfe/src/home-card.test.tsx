import { aHome, mockApi, renderRoute } from '@archive/testing';
import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { HomeCard } from './features/home/home-card.tsx';

const api = mockApi();
const show = (day = '06-16') => renderRoute([{ index: true, element: <HomeCard day={day} /> }], '/');

const rail = { media_slug: 'rail', title: 'At the rail', url: '/m/a.jpg', thumbnail_url: '/m/a.webp', date: '1946-07' };

test('the Home card shows the newest photograph', async () => {
  api.respond('GET /api/home', aHome({ newest_photograph: rail }));
  const { container } = await show();
  expect(await screen.findByText('At the rail')).toBeVisible();
  expect(screen.getByText('July 1946')).toBeVisible();
  expect(container.querySelector('img')).toHaveAttribute('src', '/m/a.webp');
});

test('the Home card loads no external picture', async () => {
  const elsewhere = { ...rail, url: 'https://example.org/a.jpg', thumbnail_url: null };
  api.respond('GET /api/home', aHome({ newest_photograph: elsewhere }));
  const { container } = await show();
  expect(await screen.findByText('At the rail')).toBeVisible();
  expect(container.querySelector('img')).toBeNull();
});

test('the Home card handles an empty archive', async () => {
  api.respond('GET /api/home', aHome());
  await show();
  expect(await screen.findByText('No photographs yet.')).toBeVisible();
});
