import type { Person } from '@archive/contracts';
import {
  accessibilityProblems,
  aPerson,
  aPersonListItem,
  aPersonVoyage,
  mockApi,
  noContent,
  aPersonMatch,
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

const SURVIVOR = aPerson({
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
const MERGED = aPerson({
  ...SURVIVOR,
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
const withEtag = (person: Person, etag: string) => Response.json(person, { headers: { etag } });
const merged = { merge: 7, merged_slug: 'harriman-averill', merged_name: 'Averill Harriman', merged_by: 'curator' };

beforeEach(() => {
  api.respond('GET /api/people/{slug}/pictures', []);
  sessionStorage.setItem('edit-mode', '1');
  api.respond('GET /api/people/{slug}', ({ params }) =>
    params['slug'] === SURVIVOR.person_slug ? withEtag(SURVIVOR, '"1.1"') : withEtag(MERGED, '"2.1"'),
  );
  api.respond('GET /api/people/{slug}/companions', page([]));
  api.respond('GET /api/figures/map', { voyages: 0, voyages_not_on_map: 0, places: [], places_not_on_map: 0 });
  api.respond('GET /api/people/{slug}/media', page([]));
  api.respond('GET /api/curator/people/duplicate-candidates', page([]));
  api.respond('GET /api/curator/people/{person_slug}/spellings', []);
  api.respond('GET /api/curator/people/not-duplicates', page([]));
  api.respond('GET /api/curator/people/{person_slug}/merges', Response.json([]));
});
afterEach(() => act(() => toast.dismiss()));

describe('possible duplicates', () => {
  const people = [MERGED, SURVIVOR].map(({ person_slug, full_name }) => aPersonListItem({ person_slug, full_name }));

  test('are listed as pairs with a link to compare them', async () => {
    api.respond('GET /api/curator/people/duplicate-candidates', page([{ people, similarity: 0.73 }]));
    const { container } = await open('/people/duplicates');
    expect(
      await screen.findByRole('link', { name: 'Compare Averill Harriman and W. Averell Harriman' }),
    ).toHaveAttribute('href', '/people/duplicates/harriman-averill/harriman-w-averell');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('show an empty state', async () => {
    await open('/people/duplicates');
    expect(await screen.findByText('No possible duplicates')).toBeInTheDocument();
  });

  test('are listed on the person page in Edit Mode', async () => {
    api.respond('GET /api/curator/people/duplicate-candidates', page([{ people, similarity: 0.73 }]));
    await open('/people/harriman-w-averell');
    expect(await screen.findByRole('link', { name: 'Compare with Averill Harriman' })).toBeInTheDocument();
  });
});

describe('dismissing a pair', () => {
  const DISMISS = 'PUT /api/curator/people/{person_slug}/not-duplicates/{other_slug}';
  const RESTORE = 'DELETE /api/curator/people/{person_slug}/not-duplicates/{other_slug}';
  const people = [MERGED, SURVIVOR].map(({ person_slug, full_name }) => aPersonListItem({ person_slug, full_name }));
  const dismissed = { people, dismissed_by: 'mary', dismissed_at: '2026-02-01T12:00:00Z' };
  const both = { person_slug: MERGED.person_slug, other_slug: SURVIVOR.person_slug };
  const pairs = () => api.respond('GET /api/curator/people/duplicate-candidates', page([{ people, similarity: 0.73 }]));

  test('removes it from the list and offers Undo', async () => {
    pairs();
    api.respond(DISMISS, () => {
      api.respond('GET /api/curator/people/duplicate-candidates', page([]));
      return noContent();
    });
    api.respond(RESTORE, () => {
      pairs();
      return noContent();
    });
    const { user } = await open('/people/duplicates');
    const name = 'Not the same person: Averill Harriman and W. Averell Harriman';
    await user.click(await screen.findByRole('button', { name }));
    expect(
      await screen.findByText('Averill Harriman and W. Averell Harriman are marked as different people'),
    ).toBeInTheDocument();
    expect(await screen.findByText('No possible duplicates')).toBeInTheDocument();
    expect(api.requests(DISMISS)[0]?.params).toEqual(both);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('button', { name })).toBeInTheDocument();
    expect(api.requests(RESTORE)[0]?.params).toEqual(both);
  });

  test('lists dismissed pairs, which can be restored', async () => {
    api.respond('GET /api/curator/people/not-duplicates', page([dismissed]));
    api.respond(RESTORE, () => noContent());
    const { user, container } = await open('/people/duplicates');
    await user.click(await screen.findByRole('button', { name: /^Different people/ }));
    expect(screen.getByText('marked by mary, February 1, 2026')).toBeInTheDocument();
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(
      screen.getByRole('button', {
        name: 'Move back to possible duplicates: Averill Harriman and W. Averell Harriman',
      }),
    );
    await waitFor(() => expect(api.requests(RESTORE)[0]?.params).toEqual(both));
  });

  test('works from the comparison and from the person page', async () => {
    pairs();
    api.respond(DISMISS, () => noContent());
    const { user, router } = await compare();
    await user.click(await screen.findByRole('button', { name: /^Not the same person/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/people/duplicates'));
    await act(() => router.navigate('/people/harriman-w-averell'));
    await user.click(await screen.findByRole('button', { name: /^Not the same person: W. Averell/ }));
    await waitFor(() => expect(api.requests(DISMISS)).toHaveLength(2));
  });

  test('shows a failure', async () => {
    pairs();
    api.respond(DISMISS, problem(503, 'The database is unavailable.'));
    const { user } = await open('/people/duplicates');
    await user.click(await screen.findByRole('button', { name: /^Not the same person/ }));
    expect(
      await screen.findByText('Couldn’t mark the pair as different people: The database is unavailable.'),
    ).toBeInTheDocument();
  });

  test('is not available outside Edit Mode', async () => {
    sessionStorage.clear();
    pairs();
    api.respond('GET /api/curator/people/not-duplicates', page([dismissed]));
    const { user } = await open('/people/duplicates');
    await user.click(await screen.findByRole('button', { name: /^Different people/ }));
    expect(screen.queryByRole('button', { name: /Move back to possible duplicates|Not the same/ })).toBeNull();
  });
});

test('another record can be picked by name and compared', async () => {
  api.respond('GET /api/curator/people/search', [
    aPersonMatch({ person_slug: SURVIVOR.person_slug, full_name: SURVIVOR.full_name }),
    aPersonMatch({ person_slug: MERGED.person_slug, full_name: MERGED.full_name }),
  ]);
  const { user, router } = await open('/people/harriman-w-averell');
  await user.click(await screen.findByRole('button', { name: 'Merge with…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge with another record' }));
  expect(dialog.getByRole('combobox', { name: 'Other record' })).toHaveFocus();
  await user.keyboard('Harriman');
  expect(await dialog.findByRole('option', { name: /^Averill Harriman/ })).toBeInTheDocument();
  expect(dialog.getAllByRole('option')).toHaveLength(1);
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(router.state.location.pathname).toBe('/people/duplicates/harriman-w-averell/harriman-averill'),
  );
});

describe('comparing two records', () => {
  test('keeps the record with more voyages by default, and keeps all values', async () => {
    const { container } = await compare();
    expect(await screen.findByRole('button', { name: 'Merge into W. Averell Harriman' })).toBeInTheDocument();
    expect(within(group('Organization')).getByRole('radio', { name: 'Department of State' })).toBeChecked();
    expect(within(group('Tags')).getByRole('radio', { name: 'Both: envoy, guest' })).toBeChecked();
    expect(within(group('Internal Notes')).getByRole('radio', { name: /Both: First\. Second\./ })).toBeChecked();
    expect(screen.queryByRole('group', { name: 'Birth Year' })).toBeNull();
    expect(screen.getByText('Both are listed on 1 voyage')).toBeInTheDocument();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('asks which value to keep if both records have one, and shows the resulting record', async () => {
    const { user } = await compare();
    const save = await screen.findByRole('button', { name: 'Merge into W. Averell Harriman' });
    const result = within(screen.getByRole('region', { name: 'Record after the merge' }));
    expect(screen.getByText('Choose a value for Full Name and Role/Title before you merge.')).toBeInTheDocument();
    expect(within(group('Full Name')).queryByRole('radio', { checked: true })).toBeNull();
    expect(result.getAllByText('Not chosen yet')).toHaveLength(2);
    await user.click(save);
    expect(within(group('Full Name')).getByRole('radio', { name: 'Averill Harriman' })).toHaveFocus();
    expect(group('Full Name')).toHaveAccessibleDescription('Choose one.');
    await user.keyboard(' ');
    expect(screen.getByText('Choose a value for Role/Title before you merge.')).toBeInTheDocument();
    await user.click(within(group('Role/Title')).getByRole('radio', { name: 'Diplomat' }));
    expect(screen.queryByText(/before you merge/)).toBeNull();
    expect(result.getByText('Averill Harriman')).toBeInTheDocument();
    expect(result.getByText('Diplomat')).toBeInTheDocument();
    expect(api.requests(MERGE)).toHaveLength(0);
  });

  test('compares the role shown in lists', async () => {
    const noRole = { role_title: null, voyages: [aPersonVoyage({ capacity_role: 'Secretary of Commerce' })] };
    api.respond('GET /api/people/{slug}', ({ params }) =>
      withEtag(params['slug'] === SURVIVOR.person_slug ? { ...SURVIVOR, ...noRole } : MERGED, '"1.1"'),
    );
    await compare();
    const role = within(await screen.findByRole('group', { name: 'Role/Title' }));
    expect(role.getByRole('radio', { name: 'Secretary of Commerce From the latest voyage' })).not.toBeChecked();
    expect(role.getByRole('radio', { name: 'Ambassador' })).not.toBeChecked();
  });

  test('sends the choices and the ETags of the compared versions, and offers Undo', async () => {
    api.respond(MERGE, { ...merged, merged_at: '2026-01-01T00:00:00Z' });
    const { user, router } = await compare();
    await screen.findByRole('button', { name: /^Merge into/ });
    await user.click(within(group('Full Name')).getByRole('radio', { name: 'W. Averell Harriman' }));
    await user.click(within(group('Role/Title')).getByRole('radio', { name: 'Ambassador' }));
    await user.click(within(group('Tags')).getByRole('radio', { name: 'envoy' }));
    await user.click(screen.getByRole('button', { name: 'Merge into W. Averell Harriman' }));
    expect(await screen.findByText('Averill Harriman merged into W. Averell Harriman')).toBeInTheDocument();
    await waitFor(() => expect(router.state.location.pathname).toBe('/people/harriman-w-averell'));
    const [request] = api.requests(MERGE);
    expect(request?.params).toEqual({ person_slug: 'harriman-w-averell' });
    expect(request?.headers.get('if-match')).toBe('"1.1"');
    expect(request?.body).toEqual({
      from: 'harriman-averill',
      from_etag: '"2.1"',
      choices: {
        full_name: 'survivor',
        role_title: 'merged',
        organization: 'merged',
        notes_internal: 'both',
        tags: 'survivor',
      },
    });
    api.respond(UNDO, { person_slug: 'harriman-averill' });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Averill Harriman is a separate record again')).toBeInTheDocument();
    expect(api.requests(UNDO)[0]?.params).toEqual({ person_slug: 'harriman-w-averell', merge: '7' });
  });

  test('can keep either record, but always keeps a president', async () => {
    const { user, unmount } = await compare();
    await screen.findByRole('button', { name: /^Merge into/ });
    await user.click(within(group('Role/Title')).getByRole('radio', { name: 'Ambassador' }));
    const [first] = screen.getAllByRole('radio', { name: 'Keep this record and its web link' });
    await user.click(first as HTMLElement);
    expect(screen.getByRole('button', { name: 'Merge into Averill Harriman' })).toBeInTheDocument();
    expect(within(group('Role/Title')).getByRole('radio', { name: 'Ambassador' })).toBeChecked();
    unmount();
    api.respond('GET /api/people/{slug}', ({ params }) =>
      withEtag(params['slug'] === SURVIVOR.person_slug ? { ...SURVIVOR, is_president: true } : MERGED, '"1.1"'),
    );
    await compare();
    await screen.findByRole('button', { name: 'Merge into W. Averell Harriman' });
    expect(screen.getAllByRole('radio', { name: 'Keep this record and its web link' })[0]).toBeDisabled();
  });

  test('shows a conflict and loads the newer version', async () => {
    api.respond(MERGE, problem(412, 'This person has been changed by someone else since you opened it.'));
    const { user } = await compare();
    await user.click(await screen.findByRole('radio', { name: 'W. Averell Harriman' }));
    await user.click(screen.getByRole('radio', { name: 'Diplomat' }));
    await user.click(screen.getByRole('button', { name: /^Merge into/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Couldn’t merge the records: This person has been changed by someone else since you opened it.',
    );
    api.respond('GET /api/people/{slug}', ({ params }) =>
      withEtag(params['slug'] === SURVIVOR.person_slug ? { ...SURVIVOR, role_title: 'Governor' } : MERGED, '"1.2"'),
    );
    await user.click(screen.getByRole('button', { name: 'Load the newer version' }));
    expect(await screen.findByRole('radio', { name: 'Governor' })).toBeInTheDocument();
  });

  test('cannot merge outside Edit Mode', async () => {
    sessionStorage.clear();
    await compare();
    expect(await screen.findByText('Turn on Edit Mode to merge records.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Merge into/ })).toBeNull();
  });
});

test('a merged record redirects to its survivor', async () => {
  api.respond('GET /api/people/{slug}', SURVIVOR);
  const { router } = await open('/people/harriman-averill');
  await waitFor(() => expect(router.state.location.pathname).toBe('/people/harriman-w-averell'));
  expect(await screen.findByRole('heading', { level: 1, name: 'W. Averell Harriman' })).toBeInTheDocument();
});

test('merges are listed on the person page and can be undone', async () => {
  api.respond(
    'GET /api/curator/people/{person_slug}/merges',
    Response.json([{ ...merged, merged_at: '2026-01-01T00:00:00Z' }]),
  );
  api.respond(UNDO, { person_slug: 'harriman-averill' });
  const { user } = await open('/people/harriman-w-averell');
  await user.click(await screen.findByRole('button', { name: 'Undo the merge of Averill Harriman' }));
  expect(await screen.findByText('Averill Harriman is a separate record again')).toBeInTheDocument();
});
