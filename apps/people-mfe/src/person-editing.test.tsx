import type { Person } from '@archive/contracts';
import {
  accessibilityProblems,
  aPassenger,
  aPerson,
  aPersonVoyage,
  mockApi,
  noContent,
  page,
  problem,
  renderRoute,
} from '@archive/testing';
import { Toaster, toast } from '@archive/ui';
import { Outlet } from '@archive/router';
import { EditModeSwitch } from '@archive/shell-api';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { routes } from './routes.tsx';

const api = mockApi();
const PUT = 'PUT /api/curator/people/{person_slug}';
const UNLINK = 'DELETE /api/curator/people/unlink-from-voyage';
const RESTORE = 'POST /api/curator/history/{kind}/{slug}/{revision}/restore';

const shell = (
  <>
    <EditModeSwitch />
    <Outlet />
    <Toaster />
  </>
);
const open = (path = '/people/nimitz-chester-w') =>
  renderRoute([{ element: shell, children: routes }], path, { at: '/people' });
const tagged = (person: Person, etag: string) => Response.json(person, { headers: { etag } });
const field = (name: RegExp | string) => screen.findByRole('textbox', { name });
const button = (name: string) => screen.findByRole('button', { name });

beforeEach(() => {
  sessionStorage.setItem('edit-mode', '1');
  api.answer('GET /api/people/{slug}', tagged(aPerson(), '"7.1"'));
  api.answer('GET /api/people', page([]));
  api.answer('GET /api/people/{slug}/companions', page([]));
  api.answer('GET /api/people/{slug}/media', page([]));
  api.answer('GET /api/curator/people/look-alikes', page([]));
  api.answer('GET /api/curator/people/{person_slug}/merges', Response.json([]));
  api.answer('GET /api/people/roles/stats', { total_people: 0, unique_titles: 0, avg_voyages_per_passenger: 0 });
});
afterEach(() => act(() => toast.dismiss()));

describe('editing a person', () => {
  test('is offered in edit mode only', async () => {
    sessionStorage.clear();
    const { user } = await open();
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Remove from voyage/ })).toBeNull();
    await user.click(screen.getByRole('switch', { name: 'Edit Mode' }));
    expect(screen.getByRole('button', { name: 'Edit' })).toBeInTheDocument();
  });

  test('sends the whole record with the tag it was read under, and shows it at once', async () => {
    const changed = aPerson({ full_name: 'Chester William Nimitz', tags: ['navy'] });
    const { user } = await open();
    await user.click(await button('Edit'));
    const name = await field(/Full Name/);
    expect(name).toHaveValue('Chester W. Nimitz');
    await waitFor(() => expect(name).toHaveFocus());
    expect(await button('Save')).toBeDisabled();
    await user.clear(name);
    await user.type(name, 'Chester William Nimitz');
    await user.clear(await field('Role/Title'));
    await user.type(await field('Tags'), 'navy');
    expect(await accessibilityProblems(document.body)).toEqual([]);
    api.answer(PUT, changed);
    api.answer('GET /api/people/{slug}', changed);
    await user.click(await button('Save'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Chester William Nimitz' })).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
    const [call] = api.calls(PUT);
    expect(call?.headers.get('if-match')).toBe('"7.1"');
    expect(call?.body).toEqual({
      person_slug: 'nimitz-chester-w',
      full_name: 'Chester William Nimitz',
      role_title: null,
      organization: 'U.S. Navy',
      birth_year: 1885,
      death_year: 1966,
      wikipedia_url: 'https://en.wikipedia.org/wiki/Chester_W._Nimitz',
      notes_internal: null,
      tags: 'navy',
    });
  });

  test('when someone else was first: theirs is offered, mine is kept, and saving goes on from theirs', async () => {
    const { user } = await open();
    await user.click(await button('Edit'));
    const role = await field('Role/Title');
    await user.clear(role);
    await user.type(role, 'Admiral');
    api.answer(PUT, problem(412, 'This person has been changed by someone else since you opened it.'));
    const theirs = aPerson({ role_title: 'CNO', organization: 'Navy Department' });
    api.answer('GET /api/people/{slug}', tagged(theirs, '"7.2"'));
    await user.click(await button('Save'));
    expect(await screen.findByText('Someone else has changed this person')).toBeInTheDocument();
    expect(role).toHaveValue('Admiral');
    expect(await field('Organization')).toHaveValue('Navy Department');
    api.answer(PUT, theirs);
    await user.click(await button('Take this: Role/Title'));
    expect(role).toHaveValue('CNO');
    await user.clear(role);
    await user.type(role, 'Admiral');
    await user.click(await button('Save'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.calls(PUT).map(({ headers }) => headers.get('if-match'))).toEqual(['"7.1"', '"7.2"']);
    expect(api.calls(PUT)[1]?.body).toMatchObject({ role_title: 'Admiral', organization: 'Navy Department' });
  });

  test('that fails says so in the words of the archive and keeps what was typed', async () => {
    api.answer(PUT, problem(503, 'The database is away.'));
    const { user } = await open();
    await user.click(await button('Edit'));
    await user.type(await field('Organization'), ' (retired)');
    await user.click(await button('Save'));
    expect(await screen.findByText('Failed to save: The database is away.')).toBeInTheDocument();
    expect(await field('Organization')).toHaveValue('U.S. Navy (retired)');
  });

  test('asks before another page takes what was typed', async () => {
    const { user, router } = await open();
    await user.click(await button('Edit'));
    await user.type(await field('Organization'), '!');
    await act(() => router.navigate('/people'));
    const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    expect(router.state.location.pathname).toBe('/people/nimitz-chester-w');
    await user.click(within(question).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/people'));
  });
});

describe('a new person', () => {
  test('needs a name, and is shown once created', async () => {
    const { user, router } = await open('/people');
    await user.click(await button('New Person'));
    expect(await button('Create Person')).toBeDisabled();
    await user.type(await field(/Full Name/), ' {Enter}');
    expect(screen.getByText('Please enter a full name')).toBeInTheDocument();
    await user.type(await field(/Full Name/), 'James Forrestal ');
    api.answer('POST /api/curator/people', problem(409, 'This address is taken.'));
    await user.click(await button('Create Person'));
    expect(await screen.findByText('Failed to create person: This address is taken.')).toBeInTheDocument();
    api.answer('POST /api/curator/people', aPerson({ person_slug: 'forrestal-james', full_name: 'James Forrestal' }));
    await user.click(await button('Create Person'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/people/forrestal-james'));
    const [, call] = api.calls('POST /api/curator/people');
    expect(call?.body).toMatchObject({
      person_slug: 'auto',
      full_name: 'James Forrestal',
      role_title: null,
      birth_year: null,
    });
    expect(call?.headers.get('idempotency-key')).toBeTruthy();
  });
});

describe('taking a person off a voyage', () => {
  const remove = async () => {
    const view = await open();
    await view.user.click(await button('Remove from voyage: Down the Potomac'));
    const question = await screen.findByRole('alertdialog', { name: 'Remove Chester W. Nimitz from this voyage?' });
    return { ...view, question };
  };

  test('leaves the person where there are other voyages', async () => {
    const voyages = [aPersonVoyage(), aPersonVoyage({ voyage_slug: 'other', title: 'Another' })];
    api.answer('GET /api/people/{slug}', aPerson({ voyages, voyage_count: 2 }));
    api.answer(UNLINK, { person_deleted: false });
    const { user, question } = await remove();
    expect(question).toHaveTextContent('Chester W. Nimitz stays in the archive');
    expect(await accessibilityProblems(document.body)).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    const [call] = api.calls(UNLINK);
    expect(Object.fromEntries(call?.query ?? [])).toEqual({
      person_slug: 'nimitz-chester-w',
      voyage_slug: '1946-07-07-truman-harry-s-down-the-potomac',
    });
  });

  test('says before that the record goes with its only voyage, and brings both back with one press', async () => {
    api.answer(UNLINK, { person_deleted: true });
    const { user, question, router } = await remove();
    expect(question).toHaveTextContent('the record of the person will be deleted with it');
    await user.click(within(question).getByRole('button', { name: 'Remove and delete' }));
    expect(
      await screen.findByText('Chester W. Nimitz removed from voyage and deleted (no other voyage associations)'),
    ).toBeInTheDocument();
    await waitFor(() => expect(router.state.location.pathname).toBe('/people'));
    const deletion = {
      revision: 12,
      kind: 'person' as const,
      slug: 'nimitz-chester-w',
      action: 'delete' as const,
      changed_by: 'curator',
      changed_at: '2026-01-01T00:00:00Z',
      before: {},
    };
    api.answer('GET /api/curator/history/{kind}/{slug}', page([deletion]));
    api.answer(RESTORE, { ...deletion, revision: 13, action: 'restore', before: null });
    await user.click(await button('Undo'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/people/nimitz-chester-w'));
    expect(api.calls(RESTORE)[0]?.params).toEqual({ kind: 'person', slug: 'nimitz-chester-w', revision: '12' });
  });

  test('never threatens a president with deletion', async () => {
    api.answer('GET /api/people/{slug}', aPerson({ is_president: true }));
    const { question } = await remove();
    expect(question).not.toHaveTextContent('deleted');
  });

  test('that fails says so', async () => {
    api.answer(UNLINK, problem(503, 'The database is away.'));
    const { user, question } = await remove();
    await user.click(within(question).getByRole('button', { name: 'Remove and delete' }));
    expect(await screen.findByText('Failed to remove passenger from voyage')).toBeInTheDocument();
  });
});

describe('what a person was aboard a voyage', () => {
  const RELINK = 'PUT /api/curator/people/link-to-voyage';
  const openRole = async () => {
    const voyage = aPersonVoyage({ is_crew: true, capacity_role: 'Steward', voyage_notes: 'Served.' });
    api.answer('GET /api/people/{slug}', aPerson({ voyages: [voyage] }));
    api.answer(RELINK, aPassenger());
    const view = await open();
    await view.user.click(await button('Role and notes: Down the Potomac'));
    return view;
  };

  test('loses the role of crew with the crew flag', async () => {
    const { user } = await openRole();
    expect(await field('Crew Role')).toHaveValue('Steward');
    await user.click(screen.getByRole('checkbox', { name: 'Is Crew' }));
    expect(await field('Role Aboard')).toHaveValue('');
    expect(await accessibilityProblems(document.body)).toEqual([]);
    await user.click(await button('Save'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.calls(RELINK)[0]?.body).toEqual({
      person_slug: 'nimitz-chester-w',
      voyage_slug: '1946-07-07-truman-harry-s-down-the-potomac',
      is_crew: false,
      capacity_role: null,
      notes: 'Served.',
    });
  });

  test('that cannot be saved says so and stays', async () => {
    const { user } = await openRole();
    api.answer(RELINK, problem(503, 'The database is away.'));
    await user.type(await field('Crew Role'), ' first class');
    await user.click(await button('Save'));
    expect(await screen.findByText('Failed to save: The database is away.')).toBeInTheDocument();
    expect(await field('Crew Role')).toHaveValue('Steward first class');
  });
});

test('somebody who is aboard no voyage can be deleted, and brought back', async () => {
  api.answer('GET /api/people/{slug}', aPerson({ voyages: [], voyage_count: 0 }));
  api.answer('DELETE /api/curator/people/{person_slug}', noContent());
  const { user, router } = await open();
  await user.click(await button('Delete'));
  await user.click(await button('Delete person'));
  expect(await screen.findByText('Chester W. Nimitz deleted')).toBeInTheDocument();
  await waitFor(() => expect(router.state.location.pathname).toBe('/people'));
  expect(await button('Undo')).toBeInTheDocument();
});
