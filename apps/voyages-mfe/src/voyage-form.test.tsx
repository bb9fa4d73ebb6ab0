import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  accessibilityProblems,
  aMediaItem,
  anAdministration,
  aPassenger,
  aPresident,
  aVoyage,
  aVoyageListItem,
  mockApi,
  noContent,
  page,
  problem,
  renderRoute,
} from '@archive/testing';
import { Toaster, toast } from '@archive/ui';
import { Outlet } from '@archive/router';
import { installRemoteHost, type EnteredPerson, type PersonPickerProps, type PickedPerson } from '@archive/shell-api';
import { act, screen, waitFor, within } from '@testing-library/react';
import { FIELDS } from './features/voyage-form/values.ts';
import { routes } from './routes.tsx';

const api = mockApi();
const VOYAGE = aVoyage({ title: 'Down the Potomac', notes: 'Fog until noon.', passengers: [aPassenger()] });
const SLUG = VOYAGE.voyage_slug;
const withEtag = (voyage = VOYAGE, etag = '"7"') => Response.json(voyage, { headers: { etag } });

const passengerDefaults = { role_title: null, title: null, capacity_role: null, is_crew: false };
const PICKED: PickedPerson[] = [
  { ...passengerDefaults, person_slug: 'leahy-william-d', full_name: 'William D. Leahy' },
  { ...passengerDefaults, person_slug: 'nimitz-chester-w', full_name: 'Chester W. Nimitz' },
];
const ENTERED: EnteredPerson = {
  person: { full_name: 'Jane Doe', role_title: null },
  title: 'Mrs.',
  capacity_role: 'Steward',
  is_crew: true,
};

/** Replaces the people micro-frontend's picker. */
function Picker({ label, onPick, onEnter, onPending }: PersonPickerProps) {
  return (
    <fieldset aria-label={label}>
      <input aria-label="Name" onChange={({ target }) => onPending?.(target.value)} />
      {PICKED.map((person) => (
        <button key={person.person_slug} type="button" onClick={() => onPick(person)}>
          Pick {person.full_name}
        </button>
      ))}
      <button type="button" onClick={() => onEnter?.(ENTERED)}>
        Enter Jane Doe
      </button>
    </fieldset>
  );
}
const PEOPLE = { load: () => Promise.resolve({ component: Picker }), versionOf: () => '1.0.0' };

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
const open = (path = '/voyages/new') => renderRoute(withToasts, path, { at: '/voyages' });
const openEdit = async () => {
  const shown = await open(`/voyages/${SLUG}/edit`);
  await screen.findByRole('heading', { level: 1, name: 'Edit voyage' });
  return shown;
};
const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const place = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name });
const lastBody = (route: Parameters<typeof api.requests>[0]) => api.requests(route).at(-1)?.body;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  act(() => toast.dismiss());
  api.respond('GET /api/presidents', [
    aPresident(),
    aPresident({ president_slug: 'reagan-ronald', full_name: 'Ronald Reagan', initials: 'RR' }),
    aPresident({ president_slug: 'ford-gerald', full_name: 'Gerald Ford', initials: 'GRF' }),
  ]);
  api.respond('GET /api/curator/albums/by-voyage/{voyage_slug}', []);
  api.respond('GET /api/voyages', page([]));
  api.respond('GET /api/voyages/position', { place: 0 });
  api.respond('GET /api/search/suggestions', []);
  api.respond('GET /api/curator/history/{kind}/{slug}', page([]));
  api.respond('GET /api/voyages/administrations', []);
  api.respond('GET /api/voyages/{slug}', () => withEtag());
  api.respond('POST /api/curator/voyages', () => withEtag(aVoyage({ passengers: [] })));
  api.respond('PUT /api/curator/voyages/{voyage_slug}', () => withEtag());
  installRemoteHost(PEOPLE);
  api.respond('POST /api/curator/people/link-to-voyage', aPassenger());
});

describe('a new voyage', () => {
  test('suggests places of other voyages, and the president in office on its date', async () => {
    const suggestion = { slug: null, title_excerpt: [], excerpt: [], voyage_slug: null, url: null, page: null };
    api.respond('GET /api/search/suggestions', [
      { ...suggestion, kind: 'voyage', slug: SLUG, title: 'Washington Navy Yard, 1946', subtitle: null },
      { ...suggestion, kind: 'place', title: 'Washington Navy Yard', subtitle: '3 voyages' },
    ]);
    const { user } = await open();
    await screen.findByRole('heading', { level: 1, name: 'New voyage' });
    await user.type(place('Start Location'), 'Washington Navy');
    const options = () => [...(place('Start Location').list?.options ?? [])].map(({ value }) => value);
    await waitFor(() => expect(options()).toEqual(['Washington Navy Yard']));
    expect(place('End Location').list?.options).toHaveLength(0);

    await user.type(field(/^Start Date/), '19470612');
    const owner = screen.getByRole('combobox', { name: 'President/Owner' });
    expect(owner).toHaveValue('');
    await user.click(
      await screen.findByRole('button', {
        name: 'Yes: Set President/Owner to Harry S. Truman, based on the start date?',
      }),
    );
    expect(owner).toHaveDisplayValue('Harry S. Truman');
  });

  test('offers the initials of two presidents once', async () => {
    const report = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    api.respond('GET /api/presidents', [
      aPresident(),
      aPresident({ president_slug: 'tate-henry', full_name: 'Henry S. Tate' }),
    ]);
    await open();
    const aboard = await screen.findByRole('combobox', { name: 'President Aboard' });
    await within(aboard).findByRole('option', { name: 'Harry S. Truman or Henry S. Tate (HST)' });
    expect(within(aboard).getAllByRole('option')).toHaveLength(2);
    expect(report).not.toHaveBeenCalled();
    report.mockRestore();
  });

  test('saves every field with new people, then links the existing ones, and returns to the list', async () => {
    const jane = aPassenger({
      person_slug: 'doe-jane',
      full_name: 'Jane Doe',
      title: 'Mrs.',
      capacity_role: 'Steward',
      is_crew: true,
    });
    api.respond('POST /api/curator/voyages', () => withEtag(aVoyage({ passengers: [jane] })));
    api.respond('PUT /api/curator/people/passenger-order', []);
    const { user, router, container } = await open();
    await screen.findByRole('heading', { level: 1, name: 'New voyage' });
    expect(await accessibilityProblems(container)).toEqual([]);
    expect(screen.getByRole('button', { name: 'Save Voyage' })).toBeDisabled();

    await user.type(field('Voyage Title'), 'To Quantico');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Voyage Type' }), 'Official');
    const owner = screen.getByRole('combobox', { name: 'President/Owner' });
    await within(owner).findByRole('option', { name: 'Gerald Ford' });
    expect(within(owner).queryByRole('option', { name: 'Ronald Reagan' })).toBeNull();
    await user.selectOptions(owner, 'Gerald Ford');
    await user.type(field(/^Start Date/), '19760616');
    await user.type(field('Start Time'), '1900');
    await user.type(place('Start Location'), 'Navy Yard');
    await user.type(field('End Time'), '2103');
    await user.click(screen.getByRole('checkbox', { name: 'Menu Info' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'President Aboard' }), 'Harry S. Truman (HST)');
    await user.type(field('Royalty Details'), 'Queen Juliana');
    await user.type(field('Foreign Leader’s Country'), 'Canada');
    await user.type(field('Other Guests'), '27 other guests');
    await user.type(field('Summary'), 'A dinner afloat.');

    await user.click(await screen.findByRole('button', { name: 'Pick William D. Leahy' }));
    await user.click(screen.getByRole('button', { name: 'Enter Jane Doe' }));
    const aboard = within(await screen.findByRole('list', { name: 'People aboard' }));
    await waitFor(() => expect(aboard.getAllByRole('listitem')).toHaveLength(2));
    expect(aboard.getAllByRole('listitem')[1]).toHaveTextContent(/Mrs\. Jane Doe.*New.*Steward/);

    await user.type(field('Additional Information'), 'Dinner on the river.');
    await user.click(screen.getByRole('button', { name: 'Add spin' }));
    await user.keyboard('A snug little ship.');
    const spin = within(screen.getByRole('group', { name: 'Spin 1' }));
    expect(spin.getByRole('blockquote')).toHaveTextContent('A snug little ship.');
    const [source, additional] = screen.getAllByRole('textbox', { name: 'Citation or link' });
    await user.type(source!, 'Deck log{Enter}');
    await user.type(additional!, 'https://example.org/yacht');
    await user.type(field('Curator Notes'), 'Check the hour.');
    expect(await accessibilityProblems(container)).toEqual([]);

    await user.click(screen.getByRole('button', { name: 'Save Voyage' }));
    expect(await screen.findByText('✓ Voyage saved successfully')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/voyages');
    expect(lastBody('POST /api/curator/voyages')).toMatchObject({
      title: 'To Quantico',
      voyage_type: 'official',
      president_slug_from_voyage: 'ford-gerald',
      start_date: '1976-06-16',
      start_time: '19:00',
      start_location: 'Navy Yard',
      end_date: '',
      end_time: '21:03',
      mention_menu: true,
      has_royalty: false,
      presidential_initials: 'HST',
      royalty_details: 'Queen Juliana',
      foreign_leader_country: 'Canada',
      additional_guests: '27 other guests',
      summary_markdown: 'A dinner afloat.',
      additional_information: 'Dinner on the river.',
      spin: [{ spin: 'A snug little ship.', source: null }],
      source_urls: [{ url: 'Deck log', media_type: 'article', title: null }],
      additional_sources: [{ url: 'https://example.org/yacht', media_type: 'article', title: null }],
      notes_internal: 'Check the hour.',
      new_passengers: [{ ...ENTERED, notes: null }],
    });
    expect(api.requests('POST /api/curator/voyages')[0]?.headers.get('idempotency-key')).toMatch(/^voyage-[\w-]+$/);
    expect(api.requests('POST /api/curator/people/link-to-voyage').map(({ body }) => body)).toEqual([
      { person_slug: 'leahy-william-d', voyage_slug: SLUG, capacity_role: null, is_crew: false, notes: null },
    ]);
    expect(lastBody('PUT /api/curator/people/passenger-order')).toMatchObject({
      person_slugs: ['leahy-william-d', 'doe-jane'],
    });
    expect(api.requests('POST /api/curator/people')).toHaveLength(0);
    expect(localStorage).toHaveLength(0);
  });

  test('requires a start date', async () => {
    const { user } = await open();
    await user.type(await screen.findByRole('textbox', { name: 'Voyage Title' }), 'No date');
    await user.keyboard('{Control>}s{/Control}');
    expect(await screen.findAllByRole('alert')).not.toHaveLength(0);
    expect(screen.getAllByText('Start date is required').length).toBeGreaterThan(0);
    expect(field(/^Start Date/)).toHaveAccessibleDescription('Start date is required');
    await user.click(screen.getByRole('button', { name: 'Start Date' }));
    expect(field(/^Start Date/)).toHaveFocus();
    expect(api.requests('POST /api/curator/voyages')).toHaveLength(0);
  });

  test('shows server errors next to their fields', async () => {
    api.respond('POST /api/curator/voyages', () =>
      problem(422, 'Some fields cannot be taken.', {
        errors: [{ path: 'end_date', message: 'The voyage ends before it starts.' }],
      }),
    );
    const { user } = await open();
    await user.type(await screen.findByRole('textbox', { name: /^Start Date/ }), '1946');
    await user.click(screen.getByRole('button', { name: 'Save Voyage' }));
    expect(await screen.findByText('Failed to create voyage: Some fields cannot be taken.')).toBeInTheDocument();
    expect(field('End Date')).toHaveAccessibleDescription('The voyage ends before it starts.');
    expect(field(/^Start Date/)).toHaveValue('1946');
  });

  test('keeps everything while the server is unavailable, and retries with the same idempotency key', async () => {
    const { user, router } = await open();
    await user.type(await screen.findByRole('textbox', { name: /^Start Date/ }), '19460707');
    api.respond('POST /api/curator/voyages', () => problem(503, 'The database is unavailable.'));
    await user.click(screen.getByRole('button', { name: 'Save Voyage' }));
    expect(await screen.findByText(/^Not saved. Can’t reach the server/)).toBeInTheDocument();
    expect(field(/^Start Date/)).toHaveValue('1946-07-07');
    api.respond('POST /api/curator/voyages', () => withEtag(aVoyage({ passengers: [] })));
    await user.click(screen.getByRole('button', { name: 'Save Voyage' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
    const [first, second] = api
      .requests('POST /api/curator/voyages')
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(second).toBe(first);
  });

  test('names the links that failed, keeps the others and retries only the failed ones', async () => {
    const { user, router } = await open();
    await user.type(await screen.findByRole('textbox', { name: /^Start Date/ }), '19460707');
    await user.click(await screen.findByRole('button', { name: 'Pick William D. Leahy' }));
    api.respond('POST /api/curator/people/link-to-voyage', () => problem(503, 'The database is unavailable.'));
    api.respond('GET /api/voyages/{slug}', () => withEtag(aVoyage({ passengers: [] })));
    await user.click(screen.getByRole('button', { name: 'Save Voyage' }));
    expect(await screen.findByText('Voyage saved, with problems')).toBeInTheDocument();
    expect(screen.getByText(/William D. Leahy was not added. The database is unavailable./)).toBeInTheDocument();
    api.respond('POST /api/curator/people/link-to-voyage', aPassenger());
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
    expect(api.requests('POST /api/curator/voyages')).toHaveLength(1);
    expect(api.requests('PUT /api/curator/voyages/{voyage_slug}')).toHaveLength(0);
  });
});

test('after a save shows the list with the saved voyage, even if the timeline was selected', async () => {
  Element.prototype.scrollIntoView = () => undefined;
  sessionStorage.setItem('voyages.view', 'timeline');
  api.respond('GET /api/timeline/dates', []);
  const saved = aVoyageListItem({ voyage_slug: SLUG, title: 'To Quantico' });
  api.respond('GET /api/voyages', page([saved], 120));
  api.respond('GET /api/voyages/position', { place: 70 });
  api.respond('GET /api/voyages/administrations', [anAdministration()]);
  const { user, router } = await open();
  await user.type(await screen.findByRole('textbox', { name: /^Start Date/ }), '19760616');
  await user.click(screen.getByRole('button', { name: 'Save Voyage' }));
  expect(await screen.findByText('Just saved')).toBeVisible();
  expect(router.state.location.search).toBe('?page=2');
  await waitFor(() => expect(screen.getByRole('link', { name: 'To Quantico' })).toHaveFocus());
  expect(screen.getByRole('button', { name: 'Open' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Log another' }));
  expect(await screen.findByRole('textbox', { name: /^Start Date/ })).toHaveValue('');
  await router.navigate('/voyages');
  expect(await screen.findByText('No timeline data available')).toBeVisible();
});

describe('a draft', () => {
  test('is stored when the page closes before the form has rendered the last key press', async () => {
    await openEdit();
    const summary = field('Summary');
    const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
    environment.IS_REACT_ACT_ENVIRONMENT = false;
    try {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(summary, 'Fog.');
      summary.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await Promise.resolve();
      // Only the field has rendered: on a slow computer, the rest of the form must not delay typing.
      expect(summary.value).toBe('Fog.');
      expect(screen.queryByText('1 unsaved change')).toBeNull();
      dispatchEvent(new Event('pagehide'));
      const key = Object.keys(localStorage).find((name) => name.startsWith('voyages.draft.')) ?? '';
      expect(JSON.parse(localStorage.getItem(key) ?? '{}')).toMatchObject({ values: { summary_markdown: 'Fog.' } });
      expect(summary.value).toBe('Fog.');
    } finally {
      environment.IS_REACT_ACT_ENVIRONMENT = true;
    }
    expect(await screen.findByText('1 unsaved change')).toBeVisible();
  });

  test('is stored when the form unmounts, offered again and can be discarded', async () => {
    const { user, unmount } = await open();
    await user.type(await screen.findByRole('textbox', { name: 'Voyage Title' }), 'Half a story');
    unmount();
    const secondView = await open();
    expect(await screen.findByText(/“Half a story” —/)).toHaveTextContent('last edited in this browser just now');
    expect(screen.getByRole('heading', { name: 'You have an unsaved draft' })).toHaveFocus();
    await secondView.user.click(screen.getByRole('button', { name: 'Resume draft' }));
    expect(screen.getByText('Draft resumed')).toHaveFocus();
    expect(field('Voyage Title')).toHaveValue('Half a story');
    expect(screen.getByText('1 unsaved change')).toBeInTheDocument();
    secondView.unmount();
    const third = await open();
    await third.user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(await screen.findByRole('textbox', { name: 'Voyage Title' })).toHaveValue('');
  });

  test('in an older format is offered too', async () => {
    const { user, unmount } = await open();
    await user.type(await screen.findByRole('textbox', { name: 'Voyage Title' }), 'Half a story');
    unmount();
    const key = Object.keys(localStorage).find((name) => name.startsWith('voyages.draft.'))!;
    const { stored_at, ...draft } = JSON.parse(localStorage.getItem(key)!) as { stored_at: number };
    localStorage.setItem(key, JSON.stringify({ ...draft, ['kept_at']: stored_at, form: 2 }));
    const secondView = await open();
    await secondView.user.click(await screen.findByRole('button', { name: 'Resume draft' }));
    expect(field('Voyage Title')).toHaveValue('Half a story');
  });

  test('that another window changed is resumed with those changes, and is not offered if another window saved it', async () => {
    const { user, unmount } = await open();
    await user.type(await screen.findByRole('textbox', { name: 'Voyage Title' }), 'Half a story');
    unmount();
    const secondView = await open();
    const resume = await screen.findByRole('button', { name: 'Resume draft' });
    const key = Object.keys(localStorage).find((name) => name.startsWith('voyages.draft.'))!;
    localStorage.setItem(key, localStorage.getItem(key)!.replace('Half a story', 'The full story'));
    await secondView.user.click(resume);
    expect(await screen.findByRole('textbox', { name: 'Voyage Title' })).toHaveValue('The full story');
    secondView.unmount();

    const third = await open();
    const resumeAgain = await screen.findByRole('button', { name: 'Resume draft' });
    localStorage.clear();
    await third.user.click(resumeAgain);
    expect(await screen.findByText('This draft was opened or saved in another window.')).toBeVisible();
    expect(field('Voyage Title')).toHaveValue('');
  });

  test('includes the text of a source box and the source of a spin (quote) without its text', async () => {
    const { user, unmount } = await open();
    const [source] = await screen.findAllByRole('textbox', { name: 'Citation or link' });
    await user.type(source!, 'Deck log');
    const drafts = () => Object.values(localStorage).join();
    dispatchEvent(new Event('pagehide'));
    expect(drafts()).toContain('Deck log');
    expect(source).toHaveValue('Deck log');
    await user.type(source!, ' of 1946');
    unmount();
    expect(drafts()).toContain('Deck log of 1946');
    localStorage.clear();

    const secondView = await open();
    await secondView.user.click(await screen.findByRole('button', { name: 'Add spin' }));
    await secondView.user.type(screen.getByRole('textbox', { name: 'Source' }), 'Daily Press');
    secondView.unmount();
    expect(drafts()).toContain('Daily Press');
  });

  test('belongs to one voyage only', async () => {
    const { user, unmount } = await open();
    await user.type(await screen.findByRole('textbox', { name: 'Voyage Title' }), 'Half a story');
    unmount();
    await openEdit();
    expect(field('Voyage Title')).toHaveValue('Down the Potomac');
  });
});

describe('leaving', () => {
  test('asks for confirmation with unsaved changes, and keeps the draft', async () => {
    const { user, router } = await open();
    await user.type(await screen.findByRole('textbox', { name: 'Voyage Title' }), 'Half');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
    await user.click(dialog.getByRole('button', { name: 'Keep editing' }));
    expect(router.state.location.pathname).toBe('/voyages/new');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Keep draft and leave' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
    expect(localStorage).toHaveLength(1);
  });

  test('stays when the browser can’t store the draft', async () => {
    const { user, router } = await open();
    await user.type(await screen.findByRole('textbox', { name: 'Voyage Title' }), 'Half');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const storage = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The storage is full.', 'QuotaExceededError');
    });
    try {
      await user.click(await screen.findByRole('button', { name: 'Keep draft and leave' }));
      expect(await screen.findByText(/Browser storage is full, so the draft isn’t saved/)).toBeVisible();
    } finally {
      storage.mockRestore();
    }
    expect(router.state.location.pathname).toBe('/voyages/new');
    expect(field('Voyage Title')).toHaveValue('Half');
  });

  test('can discard the changes', async () => {
    const { user, router } = await open();
    await user.type(await screen.findByRole('textbox', { name: 'Voyage Title' }), 'Half');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
    expect(localStorage).toHaveLength(0);
  });

  test('does not ask for confirmation without changes', async () => {
    const { user, router } = await open();
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
  });
});

describe('editing', () => {
  test('sends only the changed fields, with the ETag', async () => {
    api.respond('GET /api/voyages/{slug}', () =>
      withEtag(
        aVoyage({ summary_markdown: 'Summed up.', notes: 'Rain.', has_royalty: true, original_markdown: '# 1946' }),
      ),
    );
    const { user, router } = await openEdit();
    expect(screen.getByText(/^No changes\. Last saved /)).toBeInTheDocument();
    await user.type(place('End Location'), ', VA');
    await user.clear(field('Notes'));
    await user.click(screen.getByRole('checkbox', { name: 'Menu Info' }));
    await user.click(screen.getByRole('button', { name: 'Update Voyage' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
    expect(api.requests('PUT /api/curator/voyages/{voyage_slug}')[0]?.headers.get('if-match')).toBe('"7"');
    expect(lastBody('PUT /api/curator/voyages/{voyage_slug}')).toEqual({
      end_location: 'Quantico, VA',
      notes: '',
      mention_menu: !aVoyage().mention_menu,
    });
  });

  test('has a control for every field', async () => {
    await openEdit();
    for (const name of FIELDS) expect([name, document.getElementById(`voyage-${name}`)]).not.toContain(null);
  });

  test('keeps text typed while the voyage is being saved', async () => {
    const { user, router } = await openEdit();
    const response = Promise.withResolvers<void>();
    api.respond('PUT /api/curator/voyages/{voyage_slug}', async ({ body }) => {
      await response.promise;
      return withEtag({ ...VOYAGE, ...(body as object) }, '"8"');
    });
    await user.type(field('Notes'), ' Then rain.');
    await user.keyboard('{Control>}s{/Control}');
    await user.type(field('Notes'), ' Then sun.');
    await user.click(screen.getByRole('button', { name: 'Pick William D. Leahy' }));
    response.resolve();
    expect(await screen.findByText(/What you typed since then is not saved yet/)).toBeVisible();
    expect(field('Notes')).toHaveValue('Fog until noon. Then rain. Then sun.');
    expect(within(screen.getByRole('list', { name: 'People aboard' })).getAllByRole('listitem')).toHaveLength(2);
    expect(screen.getByText('2 unsaved changes')).toBeInTheDocument();

    await user.click(screen.getByRole('button', { name: 'Update Voyage' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
    expect(lastBody('PUT /api/curator/voyages/{voyage_slug}')).toEqual({
      notes: 'Fog until noon. Then rain. Then sun.',
    });
    expect(api.requests('PUT /api/curator/voyages/{voyage_slug}').at(-1)?.headers.get('if-match')).toBe('"8"');
    expect(lastBody('POST /api/curator/people/link-to-voyage')).toMatchObject({ person_slug: 'leahy-william-d' });
    expect(localStorage).toHaveLength(0);
  });

  test('keeps long texts outside the form with the passenger fields, which autofill reads on every keystroke', async () => {
    api.respond('GET /api/voyages/{slug}', () => withEtag(aVoyage({ passengers: [aPassenger()] })));
    await openEdit();
    const fields = [...(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Summary' }).form?.elements ?? [])];
    expect(fields).toContain(screen.getByRole('textbox', { name: 'Notes' }));
    expect(fields).not.toContain(screen.getAllByRole('checkbox', { name: /^Crew/ })[0]);
  });

  test('removes people, marks crew and reorders', async () => {
    const people = ['Ann A', 'Bob B', 'Cid C'].map((full_name, index) =>
      aPassenger({ person_slug: full_name.replace(' ', '-').toLowerCase(), full_name, sort_order: index + 1 }),
    );
    api.respond('GET /api/voyages/{slug}', () => withEtag(aVoyage({ passengers: people })));
    api.respond('DELETE /api/curator/people/unlink-from-voyage', { person_deleted: true });
    api.respond('PUT /api/curator/people/link-to-voyage', people[1]!);
    api.respond('PUT /api/curator/people/passenger-order', [people[2]!, people[1]!]);
    const { user, router } = await openEdit();
    await user.click(screen.getByRole('button', { name: 'Remove Ann A' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove Ann A from this voyage?' }));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await user.click(screen.getByRole('checkbox', { name: /^Crew.*Bob B$/ }));
    await user.click(screen.getByRole('button', { name: 'Move Cid C up' }));
    await user.click(screen.getByRole('button', { name: 'Update Voyage' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
    expect(
      screen.getByText('Ann A removed from voyage and deleted (no other voyage associations)'),
    ).toBeInTheDocument();
    expect(lastBody('PUT /api/curator/people/link-to-voyage')).toMatchObject({ person_slug: 'bob-b', is_crew: true });
    expect(api.requests('PUT /api/curator/people/passenger-order').map(({ body }) => body)).toEqual([
      { voyage_slug: SLUG, person_slugs: ['cid-c', 'bob-b'] },
    ]);
    expect(api.requests('PUT /api/curator/voyages/{voyage_slug}')).toHaveLength(0);
  });

  test('changes only the honorific, role, and note of a passenger', async () => {
    api.respond('PUT /api/curator/people/link-to-voyage', aPassenger());
    const { user, router, container } = await openEdit();
    const toggle = screen.getByRole('button', { name: 'Role and notes: Chester W. Nimitz' });
    await user.click(toggle);
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    expect(field('Role aboard')).toHaveValue('Chief of Naval Operations');
    await user.type(field('Rank or honorific'), 'Adm.');
    await user.type(field('Note about this person on this voyage'), 'Boarded at Quantico.');
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Update Voyage' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
    expect(lastBody('PUT /api/curator/people/link-to-voyage')).toEqual({
      person_slug: 'nimitz-chester-w',
      voyage_slug: SLUG,
      title: 'Adm.',
      notes: 'Boarded at Quantico.',
    });
  });

  test('creates new people with the voyage only once, even if a link fails', async () => {
    const jane = aPassenger({
      person_slug: 'doe-jane',
      full_name: 'Jane Doe',
      title: 'Mrs.',
      capacity_role: 'Steward',
    });
    const saved = { ...jane, is_crew: true };
    api.respond('PUT /api/curator/voyages/{voyage_slug}', () =>
      withEtag(aVoyage({ passengers: [aPassenger(), saved] }), '"77.2"'),
    );
    api.respond('POST /api/curator/people/link-to-voyage', () => problem(503, 'The database is unavailable.'));
    const { user, router } = await openEdit();
    await user.click(await screen.findByRole('button', { name: 'Enter Jane Doe' }));
    await user.click(screen.getByRole('button', { name: 'Pick William D. Leahy' }));
    await user.click(screen.getByRole('button', { name: 'Update Voyage' }));
    expect(await screen.findByText(/William D. Leahy was not added/)).toBeInTheDocument();
    api.respond('POST /api/curator/people/link-to-voyage', aPassenger());
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
    const updates = api.requests('PUT /api/curator/voyages/{voyage_slug}');
    expect(updates.map(({ body }) => body)).toEqual([{ new_passengers: [{ ...ENTERED, notes: null }] }]);
    expect(updates[0]?.headers.get('idempotency-key')).toMatch(/^voyage-/);
  });

  test('does not add a person twice', async () => {
    const { user } = await openEdit();
    await user.click(await screen.findByRole('button', { name: 'Pick Chester W. Nimitz' }));
    expect(within(screen.getByRole('list', { name: 'People aboard' })).getAllByRole('listitem')).toHaveLength(1);
  });

  test('works while the person picker is unavailable and retries loading it', async () => {
    installRemoteHost({ load: () => Promise.reject(new Error('away')), versionOf: () => undefined });
    api.otherwise(() => noContent());
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user } = await openEdit();
    expect(await screen.findByText(/Can’t load people right now/)).toBeInTheDocument();
    installRemoteHost(PEOPLE);
    await act(() => user.click(screen.getByRole('button', { name: 'Retry' })));
    expect(await screen.findByRole('group', { name: 'Add a person' })).toBeInTheDocument();
    jest.restoreAllMocks();
  });

  test('shows both versions when someone else saved first, and saves the chosen ones', async () => {
    const { user, router } = await openEdit();
    await user.clear(field('Voyage Title'));
    await user.type(field('Voyage Title'), 'My title');
    await user.type(field('End Time'), '1800');
    const theirs = aVoyage({ title: 'Their title', notes: 'Rain.', end_location: 'Norfolk' });
    api.respond('GET /api/voyages/{slug}', () => withEtag(theirs, '"9"'));
    api.respond('PUT /api/curator/voyages/{voyage_slug}', ({ headers }) =>
      headers.get('if-match') === '"9"' ? withEtag() : problem(412, 'Changed by someone else.', { etag: '"9"' }),
    );
    await user.click(screen.getByRole('button', { name: 'Update Voyage' }));
    const dialog = await screen.findByRole('dialog', { name: 'Someone else saved this voyage' });
    const title = within(within(dialog).getByRole('group', { name: /Voyage Title/ }));
    expect(title.getByRole('radio', { name: 'Keep mine: My title' })).toBeChecked();
    expect(within(dialog).getByRole('radio', { name: 'Use theirs: Norfolk' })).toBeChecked();
    expect(await accessibilityProblems(dialog)).toEqual([]);
    await user.click(title.getByRole('radio', { name: 'Use theirs: Their title' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save with these choices' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
    expect(lastBody('PUT /api/curator/voyages/{voyage_slug}')).toEqual({ end_time: '18:00' });
  });

  test('rebases silently when the newer version changed none of the form’s fields', async () => {
    const { user, router } = await openEdit();
    await user.type(field('End Time'), '1800');
    api.respond('GET /api/voyages/{slug}', () => withEtag({ ...VOYAGE, media: [aMediaItem()] }, '"9"'));
    api.respond('PUT /api/curator/voyages/{voyage_slug}', ({ headers }) =>
      headers.get('if-match') === '"9"' ? withEtag() : problem(412, 'Changed by someone else.', { etag: '"9"' }),
    );
    await user.click(screen.getByRole('button', { name: 'Update Voyage' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
    expect(lastBody('PUT /api/curator/voyages/{voyage_slug}')).toMatchObject({ end_time: '18:00' });
  });

  test('continues without a conflict after a partial save changed the order', async () => {
    const people = ['Ann A', 'Bob B'].map((full_name, index) =>
      aPassenger({ person_slug: full_name.replace(' ', '-').toLowerCase(), full_name, sort_order: index + 1 }),
    );
    api.respond('GET /api/voyages/{slug}', () => withEtag(aVoyage({ passengers: people }), '"77.1-a"'));
    api.respond('PUT /api/curator/people/passenger-order', () =>
      Response.json(people.toReversed(), { headers: { 'x-voyage-etag': '"77.2"' } }),
    );
    api.respond('PUT /api/curator/people/link-to-voyage', () => problem(503, 'The database is unavailable.'));
    const { user, router } = await openEdit();
    await user.click(screen.getByRole('button', { name: 'Move Bob B up' }));
    await user.click(screen.getByRole('checkbox', { name: /^Crew.*Ann A$/ }));
    await user.click(screen.getByRole('button', { name: 'Update Voyage' }));
    expect(await screen.findByText('Voyage saved, with problems')).toBeInTheDocument();
    await user.type(field('End Time'), '1800');
    api.respond('PUT /api/curator/people/link-to-voyage', people[0]!);
    api.respond('PUT /api/curator/voyages/{voyage_slug}', () => withEtag(aVoyage({ passengers: people.toReversed() })));
    await user.click(screen.getByRole('button', { name: 'Update Voyage' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
    expect(api.requests('PUT /api/curator/voyages/{voyage_slug}')[0]?.headers.get('if-match')).toBe('"77.2"');
  });

  test('saves a voyage that was deleted while editing as a new one', async () => {
    const { user, router } = await openEdit();
    await user.type(field('End Time'), '1800');
    api.respond('PUT /api/curator/voyages/{voyage_slug}', () => problem(404, 'Voyage not found.'));
    await user.click(screen.getByRole('button', { name: 'Update Voyage' }));
    await user.click(await screen.findByRole('button', { name: 'Save as new voyage' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
    expect(lastBody('POST /api/curator/voyages')).toMatchObject({ end_time: '18:00' });
  });

  test('returns to the list when the voyage fails to load', async () => {
    api.respond('GET /api/voyages/{slug}', () => problem(503, 'The database is unavailable.'));
    const { router } = await open(`/voyages/${SLUG}/edit`);
    expect(await screen.findByText('Failed to load voyage data')).toBeInTheDocument();
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
  });
});

describe('the date and time fields', () => {
  test('format typed, pasted and deleted digits and keep the caret position', async () => {
    const { user } = await open();
    const date = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Start Date/ });
    await user.type(date, '19460307');
    expect(date).toHaveValue('1946-03-07');
    date.setSelectionRange(5, 5);
    await user.keyboard('{Backspace}');
    expect(date).toHaveValue('1940-30-7');
    expect(date.selectionStart).toBe(3);
    await user.keyboard('6');
    expect(date).toHaveValue('1946-03-07');
    await user.clear(date);
    await user.paste('March 7, 1946');
    expect(date).toHaveValue('1946-03-07');
    const time = field('Start Time');
    await user.type(time, '2575');
    expect(time).toHaveValue('23:59');
    await user.clear(time);
    await user.type(time, '9');
    await user.tab();
    expect(time).toHaveValue('09:00');
  });

  test('are parsed when saving with the keyboard, without leaving the field', async () => {
    const { user, router } = await open();
    await user.type(await screen.findByRole('textbox', { name: /^Start Date/ }), 'June 12, 1947');
    await user.type(field('Start Time'), '6:30 pm');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
    expect(lastBody('POST /api/curator/voyages')).toMatchObject({ start_date: '1947-06-12', start_time: '18:30' });
  });

  test('store an approximate date with the text that was typed', async () => {
    const { user, router } = await open();
    const start = await screen.findByRole('textbox', { name: /^Start Date/ });
    await user.type(start, 'c. 1947');
    await user.type(field('End Date'), 'summer 1948');
    expect(start).toHaveAccessibleDescription('about 1947');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
    expect(lastBody('POST /api/curator/voyages')).toMatchObject({
      start_date: '1947~',
      start_date_written: 'c. 1947',
      end_date: '1948-22',
      end_date_written: null,
    });
  });

  test('prevent saving if their text can’t be stored; the summary takes focus and the save bar shows the count', async () => {
    const { user } = await open();
    await user.type(await screen.findByRole('textbox', { name: /^Start Date/ }), 'Sept. 3rd');
    await user.type(field('End Time'), '12:3');
    await user.click(screen.getByRole('button', { name: 'Save Voyage' }));
    expect(await screen.findByText('Not saved. Fix 2 fields.')).toBeInTheDocument();
    expect(document.activeElement).toHaveTextContent('Fix these fields');
    expect(field(/^Start Date/)).toHaveAccessibleDescription(/^Which year\?/);
    expect(field(/^Start Date/)).toHaveValue('Sept. 3rd');
    await user.keyboard('{Control>}s{/Control}');
    expect(document.activeElement).toHaveTextContent('Fix these fields');
    expect(api.requests('POST /api/curator/voyages')).toHaveLength(0);
  });
});

describe('text that is typed but not added', () => {
  const begin = async () => {
    const shown = await open();
    await shown.user.type(await screen.findByRole('textbox', { name: /^Start Date/ }), '1946');
    return shown;
  };
  const save = () => screen.getByRole('button', { name: 'Save Voyage' });

  test('in the person picker prevents saving and takes focus', async () => {
    const { user, router } = await begin();
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.type(name, 'Sam Rayburn');
    await user.click(save());
    expect(await screen.findAllByText(/Finish adding Sam Rayburn, or clear the name\./)).not.toHaveLength(0);
    expect(name).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Passengers' }));
    expect(name).toHaveFocus();
    expect(api.requests('POST /api/curator/voyages')).toHaveLength(0);
    await user.clear(name);
    expect(screen.queryByText(/Finish adding/)).toBeNull();
    await user.click(save());
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
  });

  test('in the person picker asks for confirmation before leaving', async () => {
    const { user, router } = await open();
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Sam Rayburn');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/voyages/new');
  });

  test('in a source box asks for confirmation before leaving', async () => {
    const { user, router } = await open();
    const [source] = await screen.findAllByRole('textbox', { name: 'Citation or link' });
    await user.type(source!, 'Deck log');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/voyages/new');
  });

  test('in a source box is saved, including with the keyboard', async () => {
    const { user, router } = await begin();
    const [source, additional] = screen.getAllByRole('textbox', { name: 'Citation or link' });
    await user.type(source!, 'Deck log');
    await user.type(additional!, 'Club yearbook');
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
    expect(lastBody('POST /api/curator/voyages')).toMatchObject({
      source_urls: [{ url: 'Deck log' }],
      additional_sources: [{ url: 'Club yearbook' }],
    });
  });

  test('as the source of a spin (quote) without its text prevents saving', async () => {
    const { user } = await begin();
    await user.click(screen.getByRole('button', { name: 'Add spin' }));
    await user.type(screen.getByRole('textbox', { name: 'Source' }), 'Daily Press');
    await user.click(save());
    expect(await screen.findAllByText(/A spin has a source but no quote/)).not.toHaveLength(0);
    expect(api.requests('POST /api/curator/voyages')).toHaveLength(0);
  });
});

test('an expired session stops saving links', async () => {
  api.respond('POST /api/curator/people/link-to-voyage', () => problem(401, 'Sign in.'));
  const { user, router } = await open();
  await user.type(await screen.findByRole('textbox', { name: /^Start Date/ }), '1946');
  await user.click(await screen.findByRole('button', { name: 'Pick William D. Leahy' }));
  await user.click(screen.getByRole('button', { name: 'Pick Chester W. Nimitz' }));
  await user.click(screen.getByRole('button', { name: 'Save Voyage' }));
  expect(await screen.findByText('Voyage not saved')).toBeInTheDocument();
  expect(api.requests('POST /api/curator/people/link-to-voyage')).toHaveLength(1);
  expect(router.state.location.pathname).toBe('/voyages/new');
});

describe('files', () => {
  const rejected: string[] = [];
  const sentFiles: Record<string, string>[] = [];
  let aborted = 0;
  let isStalled = false;

  /** Replaces XMLHttpRequest, which reports upload progress. */
  class FakeUpload extends EventTarget {
    upload = new EventTarget();
    status = 201;
    statusText = '';
    responseText = '';
    open() {}
    setRequestHeader() {}
    abort() {
      aborted += 1;
    }
    send(form: FormData) {
      const { name } = form.get('file') as File;
      sentFiles.push(
        Object.fromEntries([...form].map(([key, value]) => [key, value instanceof File ? value.name : value])),
      );
      const isRejected = rejected.includes(name);
      this.status = isRejected ? 415 : 201;
      this.responseText = JSON.stringify(
        isRejected ? { status: 415, title: 'No', detail: 'This file is not an image.' } : aMediaItem(),
      );
      if (isStalled) return;
      queueMicrotask(() => {
        this.dispatchEvent(new Event('load'));
        this.dispatchEvent(new Event('loadend'));
      });
    }
  }
  const real = globalThis.XMLHttpRequest;
  beforeEach(() => {
    rejected.length = 0;
    sentFiles.length = 0;
    aborted = 0;
    isStalled = false;
    globalThis.XMLHttpRequest = FakeUpload as unknown as typeof XMLHttpRequest;
  });
  afterEach(() => {
    globalThis.XMLHttpRequest = real;
  });

  test('are uploaded after the voyage is saved; a file that fails is named, kept and retried', async () => {
    rejected.push('menu.pdf');
    const { user, router } = await open();
    await user.type(await screen.findByRole('textbox', { name: /^Start Date/ }), '19460707');
    await user.upload(screen.getByLabelText('Files for Sources'), [
      new File(['1'], 'deck log.pdf', { type: 'application/pdf' }),
      new File(['2'], 'menu.pdf', { type: 'application/pdf' }),
    ]);
    await user.type(screen.getByRole('textbox', { name: 'Credit for deck log.pdf' }), 'Truman Library');
    await user.type(screen.getByRole('textbox', { name: 'Date for deck log.pdf' }), 'c. July 8, 1946');
    expect(screen.getByText('3 unsaved changes')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save Voyage' }));
    expect(await screen.findByText(/menu.pdf was not uploaded. This file is not an image./)).toBeInTheDocument();
    expect(sentFiles[0]).toEqual({
      media_slug: 'auto',
      title: 'deck log',
      media_category: 'source',
      voyage_slug: SLUG,
      date: '1946-07-08~',
      credit: 'Truman Library',
      file: 'deck log.pdf',
    });
    expect(within(screen.getByRole('list', { name: 'Files to upload' })).getAllByRole('listitem')).toHaveLength(1);
    rejected.length = 0;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
    expect(sentFiles.map(({ file }) => file)).toEqual(['deck log.pdf', 'menu.pdf', 'menu.pdf']);
    expect(api.requests('POST /api/curator/voyages')).toHaveLength(1);
  });

  test('stop uploading when the form unmounts', async () => {
    isStalled = true;
    const { user, unmount } = await open();
    await user.type(await screen.findByRole('textbox', { name: /^Start Date/ }), '19460707');
    const papers = ['deck log.pdf', 'menu.pdf'].map((name) => new File(['1'], name, { type: 'application/pdf' }));
    await user.upload(screen.getByLabelText('Files for Sources'), papers);
    await user.click(screen.getByRole('button', { name: 'Save Voyage' }));
    await waitFor(() => expect(sentFiles).toHaveLength(1));
    unmount();
    expect(aborted).toBe(1);
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(sentFiles).toHaveLength(1);
  });
});
