import { albumOperations, intakeOperations, mediaOperations, similarMediaOperations } from '@archive/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { aPng } from '../builders/files.ts';
import { aMedia, aVoyage } from '../builders/index.ts';
import type { SavedRecord } from '../builders/records.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { upload } from '../support/upload.ts';
import { HistoryPages } from '../writing/history.ts';
import { send, sendRejected } from '../writing/send.ts';

let api: TestApi;
let curator: Browser;
let other: Browser;
let voyage: SavedRecord;
let album_slug: string;
let batches = 0;
/** Files uploaded together, named by their places: A has 0, B has 1. */
let batch_id: string;
beforeAll(async () => {
  api = await startApi();
  [curator, other] = [await api.signIn(), await api.signIn()];
});
afterAll(() => api.close());
beforeEach(async () => {
  voyage = await aVoyage().save(api.database);
  const { body } = await send(curator, albumOperations.create, {
    body: { title: 'On deck', voyage_slug: voyage.slug },
  });
  ({ album_slug } = body);
  batches += 1;
  batch_id = `batch-${batches}`;
});

const placeOf = (name: string) => name.codePointAt(0)! - 'A'.codePointAt(0)!;
/** Sends a file of the batch to the voyage and the album. */
async function arrive(name: string, fields: Record<string, string> = {}, file?: Buffer): Promise<string> {
  const { status, body } = await upload(curator, file ?? (await aPng()), {
    title: name,
    voyage_slug: voyage.slug,
    album_slug,
    batch_id,
    batch_position: String(placeOf(name)),
    ...fields,
  });
  if (status !== 201) throw new Error(body.detail);
  return body.media_slug;
}
/** Attaches a media item of the library in place of a file of the batch. */
const use = (media_slug: string, name: string) =>
  send(curator, intakeOperations.attach, {
    params: { media_slug },
    body: { voyage_slug: voyage.slug, album_slug, people: [], batch_id, batch_position: placeOf(name) },
  });
/** Another curator attaches a media item of the library. */
async function attachOther(title: string): Promise<string> {
  const { slug: media_slug } = await aMedia(title).save(api.database);
  await send(other, intakeOperations.attach, {
    params: { media_slug },
    body: { voyage_slug: voyage.slug, album_slug, people: [] },
  });
  return media_slug;
}

const onVoyage = async () =>
  (await send(curator, mediaOperations.byVoyage, { params: { slug: voyage.slug } })).body
    .map(({ title }) => title)
    .join(' ');
const readAlbum = async () => (await send(curator, albumOperations.get, { params: { album_slug } })).body;
const inAlbum = async () => (await readAlbum()).media.map(({ title }) => title).join(' ');
/** The order of the voyage and of the album, which have the same media. */
async function order(): Promise<string> {
  const [voyageMedia, albumMedia] = [await onVoyage(), await inAlbum()];
  expect(albumMedia).toBe(voyageMedia);
  return voyageMedia;
}

describe('files uploaded together', () => {
  test.each([
    ['in reverse', 'D C B A'],
    ['in any order', 'C A D B'],
    ['in order', 'A B C D'],
  ])('that arrive %s are in the order of the table', async (_, arrival) => {
    await attachOther('First');
    for (const name of arrival.split(' ')) await arrive(name);
    expect(await order()).toBe('First A B C D');
    const positions = (await readAlbum()).media.map(({ sort_order }) => sort_order);
    expect(positions).toEqual([1, 2, 3, 4, 5]);
  });

  test('that arrive at the same time are in the order of the table', async () => {
    const names = [...'ABCDEFGH'];
    await Promise.all(names.toReversed().map((name) => arrive(name)));
    expect(await order()).toBe(names.join(' '));
  });

  test('leave media that others attach in between where they are', async () => {
    await arrive('C');
    await attachOther('x');
    await arrive('A');
    await arrive('D');
    await attachOther('y');
    await arrive('B');
    await arrive('E');
    expect(await order()).toBe('A B C D E x y');
  });

  test('leave no gap for one that is missing, which gets its place later', async () => {
    for (const name of ['A', 'C', 'D']) await arrive(name);
    await attachOther('x');
    expect(await order()).toBe('A C D x');
    await arrive('B');
    expect(await order()).toBe('A B C D x');
  });

  test('are placed in their own category and batch', async () => {
    await arrive('B');
    await arrive('A', { media_category: 'additional_source' });
    expect(await inAlbum()).toBe('A B');
    batch_id += '-next';
    await arrive('A', { title: 'a' });
    await arrive('B', { title: 'b', media_category: 'additional_source' });
    expect(await inAlbum()).toBe('A B a b');
    expect(await onVoyage()).toBe('B a A b');
  });

  test('are in the order of arrival without a position, and last without a batch', async () => {
    const fields = { voyage_slug: voyage.slug, album_slug };
    for (const title of ['a', 'b']) await upload(curator, await aPng(), { ...fields, title, batch_id });
    await attachOther('x');
    await upload(curator, await aPng(), { ...fields, title: 'c', batch_id });
    await upload(curator, await aPng(), { ...fields, title: 'd', batch_position: '0' });
    expect(await order()).toBe('a b c x d');
  });

  test('with an invalid place are rejected', async () => {
    for (const [field, value] of [
      ['batch_id', 'a batch'],
      ['batch_id', 'a'.repeat(65)],
      ['batch_position', '-1'],
      ['batch_position', '1.5'],
      ['batch_position', 'two'],
    ] as const)
      expect((await upload(curator, await aPng(), { batch_id, [field]: value })).body.errors).toMatchObject([
        { path: field },
      ]);
    const { slug: media_slug } = await aMedia().save(api.database);
    const body = { voyage_slug: voyage.slug, people: [], batch_id: '', batch_position: 0 };
    await sendRejected(curator, intakeOperations.attach, { params: { media_slug }, body }, 422);
  });
});

describe('a duplicate of a file uploaded with others', () => {
  test('is replaced by the existing record at its place, unless that is attached already', async () => {
    const existing = await aMedia('Existing').save(api.database);
    const attached = await attachOther('Attached');
    await arrive('D');
    await use(attached, 'B');
    await use(existing.slug, 'C');
    await arrive('A');
    expect(await order()).toBe('Attached A Existing D');
    await use(existing.slug, 'A');
    expect(await order()).toBe('Attached A Existing D');
    await arrive('B');
    expect(await order()).toBe('Attached A B Existing D');
  });

  test('is kept beside the existing record, at its place', async () => {
    const file = await aPng();
    await arrive('A', {}, file);
    await arrive('C');
    await expect(arrive('B', {}, file)).rejects.toThrow('This file is already in the media library as “A”.');
    await arrive('B', { allow_duplicate: '1' }, file);
    expect(await order()).toBe('A B C');
  });

  test('that only looks like an existing picture is replaced by it at its place, also before others arrive', async () => {
    const existing = await aMedia('Existing').save(api.database);
    await arrive('A');
    const similar = await arrive('C');
    await arrive('D');
    const merge = async () => {
      const params = { media_slug: similar };
      const body = { into: existing.slug, keep_file: 'existing' } as const;
      return (await send(curator, similarMediaOperations.merge, { params, body })).body;
    };
    const { media_slug, ...merged } = await merge();
    expect(await order()).toBe('A Existing D');
    await send(curator, similarMediaOperations.undoMerge, { params: { media_slug }, body: merged });
    expect(await order()).toBe('A C D');
    await merge();
    await arrive('B');
    expect(await order()).toBe('A B Existing D');
  });
});

describe('files uploaded with others', () => {
  test('find their place in an album and on a voyage that were arranged in the meantime', async () => {
    const slugs = new Map<string, string>();
    for (const name of ['A', 'C', 'D']) slugs.set(name, await arrive(name));
    const arranged = (names: string) => names.split(' ').map((name) => slugs.get(name)!);
    const media_slugs = arranged('D A C');
    await send(curator, albumOperations.setMedia, { params: { album_slug }, body: { media_slugs } });
    const media = arranged('C D A').map((media_slug) => ({ media_slug }));
    await send(curator, mediaOperations.setOrder, { params: { voyage_slug: voyage.slug }, body: { media } });
    await arrive('B');
    expect([await inAlbum(), await onVoyage()]).toEqual(['D A B C', 'C D A B']);
  });

  test('keep their places while the voyage is arranged', async () => {
    const other = await attachOther('x');
    const first = await arrive('A');
    const arrivals = 'B C D E F G H'
      .split(' ')
      .toReversed()
      .map((name) => arrive(name));
    // The list of another moment is a conflict, so it is read again until nothing arrived in between.
    for (let status = 0; status !== 200;) {
      const { body } = await send(curator, mediaOperations.byVoyage, { params: { slug: voyage.slug } });
      const rest = body.filter(({ media_slug }) => media_slug !== other && media_slug !== first);
      const media = [first, ...rest.map(({ media_slug }) => media_slug), other].map((media_slug) => ({ media_slug }));
      ({ status } = await curator.send('PUT', `/api/curator/voyages/${voyage.slug}/media`, { media }));
      expect([200, 409]).toContain(status);
    }
    await Promise.all(arrivals);
    expect([await onVoyage(), await inAlbum()]).toEqual(['A B C D E F G H x', 'x A B C D E F G H']);
  });

  test('stay in order among themselves after the voyage is restored from history, with its album', async () => {
    const history = new HistoryPages(curator);
    await arrive('B');
    const media_slug = await arrive('A');
    await send(curator, mediaOperations.unlink, { query: { media_slug, voyage_slug: voyage.slug } });
    expect(await order()).toBe('B');
    await history.undo('voyage', voyage.slug);
    expect(await order()).toBe('A B');
    for (const name of ['D', 'C']) await arrive(name);
    expect(await order()).toBe('A B C D');
  });
});
