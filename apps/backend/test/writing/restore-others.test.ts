import {
  albumOperations,
  mediaOperations,
  peopleOperations,
  presidentOperations,
  voyageOperations,
} from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { changeRecords, deleteMedia, detachMedia } from '../../src/modules/records/index.ts';
import { Storage } from '../../src/modules/storage/index.ts';
import { aMedia, aPerson, aPresident, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { HistoryPages } from './history.ts';
import { sendRejected, send } from './send.ts';
import { sql } from '../support/sql.ts';

let api: TestApi;
let browser: Browser;
let history: HistoryPages;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
  history = new HistoryPages(browser);
});
afterAll(() => api.close());

const person = async (slug: string) => (await send(browser, peopleOperations.get, { params: { slug } })).body;
const aboard = async (slug: string) =>
  (await send(browser, voyageOperations.get, { params: { slug } })).body.passengers.map(
    ({ person_slug, sort_order }) => [sort_order, person_slug],
  );

describe('a person', () => {
  const unlink = (voyage_slug: string, person_slug: string) =>
    send(browser, peopleOperations.unlink, { query: { voyage_slug, person_slug } });

  test('deleted by an unlink is restored at their position aboard', async () => {
    const { slug } = await aVoyage()
      .aboard('A One')
      .aboard(
        await aPerson('B Two')
          .with({ wikipedia_url: 'https://en.wikipedia.org/wiki/B', wikipedia_key: 'https://en.wikipedia.org/wiki/B' })
          .with({ tags: ['x', 'y, z'], birth_year: 1900 })
          .save(api.database),
        { title: 'Dr.', capacity_role: 'Surgeon', is_crew: true, notes: 'Noted.' },
      )
      .aboard('C Three')
      .save(api.database);
    const before = await person('two-b');
    const { id } = (await api.database.row(sql<{ id: number }>(`select id from person where slug = 'two-b'`))) ?? {};
    await api.database.pool.query(`insert into person_alias (name_key, person_id) values ('b two', $1)`, [id]);
    await unlink(slug, 'two-b');
    expect(await history.undo('person', 'two-b')).toMatchObject({ action: 'restore', before: null });
    expect({ ...(await person('two-b')), updated_at: before.updated_at }).toEqual(before);
    expect(await aboard(slug)).toEqual([
      [1, 'one-a'],
      [2, 'two-b'],
      [3, 'three-c'],
    ]);
    expect(await history.actions('voyage', slug)).toEqual(['update', 'update']);
    const { rows } = await api.database.pool.query(`select person_id from person_alias where name_key = 'b two'`);
    expect(rows).toEqual([{ person_id: id }]);
  });

  test('is added last when the voyage has fewer passengers now', async () => {
    const { slug } = await aVoyage().aboard('D One').aboard('D Two').aboard('D Three').save(api.database);
    await unlink(slug, 'three-d');
    await unlink(slug, 'one-d');
    await unlink(slug, 'two-d');
    await history.undo('person', 'three-d');
    expect(await aboard(slug)).toEqual([[1, 'three-d']]);
  });

  test('is not restored while the voyage does not exist', async () => {
    const { slug } = await aVoyage().titled('The only one').aboard('E One').save(api.database);
    await unlink(slug, 'one-e');
    await send(browser, voyageOperations.remove, { params: { voyage_slug: slug } });
    expect(await history.cannotUndo('person', 'one-e')).toBe(
      'Can’t restore: “The only one” (a voyage of this person) has been deleted. Restore that record first.',
    );
    await history.undo('voyage', slug);
    await history.undo('person', 'one-e');
    expect(await aboard(slug)).toEqual([[1, 'one-e']]);
  });

  test('is not restored when someone else has the same article', async () => {
    const article = { wikipedia_url: 'https://en.wikipedia.org/wiki/F' };
    const response = await send(browser, peopleOperations.create, { body: { full_name: 'F One', ...article } });
    await send(browser, peopleOperations.remove, { params: { person_slug: response.body.person_slug } });
    await send(browser, peopleOperations.create, { body: { full_name: 'F Two', ...article } });
    expect(await history.cannotUndo('person', 'one-f')).toBe('Can’t restore: F Two now has the same Wikipedia URL.');
  });

  test('restored to an earlier state keeps their current voyages', async () => {
    const { slug } = await aVoyage()
      .aboard(await aPerson('G One').role('Guest').save(api.database))
      .save(api.database);
    await send(browser, peopleOperations.update, {
      params: { person_slug: 'one-g' },
      body: { full_name: 'G Changed' },
    });
    await send(browser, peopleOperations.relink, {
      body: { voyage_slug: slug, person_slug: 'one-g', capacity_role: 'Host' },
    });
    await history.undo('person', 'one-g');
    expect(await person('one-g')).toMatchObject({ full_name: 'G One', role_title: 'Guest' });
    const { body } = await send(browser, voyageOperations.get, { params: { slug } });
    expect(body.passengers[0]).toMatchObject({ full_name: 'G One', capacity_role: 'Host' });
  });
});

describe('a president or owner', () => {
  test('is restored as before', async () => {
    const { slug } = await aPresident('H One').inOffice({ term_start: '1925-05', term_end: '1928' }).save(api.database);
    const read = async () => (await send(browser, presidentOperations.get, { params: { slug } })).body;
    const before = await read();
    await send(browser, presidentOperations.update, {
      params: { president_slug: slug },
      body: { party: 'U.S. Navy', term_start: '1930', term_end: null },
    });
    await history.undo('president', slug);
    expect(await read()).toEqual(before);
    await send(browser, presidentOperations.remove, { params: { president_slug: slug } });
    await history.undo('president', slug);
    expect(await read()).toEqual(before);
    expect(await person(slug)).toMatchObject({ is_president: true });
    expect(await history.actions('president', slug)).toEqual(['restore', 'delete', 'restore', 'update']);
  });

  test('is not restored for a deleted person, or with initials that are in use', async () => {
    const { slug } = await aPresident('I One').inOffice({ initials: 'IO' }).save(api.database);
    await send(browser, presidentOperations.remove, { params: { president_slug: slug } });
    await send(browser, peopleOperations.remove, { params: { person_slug: slug } });
    expect(await history.cannotUndo('president', slug)).toBe(
      'Can’t restore: I One has been deleted. Restore the person first.',
    );
    await history.undo('person', slug);
    await aPresident('I Two').inOffice({ initials: 'IO' }).save(api.database);
    expect(await history.cannotUndo('president', slug)).toBe('Can’t restore: I Two has the initials IO now.');
  });
});

const titles = (items: { title: string; sort_order?: number }[]) =>
  items.map(({ title, sort_order }) => [title, sort_order]);

describe('media', () => {
  const read = async (slug: string) => (await send(browser, mediaOperations.get, { params: { slug } })).body;

  /** Deletes the record as the deletion of media does. */
  const removeRecord = async (id: number) => {
    await changeRecords(api.database, { changedBy: 'curator' }, async (changes) => {
      await changes.takeSnapshots('media', [id], { deleting: true });
      await detachMedia(changes, [id], 'everything');
      await deleteMedia(changes, [id], 'trash');
    });
  };

  test('get their previous metadata', async () => {
    const { slug } = await aMedia('J')
      .by('Abbie Rowe')
      .on('1946-05')
      .with({ tags: ['a'] })
      .save(api.database);
    const before = await read(slug);
    await send(browser, mediaOperations.update, {
      params: { media_slug: slug },
      body: { title: 'K', credit: null, date: null, tags: [], media_type: 'other' },
    });
    await history.undo('media', slug);
    expect(await read(slug)).toEqual(before);
  });

  test('that were deleted are restored where they were shown, with their file', async () => {
    const storage = api.app.get(Storage, { strict: false });
    await storage.put('unattached/image/l.jpg', Buffer.from('file'), 'image/jpeg');
    const bytes = { content_type: 'image/jpeg', size: 4, sha256: Buffer.alloc(32, 7), width: 3, height: 2 };
    const media = await aMedia('L').at('unattached/image/l.jpg').with(bytes).save(api.database);
    const other = await aMedia('Other').save(api.database);
    const voyage = await aVoyage().showing(media).showing(other).save(api.database);
    const album = await send(browser, albumOperations.create, { body: { title: 'L', voyage_slug: voyage.slug } });
    const params = { album_slug: album.body.album_slug };
    for (const { slug } of [media, other])
      await send(browser, albumOperations.addMedia, { params, body: { media_slug: slug } });
    // The pictures of restored media are regenerated.
    const known = async () => ({ ...(await read(media.slug)), preview_state: null });
    const before = await known();
    const shown = async () => (await send(browser, voyageOperations.get, { params: { slug: voyage.slug } })).body.media;
    const collected = async () => (await send(browser, albumOperations.get, { params })).body.media;
    const [onVoyage, inAlbum] = [await shown(), await collected()];
    await removeRecord(media.id);
    expect((await shown()).map(({ title }) => title)).toEqual(['Other']);
    await history.undo('media', media.slug);
    expect(await known()).toEqual(before);
    expect([await shown(), await collected()].map(titles)).toEqual([onVoyage, inAlbum].map(titles));
    const { rows } = await api.database.pool.query('select id, sha256 from media where slug = $1', [media.slug]);
    expect(rows).toEqual([{ id: media.id, sha256: bytes.sha256 }]);
  });

  test('are not restored without their file', async () => {
    const media = await aMedia('M').save(api.database);
    await removeRecord(media.id);
    expect(await history.cannotUndo('media', media.slug)).toBe(
      'Can’t restore: the file of “M” has been deleted from storage.',
    );
  });

  test('are not restored to a deleted voyage', async () => {
    const media = await aMedia('N').outside('https://example.org/n').save(api.database);
    const voyage = await aVoyage().titled('N').showing(media).save(api.database);
    await removeRecord(media.id);
    await send(browser, voyageOperations.remove, { params: { voyage_slug: voyage.slug } });
    expect(await history.cannotUndo('media', media.slug)).toBe(
      'Can’t restore: “N” (a voyage that used it) has been deleted. Restore that record first.',
    );
  });
});

describe('an album', () => {
  const make = async (title: string) => {
    const voyage = await aVoyage().titled(`Voyage of ${title}`).save(api.database);
    const response = await send(browser, albumOperations.create, {
      body: { title, description: 'Text.', voyage_slug: voyage.slug },
    });
    const params = { album_slug: response.body.album_slug };
    const media = [await aMedia('A').save(api.database), await aMedia('B').save(api.database)];
    for (const { slug } of media) await send(browser, albumOperations.addMedia, { params, body: { media_slug: slug } });
    return { voyage, params, media, slug: params.album_slug };
  };
  const read = async (album_slug: string) =>
    (await send(browser, albumOperations.get, { params: { album_slug } })).body;

  test('that was deleted is restored with its media, at its position', async () => {
    const { slug, params, voyage } = await make('O');
    const before = await read(slug);
    await send(browser, albumOperations.remove, { params });
    await send(browser, albumOperations.create, { body: { title: 'Newer', voyage_slug: voyage.slug } });
    await history.undo('album', slug);
    expect(await read(slug)).toEqual(before);
    const listed = await send(browser, albumOperations.byVoyage, { params: { voyage_slug: voyage.slug } });
    expect(listed.body.map(({ title, sort_order }) => [title, sort_order])).toEqual([
      ['O', 1],
      ['Newer', 2],
    ]);
  });

  test('gets removed media back', async () => {
    const { slug, params, media } = await make('P');
    const before = await read(slug);
    await send(browser, albumOperations.removeMedia, { params: { ...params, media_slug: media[0]?.slug ?? '' } });
    await history.undo('album', slug);
    expect(await read(slug)).toEqual(before);
  });

  test('is not restored without its voyage or its media', async () => {
    const { slug, params, voyage, media } = await make('Q');
    await send(browser, albumOperations.remove, { params });
    await api.database.pool.query('delete from media where id = $1', [media[0]?.id]);
    expect(await history.cannotUndo('album', slug)).toBe(
      'Can’t restore: “A” (media of this album) has been deleted. Restore that record first.',
    );
    await send(browser, voyageOperations.remove, { params: { voyage_slug: voyage.slug } });
    expect(await history.cannotUndo('album', slug)).toBe(
      'Can’t restore: “Voyage of Q” (the voyage of this album) has been deleted. Restore that record first.',
    );
    await sendRejected(browser, albumOperations.get, { params }, 404);
  });
});
