import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { installRemoteHost, type LightboxProps, type MediaUploadProps } from '@archive/shell-api';
import {
  accessibilityProblems,
  adjacentVoyages,
  aMediaItem,
  aPassenger,
  aPresident,
  aVoyage,
  mockApi,
  noContent,
  problem,
  renderRoute,
} from '@archive/testing';
import { formatDate, formatDateRange } from '@archive/ui';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { routes } from './routes.tsx';

const api = mockApi();
const SLUG = '1976-06-16-ford-gerald-r-potomac-river';
const open = (slug = SLUG) => renderRoute(routes, `/voyages/${slug}`, { at: '/voyages' });

const TRUDEAU = aVoyage({
  voyage_slug: SLUG,
  title: 'Potomac River, June 16, 1976',
  start_date: '1976-06-16',
  start_time: '19:00',
  end_time: '21:03',
  start_location: 'Washington Navy Yard',
  end_location: 'Potomac River',
  president_slug_from_voyage: 'ford-gerald-r',
  president_name: 'Gerald R. Ford',
  presidential_initials: 'GRF',
  has_foreign_leader: true,
  foreign_leader_country: 'Canada',
  mention_captain: true,
  summary_markdown: 'A dinner for the **Prime Minister**.',
  additional_information: 'Energy was discussed.',
  notes: 'The Daily Diary has the hours.',
  notes_internal: 'Look for the menu card.',
  additional_guests: '19 other guests',
  original_markdown: '## **2. 1976-06-16**\n\nLocation: Washington Navy Yard; Potomac River',
  spin: [
    { spin: 'small, but *pleasantly* designed', source: '*Daily Press*' },
    { spin: 'A calm river.', source: 'https://www.fordlibrarymuseum.gov/library/document/0036/pdd760616.pdf' },
  ],
  source_urls: [
    { url: 'https://www.fordlibrarymuseum.gov/pdd.pdf', media_type: 'article', title: 'Ford Daily Diary' },
    { url: '*Sequoia: Presidential Yacht*, Giles Kelly, p. 15', media_type: 'book', title: null },
    { url: 'javascript:alert(1)', media_type: 'unchecked', title: null },
  ],
  additional_sources: [{ url: 'https://www.newspapers.com/clip/63335532/', media_type: 'unchecked', title: null }],
  passengers: [
    aPassenger({
      person_slug: 'warren-jack-h',
      full_name: 'Jack H. Warren',
      title: 'Ambassador',
      capacity_role: 'Ambassador of Canada',
    }),
    aPassenger({
      person_slug: 'beliech-dewey',
      full_name: 'Dewey Beliech',
      title: 'Lt. Cdr.',
      capacity_role: 'Commanding Officer',
      is_crew: true,
      sort_order: 2,
    }),
  ],
});

beforeEach(() => {
  api.respond('GET /api/places/by-voyage/{slug}', []);
  api.respond('GET /api/curator/albums/by-voyage/{voyage_slug}', []);
  api.respond('GET /api/voyages/{slug}', TRUDEAU);
  api.respond('GET /api/presidents', [aPresident({ initials: 'GRF', full_name: 'Gerald R. Ford' })]);
  api.respond('GET /api/voyages/{slug}/adjacent', adjacentVoyages());
  api.respond('GET /api/voyages/{slug}/passage', null);
});

const section = (name: RegExp) => within(screen.getByRole('region', { name }));

describe('the voyage page', () => {
  test('has a date line, title, route and badges', async () => {
    await open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Potomac River, June 16, 1976' })).toBeInTheDocument();
    expect(screen.getByText(formatDate('1976-06-16')).parentElement).toHaveTextContent(
      `Wednesday, ${formatDate('1976-06-16')} · 7:00 PM – 9:03 PM`,
    );
    expect(screen.getByText('Gerald R. Ford Administration')).toBeInTheDocument();
    expect(screen.getByText(/^From/).parentElement).toHaveTextContent('From Washington Navy Yard to Potomac River');
    const badges = within(screen.getByRole('list', { name: 'Attributes' })).getAllByRole('listitem');
    expect(badges.map(({ textContent }) => textContent)).toEqual(['Official voyage', 'Foreign leader', 'Captain']);
    expect(document.title).toContain('Potomac River, June 16, 1976');
  });

  test('shows no weekday for a multi-day voyage or a month', async () => {
    api.respond(
      'GET /api/voyages/{slug}',
      aVoyage({ start_date: '1931-04-25', end_date: '1931-04-27', start_time: null, end_time: null }),
    );
    await open();
    const range = await screen.findByText(formatDateRange('1931-04-25', '1931-04-27'));
    expect(range.parentElement).toHaveTextContent(new RegExp(`^${range.textContent}$`));
  });

  test('shows summary, additional information, notes and curator notes', async () => {
    await open();
    expect(await screen.findByText('Prime Minister')).toBeInTheDocument();
    expect(screen.getByText('Energy was discussed.')).toBeInTheDocument();
    expect(screen.getByText('The Daily Diary has the hours.')).toBeInTheDocument();
    expect(screen.getByText('Look for the menu card.')).toBeInTheDocument();
    expect(screen.getByText('Foreign leader’s country', { selector: 'dt' }).nextSibling).toHaveTextContent('Canada');
    expect(screen.getByText(/^Added/)).toHaveTextContent(`Added ${formatDate('2026-01-01')}.`);
  });

  test('shows quotes with sources, URLs shortened to host and 30 characters', async () => {
    await open();
    const [first, second] = (await screen.findAllByRole('figure')).map((item) => within(item));
    expect(first!.getByRole('blockquote')).toHaveTextContent('small, but pleasantly designed');
    expect(first!.getByText('Daily Press').tagName).toBe('EM');
    const link = second!.getByRole('link');
    expect(link).toHaveTextContent('fordlibrarymuseum.gov/library/document/0036/pdd7606…');
    expect(link).toHaveAttribute('href', 'https://www.fordlibrarymuseum.gov/library/document/0036/pdd760616.pdf');
    expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
  });

  test('lists passengers and crew separately, with title and role, linked to the person', async () => {
    await open();
    await screen.findByRole('heading', { level: 1 });
    const guests = section(/Passengers & guests/);
    expect(guests.getAllByRole('listitem')).toHaveLength(1);
    expect(guests.getByRole('listitem')).toHaveTextContent('Ambassador Jack H. WarrenAmbassador of Canada');
    expect(guests.getByRole('link', { name: 'Jack H. Warren' })).toHaveAttribute('href', '/people/warren-jack-h');
    expect(guests.getByText('and 19 other guests')).toBeInTheDocument();
    const crew = section(/Crew/);
    expect(crew.getByRole('listitem')).toHaveTextContent('Lt. Cdr. Dewey BeliechCommanding Officer');
  });

  test('collapses the lists of people', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: /Crew/ }));
    expect(screen.queryByRole('link', { name: 'Dewey Beliech' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Jack H. Warren' })).toBeVisible();
  });

  test('shows empty states without people and description', async () => {
    api.respond('GET /api/voyages/{slug}', aVoyage({ passengers: [] }));
    await open();
    expect(await screen.findByText('No people recorded for this voyage.')).toBeInTheDocument();
    expect(screen.getByText('No description yet.')).toBeInTheDocument();
    expect(screen.queryByText('Sources')).toBeNull();
  });

  test('links only web sources and shows citations as written', async () => {
    await open();
    const link = await screen.findByRole('link', { name: 'Ford Daily Diary' });
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
    expect(screen.getByText('Sequoia: Presidential Yacht').tagName).toBe('EM');
    expect(screen.getByText('javascript:alert(1)').closest('a')).toBeNull();
    expect(screen.getByRole('link', { name: 'newspapers.com/clip/63335532/' })).toBeInTheDocument();
  });

  test('hides the original text behind a disclosure', async () => {
    const { user } = await open();
    const opener = await screen.findByRole('button', { name: 'Original text' });
    expect(screen.queryByText(/## \*\*2\. 1976-06-16/)).toBeNull();
    await user.click(opener);
    expect(screen.getByText(/## \*\*2\. 1976-06-16/)).toBeVisible();
  });

  test('says which lines of which document it comes from, beside the original text where that was edited', async () => {
    const text = 'June 16  1900-2103  Potomac R.';
    api.respond('GET /api/voyages/{slug}/passage', { document: 'log.txt', line: 12, end_line: 1014, text });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'From log.txt, lines 12 to 1,014' }));
    expect(screen.getByText(/1900-2103/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Original text' })).toBeVisible();
  });

  test('links media to their pages', async () => {
    api.respond('GET /api/voyages/{slug}', aVoyage({ media: [aMediaItem({ media_slug: 'rail' })] }));
    await open();
    const link = (await screen.findByRole('img', { name: 'At the rail' })).closest('a');
    expect(link).toHaveAttribute('href', '/media/rail');
  });

  test('opens the media micro-frontend’s lightbox at the clicked item', async () => {
    const Viewer = ({ items, start, onClose }: LightboxProps) => (
      <button type="button" onClick={onClose}>{`${items[start]?.title} of ${items.length}`}</button>
    );
    installRemoteHost({ load: () => Promise.resolve({ component: Viewer }), versionOf: () => '1.0.0' });
    const media = [
      aMediaItem({ media_slug: 'no-file', title: 'Lost', url: null }),
      aMediaItem(),
      aMediaItem({ media_slug: 'second', title: 'In the saloon' }),
    ];
    api.respond('GET /api/voyages/{slug}', aVoyage({ media }));
    const { user, router } = await open();
    const print = await screen.findByRole('img', { name: 'In the saloon' });
    await act(() => user.click(print));
    await user.click(await screen.findByRole('button', { name: 'In the saloon of 2' }));
    expect(screen.queryByRole('button', { name: 'In the saloon of 2' })).toBeNull();
    expect(router.state.location.pathname).toBe(`/voyages/${SLUG}`);
  });

  test('links to the file while the lightbox is unavailable', async () => {
    installRemoteHost({ load: () => Promise.reject(new Error('away')), versionOf: () => undefined });
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    api.otherwise(() => noContent());
    api.respond('GET /api/voyages/{slug}', aVoyage({ media: [aMediaItem()] }));
    const { user } = await open();
    const print = await screen.findByRole('img', { name: 'At the rail' });
    await act(() => user.click(print));
    expect(await screen.findByText(/Can’t open the viewer right now/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Open “At the rail” directly' })).toHaveAttribute(
      'href',
      '/media/at-the-rail.jpg',
    );
    logged.mockRestore();
  });
});

describe('previous and next voyage', () => {
  const NEXT = { voyage_slug: 'next-one', title: 'Potomac River, July 4, 1976', start_date: '1976-07-04' };
  const PREVIOUS = { voyage_slug: 'one-before', title: 'Washington Navy Yard, June 9, 1976', start_date: '1976-06-09' };

  test('are links with title and date, usable by keyboard', async () => {
    api.respond('GET /api/voyages/{slug}/adjacent', adjacentVoyages({ previous: PREVIOUS, next: NEXT }));
    api.respond('GET /api/voyages/{slug}', ({ params }) =>
      params['slug'] === 'next-one' ? aVoyage({ voyage_slug: 'next-one', title: NEXT.title }) : TRUDEAU,
    );
    const { user, router, container } = await open();
    const foot = within(await screen.findByRole('navigation', { name: 'Other voyages' }));
    expect(await accessibilityProblems(container)).toEqual([]);
    const [previous, next] = foot.getAllByRole('link');
    expect(previous).toHaveAccessibleName(`Previous voyage ${PREVIOUS.title} ${formatDate('1976-06-09')}`);
    expect(next).toHaveAccessibleName(`Next voyage ${NEXT.title} ${formatDate('1976-07-04')}`);
    next!.focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: NEXT.title })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/voyages/next-one');
  });

  test('only one link is shown at either end', async () => {
    api.respond('GET /api/voyages/{slug}/adjacent', adjacentVoyages({ previous: PREVIOUS }));
    await open();
    const foot = within(await screen.findByRole('navigation', { name: 'Other voyages' }));
    expect(foot.getAllByRole('link')).toHaveLength(1);
  });
});

describe('a voyage that cannot be shown', () => {
  test('shows a not-found page with a link to the list', async () => {
    api.respond('GET /api/voyages/{slug}', problem(404, 'Voyage not found'));
    api.respond('GET /api/curator/history/deleted', problem(404, 'There’s no deleted record at this address.'));
    const { container } = await open('nowhere');
    expect(await screen.findByRole('heading', { level: 1, name: 'Voyage not found' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'All voyages' })).toHaveAttribute('href', '/voyages');
    expect(document.title).toContain('Voyage not found');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('is no longer shown once it has been deleted', async () => {
    sessionStorage.setItem('edit-mode', '1');
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: /^Delete: / }));
    api.respond('DELETE /api/curator/voyages/{voyage_slug}', () => noContent());
    api.respond('GET /api/voyages/{slug}', problem(404, 'Voyage not found'));
    api.respond('GET /api/curator/history/deleted', problem(404, 'There’s no deleted record at this address.'));
    await user.click(await screen.findByRole('button', { name: 'Delete voyage' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Voyage not found' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Delete: / })).toBeNull();
  });

  test('can be retried after a failure', async () => {
    api.respond('GET /api/voyages/{slug}', problem(503, 'The database is unavailable.'));
    const { user } = await open();
    expect(await screen.findByRole('alert')).toHaveTextContent('The database is unavailable.');
    api.respond('GET /api/voyages/{slug}', TRUDEAU);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { level: 1, name: TRUDEAU.title })).toBeInTheDocument();
  });
});

test('the back link opens the list on a direct visit', async () => {
  const { user, router } = await open();
  await screen.findByRole('heading', { level: 1 });
  api.respond('GET /api/voyages', []);
  api.respond('GET /api/voyages/administrations', []);
  api.respond('GET /api/presidents', []);
  await user.click(await screen.findByRole('link', { name: 'Back to voyages' }));
  expect(router.state.location.pathname).toBe('/voyages');
  expect(router.state.historyAction).toBe('PUSH');
  expect(await screen.findByText('No voyages found.')).toBeInTheDocument();
});

test('names the proposed owner of a voyage without one', async () => {
  const { president_slug_from_voyage, passengers } = TRUDEAU;
  api.respond('GET /api/presidents', [
    aPresident({
      president_slug: president_slug_from_voyage ?? '',
      full_name: 'Gerald R. Ford',
      term_start: '1974',
      term_end: '1977',
    }),
  ]);
  const noOwner = {
    president_slug_from_voyage: null,
    president_name: null,
    president_party: null,
    presidential: false,
  };
  api.respond('GET /api/voyages/{slug}', { ...TRUDEAU, ...noOwner, passengers });
  await open();
  expect(await screen.findByText('Gerald R. Ford Administration (proposed)')).toBeInTheDocument();
});

test('can be cited and printed, and has structured data', async () => {
  const { user, container } = await open();
  await user.click(await screen.findByRole('button', { name: 'Cite' }));
  const dialog = await screen.findByRole('dialog', { name: 'Cite this voyage' });
  expect(dialog).toHaveTextContent(/The Sequoia Archive\. Accessed .* http:\/\/localhost\/voyages\//);
  await user.click(within(dialog).getByRole('tab', { name: 'BibTeX' }));
  expect(await accessibilityProblems(dialog)).toEqual([]);
  const writeText = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(within(dialog).getByRole('button', { name: 'Copy' }));
  expect(writeText).toHaveBeenCalledWith(expect.stringContaining(`@misc{${TRUDEAU.voyage_slug},`));
  const data = container.querySelector('script[type="application/ld+json"]');
  expect(JSON.parse(data?.textContent ?? '')).toMatchObject({ '@type': 'Event', name: TRUDEAU.title });
  expect(screen.getByRole('button', { name: 'Print' })).toBeInTheDocument();
});

describe('files dropped on the page', () => {
  const drop = (files: File[]) => fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files } });
  const files = [new File(['rail'], 'rail.png', { type: 'image/png' })];
  const shown: MediaUploadProps[] = [];

  beforeEach(() => {
    const component = (props: MediaUploadProps) => {
      shown.push(props);
      return <p>Upload dialog</p>;
    };
    installRemoteHost({ load: () => Promise.resolve({ component }), versionOf: () => undefined });
  });

  test('open the upload dialog with the voyage in edit mode', async () => {
    sessionStorage.setItem('edit-mode', '1');
    await open();
    await screen.findByRole('button', { name: 'Upload media' });
    fireEvent.dragOver(document.body, { dataTransfer: { types: ['Files'] } });
    expect(screen.getByText('Drop files to upload them to this voyage.')).toBeInTheDocument();
    drop(files);
    expect(await screen.findByText('Upload dialog')).toBeInTheDocument();
    expect(screen.queryByText('Drop files to upload them to this voyage.')).toBeNull();
    expect(shown.at(-1)).toMatchObject({ files, voyage: { voyage_slug: SLUG, title: TRUDEAU.title } });
    expect(shown.at(-1)).not.toHaveProperty('album');
    sessionStorage.clear();
  });

  test('are ignored outside Edit Mode', async () => {
    await open();
    await screen.findByRole('heading', { level: 1 });
    drop(files);
    expect(screen.queryByText('Upload dialog')).toBeNull();
  });
});
