import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  accessibilityProblems,
  aMediaItem,
  aPerson,
  aPersonVoyage,
  mockApi,
  page,
  problem,
  renderRoute,
} from '@archive/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { routes } from './routes.tsx';

const api = mockApi();
const open = (slug = 'nimitz-chester-w') => renderRoute(routes, `/people/${slug}`, { at: '/people' });

const COMPANIONS = 'GET /api/people/{slug}/companions';
const MEDIA = 'GET /api/people/{slug}/media';
const HISTORY = 'GET /api/curator/history/{kind}/{slug}';

beforeEach(() => {
  api.respond('GET /api/people/{slug}/pictures', []);
  sessionStorage.clear();
  api.respond(COMPANIONS, page([]));
  api.respond('GET /api/figures/map', { voyages: 0, voyages_not_on_map: 0, places: [], places_not_on_map: 0 });
  api.respond(MEDIA, page([]));
  api.respond('GET /api/curator/people/duplicate-candidates', page([]));
  api.respond('GET /api/curator/people/{person_slug}/spellings', []);
  api.respond('GET /api/curator/people/{person_slug}/merges', Response.json([]));
});

describe('the person page', () => {
  test('shows the record and numbers all of the person’s voyages', async () => {
    api.respond(
      'GET /api/people/{slug}',
      aPerson({
        role_title: null,
        tags: ['admirals'],
        notes_internal: 'Check the **diary**.',
        voyage_count: 2,
        voyages: [
          aPersonVoyage({
            voyage_slug: 'first',
            title: 'Outing to Mount Vernon',
            capacity_role: 'Chief of Naval Operations',
          }),
          aPersonVoyage({
            voyage_slug: 'second',
            title: 'The stay aboard',
            start_date: '1949-01',
            voyage_notes: 'For the inauguration.',
          }),
        ],
      }),
    );
    const { container } = await open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Chester W. Nimitz' })).toBeInTheDocument();
    expect(screen.getByText('Chief of Naval Operations', { selector: 'header *' })).toBeInTheDocument();
    expect(screen.getByText('1885–1966')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Read the article' })).toHaveAttribute(
      'href',
      'https://en.wikipedia.org/wiki/Chester_W._Nimitz',
    );
    expect(screen.getByText('admirals')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Internal Notes' })).toBeInTheDocument();
    const history = screen.getByRole('region', { name: 'Voyage History' });
    expect(within(history).getAllByRole('listitem')).toHaveLength(2);
    expect(within(history).getByRole('link', { name: 'The stay aboard' })).toHaveAttribute('href', '/voyages/second');
    expect(within(history).getByText('January 1949')).toBeInTheDocument();
    expect(within(history).getByText('For the inauguration.')).toBeInTheDocument();
    expect(document.title).toContain('Chester W. Nimitz');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('shows an empty voyage history', async () => {
    api.respond('GET /api/people/{slug}', aPerson({ voyages: [], voyage_count: 0 }));
    await open();
    expect(await screen.findByText('No voyage records found')).toBeInTheDocument();
  });

  test('links back to the directory if the person doesn’t exist', async () => {
    api.respond('GET /api/people/{slug}', problem(404, 'Person not found'));
    api.respond('GET /api/curator/history/deleted', problem(404, 'There’s no deleted record at this address.'));
    await open('nobody');
    expect(await screen.findByRole('heading', { name: 'Person not found' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to Passengers' })).toHaveAttribute('href', '/people');
  });

  test('retries after a server error', async () => {
    api.respond('GET /api/people/{slug}', problem(500, 'Something broke.'));
    const { user } = await open();
    await screen.findByText('Something broke.');
    api.respond('GET /api/people/{slug}', aPerson());
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument();
  });
});

describe('related records', () => {
  test('lists companions and the media of the voyages', async () => {
    api.respond('GET /api/people/{slug}', aPerson());
    const leahy = { person_slug: 'leahy-william', full_name: 'William Leahy', role_title: null, is_president: false };
    api.respond(COMPANIONS, page([{ ...leahy, shared_count: 3 }], 5));
    const { media_category: _, sort_order: __, ...picture } = aMediaItem({ media_slug: 'rail' });
    api.respond(MEDIA, page([{ ...picture, voyage_slug: 'first', voyage_title: 'First' }], 40));
    const { user, container } = await open();
    const sailed = await screen.findByRole('region', { name: 'Sailed With' });
    expect(within(sailed).getByRole('link', { name: 'William Leahy' })).toHaveAttribute(
      'href',
      '/people/leahy-william',
    );
    expect(sailed).toHaveTextContent('3 voyages together');
    expect(sailed).toHaveTextContent('and 4 more');
    const media = screen.getByRole('region', { name: 'Photos and documents from these voyages' });
    expect(within(media).getByRole('link')).toHaveAttribute('href', '/media/rail');
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(within(media).getByRole('button', { name: 'Show 39 more' }));
    await waitFor(() => expect(api.requests(MEDIA).map(({ query }) => query.get('limit'))).toEqual(['12', '60']));
  });

  test('are not requested for a person without voyages', async () => {
    api.respond('GET /api/people/{slug}', aPerson({ voyages: [], voyage_count: 0 }));
    await open();
    await screen.findByText('No voyage records found');
    expect(api.requests(COMPANIONS)).toHaveLength(0);
    expect(screen.queryByRole('region', { name: 'Sailed With' })).toBeNull();
  });

  test('a citation has name, archive, address, and access date, and can be copied', async () => {
    api.respond('GET /api/people/{slug}', aPerson());
    const { user } = await open();
    const written = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(await screen.findByRole('button', { name: 'Cite' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cite this person' });
    const words =
      /^“Nimitz, Chester W\.” The Sequoia Archive\. Accessed \w+ \d+, \d{4}\. http:\/\/localhost\/people\/nimitz-chester-w\.$/;
    expect(within(dialog).getByText(words)).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Copy' }));
    expect(written).toHaveBeenCalledWith(expect.stringMatching(words));
  });
});

describe('the history of a person', () => {
  const change = (revision: number, overrides: object) => ({
    revision,
    kind: 'person' as const,
    slug: 'nimitz-chester-w',
    action: 'update' as const,
    changed_by: 'curator',
    changed_at: '2026-01-01T12:00:00Z',
    changes: [],
    before: { ...aPerson() },
    ...overrides,
  });

  test('shows who changed what, and restores a version in Edit Mode only', async () => {
    api.respond('GET /api/people/{slug}', aPerson({ role_title: 'CNO', tags: ['navy'] }));
    api.respond(
      HISTORY,
      page([
        change(9, { changes: [{ field: 'role_title', label: 'Role/Title', from: 'Admiral', to: 'CNO' }] }),
        change(8, { changes: [{ field: 'tags', label: 'Tags', from: '', to: 'navy' }] }),
        change(3, { action: 'create', before: null, changed_by: 'ingest' }),
      ]),
    );
    const { user, unmount } = await open();
    await user.click(await screen.findByRole('button', { name: 'Change history' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change history' });
    const [last, before, first] = await within(dialog).findAllByRole('listitem');
    expect(last).toHaveTextContent(/Changed by curator.*Role\/TitleAdmiral CNO/);
    expect(before).toHaveTextContent(/Tags.*navy/);
    expect(before).not.toHaveTextContent('Role/Title');
    expect(first).toHaveTextContent('Added by ingest');
    expect(within(dialog).queryByRole('button', { name: /Restore/ })).toBeNull();
    expect(await accessibilityProblems(document.body)).toEqual([]);
    unmount();

    sessionStorage.setItem('edit-mode', '1');
    const RESTORE = 'POST /api/curator/history/{kind}/{slug}/{revision}/restore';
    api.respond(RESTORE, change(10, { action: 'restore' }));
    const secondView = await open();
    await secondView.user.click(await screen.findByRole('button', { name: 'Change history' }));
    const buttons = await screen.findAllByRole('button', { name: /Restore previous version/ });
    expect(buttons).toHaveLength(2);
    api.respond('GET /api/people/{slug}', aPerson({ full_name: 'Chester Nimitz, restored' }));
    api.respond('GET /api/curator/history/{kind}/{slug}/{revision}/preview', { changes: [] });
    await secondView.user.click(buttons[1] as HTMLElement);
    await secondView.user.click(await screen.findByRole('button', { name: 'Restore version' }));
    expect(await screen.findByText('Chester Nimitz, restored', { selector: 'h1' })).toBeInTheDocument();
    expect(api.requests(RESTORE)[0]?.params).toMatchObject({ kind: 'person', revision: '8' });
  });

  test('is empty for an unchanged record', async () => {
    api.respond('GET /api/people/{slug}', aPerson());
    api.respond(HISTORY, page([]));
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Change history' }));
    expect(await screen.findByText('No changes yet')).toBeInTheDocument();
  });
});
