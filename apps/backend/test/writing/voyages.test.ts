import {
  albumOperations,
  type OperationBody,
  EDITABLE_ATTRIBUTES,
  peopleOperations,
  voyageOperations,
} from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aMedia, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { sendAny, sendRejected, send } from './send.ts';

let api: TestApi;
let browser: Browser;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
});
afterAll(() => api.close());

const create = async (body: Record<string, unknown> & { start_date: string }) =>
  (await send(browser, voyageOperations.create, { body })).body;
const get = (slug: string) => send(browser, voyageOperations.get, { params: { slug } });

const FULL_VOYAGE: OperationBody<typeof voyageOperations.create> = {
  title: 'Dinner for the Prime Minister',
  start_date: '1976-06-16',
  end_date: '1976-06-17',
  start_time: '19:00',
  end_time: '00:30',
  start_location: 'Washington Navy Yard',
  end_location: 'Potomac River',
  voyage_type: 'official',
  summary_markdown: 'A *dinner*.',
  additional_information: 'Given by the President.',
  notes: 'Public.',
  notes_internal: 'Internal.',
  original_markdown: '## 1976-06-16',
  spin: [{ spin: 'A fine evening.', source: 'The Star' }],
  source_urls: [{ url: 'https://example.org', media_type: 'article', title: 'Title' }],
  additional_sources: [{ url: 'A book, p. 3', media_type: 'book', title: null }],
  president_slug_from_voyage: 'ford-gerald',
  presidential_initials: 'GRF',
  royalty_details: 'None',
  foreign_leader_country: 'Canada',
  additional_guests: '27 other guests',
  ...Object.fromEntries(EDITABLE_ATTRIBUTES.map((name) => [name, true])),
};

describe('creating a voyage', () => {
  test('saves every field, and returns the location', async () => {
    const { body, headers } = await send(browser, voyageOperations.create, { body: FULL_VOYAGE });
    expect(body).toMatchObject(FULL_VOYAGE);
    expect(body).toMatchObject({
      voyage_slug: '1976-06-16-ford-gerald-dinner-for-the-prime-minister',
      president_name: 'Gerald Ford',
      has_photo: false,
      passengers: [],
      media: [],
      start_timestamp: '1976-06-16T23:00:00.000Z',
    });
    expect(headers.get('location')).toBe(`/api/voyages/${body.voyage_slug}`);
    expect((await get(body.voyage_slug)).body).toEqual(body);
  });

  test.each(['/api/curator/voyages', '/api/curator/voyages/'])('works at %s', async (path) => {
    const response = await browser.post(path, { start_date: '1931' });
    expect([response.status, await response.json()]).toEqual([
      201,
      expect.objectContaining({ title: 'Voyage of 1931' }),
    ]);
  });

  test('requires only a date', async () => {
    expect(await sendRejected(browser, voyageOperations.create, { body: { title: 'Cruise' } }, 422)).toMatchObject({
      detail: 'Start date is required',
      errors: [{ path: 'start_date', message: 'Start date is required' }],
    });
  });

  test.each([
    [{ start_date: '1946-03', title: '  ' }, 'Voyage of March 1946', '1946-03-voyage-of-march-1946'],
    [
      { start_date: '1946-03-07', start_location: 'Potomac River' },
      'Potomac River, March 7, 1946',
      '1946-03-07-potomac-river-march-7-1946',
    ],
    [
      { start_date: '1946', president_slug_from_voyage: 'truman-harry-s', title: 'A b c d e f g' },
      'A b c d e f g',
      '1946-truman-harry-s-a-b-c-d-e',
    ],
  ])('%j gets the generated title and slug', async (body, title, voyage_slug) => {
    expect(await create(body)).toMatchObject({ title, voyage_slug });
  });

  test('numbers a slug that is taken, even under concurrency', async () => {
    const slugs = await Promise.all(
      Array.from({ length: 8 }, async () => (await create({ start_date: '1950-01-01', title: 'Same' })).voyage_slug),
    );
    const base = '1950-01-01-same';
    expect(slugs.toSorted()).toEqual([base, ...[2, 3, 4, 5, 6, 7, 8].map((number) => `${base}-${number}`)]);
  });

  test('reserves the slug of a deleted voyage', async () => {
    const first = await create({ start_date: '1951-01-01', title: 'Once' });
    await send(browser, voyageOperations.remove, { params: { voyage_slug: first.voyage_slug } });
    expect((await create({ start_date: '1951-01-01', title: 'Once' })).voyage_slug).toBe('1951-01-01-once-2');
  });

  test.each([
    [{ spin: 'Snug.', spin_source: 'Daily Press' }, { spin: [{ spin: 'Snug.', source: 'Daily Press' }] }],
    [{ spin: '[{"spin": "Snug.", "source": null}]' }, { spin: [{ spin: 'Snug.', source: null }] }],
    [{ spins: [{ spin: 'Snug.' }] }, { spin: [{ spin: 'Snug.', source: null }] }],
    [
      { source_urls: ['https://example.org/a', 'Logbook, p. 4'] },
      {
        source_urls: [
          { url: 'https://example.org/a', media_type: 'unchecked', title: null },
          { url: 'Logbook, p. 4', media_type: 'unchecked', title: null },
        ],
      },
    ],
    [
      { additional_sources: '{"url": "https://a.example", "media_type": "video"}\n{"url": "B", "media_type": "book"}' },
      {
        additional_sources: [
          { url: 'https://a.example', media_type: 'video', title: null },
          { url: 'B', media_type: 'book', title: null },
        ],
      },
    ],
    [
      { origin: 'Palm Beach', destination: 'Miami' },
      { start_location: 'Palm Beach', end_location: 'Miami' },
    ],
    [{ voyage_type: 'none' }, { voyage_type: null }],
  ])('accepts %j', async (body, expected) => {
    expect(await create({ start_date: '1952', ...body })).toMatchObject(expected);
  });

  test.each([
    [{ start_date: '1946-02-30' }, 'start_date'],
    [{ start_date: '1946-03-07', end_date: '1946-03-06' }, 'end_date'],
    [{ start_date: '1946-03-07', start_time: '19:00', end_time: '18:00' }, 'end_time'],
    [{ start_date: '1946', end_time: '25:10' }, 'end_time'],
    [{ start_date: '1946', voyage_type: 'cruise' }, 'voyage_type'],
    [{ start_date: '1946', president_slug_from_voyage: 'nobody-known' }, 'president_slug_from_voyage'],
    [{ start_date: '1946', president_slug_from_voyage: 'Not a slug' }, 'president_slug_from_voyage'],
    [{ start_date: '1946', spin: [{ spin: 5 }] }, 'spin'],
    [{ start_date: '1946', has_royalty: 'yes' }, 'has_royalty'],
  ])('%j is rejected', async (body, path) => {
    const { errors } = await sendRejected(browser, voyageOperations.create, { body }, 422);
    expect(errors?.map((error) => error.path)).toEqual([path]);
  });

  test('ignores computed values in a request', async () => {
    const voyage = await create({ start_date: '1953', has_photo: true, start_timestamp: '1953', passengers: [{}] });
    expect(voyage).toMatchObject({ has_photo: false, start_timestamp: null, passengers: [] });
  });

  test('a person who is not a president cannot have voyages', async () => {
    const { body } = await send(browser, peopleOperations.create, { body: { full_name: 'Not A. President' } });
    const voyage = { start_date: '1954', president_slug_from_voyage: body.person_slug };
    expect(await sendRejected(browser, voyageOperations.create, { body: voyage }, 422)).toMatchObject({
      detail: 'President/Owner not found.',
    });
  });
});

describe('updating a voyage', () => {
  test('changes the fields in the request, clears those that are null, and keeps the rest', async () => {
    const { voyage_slug } = await create({ ...FULL_VOYAGE, start_date: '1976-07-01', end_date: null, end_time: null });
    const { body } = await send(browser, voyageOperations.update, {
      params: { voyage_slug },
      body: { start_date: '1976-07-02', notes: null, spin: [], president_slug_from_voyage: '', mention_menu: false },
    });
    expect(body).toMatchObject({
      voyage_slug,
      title: 'Dinner for the Prime Minister',
      start_date: '1976-07-02',
      notes: null,
      spin: [],
      president_slug_from_voyage: null,
      mention_menu: false,
      mention_crew: true,
      source_urls: [{ url: 'https://example.org', media_type: 'article', title: 'Title' }],
    });
  });

  test('keeps people, media and albums', async () => {
    const photograph = await aMedia().save(api.database);
    const { slug } = await aVoyage().withPassengers(2).showing(photograph).save(api.database);
    const before = (await get(slug)).body;
    const { body } = await send(browser, voyageOperations.update, {
      params: { voyage_slug: slug },
      body: { ...before, notes: 'New.' },
    });
    expect(body).toEqual({ ...before, notes: 'New.', updated_at: expect.any(String) });
    expect(body.updated_at).not.toBe(before.updated_at);
  });

  test('without differences changes nothing, not even the ETag', async () => {
    const { voyage_slug } = await create({ ...FULL_VOYAGE, start_date: '1976-07-03', end_date: null, end_time: null });
    const first = await get(voyage_slug);
    const secondResponse = await send(browser, voyageOperations.update, { params: { voyage_slug }, body: first.body });
    expect([secondResponse.body, secondResponse.etag]).toEqual([first.body, first.etag]);
    const history = await browser.json<unknown[]>(`/api/curator/history/voyage/${voyage_slug}`);
    expect(history).toHaveLength(1);
  });

  test('that does not exist is a 404', async () => {
    expect(
      await sendRejected(
        browser,
        voyageOperations.update,
        { params: { voyage_slug: 'nowhere' }, body: { start_date: '1946' } },
        404,
      ),
    ).toMatchObject({ detail: 'Voyage not found' });
  });

  test('is rejected when the merged voyage ends before it starts', async () => {
    const { voyage_slug } = await create({ start_date: '1955' });
    for (const body of [{ end_date: '1954-12' }, { start_date: '1955-02', end_date: '1955-01' }]) {
      const { errors } = await sendRejected(browser, voyageOperations.update, { params: { voyage_slug }, body }, 422);
      expect(errors).toEqual([{ path: 'end_date', message: 'The voyage ends before it starts.' }]);
    }
  });

  test('updates the search immediately', async () => {
    const { voyage_slug } = await create({ start_date: '1956', title: 'Plain' });
    await send(browser, voyageOperations.update, {
      params: { voyage_slug },
      body: { start_date: '1956', title: 'Zanzibar' },
    });
    const found = await browser.json<{ voyage_slug: string }[]>('/api/voyages?q=Zanzibar');
    expect(found.map((voyage) => voyage.voyage_slug)).toEqual([voyage_slug]);
  });
});

describe('deleting a voyage', () => {
  test('deletes its passengers, media links and albums; people and media stay', async () => {
    const photograph = await aMedia('Kept').save(api.database);
    const { slug } = await aVoyage().aboard('Kept Person').showing(photograph).save(api.database);
    const album = await send(browser, albumOperations.create, { body: { title: 'On deck', voyage_slug: slug } });
    const { album_slug } = album.body;
    await send(browser, albumOperations.addMedia, { params: { album_slug }, body: { media_slug: photograph.slug } });
    expect((await send(browser, voyageOperations.remove, { params: { voyage_slug: slug } })).body).toBeUndefined();
    await sendRejected(browser, voyageOperations.get, { params: { slug } }, 404);
    await sendRejected(browser, albumOperations.get, { params: { album_slug } }, 404);
    expect(await browser.json('/api/people/person-kept')).toMatchObject({ voyage_count: 0 });
    expect(await browser.json(`/api/media/${photograph.slug}`)).toMatchObject({ title: 'Kept' });
  });

  test('that does not exist is a 404', async () => {
    expect(
      await sendRejected(browser, voyageOperations.remove, { params: { voyage_slug: 'nowhere' } }, 404),
    ).toMatchObject({
      detail: 'Voyage not found',
    });
  });
});

test('a body that is not an object is rejected', async () => {
  for (const body of [null, [], 'text', 5]) {
    const response = await sendAny(browser, voyageOperations.create, { body });
    expect([body, response.status]).toEqual([body, 422]);
  }
});
