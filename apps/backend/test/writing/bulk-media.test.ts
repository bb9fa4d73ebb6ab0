import {
  albumOperations,
  historyOperations,
  mediaOperations,
  bulkMediaOperations,
  voyageOperations,
} from '@archive/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { aMedia, aVoyage, type SavedRecord } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { sendRejected, send } from './send.ts';
import { sql } from '../support/sql.ts';

let api: TestApi;
let browser: Browser;
beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
});
afterAll(() => api.close());

const get = async (slug: string) => (await send(browser, mediaOperations.get, { params: { slug } })).body;
const shownBy = async (slug: string) =>
  (await send(browser, voyageOperations.get, { params: { slug } })).body.media.map(({ title }) => title);
const revisions = async (kind: 'media' | 'voyage' | 'album', slug: string) =>
  (await send(browser, historyOperations.list, { params: { kind, slug } })).body;

describe('bulk operations on media', () => {
  let deck: SavedRecord;
  let bridge: SavedRecord;
  let unused: SavedRecord;
  let saved: SavedRecord;
  let two: SavedRecord;
  let album: string;
  let slugs: string[];
  beforeEach(async () => {
    deck = await aMedia('Deck').by('Rowe').save(api.database);
    const between = await aMedia('Between').save(api.database);
    bridge = await aMedia('Bridge').save(api.database);
    unused = await aMedia('Unused').save(api.database);
    saved = await aVoyage().showing(deck).showing(between).showing(bridge).titled('One').on('1950').save(api.database);
    two = await aVoyage().showing(deck).titled('Two').on('1951').save(api.database);
    const response = await send(browser, albumOperations.create, {
      body: { title: 'Aboard', voyage_slug: saved.slug },
    });
    album = response.body.album_slug;
    await send(browser, albumOperations.addMedia, { params: { album_slug: album }, body: { media_slug: deck.slug } });
    slugs = [deck.slug, bridge.slug, unused.slug];
  });
  const inAlbum = async () =>
    (await send(browser, albumOperations.get, { params: { album_slug: album } })).body.media.map(({ title }) => title);
  const undo = (changes: { media_slug: string; revision: number }[]) =>
    send(browser, bulkMediaOperations.undo, { body: { revisions: changes } });

  test('list the voyages and albums that show any of them, each once', async () => {
    const { body } = await send(browser, bulkMediaOperations.usage, { body: { media_slugs: slugs } });
    expect(body).toEqual({
      voyages: [
        { title: 'One', voyage_slug: saved.slug },
        { title: 'Two', voyage_slug: two.slug },
      ],
      albums: [{ title: 'Aboard', album_slug: album, voyage_slug: saved.slug }],
      people: [],
    });
  });

  test('detach from all voyages with one change of each voyage, and one undo restores their positions', async () => {
    const { body } = await send(browser, bulkMediaOperations.detach, { body: { media_slugs: [...slugs, 'no-such'] } });
    expect(body).toEqual({
      voyages: [saved.slug, two.slug],
      detached: [
        { media_slug: bridge.slug, revision: 1 },
        { media_slug: deck.slug, revision: 1 },
      ],
      missing: ['no-such'],
    });
    expect([await shownBy(saved.slug), await shownBy(two.slug), await inAlbum()]).toEqual([['Between'], [], []]);
    expect(await revisions('voyage', saved.slug)).toHaveLength(1);

    const back = await undo(body.detached);
    expect(back.body).toEqual({ restored: expect.arrayContaining([deck.slug, bridge.slug]), left: [] });
    expect([await shownBy(saved.slug), await shownBy(two.slug), await inAlbum()]).toEqual([
      ['Deck', 'Between', 'Bridge'],
      ['Deck'],
      ['Deck'],
    ]);
    expect(await revisions('voyage', saved.slug)).toHaveLength(2);
    expect(await revisions('media', unused.slug)).toEqual([]);
  });

  test('a detached item can be restored from its history, next to media added since', async () => {
    const params = { media_slug: deck.slug };
    const { body } = await send(browser, mediaOperations.detach, { params });
    expect(body).toEqual({ voyages_affected: 2, revision: 1 });
    const link = { media_slug: deck.slug, voyage_slug: two.slug };
    await send(browser, mediaOperations.link, { body: link });
    await send(browser, historyOperations.restore, { params: { kind: 'media', slug: deck.slug, revision: 1 } });
    expect([await shownBy(saved.slug), await shownBy(two.slug)]).toEqual([['Deck', 'Between', 'Bridge'], ['Deck']]);
  });

  test('skip deleted voyages on undo, and list them', async () => {
    const { body } = await send(browser, bulkMediaOperations.detach, { body: { media_slugs: slugs } });
    await send(browser, voyageOperations.remove, { params: { voyage_slug: two.slug } });
    const sent = { body: { revisions: body.detached } };
    expect(await sendRejected(browser, bulkMediaOperations.undo, sent, 409)).toMatchObject({
      detail: expect.stringContaining('“Two” (a voyage that used it) has been deleted'),
    });
    expect(await shownBy(saved.slug)).toEqual(['Between']);
  });

  test('delete media from voyages and albums; missing ones are listed', async () => {
    const sent = { body: { media_slugs: [...slugs, 'no-such'], delete_from_s3: true } };
    const { body } = await send(browser, bulkMediaOperations.remove, sent);
    expect(body).toEqual({ deleted: slugs, missing: ['no-such'] });
    for (const slug of slugs) await sendRejected(browser, mediaOperations.get, { params: { slug } }, 404);
    expect([await shownBy(saved.slug), await inAlbum()]).toEqual([['Between'], []]);
    const waiting = await api.database.row(
      sql<{ total: number }>('select count(*)::int total from storage_cleanup where storage_key like any($1)'),
      [[deck, bridge, unused].map(({ slug }) => `%${slug}.jpg`)],
    );
    expect(waiting?.total).toBe(3);
  });

  const updateRequest = (
    changes: Record<string, unknown>,
    dry_run: '1' | '0',
    versions: Record<string, string> = {},
  ) => ({
    query: { dry_run },
    body: { media: slugs.map((media_slug) => ({ media_slug, version: versions[media_slug] })), changes },
  });
  const CHANGES = { credit: { mode: 'append', value: 'Navy' }, tags: { mode: 'set', value: 'deck, guests' } } as const;

  test('preview the changes of each record, and change nothing', async () => {
    const { body } = await send(browser, bulkMediaOperations.update, updateRequest(CHANGES, '1'));
    expect(body).toMatchObject({ unchanged: 0, missing: [] });
    expect(body.changed.map(({ title, revision, changes }) => ({ title, revision, changes }))).toEqual([
      {
        title: 'Deck',
        revision: null,
        changes: [
          { field: 'credit', before: 'Rowe', after: 'Rowe; Navy' },
          { field: 'tags', before: null, after: 'deck, guests' },
        ],
      },
      ...['Bridge', 'Unused'].map((title) => ({
        title,
        revision: null,
        changes: [
          { field: 'credit', before: null, after: 'Navy' },
          { field: 'tags', before: null, after: 'deck, guests' },
        ],
      })),
    ]);
    expect((await get(deck.slug)).credit).toBe('Rowe');
  });

  test('save the previewed changes, and one undo reverts all of them', async () => {
    const response = await send(browser, bulkMediaOperations.update, updateRequest(CHANGES, '1'));
    const versions = Object.fromEntries(response.body.changed.map(({ media_slug, version }) => [media_slug, version]));
    const { body } = await send(browser, bulkMediaOperations.update, updateRequest(CHANGES, '0', versions));
    expect(body.changed.map(({ revision }) => revision)).toEqual([1, 1, 1]);
    expect(await get(deck.slug)).toMatchObject({ credit: 'Rowe; Navy', tags: ['deck', 'guests'], title: 'Deck' });
    // Repeating the request changes nothing and creates no revision.
    const secondResponse = await send(browser, bulkMediaOperations.update, updateRequest(CHANGES, '0'));
    expect(secondResponse.body).toEqual({ changed: [], unchanged: 3, missing: [] });

    await send(browser, mediaOperations.update, { params: { media_slug: unused.slug }, body: { title: 'Mine now' } });
    const back = await undo(body.changed.map(({ media_slug, revision }) => ({ media_slug, revision: revision ?? 0 })));
    expect(back.body).toEqual({
      restored: expect.arrayContaining([deck.slug, bridge.slug]),
      left: [{ media_slug: unused.slug, title: 'Mine now' }],
    });
    expect(await get(deck.slug)).toMatchObject({ credit: 'Rowe', tags: [] });
    expect(await get(unused.slug)).toMatchObject({ credit: 'Navy', title: 'Mine now' });
  });

  test('change nothing when one record was changed at the same time', async () => {
    const response = await send(browser, bulkMediaOperations.update, updateRequest(CHANGES, '1'));
    const versions = Object.fromEntries(response.body.changed.map(({ media_slug, version }) => [media_slug, version]));
    await send(browser, mediaOperations.update, { params: { media_slug: bridge.slug }, body: { title: 'The bridge' } });
    expect(
      await sendRejected(browser, bulkMediaOperations.update, updateRequest(CHANGES, '0', versions), 409),
    ).toMatchObject({
      detail: 'One of these records has been changed by someone else. Nothing was saved.',
      media_slugs: [bridge.slug],
    });
    expect((await get(deck.slug)).credit).toBe('Rowe');
  });

  test('update the attributes of voyages', async () => {
    const changes = { media_type: { mode: 'set', value: 'video' } };
    await send(browser, bulkMediaOperations.update, updateRequest(changes, '0') as never);
    const voyage = await send(browser, voyageOperations.get, { params: { slug: two.slug } });
    expect(voyage.body).toMatchObject({ has_photo: false, has_video: true });
  });
});

const MANY = Number(process.env.MANY_MEDIA ?? 1000);

test(`${MANY} records are changed and restored within the request time-out`, async () => {
  await api.database.pool.query(
    `insert into media (slug, title, media_type, external_url, description_markdown)
     select 'many-' || n, 'Print ' || n, 'image', 'https://example.org/' || n, repeat('A sentence. ', 20)
     from generate_series(1, $1::int) n`,
    [MANY],
  );
  const media = Array.from({ length: MANY }, (_, index) => ({ media_slug: `many-${index + 1}` }));
  const startedAt = performance.now();
  const { body } = await send(browser, bulkMediaOperations.update, {
    body: { media, changes: { credit: { mode: 'set', value: 'Navy' } } },
  });
  const changed = performance.now();
  const back = await send(browser, bulkMediaOperations.undo, {
    body: { revisions: body.changed.map(({ media_slug, revision }) => ({ media_slug, revision: revision ?? 0 })) },
  });
  expect([body.changed.length, back.body.restored.length]).toEqual([MANY, MANY]);
  if (process.env.MANY_MEDIA)
    process.stdout.write(
      `${MANY} records: changed in ${Math.round(changed - startedAt)} ms, back in ${Math.round(performance.now() - changed)} ms\n`,
    );
});
