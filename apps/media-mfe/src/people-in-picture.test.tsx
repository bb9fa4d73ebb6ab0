import { Outlet } from '@archive/router';
import { EditModeSwitch } from '@archive/shell-api';
import {
  accessibilityProblems,
  aMediaItem,
  aPerson,
  mockApi,
  noContent,
  problem,
  type RecordedRequest,
  renderRoute,
} from '@archive/testing';
import { Toaster } from '@archive/ui';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aView, NO_PEOPLE, stubCanvas } from '../test/viewer.ts';
import { recordRoutes } from './routes.tsx';

const api = mockApi();
const PEOPLE = 'GET /api/media/{media_slug}/people';
const SET = 'PUT /api/curator/media/{media_slug}/people';

const ANN = { person_slug: 'lee-ann', full_name: 'Ann Lee', role_title: null, portrait_url: null };
const BEN = { person_slug: 'ray-ben', full_name: 'Ben Ray', role_title: null, portrait_url: null };
const FACE = { x: 0.1, y: 0.2, width: 0.25, height: 0.3 };

const withEtag = (people: object[], suggested: object[] = [], etag = '"1"') =>
  Response.json({ media_slug: 'rail', people, suggested }, { headers: { etag } });
const bodyOf = (request: RecordedRequest | undefined) =>
  (request?.body as { people: object[] } | undefined)?.people ?? [];

const shell = (
  <>
    <EditModeSwitch />
    <Outlet />
    <Toaster />
  </>
);
const open = (search = '') =>
  renderRoute([{ element: shell, children: recordRoutes ?? [] }], `/media/rail${search}`, { at: '/media' });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const edit = async () => fireEvent.click(await screen.findByRole('switch', { name: 'Edit Mode' }));

beforeEach(() => {
  sessionStorage.clear();
  stubCanvas();
  jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const picture = { public_derivative_url: '/media-files/_derivatives/rail.webp', content_type: 'image/jpeg' };
  api.respond('GET /api/media/{slug}', aMediaItem({ media_slug: 'rail', title: 'At the rail', ...picture }));
  api.respond('GET /api/media/{media_slug}/view', aView());
  api.respond('GET /api/media/{slug}/similar', { items: [] });
  api.respond('GET /api/media/{slug}/neighbors', { album: null, previous: null, next: null });
  api.respond('GET /api/media/{slug}/preservation', { sha256: null, events: [] });
  api.respond('GET /api/curator/media/{media_slug}/usage', { voyages: [], albums: [], people: [] });
  api.respond(PEOPLE, NO_PEOPLE);
  // The person picker of the people micro-frontend is not installed.
  api.respond('POST /api/frontends/failures', () => noContent());
});

describe('the people in a picture', () => {
  test('are listed with links to their pages', async () => {
    api.respond(PEOPLE, withEtag([{ ...ANN, region: FACE }]));
    await open();
    const list = await screen.findByRole('list', { name: 'In this image' });
    expect(within(list).getByRole('link', { name: 'Ann Lee' }).getAttribute('href')).toBe('/people/lee-ann');
    expect(screen.queryByRole('button', { name: 'Remove Ann Lee' })).toBeNull();
    expect(await accessibilityProblems(document.body)).toEqual([]);
  });

  test('are hidden from readers if no one is marked', async () => {
    await open();
    await screen.findByRole('heading', { level: 1, name: 'At the rail' });
    await waitFor(() => expect(api.requests(PEOPLE)).toHaveLength(1));
    expect(screen.queryByText('In this image')).toBeNull();
  });

  test('can be reloaded after a failure', async () => {
    api.respond(PEOPLE, () => problem(403, 'Not now.'));
    await open();
    await screen.findByText(/Can’t load who is in this image: Not now/);
    api.respond(PEOPLE, withEtag([{ ...ANN, region: null }]));
    fireEvent.click(await button('Retry'));
    await screen.findByRole('link', { name: 'Ann Lee' });
  });
});

describe('marking a person', () => {
  test('places the region with the keyboard, and offers Undo', async () => {
    api.respond(PEOPLE, withEtag([{ ...BEN, region: null }], [ANN]));
    api.respond(SET, (request) =>
      withEtag(
        bodyOf(request).map((mark) => ({ ...ANN, ...mark })),
        [],
        '"2"',
      ),
    );
    await open();
    await edit();
    fireEvent.click(await button('Mark people'));
    fireEvent.click(await button('Mark Ann Lee'));
    const region = await button(/^Region of Ann Lee/);
    expect(document.activeElement).toBe(region);
    fireEvent.keyDown(region, { key: 'ArrowLeft' });
    fireEvent.keyDown(region, { key: 'ArrowDown', shiftKey: true });
    fireEvent.keyDown(region, { key: 'Enter' });
    await screen.findByText('Ann Lee marked');
    const [first] = api.requests(SET);
    expect(first?.headers.get('if-match')).toBe('"1"');
    expect(bodyOf(first)).toEqual([
      { person_slug: 'ray-ben', region: null },
      { person_slug: 'lee-ann', region: { x: 0.39, y: 0.3, width: 0.2, height: 0.26 } },
    ]);
    expect(screen.queryByRole('button', { name: /^Region of/ })).toBeNull();
    fireEvent.click(await button('Undo'));
    await screen.findByText('Undone');
    expect(bodyOf(api.requests(SET)[1])).toEqual([{ person_slug: 'ray-ben', region: null }]);
  });

  test('can take the whole picture, or be canceled with Escape', async () => {
    api.respond(PEOPLE, withEtag([], [ANN]));
    api.respond(SET, withEtag([{ ...ANN, region: null }]));
    await open();
    await edit();
    fireEvent.click(await button('Mark people'));
    fireEvent.click(await button('Mark Ann Lee'));
    fireEvent.keyDown(await button(/^Region of Ann Lee/), { key: 'Escape' });
    expect(screen.queryByRole('button', { name: 'Use whole image' })).toBeNull();
    fireEvent.click(await button('Mark Ann Lee'));
    fireEvent.click(await button('Use whole image'));
    await screen.findByText('Ann Lee marked');
    expect(api.requests(SET).map(bodyOf)).toEqual([[{ person_slug: 'lee-ann', region: null }]]);
  });

  test('keeps people whom someone else marked in the meantime', async () => {
    api.respond(PEOPLE, withEtag([{ ...ANN, region: FACE }]));
    await open();
    await edit();
    const remove = await button('Remove Ann Lee');
    const both = [
      { ...ANN, region: FACE },
      { ...BEN, region: null },
    ];
    api.respond(PEOPLE, withEtag(both, [], '"2"'));
    api.respond(SET, ({ headers }) =>
      headers.get('if-match') === '"2"' ? withEtag([both[1]!], [], '"3"') : problem(412, 'Changed since.'),
    );
    fireEvent.click(remove);
    await screen.findByText('Ann Lee is no longer marked');
    expect(bodyOf(api.requests(SET)[1])).toEqual([{ person_slug: 'ray-ben', region: null }]);
  });

  test('is rejected if someone else has changed the region of the same person', async () => {
    api.respond(PEOPLE, withEtag([{ ...ANN, region: FACE }]));
    await open();
    await edit();
    const remove = await button('Remove Ann Lee');
    api.respond(PEOPLE, withEtag([{ ...ANN, region: null }], [], '"2"'));
    api.respond(SET, problem(412, 'Changed since.'));
    fireEvent.click(remove);
    await screen.findByText(/Someone else has changed where Ann Lee is marked/);
    expect(api.requests(SET)).toHaveLength(1);
  });
});

describe('the portrait of a person in the picture', () => {
  const PUT = 'PUT /api/curator/people/{person_slug}';

  test('is set from the list', async () => {
    api.respond(PEOPLE, withEtag([{ ...ANN, region: FACE }]));
    api.respond('GET /api/people/{slug}', aPerson({ person_slug: 'lee-ann', portrait: null }));
    api.respond(PUT, aPerson({ person_slug: 'lee-ann', portrait: 'rail' }));
    await open();
    await edit();
    fireEvent.click(await button('Set as portrait of Ann Lee'));
    await screen.findByText('Portrait of Ann Lee set');
    expect(api.requests(PUT)[0]?.body).toEqual({ portrait: 'rail' });
  });

  test('is cropped when the URL asks for it, but only once', async () => {
    sessionStorage.setItem('edit-mode', '1');
    api.respond(PEOPLE, withEtag([{ ...ANN, region: FACE }]));
    api.respond('GET /api/people/{slug}', aPerson({ person_slug: 'lee-ann', full_name: 'Ann Lee' }));
    api.respond(SET, withEtag([{ ...ANN, region: FACE }], [], '"2"'));
    const { router } = await open('?mark=lee-ann');
    fireEvent.keyDown(await button(/^Region of Ann Lee/), { key: 'ArrowRight' });
    fireEvent.keyDown(await button(/^Region of Ann Lee/), { key: 'Enter' });
    await screen.findByText('Ann Lee marked');
    expect(bodyOf(api.requests(SET)[0])).toEqual([{ person_slug: 'lee-ann', region: { ...FACE, x: 0.11 } }]);
    expect(router.state.location.search).toBe('');
    expect(screen.queryByRole('button', { name: /^Region of/ })).toBeNull();
  });
});
