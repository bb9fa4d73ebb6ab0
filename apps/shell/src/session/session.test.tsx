import {
  accessibilityProblems,
  aHome,
  anOperation,
  archiveSettings,
  mockApi,
  never,
  noContent,
  problem,
} from '@archive/testing';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { renderApp, signedIn } from '../test/render-app.tsx';

const api = mockApi();
const flag = () => localStorage.getItem('authenticated');
const press = (name: string) => screen.getByRole('button', { name });

beforeEach(() => {
  localStorage.clear();
});

function signedOut(): void {
  api.answer('GET /api/auth/session', { authenticated: false, username: null });
}

describe('the login screen', () => {
  test('names the archive, asks for both fields and says who may enter', async () => {
    signedOut();
    const { container } = await renderApp('/', {
      boot: { archive: archiveSettings({ title: 'The Yacht Archive', subtitle: 'Her voyages' }) },
    });
    expect(await screen.findByRole('heading', { name: 'The Yacht Archive' })).toBeVisible();
    expect(screen.getByText('Her voyages')).toBeVisible();
    expect(screen.getByPlaceholderText('Enter username')).toBeRequired();
    expect(screen.getByPlaceholderText('Enter password')).toBeRequired();
    expect(screen.getByText('Authorized access only')).toBeVisible();
    expect(document.title).toBe('Sign in · The Yacht Archive');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('says beside the field what is missing, and asks nobody', async () => {
    signedOut();
    const { user } = await renderApp('/');
    await user.type(await screen.findByLabelText(/Username/), 'curator');
    await user.click(press('Sign In'));
    expect(screen.getByPlaceholderText('Enter password')).toHaveAccessibleDescription('Enter password');
    expect(screen.getByPlaceholderText('Enter password')).toHaveFocus();
    expect(api.calls('POST /api/auth/login')).toEqual([]);
  });

  test('says that it is busy, then what was wrong, with the password ready to be typed anew', async () => {
    signedOut();
    const { promise, resolve } = Promise.withResolvers<Response>();
    api.answer('POST /api/auth/login', () => promise);
    const { user } = await renderApp('/');
    await user.type(await screen.findByLabelText(/Username/), 'curator');
    await user.type(screen.getByPlaceholderText('Enter password'), 'wrong{Enter}');
    expect(press('Authenticating...')).toHaveAttribute('aria-disabled', 'true');
    resolve(problem(401, 'Invalid credentials. Please try again.'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid credentials. Please try again.');
    expect(press('Sign In')).toBeEnabled();
    expect(screen.getByPlaceholderText('Enter password')).toHaveFocus();
    expect(flag()).toBeNull();
  });

  test('leads to the address that was asked for', async () => {
    signedIn(api);
    localStorage.clear();
    signedOut();
    api.answer('POST /api/auth/login', { username: 'curator' });
    const { user, router } = await renderApp('/nowhere?q=1');
    await user.type(await screen.findByLabelText(/Username/), ' curator ');
    await user.type(screen.getByPlaceholderText('Enter password'), 'sequoia{Enter}');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
    expect(router.state.location).toMatchObject({ pathname: '/nowhere', search: '?q=1' });
    expect(api.calls('POST /api/auth/login')[0]?.body).toEqual({ username: 'curator', password: 'sequoia' });
    expect(flag()).toBe('true');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Page not found' })).toHaveFocus());
  });
});

describe('opening the page', () => {
  test('shows a spinner until the server has said who is there', async () => {
    api.answer('GET /api/auth/session', never);
    await renderApp('/');
    expect(screen.getByText('Opening the archive…')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Sign In' })).toBeNull();
  });

  test('after a visit signed in paints the archive at once', async () => {
    signedIn(api);
    api.answer('GET /api/auth/session', never);
    await renderApp('/');
    expect(screen.getByRole('heading', { name: 'About the archive' })).toBeVisible();
  });

  test('brings the login screen when the session has ended in the meantime, and clears the flag', async () => {
    signedIn(api);
    signedOut();
    await renderApp('/');
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(flag()).toBeNull();
  });

  test('while the server is away says so, and comes up by itself when it is back', async () => {
    api.away();
    const { client } = await renderApp('/');
    expect(await screen.findByText('The archive does not answer.')).toBeVisible();
    api.back();
    signedOut();
    await act(() => client.refetchQueries());
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
  });
});

describe('the end of a session', () => {
  test('on the server, noticed by any call, brings the login screen at the same address', async () => {
    signedIn(api);
    const { client, router } = await renderApp('/');
    await screen.findByRole('heading', { name: 'About the archive' });
    api.answer('GET /api/home', problem(401, 'Sign in first.'));
    await act(() => client.invalidateQueries({ queryKey: ['home'] }));
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(flag()).toBeNull();
    expect(router.state.location.pathname).toBe('/');
  });

  test('by Sign Out is told to the server, forgets everything read, and goes to Home', async () => {
    signedIn(api);
    api.answer('GET /api/home', aHome({ busiest_person: { person_slug: 'a', full_name: 'Ada', voyage_count: 2 } }));
    api.answer('GET /api/curator/ingest-status', { operations: [anOperation()] });
    api.answer('POST /api/auth/logout', noContent);
    const { user, router, client } = await renderApp('/nowhere');
    await user.click(await screen.findByRole('button', { name: 'Sign Out' }));
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(api.calls('POST /api/auth/logout')).toHaveLength(1);
    expect(flag()).toBeNull();
    expect(router.state.location.pathname).toBe('/');
    expect(
      client
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey[0]),
    ).toEqual(['session']);
  });

  test('that could not be told to the server leaves the person signed in, and says so', async () => {
    signedIn(api);
    api.answer('POST /api/auth/logout', problem(503, 'The database is away.'));
    const { user } = await renderApp('/');
    await user.click(await screen.findByRole('button', { name: 'Sign Out' }));
    expect(await screen.findByText('You are still signed in: The database is away.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'About the archive' })).toBeVisible();
    expect(flag()).toBe('true');
  });

  test('in another window is noticed in this one', async () => {
    signedIn(api);
    await renderApp('/');
    await screen.findByRole('heading', { name: 'About the archive' });
    signedOut();
    localStorage.removeItem('authenticated');
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'authenticated', newValue: null }));
    });
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
  });
});
