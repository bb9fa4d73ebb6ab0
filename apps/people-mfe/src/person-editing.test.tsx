// cspell:ignore Nimits
import type { Person } from '@archive/contracts';
import {
  accessibilityProblems,
  aMediaItem,
  aPassenger,
  aPerson,
  aPersonMatch,
  aPersonVoyage,
  mockApi,
  noContent,
  page,
  problem,
  renderRoute,
} from '@archive/testing';
import { Toaster, toast } from '@archive/ui';
import { Outlet } from '@archive/router';
import { EditModeSwitch, installRemoteHost, type MediaPickerProps } from '@archive/shell-api';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { routes } from './routes.tsx';

const api = mockApi();
const PUT = 'PUT /api/curator/people/{person_slug}';
const UNLINK = 'DELETE /api/curator/people/unlink-from-voyage';
const CANDIDATES = 'GET /api/curator/people/candidates';
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
const withEtag = (person: Person, etag: string) => Response.json(person, { headers: { etag } });
const field = (name: RegExp | string) => screen.findByRole('textbox', { name });
const button = (name: string) => screen.findByRole('button', { name });

beforeEach(() => {
  api.respond('GET /api/people/{slug}/pictures', []);
  sessionStorage.setItem('edit-mode', '1');
  api.respond('GET /api/people/{slug}', withEtag(aPerson(), '"7.1"'));
  api.respond('GET /api/people', page([]));
  api.respond('GET /api/people/by-letter', []);
  api.respond(CANDIDATES, ({ query }) => ({
    title: null,
    full_name: query.get('full_name') ?? '',
    role: null,
    people: [],
  }));
  api.respond('GET /api/people/{slug}/companions', page([]));
  api.respond('GET /api/figures/map', { voyages: 0, voyages_not_on_map: 0, places: [], places_not_on_map: 0 });
  api.respond('GET /api/people/{slug}/media', page([]));
  api.respond('GET /api/curator/people/duplicate-candidates', page([]));
  api.respond('GET /api/curator/people/{person_slug}/spellings', []);
  api.respond('GET /api/curator/people/filing-name', { filing_proposal: 'Nimitz, Chester W.' });
  api.respond('GET /api/curator/people/{person_slug}/merges', Response.json([]));
  api.respond('GET /api/people/roles/stats', { total_people: 0, unique_titles: 0, avg_voyages_per_passenger: 0 });
});
afterEach(() => act(() => toast.dismiss()));

describe('the portrait', () => {
  const PORTRAYED = aPerson({
    portrait: 'bridge',
    portrait_url: '/media-files/bridge.webp',
    portrait_alt: 'On the bridge.',
  });
  const picked = { media_slug: 'rail', title: 'At the rail' };
  test('is picked from the media library and can be undone', async () => {
    const MediaPicker = ({ imagesOnly, action, onSelect, onClose }: MediaPickerProps) => (
      <button
        type="button"
        onClick={() => {
          void onSelect(aMediaItem(picked));
          onClose();
        }}
      >
        {imagesOnly && action}
      </button>
    );
    installRemoteHost({ load: () => Promise.resolve({ component: MediaPicker }), versionOf: () => '1.0.0' });
    api.respond(PUT, PORTRAYED);
    const { user } = await open();
    expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Remove portrait' })).toBeNull();
    await user.click(await button('Set portrait'));
    await user.click(await button('Set as portrait'));
    expect(await screen.findByText('Portrait of Chester W. Nimitz set')).toBeInTheDocument();
    expect(api.requests(PUT)[0]?.body).toEqual({ portrait: 'rail' });
    await user.click(await button('Undo'));
    expect(await screen.findByText('Portrait of Chester W. Nimitz removed')).toBeInTheDocument();
    expect(api.requests(PUT)[1]?.body).toEqual({ portrait: null });
  });

  test('is picked from the pictures in which the person is marked', async () => {
    const marked = { media_slug: 'rail', title: 'At the rail', date: '1949', thumbnail_url: '/media-files/rail.webp' };
    const film = aMediaItem({ media_slug: 'film', title: 'A film', media_type: 'video' });
    const items = [aMediaItem(marked), aMediaItem({ ...marked, media_slug: 'bow', title: 'At the bow' }), film];
    const region = { x: 0.1, y: 0.2, width: 0.25, height: 0.3 };
    api.respond(
      'GET /api/people/{slug}/pictures',
      page(items.map((item) => ({ ...item, region: item.media_slug === 'rail' ? region : null }))),
    );
    api.respond(PUT, PORTRAYED);
    const { user } = await open();
    await user.click(await button('Set portrait'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Set portrait' }));
    expect(await accessibilityProblems(document.body)).toEqual([]);
    const pictures = within(dialog.getByRole('list')).getAllByRole('button');
    expect(pictures.map(({ textContent }) => textContent)).toEqual([
      'At the rail1949',
      'At the bow1949 · No region marked',
    ]);
    await user.click(pictures[0]!);
    expect(await screen.findByText('Portrait of Chester W. Nimitz set')).toBeInTheDocument();
    expect(api.requests(PUT)[0]?.body).toEqual({ portrait: 'rail' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is cropped on the page of the picture', async () => {
    api.respond('GET /api/people/{slug}', withEtag(PORTRAYED, '"7.1"'));
    await open();
    expect(await screen.findByRole('link', { name: 'Crop portrait' })).toHaveAttribute(
      'href',
      '/media/bridge?mark=nimitz-chester-w',
    );
  });

  test('is shown with its alternative text, and removed', async () => {
    api.respond('GET /api/people/{slug}', withEtag(PORTRAYED, '"7.1"'));
    api.respond(PUT, aPerson());
    const { user, container } = await open();
    const [portrait] = await screen.findAllByRole('img', { name: 'On the bridge.' });
    expect(portrait).toHaveAttribute('src', '/media-files/bridge.webp');
    expect(portrait).toHaveAttribute('loading', 'lazy');
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(await button('Remove portrait'));
    expect(await screen.findByText('Portrait of Chester W. Nimitz removed')).toBeInTheDocument();
    expect(api.requests(PUT)[0]?.body).toEqual({ portrait: null });
    await user.click(await button('Undo'));
    await waitFor(() => expect(api.requests(PUT)[1]?.body).toEqual({ portrait: 'bridge' }));
  });

  test('that was deleted is replaced by initials, with the reason', async () => {
    api.respond('GET /api/people/{slug}', withEtag({ ...PORTRAYED, portrait_url: null, portrait_alt: null }, '"7.1"'));
    await open();
    expect(await screen.findByText(/The image was deleted/)).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Crop portrait' })).toBeNull();
    expect(screen.queryByRole('img')).toBeNull();
  });
});

describe('editing a person', () => {
  test('is available only in Edit Mode', async () => {
    sessionStorage.clear();
    const { user } = await open();
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Remove from voyage/ })).toBeNull();
    await user.click(screen.getByRole('switch', { name: 'Edit Mode' }));
    expect(screen.getByRole('button', { name: 'Edit' })).toBeInTheDocument();
  });

  test('keeps the form and what was typed when the page can’t be refreshed', async () => {
    const { user, client } = await open();
    await user.click(await button('Edit'));
    await user.type(await field('Tags'), 'navy');
    api.respond('GET /api/people/{slug}', problem(503, 'The archive is restarting.'));
    await act(() => client.invalidateQueries());
    expect(api.requests('GET /api/people/{slug}').length).toBeGreaterThan(2);
    expect(await field('Tags')).toHaveValue('navy');
    expect(screen.queryByText('Can’t load this person')).toBeNull();
  });

  test('shows what the name is filed under as proposed, until something is entered', async () => {
    const { user } = await open();
    await user.click(await button('Edit'));
    const filedUnder = await field('Filed Under');
    await waitFor(() => expect(filedUnder).toHaveAttribute('placeholder', 'Nimitz, Chester W.'));
    expect(filedUnder).toHaveValue('');
    expect(filedUnder).toHaveAccessibleDescription(/^Proposed from the name/);
    api.respond('GET /api/curator/people/filing-name', { filing_proposal: 'Van Kirk, Theodore' });
    await user.clear(await field(/Full Name/));
    await user.type(await field(/Full Name/), 'Theodore Van Kirk');
    await waitFor(() => expect(filedUnder).toHaveAttribute('placeholder', 'Van Kirk, Theodore'));
    await user.type(filedUnder, 'Kirk, Theodore Van');
    expect(filedUnder).toHaveAccessibleDescription(/Clear it to use “Van Kirk, Theodore” again/);
    api.respond(PUT, aPerson());
    await user.click(await button('Save'));
    await waitFor(() =>
      expect(api.requests(PUT)[0]?.body).toEqual({ full_name: 'Theodore Van Kirk', filed_under: 'Kirk, Theodore Van' }),
    );
  });

  test('lists other spellings, and removes one with undo', async () => {
    api.respond('GET /api/curator/people/{person_slug}/spellings', [
      { name: 'Chester Nimits', is_imported: false },
      { name: 'c nimitz', is_imported: true },
    ]);
    api.respond('DELETE /api/curator/people/{person_slug}/spellings', { revision: 4 });
    api.respond(RESTORE, noContent());
    const { user } = await open();
    expect(await screen.findByText('c nimitz (from an import)')).toBeInTheDocument();
    await user.click(await button('Remove Chester Nimits'));
    await user.click(await button('Undo'));
    await waitFor(() => expect(api.requests(RESTORE)).toHaveLength(1));
    expect(api.requests('DELETE /api/curator/people/{person_slug}/spellings')[0]?.query.get('name')).toBe(
      'Chester Nimits',
    );
    expect(api.requests(RESTORE)[0]?.params).toEqual({ kind: 'person', slug: 'nimitz-chester-w', revision: '4' });
  });

  test('sends only the changed fields with If-Match, and shows the saved record', async () => {
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
    api.respond(PUT, changed);
    api.respond('GET /api/people/{slug}', changed);
    await user.click(await button('Save'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Chester William Nimitz' })).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
    const [request] = api.requests(PUT);
    expect(request?.headers.get('if-match')).toBe('"7.1"');
    expect(request?.body).toEqual({
      full_name: 'Chester William Nimitz',
      role_title: null,
      tags: 'navy',
    });
  });

  test('after a conflict, keeps the typed values, offers the newer ones, and saves with the newer ETag', async () => {
    const { user } = await open();
    await user.click(await button('Edit'));
    const role = await field('Role/Title');
    await user.clear(role);
    await user.type(role, 'Admiral');
    api.respond(PUT, problem(412, 'This person has been changed by someone else since you opened it.'));
    const theirs = aPerson({ role_title: 'CNO', organization: 'Navy Department' });
    api.respond('GET /api/people/{slug}', withEtag(theirs, '"7.2"'));
    api.respond('GET /api/curator/history/{kind}/{slug}', page([{ changed_by: 'Anna Weber' }]));
    await user.click(await button('Save'));
    expect(await screen.findByText('Someone else changed this person while you were editing')).toBeInTheDocument();
    expect(await screen.findByText(/^Saved by Anna Weber\. Your changes are kept\./)).toBeInTheDocument();
    expect(role).toHaveValue('Admiral');
    expect(await field('Organization')).toHaveValue('Navy Department');
    api.respond(PUT, theirs);
    await user.click(await button('Use theirs: Role/Title'));
    expect(role).toHaveValue('CNO');
    await user.clear(role);
    await user.type(role, 'Admiral');
    await user.click(await button('Save'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requests(PUT).map(({ headers }) => headers.get('if-match'))).toEqual(['"7.1"', '"7.2"']);
    expect(api.requests(PUT)[1]?.body).toEqual({ role_title: 'Admiral' });
  });

  test('shows the server error and keeps the typed values', async () => {
    api.respond(PUT, problem(503, 'The database is unavailable.'));
    const { user } = await open();
    await user.click(await button('Edit'));
    await user.type(await field('Organization'), ' (retired)');
    await user.click(await button('Save'));
    expect(await screen.findByText('Failed to save: The database is unavailable.')).toBeInTheDocument();
    expect(await field('Organization')).toHaveValue('U.S. Navy (retired)');
  });

  test('asks before navigating away from unsaved changes', async () => {
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

describe('creating a person', () => {
  test('asks before creating a person who may already be in the archive, and shows how the name was split', async () => {
    api.respond('POST /api/curator/people', aPerson({ person_slug: 'foskett-james-h' }));
    const foskett = aPersonMatch({
      full_name: 'James Foskett',
      role_title: 'Naval Aide',
      voyage_count: 3,
      match: 'part',
    });
    api.respond(CANDIDATES, { title: 'Adm.', full_name: 'James H. Foskett', role: 'USN', people: [foskett] });
    const { user } = await open('/people');
    await user.click(await button('New Person'));
    await user.type(await field(/Full Name/), 'Adm. Foskett, James H., USN');
    await user.click(await button('Create Person'));
    expect(await screen.findByText('Possibly already in the archive')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'James Foskett' })).toBeInTheDocument();
    expect(screen.getByText(/Longer or shorter form of the name · .*Naval Aide.*3 voyages/)).toBeInTheDocument();
    expect(await field(/Full Name/)).toHaveValue('James H. Foskett');
    expect(await field('Role/Title')).toHaveValue('USN');
    expect(
      screen.getByText(
        /Changed from “Adm. Foskett, James H., USN”. Check that it’s right before you create the person. On each voyage, enter “Adm.” as the rank or honorific./,
      ),
    ).toBeInTheDocument();
    expect(await accessibilityProblems(document.body)).toEqual([]);
    expect(api.requests('POST /api/curator/people')).toHaveLength(0);
    await user.click(await button('Create Anyway'));
    await waitFor(() => expect(api.requests('POST /api/curator/people')).toHaveLength(1));
    expect(api.requests('POST /api/curator/people')[0]?.body).toMatchObject({
      full_name: 'James H. Foskett',
      role_title: 'USN',
    });
  });

  test('asks before text that names more than one person becomes a person', async () => {
    api.respond('POST /api/curator/people', aPerson());
    api.respond(CANDIDATES, {
      title: null,
      full_name: 'Tom Doe|Ann Roe',
      role: null,
      people: [],
      members: ['Tom Doe', 'Ann Roe'],
    });
    const { user } = await open('/people');
    await user.click(await button('New Person'));
    await user.type(await field(/Full Name/), 'Tom Doe|Ann Roe');
    await user.click(await button('Create Person'));
    expect(await screen.findByText('“Tom Doe|Ann Roe” names more than one person')).toBeInTheDocument();
    expect(api.requests('POST /api/curator/people')).toHaveLength(0);
    await user.click(await button('Create Anyway'));
    await waitFor(() => expect(api.requests('POST /api/curator/people')).toHaveLength(1));
  });

  test('puts letters after the name before a typed role', async () => {
    api.respond(CANDIDATES, { title: null, full_name: 'Ann Ray', role: 'M.D.', people: [] });
    const { user } = await open('/people');
    await user.click(await button('New Person'));
    await user.type(await field(/Full Name/), 'Ann Ray, M.D.');
    await user.type(await field('Role/Title'), 'Surgeon');
    await user.click(await button('Create Person'));
    await waitFor(async () => expect(await field('Role/Title')).toHaveValue('M.D., Surgeon'));
    expect(await field(/Full Name/)).toHaveValue('Ann Ray');
  });

  test('requires a name and opens the new record', async () => {
    const { user, router } = await open('/people');
    await user.click(await button('New Person'));
    expect(await button('Create Person')).toBeDisabled();
    await user.type(await field(/Full Name/), ' {Enter}');
    expect(screen.getByText('Please enter a full name')).toBeInTheDocument();
    await user.type(await field(/Full Name/), 'James Forrestal ');
    api.respond('POST /api/curator/people', problem(409, 'This address is taken.'));
    await user.click(await button('Create Person'));
    expect(await screen.findByText('Failed to create person: This address is taken.')).toBeInTheDocument();
    api.respond('POST /api/curator/people', aPerson({ person_slug: 'forrestal-james', full_name: 'James Forrestal' }));
    await user.click(await button('Create Person'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/people/forrestal-james'));
    const [, request] = api.requests('POST /api/curator/people');
    expect(request?.body).toMatchObject({
      person_slug: 'auto',
      full_name: 'James Forrestal',
      role_title: null,
      birth_year: null,
    });
    expect(request?.headers.get('idempotency-key')).toBeTruthy();
  });
});

describe('removing a person from a voyage', () => {
  const remove = async () => {
    const view = await open();
    await view.user.click(await button('Remove from voyage: Down the Potomac'));
    const question = await screen.findByRole('alertdialog', { name: 'Remove Chester W. Nimitz from this voyage?' });
    return { ...view, question };
  };

  test('keeps a person who has other voyages', async () => {
    const voyages = [aPersonVoyage(), aPersonVoyage({ voyage_slug: 'other', title: 'Another' })];
    api.respond('GET /api/people/{slug}', aPerson({ voyages, voyage_count: 2 }));
    api.respond(UNLINK, { person_deleted: false });
    const { user, question } = await remove();
    expect(question).toHaveTextContent('Chester W. Nimitz and “Down the Potomac” both stay in the archive.');
    expect(await accessibilityProblems(document.body)).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    const [request] = api.requests(UNLINK);
    expect(Object.fromEntries(request?.query ?? [])).toEqual({
      person_slug: 'nimitz-chester-w',
      voyage_slug: '1946-07-07-truman-harry-s-down-the-potomac',
    });
  });

  test('warns that the last voyage deletes the record, and can undo both', async () => {
    api.respond(UNLINK, { person_deleted: true });
    const { user, question, router } = await remove();
    expect(question).toHaveTextContent('so the person record will be deleted too');
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
      changes: [],
      before: {},
    };
    api.respond('GET /api/curator/history/{kind}/{slug}', page([deletion]));
    api.respond(RESTORE, { ...deletion, revision: 13, action: 'restore', before: null });
    await user.click(await button('Undo'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/people/nimitz-chester-w'));
    expect(api.requests(RESTORE)[0]?.params).toEqual({ kind: 'person', slug: 'nimitz-chester-w', revision: '12' });
  });

  test('does not announce deletion for a president', async () => {
    api.respond('GET /api/people/{slug}', aPerson({ is_president: true }));
    const { question } = await remove();
    expect(question).not.toHaveTextContent('deleted');
  });

  test('shows a failure', async () => {
    api.respond(UNLINK, problem(503, 'The database is unavailable.'));
    const { user, question } = await remove();
    await user.click(within(question).getByRole('button', { name: 'Remove and delete' }));
    expect(await screen.findByText('Failed to remove passenger from voyage')).toBeInTheDocument();
  });
});

describe('editing a role on a voyage', () => {
  const RELINK = 'PUT /api/curator/people/link-to-voyage';
  const openRole = async () => {
    const voyage = aPersonVoyage({ is_crew: true, capacity_role: 'Steward', voyage_notes: 'Served.' });
    api.respond('GET /api/people/{slug}', aPerson({ voyages: [voyage] }));
    api.respond(RELINK, aPassenger());
    const view = await open();
    await view.user.click(await button('Edit role and notes: Down the Potomac'));
    return view;
  };

  test('clears the crew role with the crew flag', async () => {
    const { user } = await openRole();
    expect(await field('Crew role')).toHaveValue('Steward');
    await user.click(screen.getByRole('checkbox', { name: 'Is Crew' }));
    expect(await field('Role aboard')).toHaveValue('');
    expect(await accessibilityProblems(document.body)).toEqual([]);
    await user.click(await button('Save'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requests(RELINK)[0]?.body).toEqual({
      person_slug: 'nimitz-chester-w',
      voyage_slug: '1946-07-07-truman-harry-s-down-the-potomac',
      is_crew: false,
      capacity_role: null,
    });
  });

  test('shows a failure and keeps the typed values', async () => {
    const { user } = await openRole();
    api.respond(RELINK, problem(503, 'The database is unavailable.'));
    await user.type(await field('Crew role'), ' first class');
    await user.click(await button('Save'));
    expect(await screen.findByText('Failed to save: The database is unavailable.')).toBeInTheDocument();
    expect(await field('Crew role')).toHaveValue('Steward first class');
  });
});

test('deletes a person without voyages and offers Undo', async () => {
  api.respond('GET /api/people/{slug}', aPerson({ voyages: [], voyage_count: 0 }));
  api.respond('DELETE /api/curator/people/{person_slug}', noContent());
  const { user, router } = await open();
  await user.click(await button('Delete'));
  await user.click(await button('Delete person'));
  expect(await screen.findByText('Chester W. Nimitz deleted')).toBeInTheDocument();
  await waitFor(() => expect(router.state.location.pathname).toBe('/people'));
  expect(await button('Undo')).toBeInTheDocument();
});
