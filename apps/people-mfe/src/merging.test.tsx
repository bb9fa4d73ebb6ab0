import type { Person } from '@archive/contracts';
import {
  accessibilityProblems,
  aPerson,
  aPersonListItem,
  aPersonVoyage,
  mockApi,
  noContent,
  page,
  problem,
  renderRoute,
} from '@archive/testing';
import { Outlet } from '@archive/router';
import { Toaster, toast } from '@archive/ui';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { routes } from './routes.tsx';

const api = mockApi();
const MERGE = 'POST /api/curator/people/{person_slug}/merge';
const UNDO = 'POST /api/curator/people/{person_slug}/merges/{merge}/undo';

const KEPT = aPerson({
  person_slug: 'harriman-w-averell',
  full_name: 'W. Averell Harriman',
  role_title: 'Diplomat',
  organization: null,
  birth_year: 1891,
  death_year: null,
  wikipedia_url: null,
  tags: ['envoy'],
  notes_internal: 'First.',
  voyage_count: 2,
  voyages: [
    aPersonVoyage({ voyage_slug: 'both', title: 'Both' }),
    aPersonVoyage({ voyage_slug: 'other', title: 'Other' }),
  ],
});
const GONE = aPerson({
  ...KEPT,
  person_slug: 'harriman-averill',
  full_name: 'Averill Harriman',
  role_title: 'Ambassador',
  organization: 'Department of State',
  tags: ['guest'],
  notes_internal: 'Second.',
  voyage_count: 1,
  voyages: [aPersonVoyage({ voyage_slug: 'both', title: 'Both' })],
});

const shell = (
  <>
    <Outlet />
    <Toaster />
  </>
);
const open = (path: string) => renderRoute([{ element: shell, children: routes }], path, { at: '/people' });
const compare = () => open('/people/duplicates/harriman-averill/harriman-w-averell');
const group = (name: string) => screen.getByRole('group', { name });
const tagged = (person: Person, etag: string) => Response.json(person, { headers: { etag } });
const merged = { merge: 7, gone_slug: 'harriman-averill', gone_name: 'Averill Harriman', merged_by: 'curator' };

beforeEach(() => {
  sessionStorage.setItem('edit-mode', '1');
  api.answer('GET /api/people/{slug}', ({ params }) =>
    params['slug'] === KEPT.person_slug ? tagged(KEPT, '"1.1"') : tagged(GONE, '"2.1"'),
  );
  api.answer('GET /api/people/{slug}/companions', page([]));
  api.answer('GET /api/people/{slug}/media', page([]));
  api.answer('GET /api/curator/people/look-alikes', page([]));
  api.answer('GET /api/curator/people/apart', page([]));
  api.answer('GET /api/curator/people/{person_slug}/merges', Response.json([]));
});
afterEach(() => act(() => toast.dismiss()));

describe('look-alikes', () => {
  const people = [GONE, KEPT].map(({ person_slug, full_name }) => aPersonListItem({ person_slug, full_name }));

  test('are listed in pairs that lead to the comparison', async () => {
    api.answer('GET /api/curator/people/look-alikes', page([{ people, likeness: 0.73 }]));
    const { container } = await open('/people/duplicates');
    expect(
      await screen.findByRole('link', { name: 'Compare Averill Harriman and W. Averell Harriman' }),
    ).toHaveAttribute('href', '/people/duplicates/harriman-averill/harriman-w-averell');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('of nobody are said to be none', async () => {
    await open('/people/duplicates');
    expect(await screen.findByText('No look-alikes')).toBeInTheDocument();
  });

  test('are offered on the page of a person to who edits', async () => {
    api.answer('GET /api/curator/people/look-alikes', page([{ people, likeness: 0.73 }]));
    await open('/people/harriman-w-averell');
    expect(await screen.findByRole('link', { name: 'Compare with Averill Harriman' })).toBeInTheDocument();
  });
});

describe('two people who look alike', () => {
  const APART = 'PUT /api/curator/people/{person_slug}/apart/{other_slug}';
  const BACK = 'DELETE /api/curator/people/{person_slug}/apart/{other_slug}';
  const people = [GONE, KEPT].map(({ person_slug, full_name }) => aPersonListItem({ person_slug, full_name }));
  const said = { people, said_by: 'mary', said_at: '2026-02-01T12:00:00Z' };
  const both = { person_slug: GONE.person_slug, other_slug: KEPT.person_slug };
  const pairs = () => api.answer('GET /api/curator/people/look-alikes', page([{ people, likeness: 0.73 }]));

  test('are not offered again, which is undone with one press', async () => {
    pairs();
    api.answer(APART, () => {
      api.answer('GET /api/curator/people/look-alikes', page([]));
      return noContent();
    });
    api.answer(BACK, () => {
      pairs();
      return noContent();
    });
    const { user } = await open('/people/duplicates');
    const name = 'Not the same person: Averill Harriman and W. Averell Harriman';
    await user.click(await screen.findByRole('button', { name }));
    expect(
      await screen.findByText('Averill Harriman and W. Averell Harriman are two people, and not offered again'),
    ).toBeInTheDocument();
    expect(await screen.findByText('No look-alikes')).toBeInTheDocument();
    expect(api.calls(APART)[0]?.params).toEqual(both);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('button', { name })).toBeInTheDocument();
    expect(api.calls(BACK)[0]?.params).toEqual(both);
  });

  test('stand in a list of their own, where it can be taken back later', async () => {
    api.answer('GET /api/curator/people/apart', page([said]));
    api.answer(BACK, () => noContent());
    const { user, container } = await open('/people/duplicates');
    await user.click(await screen.findByRole('button', { name: /^Two people each/ }));
    expect(screen.getByText('said by mary, February 1, 2026')).toBeInTheDocument();
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Take back: Averill Harriman and W. Averell Harriman' }));
    await waitFor(() => expect(api.calls(BACK)[0]?.params).toEqual(both));
  });

  test('can be told apart from the comparison and from the page of a person, too', async () => {
    pairs();
    api.answer(APART, () => noContent());
    const { user, router } = await compare();
    await user.click(await screen.findByRole('button', { name: /^Not the same person/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/people/duplicates'));
    await act(() => router.navigate('/people/harriman-w-averell'));
    await user.click(await screen.findByRole('button', { name: /^Not the same person: W. Averell/ }));
    await waitFor(() => expect(api.calls(APART)).toHaveLength(2));
  });

  test('what could not be kept is said', async () => {
    pairs();
    api.answer(APART, problem(503, 'The database is away.'));
    const { user } = await open('/people/duplicates');
    await user.click(await screen.findByRole('button', { name: /^Not the same person/ }));
    expect(await screen.findByText('That could not be kept: The database is away.')).toBeInTheDocument();
  });

  test('nothing of it is offered to who does not edit', async () => {
    sessionStorage.clear();
    pairs();
    api.answer('GET /api/curator/people/apart', page([said]));
    const { user } = await open('/people/duplicates');
    await user.click(await screen.findByRole('button', { name: /^Two people each/ }));
    expect(screen.queryByRole('button', { name: /Take back|Not the same/ })).toBeNull();
  });
});

test('a record whose name does not look alike is found by name, and compared', async () => {
  api.answer('GET /api/curator/people/search', [
    { person_slug: KEPT.person_slug, full_name: KEPT.full_name, role_title: null },
    { person_slug: GONE.person_slug, full_name: GONE.full_name, role_title: null },
  ]);
  const { user, router } = await open('/people/harriman-w-averell');
  await user.click(await screen.findByRole('button', { name: 'Merge' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge with another record' }));
  expect(dialog.getByRole('combobox', { name: 'The other record' })).toHaveFocus();
  await user.keyboard('Harriman');
  expect(await dialog.findByRole('option', { name: 'Averill Harriman' })).toBeInTheDocument();
  expect(dialog.getAllByRole('option')).toHaveLength(1);
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(router.state.location.pathname).toBe('/people/duplicates/harriman-w-averell/harriman-averill'),
  );
});

describe('two records side by side', () => {
  test('begin with the one of more voyages staying, and with nothing said lost', async () => {
    const { container } = await compare();
    expect(await screen.findByRole('button', { name: 'Merge into W. Averell Harriman' })).toBeInTheDocument();
    expect(within(group('Organization')).getByRole('radio', { name: 'Department of State' })).toBeChecked();
    expect(within(group('Tags')).getByRole('radio', { name: 'Both: envoy, guest' })).toBeChecked();
    expect(within(group('Internal Notes')).getByRole('radio', { name: /Both: First\. Second\./ })).toBeChecked();
    expect(screen.queryByRole('group', { name: 'Birth Year' })).toBeNull();
    expect(screen.getByText('Both were aboard one voyage')).toBeInTheDocument();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('are merged field by field as chosen, under the tag they were read with, and undone with one press', async () => {
    api.answer(MERGE, { ...merged, merged_at: '2026-01-01T00:00:00Z' });
    const { user, router } = await compare();
    await screen.findByRole('button', { name: /^Merge into/ });
    await user.click(within(group('Role/Title')).getByRole('radio', { name: 'Ambassador' }));
    await user.click(within(group('Tags')).getByRole('radio', { name: 'envoy' }));
    await user.click(screen.getByRole('button', { name: 'Merge into W. Averell Harriman' }));
    expect(await screen.findByText('Averill Harriman merged into W. Averell Harriman')).toBeInTheDocument();
    await waitFor(() => expect(router.state.location.pathname).toBe('/people/harriman-w-averell'));
    const [call] = api.calls(MERGE);
    expect(call?.params).toEqual({ person_slug: 'harriman-w-averell' });
    expect(call?.headers.get('if-match')).toBe('"1.1"');
    expect(call?.body).toMatchObject({
      from: 'harriman-averill',
      record: {
        full_name: 'W. Averell Harriman',
        role_title: 'Ambassador',
        organization: 'Department of State',
        birth_year: 1891,
        tags: 'envoy',
        notes_internal: 'First.\n\nSecond.',
      },
    });
    api.answer(UNDO, { person_slug: 'harriman-averill' });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Averill Harriman is a record of its own again')).toBeInTheDocument();
    expect(api.calls(UNDO)[0]?.params).toEqual({ person_slug: 'harriman-w-averell', merge: '7' });
  });

  test('may be merged the other way round, but never a president away', async () => {
    const { user, unmount } = await compare();
    await screen.findByRole('button', { name: /^Merge into/ });
    const [first] = screen.getAllByRole('radio', { name: 'This record and its address stay' });
    await user.click(first as HTMLElement);
    expect(screen.getByRole('button', { name: 'Merge into Averill Harriman' })).toBeInTheDocument();
    unmount();
    api.answer('GET /api/people/{slug}', ({ params }) =>
      tagged(params['slug'] === KEPT.person_slug ? { ...KEPT, is_president: true } : GONE, '"1.1"'),
    );
    await compare();
    await screen.findByRole('button', { name: 'Merge into W. Averell Harriman' });
    expect(screen.getAllByRole('radio', { name: 'This record and its address stay' })[0]).toBeDisabled();
  });

  test('that cannot be merged stay as they were chosen, and the reason is said', async () => {
    api.answer(MERGE, problem(412, 'This person has been changed by someone else since you opened it.'));
    const { user } = await compare();
    await user.click(await screen.findByRole('button', { name: /^Merge into/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The records could not be merged: This person has been changed by someone else since you opened it.',
    );
    api.answer('GET /api/people/{slug}', ({ params }) =>
      tagged(params['slug'] === KEPT.person_slug ? { ...KEPT, role_title: 'Governor' } : GONE, '"1.2"'),
    );
    await user.click(screen.getByRole('button', { name: 'See the newer version' }));
    expect(await screen.findByRole('radio', { name: 'Governor' })).toBeChecked();
  });

  test('are only compared without edit mode', async () => {
    sessionStorage.clear();
    await compare();
    expect(await screen.findByText('Turn on Edit Mode to merge them.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Merge into/ })).toBeNull();
  });
});

test('the old address of a merged record leads to the new one', async () => {
  api.answer('GET /api/people/{slug}', KEPT);
  const { router } = await open('/people/harriman-averill');
  await waitFor(() => expect(router.state.location.pathname).toBe('/people/harriman-w-averell'));
  expect(await screen.findByRole('heading', { level: 1, name: 'W. Averell Harriman' })).toBeInTheDocument();
});

test('what went into a record is told to who edits, and can be taken out again', async () => {
  api.answer(
    'GET /api/curator/people/{person_slug}/merges',
    Response.json([{ ...merged, merged_at: '2026-01-01T00:00:00Z' }]),
  );
  api.answer(UNDO, { person_slug: 'harriman-averill' });
  const { user } = await open('/people/harriman-w-averell');
  await user.click(await screen.findByRole('button', { name: 'Undo the merge of Averill Harriman' }));
  expect(await screen.findByText('Averill Harriman is a record of its own again')).toBeInTheDocument();
});
