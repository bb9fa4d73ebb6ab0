import type { ApiToken, FrontendsStatus } from '@archive/contracts';
import { accessibilityProblems, mockApi, noContent, problem } from '@archive/testing';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderApp, signedIn } from '../test/render-app.tsx';

const api = mockApi();
const timestamp = '2026-11-20T09:30:00.000Z';

const aToken = (overrides: Partial<ApiToken> = {}): ApiToken => ({
  token_id: 1,
  label: 'Scanning room',
  scopes: ['upload'],
  created_at: timestamp,
  created_by: 'curator',
  created_with: ['people 1.4.0', 'shell 1.2.0'],
  expires_at: null,
  last_used_at: null,
  revoked_at: null,
  ...overrides,
});
const frontends = {
  revision: 7,
  keys: [],
  apps: [{ name: 'people', registration: null, live: null, canary: null, rollback_to: null, versions: [] }],
} as unknown as FrontendsStatus;

beforeEach(() => {
  signedIn(api);
  api.respond('GET /api/frontends', frontends);
  api.respond('GET /api/tokens', []);
});

const open = async () => {
  const view = await renderApp('/account/tokens');
  await screen.findByRole('checkbox', { name: /^Publish/ });
  return view;
};
const created = () => api.requests('POST /api/tokens').map(({ body }) => body);

test('is opened from the account menu', async () => {
  const { user, router } = await renderApp('/');
  await user.click(await screen.findByRole('button', { name: 'Account' }));
  await user.click(await screen.findByRole('menuitem', { name: 'API tokens' }));
  expect(router.state.location.pathname).toBe('/account/tokens');
  expect(await screen.findByText('No tokens yet')).toBeVisible();
});

test('creates a token for uploads, and shows it once', async () => {
  const { user, container } = await open();
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  expect(screen.getByText('Enter a purpose')).toBeVisible();
  expect(screen.getByText('Choose at least one permission')).toBeVisible();
  expect(await accessibilityProblems(container)).toEqual([]);
  api.respond('POST /api/tokens', { ...aToken(), token: 'archive_secret' });
  api.respond('GET /api/tokens', [aToken({ label: 'Attic scanner' })]);
  await user.type(screen.getByRole('textbox', { name: 'Purpose' }), ' Attic scanner ');
  await user.click(screen.getByRole('checkbox', { name: 'Upload files' }));
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByText('archive_secret')).toBeVisible();
  expect(created()).toEqual([{ label: 'Attic scanner', scopes: ['upload'], expires_in_days: 365 }]);
  expect(screen.getByText('UPLOAD_TOKEN')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Purpose' })).toHaveValue('');
  const row = within(await screen.findByRole('list', { name: 'Tokens' }));
  expect(row.getByText(/Never used/)).toBeVisible();
  expect(row.getByText('Created in pages with people 1.4.0 and shell 1.2.0.')).toBeVisible();
});

test('creates one token for a pipeline that also uploads, without an end', async () => {
  const scopes = ['deploy:people', 'upload'];
  api.respond('POST /api/tokens', { ...aToken({ scopes }), token: 'archive_secret' });
  const { user } = await open();
  await user.type(screen.getByRole('textbox', { name: 'Purpose' }), 'CI');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Expires' }), 'Never');
  await user.click(screen.getByRole('checkbox', { name: /^Publish/ }));
  await user.click(screen.getByRole('checkbox', { name: 'Upload files' }));
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByText('DEPLOY_TOKEN or UPLOAD_TOKEN')).toBeVisible();
  expect(created()).toEqual([{ label: 'CI', scopes, expires_in_days: null }]);
});

test('a curator’s token uploads files, which is not asked', async () => {
  api.respond('GET /api/auth/session', { authenticated: true, username: 'Anna Weber', role: 'curator' });
  api.respond('POST /api/tokens', { ...aToken(), token: 'archive_secret' });
  const { user } = await renderApp('/account/tokens');
  expect(await screen.findByText(/such as that of a scanner/)).toBeVisible();
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.type(screen.getByRole('textbox', { name: 'Purpose' }), 'Attic scanner');
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByText('archive_secret')).toBeVisible();
  expect(created()).toEqual([{ label: 'Attic scanner', scopes: ['upload'], expires_in_days: 365 }]);
});

test('a reader learns that the role has none', async () => {
  api.respond('GET /api/auth/session', { authenticated: true, username: 'Rita Reader', role: 'reader' });
  await renderApp('/account/tokens');
  expect(await screen.findByText(/Your role can’t have API tokens/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Create token' })).toBeNull();
});

test('the token is selected where the browser has no clipboard', async () => {
  api.respond('POST /api/tokens', { ...aToken(), token: 'archive_secret' });
  const { user } = await open();
  await user.type(screen.getByRole('textbox', { name: 'Purpose' }), 'Attic scanner');
  await user.click(screen.getByRole('checkbox', { name: 'Upload files' }));
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  await screen.findByText('archive_secret');
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText(/Press Ctrl\+C/)).toBeVisible();
  expect(String(getSelection())).toBe('archive_secret');
});

test('a verifier has no other permission', async () => {
  const { user } = await open();
  const [upload, publish, verify] = screen.getAllByRole('checkbox');
  await user.click(verify!);
  expect([upload, publish, verify].map((box) => (box as HTMLInputElement).disabled)).toEqual([true, true, false]);
  await user.click(verify!);
  await user.click(publish!);
  expect(verify).toBeDisabled();
});

test('keeps what was typed when the server rejects it', async () => {
  api.respond('POST /api/tokens', problem(404, 'There is no micro-frontend called people.'));
  const { user } = await open();
  await user.type(screen.getByRole('textbox', { name: 'Purpose' }), 'CI');
  await user.click(screen.getByRole('checkbox', { name: /^Publish/ }));
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByText('There is no micro-frontend called people.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Purpose' })).toHaveValue('CI');
});

test('lists tokens by what they allow, with their end, and revokes one after a confirmation', async () => {
  const pipeline = aToken({ token_id: 2, label: 'CI', scopes: ['deploy:people'], last_used_at: timestamp });
  const old = aToken({ token_id: 3, label: 'Old', scopes: ['verify'], expires_at: '2020-01-01T00:00:00.000Z' });
  api.respond('GET /api/tokens', [pipeline, old]);
  api.respond('DELETE /api/tokens/{token_id}', noContent);
  const { user, container } = await open();
  const [first, second] = within(await screen.findByRole('list', { name: 'Tokens' })).getAllByRole('listitem');
  expect(first).toHaveTextContent(/CI ?Publish/);
  expect(second).toHaveTextContent(/Verifier ?Expired/);
  expect(within(second!).queryByRole('button')).toBeNull();
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Revoke CI' }));
  api.respond('GET /api/tokens', [{ ...pipeline, revoked_at: timestamp }, old]);
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('Token “CI” revoked')).toBeVisible();
  expect(await screen.findByText('Revoked')).toBeVisible();
  expect(api.requests('DELETE /api/tokens/{token_id}').map(({ params }) => params)).toEqual([{ token_id: '2' }]);
});

test('can create a token when the lists can’t be loaded', async () => {
  api.respond('GET /api/tokens', problem(500, 'Something went wrong.'));
  api.respond('GET /api/frontends', problem(500, 'Something went wrong.'));
  await renderApp('/account/tokens');
  expect(await screen.findByText('Can’t load the tokens')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'Upload files' })).toBeEnabled();
});
