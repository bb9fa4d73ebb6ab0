import type { SignedInSession } from '@archive/contracts';
import { accessibilityProblems, mockApi, noContent, problem } from '@archive/testing';
import { beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderApp, signedIn } from '../test/render-app.tsx';

const api = mockApi();
const timestamp = '2026-11-20T09:30:00.000Z';

const aSession = (overrides: Partial<SignedInSession>): SignedInSession => ({
  session_id: 1,
  device: 'Firefox on Windows',
  address: '192.0.2.7',
  created_at: timestamp,
  last_used_at: timestamp,
  expires_at: '2026-12-20T09:30:00.000Z',
  current: false,
  ...overrides,
});
const CURRENT = aSession({ current: true });
const PHONE = aSession({ session_id: 2, device: 'Safari on iOS', address: '198.51.100.9' });
const TABLET = aSession({ session_id: 3, device: 'Chrome on Android', address: null });

beforeEach(() => {
  signedIn(api);
  api.respond('GET /api/auth/sessions', [CURRENT, PHONE, TABLET]);
});

const open = async () => {
  const view = await renderApp('/account/sessions');
  await screen.findByRole('heading', { name: 'Other devices' });
  return view;
};
const region = (name: string) => within(screen.getByRole('region', { name }));

test('is opened from the account menu', async () => {
  const { user, router } = await renderApp('/');
  await user.click(await screen.findByRole('button', { name: 'Account' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Where you’re signed in' }));
  expect(router.state.location.pathname).toBe('/account/sessions');
  expect(await screen.findByRole('heading', { level: 1, name: 'Where you’re signed in' })).toBeVisible();
});

test('marks this session and lists the others, and passes axe', async () => {
  const { container } = await open();
  const here = region('This device');
  expect(here.getByText('Firefox on Windows')).toBeVisible();
  expect(here.getByText('Current')).toBeVisible();
  expect(here.queryByRole('button')).toBeNull();
  const others = region('Other devices');
  expect(others.getByText(/198\.51\.100\.9/)).toBeVisible();
  expect(others.getByText(/Unknown IP address/)).toBeVisible();
  expect(others.getAllByRole('listitem')).toHaveLength(2);
  expect(await accessibilityProblems(container)).toEqual([]);
});

test('signs out one session after a confirmation', async () => {
  api.respond('DELETE /api/auth/sessions/{session_id}', noContent);
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: /Sign out Safari on iOS/ }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Sign out Safari on iOS?' });
  expect(api.requests('DELETE /api/auth/sessions/{session_id}')).toEqual([]);
  api.respond('GET /api/auth/sessions', [CURRENT, TABLET]);
  await user.click(within(dialog).getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByText('Safari on iOS signed out')).toBeVisible();
  expect(api.requests('DELETE /api/auth/sessions/{session_id}')[0]?.params).toEqual({ session_id: '2' });
  expect(region('Other devices').getAllByRole('listitem')).toHaveLength(1);
});

test('signs out all other sessions after a confirmation, and then says that there are none', async () => {
  api.respond('POST /api/auth/sessions/end-others', { ended: 2 });
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Sign out all others' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Sign out all other devices?' });
  api.respond('GET /api/auth/sessions', [CURRENT]);
  await user.click(within(dialog).getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByText('You’re not signed in anywhere else.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Sign out all others' })).toBeNull();
});

test('says when a session could not be signed out, and keeps the list if it can’t be refreshed', async () => {
  api.respond('DELETE /api/auth/sessions/{session_id}', problem(404, 'This session has already ended.'));
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: /Sign out Safari on iOS/ }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Sign out Safari on iOS?' });
  api.respond('GET /api/auth/sessions', problem(503, 'The database is not available at the moment.'));
  await user.click(within(dialog).getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByText('Couldn’t sign out Safari on iOS. This session has already ended.')).toBeVisible();
  expect(screen.getByRole('button', { name: /Sign out Safari on iOS/ })).toBeVisible();
});

test('says when the list can’t be loaded', async () => {
  api.respond('GET /api/auth/sessions', problem(503, 'The database is not available at the moment.'));
  await renderApp('/account/sessions');
  expect(await screen.findByText('Can’t load your devices')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});
