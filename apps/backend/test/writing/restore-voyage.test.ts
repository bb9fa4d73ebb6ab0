import {
  albumOperations,
  historyOperations,
  mediaOperations,
  peopleOperations,
  presidentOperations,
  voyageOperations,
} from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aMedia, aPerson, aPresident, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { HistoryPages } from './history.ts';
import { sendRejected, send } from './send.ts';

let api: TestApi;
let browser: Browser;
let history: HistoryPages;

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
  history = new HistoryPages(browser);
});
afterAll(() => api.close());

const read = async (slug: string) => (await send(browser, voyageOperations.get, { params: { slug } })).body;
const remove = (voyage_slug: string) => send(browser, voyageOperations.remove, { params: { voyage_slug } });

async function aWholeVoyage(title: string) {
  const photograph = await aMedia('Photograph').save(api.database);
  const film = await aMedia('Film').type('video').save(api.database);
  const owner = await aPresident(`Owner ${title}`).save(api.database);
  const { slug } = await aVoyage()
    .titled(title)
    .under(owner.slug)
    .aboard(await aPerson(`First ${title}`).save(api.database), { title: 'Mr.', notes: 'Noted.' })
    .aboard(await aPerson(`Second ${title}`).save(api.database), { capacity_role: 'Steward', is_crew: true })
    .showing(photograph)
    .showing(film, 'additional_source')
    .with({ notes: 'Notes.', spin: [{ spin: 'Snug.', source: 'A' }], has_royalty: true, start_time: '19:00' })
    .save(api.database);
  const { album_slug } = (
    await send(browser, albumOperations.create, { body: { title: `Album ${title}`, voyage_slug: slug } })
  ).body;
  for (const media of [film, photograph])
    await send(browser, albumOperations.addMedia, { params: { album_slug }, body: { media_slug: media.slug } });
  return { slug, album_slug, owner, photograph };
}

const albumOf = async (album_slug: string) =>
  (await send(browser, albumOperations.get, { params: { album_slug } })).body;
const albumsOf = async (voyage_slug: string) =>
  (await send(browser, albumOperations.byVoyage, { params: { voyage_slug } })).body;

/** The visible content, without the time of the last change. */
const visibleContent = async (slug: string) => ({ ...(await read(slug)), updated_at: '' });

describe('a deleted voyage', () => {
  test('is restored completely, under its old slug', async () => {
    const { slug, album_slug } = await aWholeVoyage('Whole');
    const before = await visibleContent(slug);
    const album = (await send(browser, albumOperations.get, { params: { album_slug } })).body;
    await remove(slug);
    expect(await history.actions('album', album_slug)).toEqual(['delete', 'update', 'update', 'create']);
    const revision = await history.undo('voyage', slug);
    expect(revision).toMatchObject({ action: 'restore', before: null });
    expect(await visibleContent(slug)).toEqual(before);
    expect((await send(browser, albumOperations.get, { params: { album_slug } })).body).toEqual(album);
    expect((await history.actions('album', album_slug))[0]).toBe('restore');
    const found = await browser.json<{ voyage_slug: string }[]>('/api/voyages?q=Whole');
    expect(found.map((voyage) => voyage.voyage_slug)).toContain(slug);
  });

  test('is restored with its albums in order, even if an earlier version counted them from 0', async () => {
    const { slug } = await aVoyage().save(api.database);
    for (const title of ['First album', 'Second album', 'Third album'])
      await send(browser, albumOperations.create, { body: { title, voyage_slug: slug } });
    await remove(slug);
    await api.asOwner(`
      update history set before = jsonb_set(before, '{albums}', (
        select jsonb_agg(jsonb_set(a, '{sort_order}', to_jsonb((a ->> 'sort_order')::int - 1)) order by n)
        from jsonb_array_elements(before -> 'albums') with ordinality e(a, n)))
      where slug = '${slug}' and action = 'delete'`);
    await history.undo('voyage', slug);
    const { body } = await send(browser, albumOperations.byVoyage, { params: { voyage_slug: slug } });
    expect(body.map(({ title, sort_order }) => `${sort_order} ${title}`)).toEqual([
      '1 First album',
      '2 Second album',
      '3 Third album',
    ]);
  });

  test('is restored with a new ETag', async () => {
    const { slug } = await aVoyage().save(api.database);
    const { etag } = await send(browser, voyageOperations.get, { params: { slug } });
    for (let time = 0; time < 2; time += 1) {
      await remove(slug);
      await history.undo('voyage', slug);
    }
    const stale = { params: { voyage_slug: slug }, body: { start_date: '1946' }, headers: { 'if-match': etag } };
    await sendRejected(browser, voyageOperations.update, stale, 412);
  });

  test('is restored only when everyone who was aboard exists', async () => {
    const { slug } = await aVoyage().aboard('Only Passenger').aboard('Other Passenger').save(api.database);
    await remove(slug);
    for (const person_slug of ['passenger-only', 'passenger-other'])
      await send(browser, peopleOperations.remove, { params: { person_slug } });
    expect(await history.cannotUndo('voyage', slug)).toBe(
      'Can’t restore: Only Passenger and Other Passenger (on this voyage) have been deleted. Restore those records first.',
    );
    await history.undo('person', 'passenger-other');
    expect(await history.cannotUndo('voyage', slug)).toBe(
      'Can’t restore: Only Passenger (on this voyage) has been deleted. Restore that record first.',
    );
    await sendRejected(browser, voyageOperations.get, { params: { slug } }, 404);
    await history.undo('person', 'passenger-only');
    await history.undo('voyage', slug);
    expect((await read(slug)).passengers.map(({ full_name }) => full_name)).toEqual([
      'Only Passenger',
      'Other Passenger',
    ]);
  });

  test('is not assigned to another person of the same name', async () => {
    const { slug } = await aVoyage().aboard('Same Namesake').save(api.database);
    await remove(slug);
    await send(browser, peopleOperations.remove, { params: { person_slug: 'namesake-same' } });
    await aPerson('Same Namesake').save(api.database);
    expect(await history.cannotUndo('voyage', slug)).toMatch(
      /^Can’t restore: Same Namesake \(on this voyage\) has been deleted/,
    );
    expect(await history.cannotUndo('person', 'namesake-same')).toBe(
      'Can’t restore: another person has this address now.',
    );
  });

  test('is not restored without its media', async () => {
    const { slug, photograph } = await aWholeVoyage('Pictures');
    await remove(slug);
    await api.database.pool.query('delete from media where id = $1', [photograph.id]);
    expect(await history.cannotUndo('voyage', slug)).toBe(
      'Can’t restore: “Photograph” (media of this voyage) has been deleted. Restore that record first.',
    );
  });

  test('is not restored without its president or owner', async () => {
    const { slug, owner } = await aWholeVoyage('Ownerless');
    await remove(slug);
    await send(browser, presidentOperations.remove, { params: { president_slug: owner.slug } });
    expect(await history.cannotUndo('voyage', slug)).toBe(
      'Can’t restore: Owner Ownerless is no longer listed as a president or owner. Add the president or owner again first.',
    );
    await history.undo('president', owner.slug);
    await history.undo('voyage', slug);
    expect((await read(slug)).president_name).toBe('Owner Ownerless');
  });

  test('does not replace a new voyage that has its slug', async () => {
    const { slug } = await aVoyage().withSlug('one-address').save(api.database);
    await remove(slug);
    await aVoyage().withSlug('one-address').titled('Another').save(api.database);
    expect(await history.cannotUndo('voyage', slug)).toBe('Can’t restore: another voyage has this address now.');
    expect((await read(slug)).title).toBe('Another');
  });

  test('does not take the slug of another album', async () => {
    const { slug, album_slug } = await aWholeVoyage('Albums');
    await remove(slug);
    const other = await aVoyage().save(api.database);
    await api.database.pool.query(
      `insert into album (slug, voyage_id, title, sort_order) values ($1, $2, 'Other', 0)`,
      [album_slug, other.id],
    );
    expect(await history.cannotUndo('voyage', slug)).toBe(
      'Can’t restore: another album has the address of the album “Album Albums” now.',
    );
    await sendRejected(browser, voyageOperations.get, { params: { slug } }, 404);
  });

  test('restored twice concurrently is restored once', async () => {
    const { slug } = await aVoyage().aboard('Twice Restored').save(api.database);
    await remove(slug);
    const [newest] = await history.revisionsOf('voyage', slug);
    const path = `/api/curator/history/voyage/${slug}/${newest?.revision}/restore`;
    const responses = await Promise.all([browser.post(path), browser.post(path), browser.post(path)]);
    for (const { status } of responses) expect(status).toBe(200);
    expect((await read(slug)).passengers).toHaveLength(1);
    expect(await history.actions('voyage', slug)).toEqual(['restore', 'restore', 'restore', 'delete']);
  });
});

describe('an earlier version of a voyage', () => {
  test('restores texts, people, media and albums', async () => {
    const { slug, album_slug } = await aWholeVoyage('Earlier');
    const before = await visibleContent(slug);
    await send(browser, voyageOperations.update, {
      params: { voyage_slug: slug },
      body: { start_date: '1950', title: 'Changed' },
    });
    await send(browser, albumOperations.remove, { params: { album_slug } });
    const passenger = before.passengers[0]?.person_slug ?? '';
    await aVoyage()
      .aboard({ id: await idOf(passenger), slug: passenger })
      .save(api.database);
    await send(browser, peopleOperations.unlink, { query: { voyage_slug: slug, person_slug: passenger } });
    await history.restore('voyage', slug, 1);
    expect(await visibleContent(slug)).toEqual(before);
    expect((await albumOf(album_slug)).media.map(({ title }) => title)).toEqual(['Film', 'Photograph']);
    expect(await history.actions('voyage', slug)).toEqual(['restore', 'update', 'update']);
    expect((await history.actions('album', album_slug)).slice(0, 2)).toEqual(['restore', 'delete']);
  });

  test('restores media that were detached to their albums, and the restore can be undone', async () => {
    const { slug, album_slug, photograph } = await aWholeVoyage('Detached');
    const before = await albumOf(album_slug);
    await send(browser, mediaOperations.unlink, { query: { voyage_slug: slug, media_slug: photograph.slug } });
    const without = await albumOf(album_slug);
    expect(without.media.map(({ title }) => title)).toEqual(['Film']);
    await history.undo('voyage', slug);
    expect(await albumOf(album_slug)).toEqual(before);
    await history.undo('voyage', slug);
    expect(await albumOf(album_slug)).toEqual(without);
    expect((await read(slug)).media.map(({ title }) => title)).toEqual(['Film']);
  });

  test('restores which albums there were, with their texts, order and media, and back', async () => {
    const { slug, album_slug, photograph } = await aWholeVoyage('Order');
    const add = async (title: string) =>
      (await send(browser, albumOperations.create, { body: { title, voyage_slug: slug } })).body.album_slug;
    const [second, third] = [await add('Second'), await add('Third')];
    const version = await albumsOf(slug);
    await send(browser, voyageOperations.update, { params: { voyage_slug: slug }, body: { notes: 'Changed.' } });
    const album = (slugOfAlbum: string) => ({ params: { album_slug: slugOfAlbum } });
    await send(browser, albumOperations.update, { ...album(third), body: { title: 'Renamed', sort_order: 0 } });
    await send(browser, albumOperations.remove, album(second));
    const added = await add('Added since');
    await send(browser, albumOperations.setMedia, { ...album(added), body: { media_slugs: [photograph.slug] } });
    await send(browser, albumOperations.setMedia, { ...album(album_slug), body: { media_slugs: [photograph.slug] } });
    const changed = await albumsOf(slug);
    await history.undo('voyage', slug);
    expect(await albumsOf(slug)).toEqual(version);
    expect(await history.actions('album', added)).toEqual(['delete', 'update', 'create']);
    await history.undo('voyage', slug);
    expect(await albumsOf(slug)).toEqual(changed);
    expect((await history.actions('album', second))[0]).toBe('delete');
  });

  test('gives albums that are the same no revision', async () => {
    const { slug, album_slug } = await aWholeVoyage('Same');
    const actions = await history.actions('album', album_slug);
    await send(browser, voyageOperations.update, { params: { voyage_slug: slug }, body: { notes: 'Changed.' } });
    await history.undo('voyage', slug);
    expect(await history.actions('album', album_slug)).toEqual(actions);
  });

  test('keeps the albums if the version is from before albums were part of it', async () => {
    const { slug } = await aWholeVoyage('Older');
    await send(browser, voyageOperations.update, { params: { voyage_slug: slug }, body: { notes: 'Changed.' } });
    await api.asOwner(`
      update history set before = (before - 'albums') #- '{keys,albums}' #- '{keys,album_media}'
      where kind = 'voyage' and slug = '${slug}'`);
    const albums = await albumsOf(slug);
    await history.undo('voyage', slug);
    expect(await albumsOf(slug)).toEqual(albums);
  });

  test('says what a restore would change, with the albums, and changes nothing', async () => {
    const { slug, album_slug, photograph } = await aWholeVoyage('Preview');
    await send(browser, voyageOperations.update, { params: { voyage_slug: slug }, body: { notes: 'Changed.' } });
    const preview = async () => {
      const [newest] = await history.revisionsOf('voyage', slug);
      const params = { kind: 'voyage' as const, slug, revision: newest?.revision ?? 0 };
      return (await send(browser, historyOperations.preview, { params })).body.changes;
    };
    const notes = { field: 'notes', label: 'Notes', from: 'Changed.', to: 'Notes.' };
    expect(await preview()).toEqual([notes]);
    await send(browser, albumOperations.setMedia, {
      params: { album_slug },
      body: { media_slugs: [photograph.slug] },
    });
    await send(browser, albumOperations.create, { body: { title: 'Added since', voyage_slug: slug } });
    expect(await preview()).toEqual([
      notes,
      {
        field: 'albums',
        label: 'Albums',
        from: 'Album Preview: Photograph\nAdded since',
        to: 'Album Preview: Film, Photograph',
      },
    ]);
    expect(await history.actions('voyage', slug)).toEqual(['update']);
    expect((await read(slug)).notes).toBe('Changed.');
  });

  test('reverts added and moved passengers and attached media', async () => {
    const media = await aMedia().save(api.database);
    const { slug } = await aVoyage().aboard('Stays One').aboard('Stays Two').save(api.database);
    const before = await visibleContent(slug);
    const { slug: person_slug } = await aPerson().save(api.database);
    await send(browser, peopleOperations.link, { body: { voyage_slug: slug, person_slug } });
    await send(browser, peopleOperations.reorder, { query: { voyage_slug: slug, person_slug, direction: 'up' } });
    await send(browser, mediaOperations.link, { body: { voyage_slug: slug, media_slug: media.slug } });
    await history.restore('voyage', slug, 1);
    expect(await visibleContent(slug)).toEqual(before);
  });
});

const idOf = async (slug: string) => {
  const { rows } = await api.database.pool.query<{ id: number }>('select id from person where slug = $1', [slug]);
  return rows[0]?.id ?? 0;
};
