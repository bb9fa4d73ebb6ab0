import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  accessibilityProblems,
  aMediaItem,
  anAdministration,
  anAlbum,
  aPresident,
  aVoyage,
  aVoyageListItem,
  mockApi,
  noContent,
  page,
  problem,
  renderRoute,
} from '@archive/testing';
import { Outlet } from '@archive/router';
import { installRemoteHost, type MediaPickerProps } from '@archive/shell-api';
import { toast, Toaster } from '@archive/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import { routes } from './routes.tsx';

const api = mockApi();
const ENTRY = aVoyageListItem();
const RAIL = aMediaItem({ media_slug: 'rail', title: 'At the rail', credit: 'Truman Library', date: '1946-07-07' });
const BRIDGE = aMediaItem({ media_slug: 'bridge', title: 'On the bridge' });
const VOYAGE = aVoyage({ media: [RAIL] });
const PUT = 'PUT /api/curator/media/{media_slug}';
const ALBUM_MEDIA = 'PUT /api/curator/albums/{album_slug}/media';
const LINK = 'POST /api/curator/media/link-to-voyage';
const UNLINK = 'DELETE /api/curator/media/unlink-from-voyage';

const withToasts: typeof routes = [
  {
    element: (
      <>
        <Outlet />
        <Toaster />
      </>
    ),
    children: routes,
  },
];

const openCard = async () => {
  sessionStorage.setItem('edit-mode', '1');
  const shown = await renderRoute(withToasts, '/voyages', { at: '/voyages' });
  await shown.user.click(await screen.findByRole('button', { name: `Show details: ${ENTRY.title}` }));
  await screen.findByRole('button', { name: 'Attach existing media' });
  return shown;
};
const editRow = async () => {
  const shown = await openCard();
  await shown.user.click(screen.getByRole('button', { name: 'Edit: At the rail' }));
  return { ...shown, form: within(await screen.findByRole('form', { name: 'Edit At the rail' })) };
};

/** Replaces the media micro-frontend's picker; offers one item. */
const stubPicker = () => {
  const PickerStub = ({ excluded, onSelect, onClose }: MediaPickerProps) => (
    <button
      type="button"
      onClick={() => {
        void onSelect(BRIDGE);
        onClose();
      }}
    >{`Take the bridge, not ${excluded?.join()}`}</button>
  );
  installRemoteHost({ load: () => Promise.resolve({ component: PickerStub }), versionOf: () => '1.0.0' });
};

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  act(() => toast.dismiss());
  stubPicker();
  api.respond('GET /api/presidents', [aPresident()]);
  api.respond('GET /api/curator/albums/by-voyage/{voyage_slug}', []);
  api.respond('GET /api/voyages', page([ENTRY]));
  api.respond('GET /api/voyages/administrations', [anAdministration()]);
  api.respond('GET /api/voyages/{slug}', VOYAGE);
  api.respond('GET /api/media/{slug}', () => Response.json(RAIL, { headers: { etag: '"5"' } }));
});

describe('a media row', () => {
  test('switches to a form and back to a row with the saved values', async () => {
    const { user, form, container } = await editRow();
    expect(await accessibilityProblems(container)).toEqual([]);
    expect(form.getByRole('textbox', { name: /^Title/ })).toHaveFocus();
    await user.clear(form.getByRole('textbox', { name: 'Date' }));
    await user.type(form.getByRole('textbox', { name: 'Date' }), '19460708');
    await user.selectOptions(form.getByRole('combobox', { name: 'Media Type' }), 'Logbook');
    await user.type(form.getByRole('textbox', { name: 'Description' }), 'Aft.');
    api.respond(PUT, RAIL);
    api.respond('GET /api/voyages/{slug}', { ...VOYAGE, media: [{ ...RAIL, title: 'At the aft rail' }] });
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Media updated successfully!')).toBeInTheDocument();
    expect(await screen.findByText('At the aft rail')).toBeInTheDocument();
    expect(api.requests(PUT)[0]?.headers.get('if-match')).toBe('"5"');
    expect(api.requests(PUT)[0]?.body).toEqual({
      media_type: 'logbook',
      date: '1946-07-08',
      description_markdown: `${RAIL.description_markdown ?? ''}Aft.`,
    });
  });

  test('takes an approximate date', async () => {
    const { user, form } = await editRow();
    const date = form.getByRole('textbox', { name: 'Date' });
    await user.clear(date);
    await user.type(date, 'late 1940s');
    await user.tab();
    expect(date).toHaveAccessibleDescription('late 1940s');
    api.respond(PUT, RAIL);
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Media updated successfully!')).toBeInTheDocument();
    expect(api.requests(PUT)[0]?.body).toEqual({ date: '1947~/1949~' });
  });

  test('is unchanged after Cancel', async () => {
    const { user, form } = await editRow();
    await user.type(form.getByRole('textbox', { name: /^Title/ }), ' again');
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('At the rail')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Edit: At the rail' })).toHaveFocus());
    expect(api.requests(PUT)).toHaveLength(0);
  });

  test('keeps the typed values when saving fails', async () => {
    const { user, form } = await editRow();
    await user.type(form.getByRole('textbox', { name: /^Title/ }), ' again');
    api.respond(PUT, () => problem(503, 'The database is unavailable.'));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Failed to update media. Please try again.')).toBeInTheDocument();
    expect(form.getByText('The database is unavailable.')).toBeInTheDocument();
    expect(form.getByRole('textbox', { name: /^Title/ })).toHaveValue('At the rail again');
  });

  test('offers the version someone else saved during editing', async () => {
    const { user, form } = await editRow();
    await user.type(form.getByRole('textbox', { name: /^Title/ }), ' again');
    const theirs = { ...RAIL, title: 'By the rail' };
    api.respond('GET /api/media/{slug}', () => Response.json(theirs, { headers: { etag: '"6"' } }));
    api.respond('GET /api/curator/history/{kind}/{slug}', page([{ changed_by: 'Anna Weber' }]));
    api.respond(PUT, ({ headers }) =>
      headers.get('if-match') === '"6"' ? Response.json(theirs) : problem(412, 'Changed.', { etag: '"6"' }),
    );
    await user.click(form.getByRole('button', { name: 'Save' }));
    await user.click(await form.findByRole('button', { name: 'Use theirs: Title' }));
    expect(form.getByRole('textbox', { name: /^Title/ })).toHaveValue('By the rail');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Media updated successfully!')).toBeInTheDocument();
  });

  test('is detached after confirmation; the media is not deleted', async () => {
    api.respond(UNLINK, () => noContent());
    const { user } = await openCard();
    await user.click(screen.getByRole('button', { name: 'Detach: At the rail' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Detach “At the rail” from this voyage?' }));
    expect(dialog.getByText(/The media stays in the database and in storage/)).toBeInTheDocument();
    expect(dialog.getByText(VOYAGE.title)).toBeInTheDocument();
    api.respond('GET /api/voyages/{slug}', { ...VOYAGE, media: [] });
    await user.click(dialog.getByRole('button', { name: 'Detach' }));
    expect(await screen.findByText('Media detached from 1 voyage(s) successfully!')).toBeInTheDocument();
    expect(await screen.findByText('No photos or documents yet.')).toBeInTheDocument();
    expect(api.requests(UNLINK)[0]?.query.toString()).toBe(`media_slug=rail&voyage_slug=${VOYAGE.voyage_slug}`);
  });

  test('stays when detaching fails, and logs the reason to the console', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    api.respond(UNLINK, () => problem(503, 'The database is unavailable.'));
    const { user } = await openCard();
    await user.click(screen.getByRole('button', { name: 'Detach: At the rail' }));
    await user.click(await screen.findByRole('button', { name: 'Detach' }));
    expect(
      await screen.findByText('Failed to detach media from voyages. Check console for details.'),
    ).toBeInTheDocument();
    expect(screen.getByText('At the rail')).toBeInTheDocument();
    expect(logged).toHaveBeenCalledTimes(1);
    logged.mockRestore();
  });
});

describe('library media', () => {
  test('are attached through the picker, which hides media already attached', async () => {
    api.respond(LINK, BRIDGE);
    const { user } = await openCard();
    await act(async () => user.click(screen.getByRole('button', { name: 'Attach existing media' })));
    api.respond('GET /api/voyages/{slug}', { ...VOYAGE, media: [RAIL, BRIDGE] });
    await user.click(await screen.findByRole('button', { name: 'Take the bridge, not rail' }));
    expect(await screen.findByText('“On the bridge” attached to the voyage')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Detach: On the bridge' })).toBeInTheDocument();
    expect(api.requests(LINK)[0]?.body).toEqual({
      media_slug: 'bridge',
      voyage_slug: VOYAGE.voyage_slug,
      media_category: 'source',
      sort_order: null,
      notes: '',
    });
  });

  test('are attached to the voyage before they are added to an album', async () => {
    const album = anAlbum({ title: 'That Sunday', voyage_slug: VOYAGE.voyage_slug });
    api.respond('GET /api/curator/albums/by-voyage/{voyage_slug}', [album]);
    api.respond('GET /api/curator/albums/{album_slug}', { ...album, media: [] });
    api.respond(LINK, BRIDGE);
    api.respond(ALBUM_MEDIA, { ...album, media: [BRIDGE] });
    const { user } = await openCard();
    await user.click(await screen.findByRole('button', { name: /^That Sunday/ }));
    await act(async () => user.click(await screen.findByRole('button', { name: 'Add from the media library' })));
    await user.click(await screen.findByRole('button', { name: /^Take the bridge/ }));
    await waitFor(() => expect(api.requests(ALBUM_MEDIA)).toHaveLength(1));
    expect(api.requests(LINK)).toHaveLength(1);
    expect(api.requests(ALBUM_MEDIA)[0]?.body).toEqual({ media_slugs: ['bridge'] });
  });

  test('are added to an album together', async () => {
    const album = anAlbum({ title: 'That Sunday', voyage_slug: VOYAGE.voyage_slug });
    const menu = aMediaItem({ media_slug: 'menu', title: 'The menu' });
    const PickerStub = ({ action, onSelectMany }: MediaPickerProps) => (
      <button type="button" onClick={() => void onSelectMany?.([BRIDGE, RAIL, menu])}>
        {action}
      </button>
    );
    installRemoteHost({ load: () => Promise.resolve({ component: PickerStub }), versionOf: () => '1.0.0' });
    api.respond('GET /api/curator/albums/by-voyage/{voyage_slug}', [album]);
    api.respond('GET /api/curator/albums/{album_slug}', { ...album, media: [] });
    api.respond(LINK, BRIDGE);
    api.respond(ALBUM_MEDIA, { ...album, media: [BRIDGE, RAIL, menu] });
    const { user } = await openCard();
    await user.click(await screen.findByRole('button', { name: /^That Sunday/ }));
    await act(async () => user.click(await screen.findByRole('button', { name: 'Add from the media library' })));
    await user.click(await screen.findByRole('button', { name: 'Add to album' }));
    await waitFor(() => expect(api.requests(ALBUM_MEDIA)).toHaveLength(1));
    // "At the rail" is already attached to the voyage.
    expect(api.requests(LINK).map(({ body }) => body)).toMatchObject([
      { media_slug: 'bridge' },
      { media_slug: 'menu' },
    ]);
    expect(api.requests(ALBUM_MEDIA)[0]?.body).toEqual({ media_slugs: ['bridge', 'rail', 'menu'] });
  });

  test('show a message while the media micro-frontend is unavailable; the card still works', async () => {
    api.respond('POST /api/frontends/failures', () => noContent());
    installRemoteHost({ load: () => Promise.reject(new Error('gone')), versionOf: () => '1.0.0' });
    const { user, container } = await openCard();
    await act(async () => user.click(screen.getByRole('button', { name: 'Attach existing media' })));
    expect(await screen.findByText(/^Can’t open the media library/)).toBeInTheDocument();
    expect(screen.getByText('At the rail')).toBeInTheDocument();
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText(/^Can’t open the media library/)).toBeNull();
  });
});
