import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  accessibilityProblems,
  aMediaItem,
  aPassenger,
  aPresident,
  aVoyage,
  mockApi,
  noContent,
  page,
  problem,
  renderRoute,
} from '@archive/testing';
import { Toaster, toast } from '@archive/ui';
import { Outlet } from '@archive/router';
import { installRemoteHost, type PersonPickerProps, type PickedPerson } from '@archive/shell-api';
import { act, screen, waitFor, within } from '@testing-library/react';
import { routes } from './routes.tsx';

const api = mockApi();
const VOYAGE = aVoyage({ title: 'Down the Potomac', notes: 'Fog until noon.', passengers: [aPassenger()] });
const SLUG = VOYAGE.voyage_slug;
const tagged = (voyage = VOYAGE, etag = '"7"') => Response.json(voyage, { headers: { etag } });

const somebody = { role_title: null, capacity_role: null, is_crew: false };
const PICKED: PickedPerson[] = [
  { ...somebody, person_slug: 'leahy-william-d', full_name: 'William D. Leahy' },
  { ...somebody, person_slug: 'doe-jane', full_name: 'Jane Doe', capacity_role: 'Steward', is_crew: true },
  { ...somebody, person_slug: 'nimitz-chester-w', full_name: 'Chester W. Nimitz' },
];

/** In the place of what the people micro-frontend lends. */
function Picker({ label, onPick }: PersonPickerProps) {
  return (
    <fieldset aria-label={label}>
      {PICKED.map((person) => (
        <button key={person.person_slug} type="button" onClick={() => onPick(person)}>
          Pick {person.full_name}
        </button>
      ))}
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
const sent = (route: Parameters<typeof api.calls>[0]) => api.calls(route).at(-1)?.body;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  act(() => toast.dismiss());
  api.answer('GET /api/presidents', [
    aPresident(),
    aPresident({ president_slug: 'reagan-ronald', full_name: 'Ronald Reagan' }),
    aPresident({ president_slug: 'ford-gerald', full_name: 'Gerald Ford' }),
  ]);
  api.answer('GET /api/curator/albums/by-voyage/{voyage_slug}', []);
  api.answer('GET /api/voyages', page([]));
  api.answer('GET /api/voyages/administrations', []);
  api.answer('GET /api/voyages/{slug}', () => tagged());
  api.answer('POST /api/curator/voyages', () => tagged(aVoyage({ passengers: [] })));
  api.answer('PUT /api/curator/voyages/{voyage_slug}', () => tagged());
  installRemoteHost(PEOPLE);
  api.answer('POST /api/curator/people/link-to-voyage', aPassenger());
});

describe('a new voyage', () => {
  test('is logged with everything that the form has, then its people, and the log is shown', async () => {
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
    await user.type(field('Start Location'), 'Navy Yard');
    await user.type(field('End Time'), '2103');
    await user.click(screen.getByRole('checkbox', { name: 'Menu Info' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'President Aboard' }), 'HST, Harry S. Truman');
    await user.type(field('Royalty Details'), 'Queen Juliana');
    await user.type(field('Foreign Leader Country'), 'Canada');
    await user.type(field('Other Guests'), '27 other guests');
    await user.type(field('Summary'), 'A dinner afloat.');

    await user.click(await screen.findByRole('button', { name: 'Pick William D. Leahy' }));
    await user.click(screen.getByRole('button', { name: 'Pick Jane Doe' }));
    const aboard = within(await screen.findByRole('list', { name: 'People aboard' }));
    await waitFor(() => expect(aboard.getAllByRole('listitem')).toHaveLength(2));

    await user.type(field('Additional Information'), 'Dinner on the river.');
    await user.click(screen.getByRole('button', { name: 'Add spin' }));
    await user.keyboard('A snug little ship.');
    const spin = within(screen.getByRole('group', { name: 'Spin 1' }));
    expect(spin.getByRole('blockquote')).toHaveTextContent('A snug little ship.');
    const [source, additional] = screen.getAllByRole('textbox', { name: 'Text or URL' });
    await user.type(source!, 'Deck log{Enter}');
    await user.type(additional!, 'https://example.org/yacht');
    await user.type(field('Curator Notes'), 'Check the hour.');
    expect(await accessibilityProblems(container)).toEqual([]);

    await user.click(screen.getByRole('button', { name: 'Save Voyage' }));
    expect(await screen.findByText('✓ Voyage saved successfully')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/voyages');
    expect(sent('POST /api/curator/voyages')).toMatchObject({
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
    });
    expect(api.calls('POST /api/curator/voyages')[0]?.headers.get('idempotency-key')).toMatch(/^voyage-[\w-]+$/);
    expect(api.calls('POST /api/curator/people/link-to-voyage').map(({ body }) => body)).toEqual([
      { person_slug: 'leahy-william-d', voyage_slug: SLUG, capacity_role: null, is_crew: false, notes: null },
      { person_slug: 'doe-jane', voyage_slug: SLUG, capacity_role: 'Steward', is_crew: true, notes: null },
    ]);
    expect(localStorage).toHaveLength(0);
  });

  test('needs a start date, and says so', async () => {
    const { user } = await open();
    await user.type(await screen.findByRole('textbox', { name: 'Voyage Title' }), 'No date');
    await user.keyboard('{Control>}s{/Control}');
    expect(await screen.findAllByRole('alert')).not.toHaveLength(0);
    expect(screen.getAllByText('Start date is required').length).toBeGreaterThan(0);
    expect(field(/^Start Date/)).toHaveAccessibleDescription('Start date is required');
    await user.click(screen.getByRole('button', { name: 'Start Date' }));
    expect(field(/^Start Date/)).toHaveFocus();
    expect(api.calls('POST /api/curator/voyages')).toHaveLength(0);
  });

  test('shows the server’s refusals beside their fields', async () => {
    api.answer('POST /api/curator/voyages', () =>
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

  test('loses nothing while the archive is away, and Save tries again under the same key', async () => {
    const { user, router } = await open();
    await user.type(await screen.findByRole('textbox', { name: /^Start Date/ }), '19460707');
    api.answer('POST /api/curator/voyages', () => problem(503, 'The database is away.'));
    await user.click(screen.getByRole('button', { name: 'Save Voyage' }));
    expect(await screen.findByText(/Not saved: the archive is away/)).toBeInTheDocument();
    expect(field(/^Start Date/)).toHaveValue('1946-07-07');
    api.answer('POST /api/curator/voyages', () => tagged(aVoyage({ passengers: [] })));
    await user.click(screen.getByRole('button', { name: 'Save Voyage' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
    const [first, second] = api.calls('POST /api/curator/voyages').map(({ headers }) => headers.get('idempotency-key'));
    expect(second).toBe(first);
  });

  test('names the links that failed, keeps the rest, and tries those again', async () => {
    const { user, router } = await open();
    await user.type(await screen.findByRole('textbox', { name: /^Start Date/ }), '19460707');
    await user.click(await screen.findByRole('button', { name: 'Pick William D. Leahy' }));
    api.answer('POST /api/curator/people/link-to-voyage', () => problem(503, 'The database is away.'));
    api.answer('GET /api/voyages/{slug}', () => tagged(aVoyage({ passengers: [] })));
    await user.click(screen.getByRole('button', { name: 'Save Voyage' }));
    expect(await screen.findByText('The voyage is saved, but not all of it')).toBeInTheDocument();
    expect(screen.getByText(/William D. Leahy could not be added. The database is away./)).toBeInTheDocument();
    api.answer('POST /api/curator/people/link-to-voyage', aPassenger());
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
    expect(api.calls('POST /api/curator/voyages')).toHaveLength(1);
    expect(api.calls('PUT /api/curator/voyages/{voyage_slug}')).toHaveLength(0);
  });
});

describe('a draft', () => {
  test('is kept when the form goes, is offered again, and can be given up', async () => {
    const { user, unmount } = await open();
    await user.type(await screen.findByRole('textbox', { name: 'Voyage Title' }), 'Half a story');
    unmount();
    const again = await open();
    expect(await screen.findByText(/“Half a story”/)).toHaveTextContent('kept in this browser just now');
    expect(screen.getByRole('heading', { name: 'There is a draft that was not saved' })).toHaveFocus();
    await again.user.click(screen.getByRole('button', { name: 'Go on with the draft' }));
    expect(screen.getByText('Going on with the draft')).toHaveFocus();
    expect(field('Voyage Title')).toHaveValue('Half a story');
    expect(screen.getByText('1 unsaved change')).toBeInTheDocument();
    again.unmount();
    const third = await open();
    await third.user.click(await screen.findByRole('button', { name: 'Discard it' }));
    expect(await screen.findByRole('textbox', { name: 'Voyage Title' })).toHaveValue('');
  });

  test('is of its own voyage only', async () => {
    const { user, unmount } = await open();
    await user.type(await screen.findByRole('textbox', { name: 'Voyage Title' }), 'Half a story');
    unmount();
    await openEdit();
    expect(field('Voyage Title')).toHaveValue('Down the Potomac');
  });
});

describe('leaving', () => {
  test('with unsaved work asks; staying stays, leaving keeps the draft', async () => {
    const { user, router } = await open();
    await user.type(await screen.findByRole('textbox', { name: 'Voyage Title' }), 'Half');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const asked = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
    await user.click(asked.getByRole('button', { name: 'Stay' }));
    expect(router.state.location.pathname).toBe('/voyages/new');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Leave, keep draft' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
    expect(localStorage).toHaveLength(1);
  });

  test('can give the work up', async () => {
    const { user, router } = await open();
    await user.type(await screen.findByRole('textbox', { name: 'Voyage Title' }), 'Half');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
    expect(localStorage).toHaveLength(0);
  });

  test('with nothing typed asks nothing', async () => {
    const { user, router } = await open();
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
  });
});

describe('editing', () => {
  test('sends the whole voyage with its tag, and nothing that the form does not show is lost', async () => {
    api.answer('GET /api/voyages/{slug}', () =>
      tagged(aVoyage({ summary_markdown: 'Summed up.', original_markdown: '# 1946' })),
    );
    const { user, router } = await openEdit();
    expect(screen.getByText(/^Saved /)).toBeInTheDocument();
    await user.type(field('End Location'), ', VA');
    await user.click(screen.getByRole('button', { name: 'Update Voyage' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
    expect(api.calls('PUT /api/curator/voyages/{voyage_slug}')[0]?.headers.get('if-match')).toBe('"7"');
    expect(sent('PUT /api/curator/voyages/{voyage_slug}')).toMatchObject({
      end_location: 'Quantico, VA',
      summary_markdown: 'Summed up.',
      original_markdown: '# 1946',
    });
  });

  test('takes people off, marks crew, and puts them in order, each by its own call', async () => {
    const people = ['Ann A', 'Bob B', 'Cid C'].map((full_name, index) =>
      aPassenger({ person_slug: full_name.replace(' ', '-').toLowerCase(), full_name, sort_order: index + 1 }),
    );
    api.answer('GET /api/voyages/{slug}', () => tagged(aVoyage({ passengers: people })));
    api.answer('DELETE /api/curator/people/unlink-from-voyage', { person_deleted: true });
    api.answer('PUT /api/curator/people/link-to-voyage', people[1]!);
    api.answer('POST /api/curator/people/reorder-passenger', [people[2]!, people[1]!]);
    const { user, router } = await openEdit();
    await user.click(screen.getByRole('button', { name: 'Remove Ann A' }));
    const asked = within(await screen.findByRole('alertdialog', { name: 'Remove Ann A from this voyage?' }));
    await user.click(asked.getByRole('button', { name: 'Remove' }));
    await user.click(screen.getByRole('checkbox', { name: /^Crew.*Bob B$/ }));
    await user.click(screen.getByRole('button', { name: 'Move Cid C up' }));
    await user.click(screen.getByRole('button', { name: 'Update Voyage' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
    expect(
      screen.getByText('Ann A removed from voyage and deleted (no other voyage associations)'),
    ).toBeInTheDocument();
    expect(sent('PUT /api/curator/people/link-to-voyage')).toMatchObject({ person_slug: 'bob-b', is_crew: true });
    expect(api.calls('POST /api/curator/people/reorder-passenger').map(({ query }) => query.toString())).toEqual([
      `voyage_slug=${SLUG}&person_slug=cid-c&direction=up`,
    ]);
    expect(api.calls('PUT /api/curator/voyages/{voyage_slug}')).toHaveLength(0);
  });

  test('somebody who is in the list already is not added again', async () => {
    const { user } = await openEdit();
    await user.click(await screen.findByRole('button', { name: 'Pick Chester W. Nimitz' }));
    expect(within(screen.getByRole('list', { name: 'People aboard' })).getAllByRole('listitem')).toHaveLength(1);
  });

  test('can be saved while people cannot be looked up, which is tried again', async () => {
    installRemoteHost({ load: () => Promise.reject(new Error('away')), versionOf: () => undefined });
    api.otherwise(() => noContent());
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user } = await openEdit();
    expect(await screen.findByText(/People cannot be looked up just now/)).toBeInTheDocument();
    installRemoteHost(PEOPLE);
    await act(() => user.click(screen.getByRole('button', { name: 'Try again' })));
    expect(await screen.findByRole('group', { name: 'Add a person' })).toBeInTheDocument();
    jest.restoreAllMocks();
  });

  test('when somebody else saved first, shows both versions and saves what is chosen of each', async () => {
    const { user, router } = await openEdit();
    await user.clear(field('Voyage Title'));
    await user.type(field('Voyage Title'), 'My title');
    await user.type(field('End Time'), '1800');
    const theirs = aVoyage({ title: 'Their title', notes: 'Rain.', end_location: 'Norfolk' });
    api.answer('GET /api/voyages/{slug}', () => tagged(theirs, '"9"'));
    api.answer('PUT /api/curator/voyages/{voyage_slug}', ({ headers }) =>
      headers.get('if-match') === '"9"' ? tagged() : problem(412, 'Changed by someone else.', { etag: '"9"' }),
    );
    await user.click(screen.getByRole('button', { name: 'Update Voyage' }));
    const dialog = await screen.findByRole('dialog', { name: 'Somebody else has saved this voyage' });
    const title = within(within(dialog).getByRole('group', { name: /Voyage Title/ }));
    expect(title.getByRole('radio', { name: 'Keep mine: My title' })).toBeChecked();
    expect(within(dialog).getByRole('radio', { name: 'Take theirs: Norfolk' })).toBeChecked();
    expect(await accessibilityProblems(dialog)).toEqual([]);
    await user.click(title.getByRole('radio', { name: 'Take theirs: Their title' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save with these choices' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
    expect(sent('PUT /api/curator/voyages/{voyage_slug}')).toMatchObject({
      title: 'Their title',
      notes: 'Rain.',
      end_time: '18:00',
      end_location: 'Norfolk',
    });
  });

  test('a version that differs in nothing that the form has is no conflict: it is gone on from', async () => {
    const { user, router } = await openEdit();
    await user.type(field('End Time'), '1800');
    api.answer('GET /api/voyages/{slug}', () => tagged({ ...VOYAGE, media: [aMediaItem()] }, '"9"'));
    api.answer('PUT /api/curator/voyages/{voyage_slug}', ({ headers }) =>
      headers.get('if-match') === '"9"' ? tagged() : problem(412, 'Changed by someone else.', { etag: '"9"' }),
    );
    await user.click(screen.getByRole('button', { name: 'Update Voyage' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
    expect(sent('PUT /api/curator/voyages/{voyage_slug}')).toMatchObject({ end_time: '18:00' });
  });

  test('whoever has put people in order, when saving stopped half-way, goes on as himself', async () => {
    const people = ['Ann A', 'Bob B'].map((full_name, index) =>
      aPassenger({ person_slug: full_name.replace(' ', '-').toLowerCase(), full_name, sort_order: index + 1 }),
    );
    api.answer('GET /api/voyages/{slug}', () => tagged(aVoyage({ passengers: people }), '"77.1-a"'));
    api.answer('POST /api/curator/people/reorder-passenger', () =>
      Response.json(people.toReversed(), { headers: { 'x-voyage-etag': '"77.2"' } }),
    );
    api.answer('PUT /api/curator/people/link-to-voyage', () => problem(503, 'The database is away.'));
    const { user, router } = await openEdit();
    await user.click(screen.getByRole('button', { name: 'Move Bob B up' }));
    await user.click(screen.getByRole('checkbox', { name: /^Crew.*Ann A$/ }));
    await user.click(screen.getByRole('button', { name: 'Update Voyage' }));
    expect(await screen.findByText('The voyage is saved, but not all of it')).toBeInTheDocument();
    await user.type(field('End Time'), '1800');
    api.answer('PUT /api/curator/people/link-to-voyage', people[0]!);
    api.answer('PUT /api/curator/voyages/{voyage_slug}', () => tagged(aVoyage({ passengers: people.toReversed() })));
    await user.click(screen.getByRole('button', { name: 'Update Voyage' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
    expect(api.calls('PUT /api/curator/voyages/{voyage_slug}')[0]?.headers.get('if-match')).toBe('"77.2"');
  });

  test('a voyage that was deleted meanwhile can be logged anew', async () => {
    const { user, router } = await openEdit();
    await user.type(field('End Time'), '1800');
    api.answer('PUT /api/curator/voyages/{voyage_slug}', () => problem(404, 'Voyage not found.'));
    await user.click(screen.getByRole('button', { name: 'Update Voyage' }));
    await user.click(await screen.findByRole('button', { name: 'Log it as a new voyage' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
    expect(sent('POST /api/curator/voyages')).toMatchObject({ end_time: '18:00' });
  });

  test('a voyage that cannot be read leads back to the log', async () => {
    api.answer('GET /api/voyages/{slug}', () => problem(503, 'The database is away.'));
    const { router } = await open(`/voyages/${SLUG}/edit`);
    expect(await screen.findByText('Failed to load voyage data')).toBeInTheDocument();
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
  });
});

describe('the date and time fields', () => {
  test('format what is typed, pasted and deleted, and keep the caret in its place', async () => {
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
});

describe('files', () => {
  const refused: string[] = [];
  const sentFiles: Record<string, string>[] = [];

  /** Stands in for the one call that can say how much has been sent. */
  class FakeUpload extends EventTarget {
    upload = new EventTarget();
    status = 201;
    statusText = '';
    responseText = '';
    open() {}
    setRequestHeader() {}
    abort() {}
    send(form: FormData) {
      const { name } = form.get('file') as File;
      sentFiles.push(
        Object.fromEntries([...form].map(([key, value]) => [key, value instanceof File ? value.name : value])),
      );
      const isRefused = refused.includes(name);
      this.status = isRefused ? 415 : 201;
      this.responseText = JSON.stringify(
        isRefused ? { status: 415, title: 'No', detail: 'This is no picture.' } : aMediaItem(),
      );
      queueMicrotask(() => {
        this.dispatchEvent(new Event('load'));
        this.dispatchEvent(new Event('loadend'));
      });
    }
  }
  const real = globalThis.XMLHttpRequest;
  beforeEach(() => {
    refused.length = 0;
    sentFiles.length = 0;
    globalThis.XMLHttpRequest = FakeUpload as unknown as typeof XMLHttpRequest;
  });
  afterEach(() => {
    globalThis.XMLHttpRequest = real;
  });

  test('are uploaded once the voyage is saved; one that fails is named, kept, and tried again', async () => {
    refused.push('menu.pdf');
    const { user, router } = await open();
    await user.type(await screen.findByRole('textbox', { name: /^Start Date/ }), '19460707');
    await user.upload(screen.getByLabelText('Files for Sources'), [
      new File(['1'], 'deck log.pdf', { type: 'application/pdf' }),
      new File(['2'], 'menu.pdf', { type: 'application/pdf' }),
    ]);
    await user.type(screen.getByRole('textbox', { name: 'Credit of deck log.pdf' }), 'Truman Library');
    await user.type(screen.getByRole('textbox', { name: 'Date of deck log.pdf' }), '19460708');
    expect(screen.getByText('3 unsaved changes')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save Voyage' }));
    expect(await screen.findByText(/menu.pdf could not be uploaded. This is no picture./)).toBeInTheDocument();
    expect(sentFiles[0]).toEqual({
      media_slug: 'auto',
      title: 'deck log',
      media_category: 'source',
      voyage_slug: SLUG,
      date: '1946-07-08',
      credit: 'Truman Library',
      file: 'deck log.pdf',
    });
    expect(within(screen.getByRole('list', { name: 'Files to upload' })).getAllByRole('listitem')).toHaveLength(1);
    refused.length = 0;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/voyages'));
    expect(sentFiles.map(({ file }) => file)).toEqual(['deck log.pdf', 'menu.pdf', 'menu.pdf']);
    expect(api.calls('POST /api/curator/voyages')).toHaveLength(1);
  });
});
