import { homeQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { CONTRACT, installRemoteHost, useOpenForm } from '@archive/shell-api';
import {
  accessibilityProblems,
  aHome,
  anOperation,
  archiveSettings,
  mockApi,
  pendingForever,
  noContent,
  problem,
} from '@archive/testing';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { renderApp, signedIn } from '../test/render-app.tsx';

const api = mockApi();
const flag = () => localStorage.getItem('authenticated');
const press = (name: string) => screen.getByRole('button', { name });

beforeEach(() => {
  localStorage.clear();
});

function signedOut(): void {
  api.respond('GET /api/auth/session', { authenticated: false, username: null, role: null });
}

describe('login screen', () => {
  test('shows title, subtitle, both fields and the access note', async () => {
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

  test('marks a missing field without sending a request', async () => {
    signedOut();
    const { user } = await renderApp('/');
    await user.type(await screen.findByLabelText(/Username/), 'curator');
    await user.click(press('Sign In'));
    expect(screen.getByPlaceholderText('Enter password')).toHaveAccessibleDescription('Enter password');
    expect(screen.getByPlaceholderText('Enter password')).toHaveFocus();
    expect(api.requests('POST /api/auth/login')).toEqual([]);
  });

  test('shows progress, then the error with the password selected', async () => {
    signedOut();
    const { promise, resolve } = Promise.withResolvers<Response>();
    api.respond('POST /api/auth/login', () => promise);
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

  test('opens the requested page after sign-in', async () => {
    signedIn(api);
    localStorage.clear();
    signedOut();
    api.respond('POST /api/auth/login', { username: 'curator', role: 'curator' });
    const { user, router } = await renderApp('/nowhere?q=1');
    await user.type(await screen.findByLabelText(/Username/), ' curator ');
    await user.type(screen.getByPlaceholderText('Enter password'), 'sequoia{Enter}');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
    expect(router.state.location).toMatchObject({ pathname: '/nowhere', search: '?q=1' });
    expect(api.requests('POST /api/auth/login')[0]?.body).toEqual({ username: 'curator', password: 'sequoia' });
    expect(flag()).toBe('true');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Page not found' })).toHaveFocus());
    expect(api.requests('GET /api/auth/session')).toHaveLength(2);
  });

  test('opens the home page from its own address', async () => {
    signedIn(api);
    localStorage.clear();
    signedOut();
    api.respond('POST /api/auth/login', { username: 'curator', role: 'curator' });
    const { user, router } = await renderApp('/login');
    await user.type(await screen.findByLabelText(/Username/), 'curator');
    await user.type(screen.getByPlaceholderText('Enter password'), 'sequoia{Enter}');
    expect(await screen.findByRole('heading', { name: 'About the archive' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/');
  });
});

describe('after a session that has ended', () => {
  test.each([
    ['role', /changed what you may do/],
    ['deactivated', /deactivated your account/],
    ['reset', /Ask for the link/],
    ['elsewhere', /from another device/],
  ] as const)('the login screen says why: %s', async (end_reason, sentence) => {
    signedIn(api);
    api.respond('GET /api/auth/session', { authenticated: false, username: null, role: null, end_reason });
    const { container } = await renderApp('/');
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('it says nothing without a reason', async () => {
    signedOut();
    await renderApp('/');
    await screen.findByRole('button', { name: 'Sign In' });
    await waitFor(() => expect(api.requests('GET /api/auth/session').length).toBeGreaterThan(1));
    expect(screen.queryByText('You were signed out')).toBeNull();
  });
});

describe('page load', () => {
  test('shows a spinner until the session is known', async () => {
    api.respond('GET /api/auth/session', pendingForever);
    await renderApp('/');
    expect(screen.getByText('Loading the archive...')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Sign In' })).toBeNull();
  });

  test('renders the archive immediately after a signed-in visit', async () => {
    signedIn(api);
    api.respond('GET /api/auth/session', pendingForever);
    await renderApp('/');
    expect(screen.getByRole('heading', { name: 'About the archive' })).toBeVisible();
  });

  test('shows the login screen and clears the flag when the session has ended', async () => {
    signedIn(api);
    signedOut();
    await renderApp('/');
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(flag()).toBeNull();
  });

  test('says that the server can’t be reached, and recovers', async () => {
    api.goOffline();
    const { client } = await renderApp('/');
    expect(await screen.findByText('Can’t reach the server')).toBeVisible();
    api.goOnline();
    signedOut();
    await act(() => client.refetchQueries());
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
  });
});

describe('session ending under an open form', () => {
  const Form = () => {
    useOpenForm();
    const [title, setTitle] = useState('');
    const { data } = useQuery(homeQuery('06-16'));
    return (
      <>
        <h1>Form</h1>
        <input aria-label="Title" value={title} onChange={(event) => setTitle(event.target.value)} />
        <p>{data?.busiest_person?.full_name}</p>
      </>
    );
  };

  async function openForm() {
    signedIn(api);
    installRemoteHost({
      load: async () => ({ contract: CONTRACT, routes: [{ path: '*', element: <Form /> }] }),
      versionOf: () => '1.0.0',
    });
    const view = await renderApp('/voyages/new');
    await view.user.type(await screen.findByLabelText('Title'), 'Down the Potomac');
    api.respond('GET /api/home', problem(401, 'Sign in first.'));
    await act(() => view.client.refetchQueries({ queryKey: ['home'] }));
    return view;
  }

  test('asks to sign in over the page and keeps everything typed', async () => {
    const { user, client, router } = await openForm();
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Your session has ended' }));
    expect(dialog.getByLabelText(/Username/)).toHaveValue('curator');
    await waitFor(() => expect(dialog.getByPlaceholderText('Enter password')).toHaveFocus());
    expect(flag()).toBeNull();
    expect(await accessibilityProblems(document.body)).toEqual([]);

    api.respond('POST /api/auth/login', problem(401, 'Invalid credentials. Please try again.'));
    await user.type(dialog.getByPlaceholderText('Enter password'), 'wrong{Enter}');
    expect(await dialog.findByText('Invalid credentials. Please try again.')).toBeVisible();

    api.respond('POST /api/auth/login', { username: 'curator', role: 'curator' });
    api.respond(
      'GET /api/home',
      aHome({ busiest_person: { person_slug: 'a', full_name: 'Ada', voyage_count: 2, portrait_url: null } }),
    );
    await user.type(dialog.getByPlaceholderText('Enter password'), 'sequoia{Enter}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByLabelText('Title')).toHaveValue('Down the Potomac');
    expect(router.state.location.pathname).toBe('/voyages/new');
    expect(flag()).toBe('true');
    expect(await screen.findByText('Ada')).toBeVisible();
    expect(client.getQueryData(['home', '06-16'])).toBeDefined();
  });

  test('stays open on Escape', async () => {
    const { user } = await openForm();
    await screen.findByRole('alertdialog');
    await user.keyboard('{Escape}');
    expect(screen.getByRole('alertdialog')).toBeVisible();
  });

  test('shows the login screen once the form is closed', async () => {
    const { router, client } = await openForm();
    await screen.findByRole('alertdialog');
    await act(() => router.navigate('/'));
    expect(await screen.findByText('Authorized access only')).toBeVisible();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await waitFor(() =>
      expect(
        client
          .getQueryCache()
          .getAll()
          .filter(({ queryKey }) => queryKey[0] !== 'session'),
      ).toEqual([]),
    );
  });
});

describe('end of a session', () => {
  test('after a 401, shows the login screen at the same URL', async () => {
    signedIn(api);
    const { client, router } = await renderApp('/');
    await screen.findByRole('heading', { name: 'About the archive' });
    api.respond('GET /api/home', problem(401, 'Sign in first.'));
    await act(() => client.invalidateQueries({ queryKey: ['home'] }));
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(flag()).toBeNull();
    expect(router.state.location.pathname).toBe('/');
  });

  test('with Sign Out ends the session on the server, clears the cache and opens Home', async () => {
    signedIn(api);
    api.respond(
      'GET /api/home',
      aHome({ busiest_person: { person_slug: 'a', full_name: 'Ada', voyage_count: 2, portrait_url: null } }),
    );
    api.respond('GET /api/curator/ingest-status', { operations: [anOperation()] });
    api.respond('POST /api/auth/logout', noContent);
    const { user, router, client } = await renderApp('/nowhere');
    await user.click(await screen.findByRole('button', { name: 'Sign Out' }));
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(api.requests('POST /api/auth/logout')).toHaveLength(1);
    expect(flag()).toBeNull();
    expect(router.state.location.pathname).toBe('/');
    expect(
      client
        .getQueryCache()
        .getAll()
        .filter(({ queryKey }) => queryKey[0] !== 'session'),
    ).toEqual([]);
  });

  test('shows an error when signing out fails', async () => {
    signedIn(api);
    api.respond('POST /api/auth/logout', problem(503, 'Can’t reach the database.'));
    const { user } = await renderApp('/');
    await user.click(await screen.findByRole('button', { name: 'Sign Out' }));
    expect(await screen.findByText('Couldn’t sign out. Can’t reach the database.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'About the archive' })).toBeVisible();
    expect(flag()).toBe('true');
  });

  test('after a sign-out in another tab, shows the login screen here, too', async () => {
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
