import { accessibilityProblems, archiveSettings, mockApi, problem } from '@archive/testing';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { renderApp, signedIn } from '../test/render-app.tsx';

const api = mockApi();
const boot = {
  archive: archiveSettings({
    sign_on: {
      providers: [
        { id: 'museum', name: 'Museum' },
        { id: 'university', name: 'University' },
      ],
      local_accounts: true,
    },
  }),
};

beforeEach(() => {
  localStorage.clear();
  api.respond('GET /api/auth/session', { authenticated: false, username: null, role: null });
});

describe('the sign-in screen', () => {
  test('offers each provider below the form, and none without providers', async () => {
    const { container, unmount } = await renderApp('/', { boot });
    expect(await screen.findByRole('button', { name: 'Sign in with University' })).toBeVisible();
    expect(screen.getByPlaceholderText('Enter username')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
    unmount();
    await renderApp('/');
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Sign in with/ })).toBeNull();
  });

  test('asks for the way to the provider and back to this page, and says if there is none', async () => {
    api.respond('POST /api/auth/sign-on/{provider}', problem(503, 'Can’t reach Museum.'));
    const { user } = await renderApp('/nowhere?q=1', { boot });
    await user.click(await screen.findByRole('button', { name: 'Sign in with Museum' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Can’t reach Museum.');
    const [request] = api.requests('POST /api/auth/sign-on/{provider}');
    expect([request?.params, request?.body]).toEqual([{ provider: 'museum' }, { to: '/nowhere?q=1' }]);
  });

  test.each([
    ['canceled', 'You canceled signing in.'],
    ['no-role', 'none of your groups has access'],
    ['clock', 'The clocks of the archive and the provider differ.'],
    ['unavailable', 'Can’t reach the provider'],
  ])('explains %s once, with the ways to sign in', async (reason, sentence) => {
    const { router } = await renderApp(`/?sign_on=${reason}`, { boot });
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    expect(screen.getByRole('button', { name: 'Sign in with Museum' })).toBeVisible();
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  test.each(['constructor', '__proto__', '', '<b>'])('ignores the unknown reason %j', async (reason) => {
    await renderApp(`/?sign_on=${encodeURIComponent(reason)}`, { boot });
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('an invitation', () => {
  test('can be used with a provider, and without local accounts with nothing else', async () => {
    api.respond('POST /api/auth/invitation', { name: 'Anna Weber', email: 'anna@example.org' });
    api.respond('POST /api/auth/sign-on/{provider}', problem(503, 'Can’t reach Museum.'));
    location.hash = '#secret';
    const { user, unmount } = await renderApp('/invitation', { boot });
    expect(await screen.findByLabelText(/New password/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Sign in with Museum' }));
    await waitFor(() =>
      expect(api.requests('POST /api/auth/sign-on/{provider}').map(({ body }) => body)).toEqual([
        { invitation: 'secret' },
      ]),
    );
    unmount();
    const { sign_on } = boot.archive;
    await renderApp('/invitation', {
      boot: { archive: archiveSettings({ sign_on: { ...sign_on!, local_accounts: false } }) },
    });
    expect(await screen.findByText('Welcome, Anna Weber. Sign in to use your account.')).toBeVisible();
    expect(screen.queryByLabelText(/New password/)).toBeNull();
    location.hash = '';
  });
});

test('an account of a provider has no password to change', async () => {
  signedIn(api);
  api.respond('GET /api/account', {
    name: 'Anna Weber',
    email: 'anna@example.org',
    role: 'curator',
    provider: 'Museum',
    configured: false,
  });
  await renderApp('/account', { boot });
  expect(await screen.findByText(/You sign in with Museum/)).toBeVisible();
  expect(screen.queryByLabelText(/Current password/)).toBeNull();
});
