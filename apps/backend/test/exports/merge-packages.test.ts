import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import type { MediaItem, PackageImportReport, PackageRecord, Revision, Voyage } from '@archive/contracts';
import { PackageImports } from '../../src/modules/exports/package/package-imports.ts';
import { INCOMING_PREFIX, Storage } from '../../src/modules/storage/index.ts';
import { aPng } from '../builders/files.ts';
import { CURATOR, startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { IS_FULL } from '../support/full.ts';
import { archiveDocument, ingest } from '../support/ingest.ts';
import { measured } from '../support/measured.ts';
import { applyPackage, importPackage, packageRecords, packageStatus, previewPackage } from '../support/package.ts';
import { PROJECT } from '../support/program.ts';
import { upload } from '../support/upload.ts';
import { waitUntil } from '../support/wait-until.ts';
import { spawnWorker, startWorker } from '../support/worker.ts';

const PROGRAM = path.resolve(PROJECT, '../../tools/cli/package.ts');

interface Archive {
  api: TestApi;
  worker: INestApplicationContext;
  curator: Browser;
}

async function anArchive(): Promise<Archive> {
  const api = await startApi();
  return { api, worker: await startWorker(api), curator: await api.signIn() };
}

async function close(archive: Archive | undefined): Promise<void> {
  await archive?.worker.close();
  await archive?.api.close();
}

async function send<T = unknown>({ curator }: Archive, method: string, route: string, body?: unknown): Promise<T> {
  const response = await curator.send(method, route, body);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

const exported = async ({ curator }: Archive, query = '?files=1') =>
  Buffer.from(await (await curator.get(`/api/export/package${query}`)).arrayBuffer());
const person = (slug: string, full_name: string, more: object = {}) => ({ person_slug: slug, full_name, ...more });
const addPerson = (archive: Archive, slug: string, name: string, more: object = {}) =>
  send(archive, 'POST', '/api/curator/people', person(slug, name, more));
const history = ({ curator }: Archive, kind: string, slug: string) =>
  curator.json<Revision[]>(`/api/curator/history/${kind}/${slug}`);
const shorten = (records: PackageRecord[]) =>
  records.map(({ kind, slug, action, archive_slug, changes }) => [
    kind,
    slug,
    action,
    archive_slug,
    ...changes.map(({ field }) => field),
  ]);
const counts = async ({ curator }: Archive) => (await packageStatus(curator))?.preview;

let museum: Archive;
let laptop: Archive;
let voyages: Voyage[];

// The laptop has a copy of the museum's archive.
beforeAll(async () => {
  [museum, laptop] = await Promise.all([anArchive(), anArchive()]);
  await ingest(museum.curator, await archiveDocument());
  expect(await importPackage(laptop.curator, await exported(museum))).toMatchObject({ outcome: 'completed' });
  const listed = await museum.curator.json<Voyage[]>('/api/voyages?limit=3');
  voyages = await Promise.all(
    listed.map(({ voyage_slug }) => museum.curator.json<Voyage>(`/api/voyages/${voyage_slug}`)),
  );
});
afterAll(async () => {
  await Promise.all([close(museum), close(laptop)]);
});

let packageOfMuseum: Buffer;
beforeEach(async () => {
  packageOfMuseum ??= await exported(museum);
});

describe('the package of an archive with the same records', () => {
  test('has nothing to import', async () => {
    expect(await previewPackage(museum.curator, packageOfMuseum)).toMatchObject({ outcome: 'previewed' });
    const preview = await counts(museum);
    expect(preview).toMatchObject({ add: 0, conflict: 0, unclear: 0, outdated: false });
    expect(preview?.equal).toBeGreaterThan(33 + 104);
    expect(await packageRecords(museum.curator, '&action=equal')).toHaveLength(preview?.equal ?? 0);
    const before = await museum.curator.json('/api/curator/history?limit=5');
    expect(await applyPackage(museum.curator, [], 'take')).toEqual({
      outcome: 'completed',
      detail: '',
      imported: { voyages: 0, people: 0, media: 0, albums: 0, places: 0, stories: 0, files: 0, changed: 0 },
    });
    expect(await museum.curator.json('/api/curator/history?limit=5')).toEqual(before);
  });

  test('is discarded when its preview is canceled, or when another package follows', async () => {
    const incoming = async () =>
      (await museum.api.app.get(Storage, { strict: false }).list(INCOMING_PREFIX, {})).objects.length;
    await previewPackage(museum.curator, packageOfMuseum);
    await previewPackage(museum.curator, packageOfMuseum);
    await waitUntil(async () => (await incoming()) === 1);
    await send(museum, 'DELETE', '/api/curator/archive-package');
    expect(await packageStatus(museum.curator)).toMatchObject({ state: 'cancelled' });
    await waitUntil(async () => (await incoming()) === 0);
    expect((await museum.curator.get('/api/curator/archive-package/records')).status).toBe(404);
    expect(await applyPackage(museum.curator)).toMatchObject({ outcome: 404 });
  });

  test('is followed, listed and canceled by its ID when someone uploads another one', async () => {
    await previewPackage(museum.curator, packageOfMuseum);
    const { import_id: first = '' } = (await packageStatus(museum.curator)) ?? {};
    await previewPackage(museum.curator, packageOfMuseum);
    const { import_id: second = '' } = (await packageStatus(museum.curator)) ?? {};
    const route = (id: string, path = '') => `/api/curator/archive-package${path}?import_id=${id}`;
    const stateOf = async (id: string) =>
      (await museum.curator.json<{ package_import: PackageImportReport }>(route(id))).package_import.state;
    expect([await stateOf(first), await stateOf(second)]).toEqual(['cancelled', 'previewed']);
    expect((await museum.curator.get(route(first, '/records'))).status).toBe(404);
    expect((await museum.curator.get(route(second, '/records'))).status).toBe(200);
    expect(await send(museum, 'DELETE', route(first))).toMatchObject({ package_import: { state: 'cancelled' } });
    expect(await stateOf(second)).toBe('previewed');
    expect(await send(museum, 'DELETE', route(second))).toMatchObject({
      package_import: { import_id: second, state: 'cancelled' },
    });
    expect((await museum.curator.get(route('00000000-0000-4000-8000-000000000000'))).status).toBe(404);
  });

  test('is named with its archive and day, and its preview lasts a day', async () => {
    await previewPackage(laptop.curator, packageOfMuseum);
    expect(await packageStatus(laptop.curator)).toMatchObject({
      state: 'previewed',
      source: {
        filename: 'archive.zip',
        archive: 'The Sequoia Archive',
        exported_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    });
    const age = (hours: number) =>
      laptop.api.database.pool.query(
        `update package_import set updated_at = now() - make_interval(hours => $1) where state = 'previewed'`,
        [hours],
      );
    await age(23);
    expect((await packageRecords(laptop.curator)).length).toBeGreaterThan(0);
    await age(25);
    expect((await packageStatus(laptop.curator))?.state).not.toBe('previewed');
    expect((await laptop.curator.get('/api/curator/archive-package/records')).status).toBe(404);
    await laptop.worker.get(PackageImports).resume();
    const { objects } = await laptop.worker.get(Storage).list(INCOMING_PREFIX);
    expect(objects).toEqual([]);
  });

  test('is imported without a preview only into an empty archive, which has nothing to compare', async () => {
    expect(await importPackage(museum.curator, packageOfMuseum)).toMatchObject({
      outcome: 409,
      detail: expect.stringContaining('Compare the package with them first'),
    });
    const empty = await startApi();
    expect(await previewPackage(await empty.signIn(), packageOfMuseum)).toMatchObject({ outcome: 409 });
    await empty.close();
  });
});

test('two archives that differ are brought together as a curator decides, and a second time nothing is added', async () => {
  const [first, second, third] = voyages as [Voyage, Voyage, Voyage];
  const route = (voyage: Voyage) => `/api/curator/voyages/${voyage.voyage_slug}`;
  // Both have changed the same voyages, and have a person of this address.
  await send(museum, 'PUT', route(first), { notes: 'From the museum.', start_time: '10:00' });
  await send(laptop, 'PUT', route(first), { notes: 'From the laptop.', start_time: '11:00' });
  await send(laptop, 'PUT', route(second), { notes: 'Only on the laptop.' });
  await addPerson(museum, 'lee-ann', 'Ann Lee', { birth_year: 1900 });
  await addPerson(laptop, 'lee-ann', 'Anna Leeds', { birth_year: 1920 });
  // The laptop knows her by another name, and has records of its own.
  await send(laptop, 'PUT', '/api/curator/people/truman-harry-s', { full_name: 'President Truman' });
  await addPerson(laptop, 'new-nora', 'Nora New', { aliases: ['Nell'] });
  const picture = await aPng();
  const { body: media } = await upload(laptop.curator, picture, { title: 'On deck', media_type: 'image' });
  const region = { x: 0.25, y: 0.1, width: 0.5, height: 0.3 };
  await send(laptop, 'PUT', `/api/curator/media/${media.media_slug}/people`, {
    people: [{ person_slug: 'lee-ann', region }],
  });
  await send(laptop, 'PUT', '/api/curator/people/new-nora', { portrait: media.media_slug });
  const voyage = await send<Voyage>(laptop, 'POST', '/api/curator/voyages', {
    start_date: '1951-05-01',
    title: 'A day on the river',
    president_slug_from_voyage: 'truman-harry-s',
  });
  for (const person_slug of ['lee-ann', 'new-nora'])
    await send(laptop, 'POST', '/api/curator/people/link-to-voyage', {
      person_slug,
      voyage_slug: voyage.voyage_slug,
      is_crew: false,
    });
  await send(laptop, 'POST', '/api/curator/media/link-to-voyage', {
    voyage_slug: voyage.voyage_slug,
    media_slug: media.media_slug,
  });
  const album = await send<{ album_slug: string }>(laptop, 'POST', '/api/curator/albums', {
    title: 'Deck',
    voyage_slug: voyage.voyage_slug,
  });
  await send(laptop, 'PUT', `/api/curator/albums/${album.album_slug}/media`, { media_slugs: [media.media_slug] });

  const zip = await exported(laptop);
  expect(await previewPackage(museum.curator, zip)).toMatchObject({ outcome: 'previewed' });
  expect(shorten(await packageRecords(museum.curator, '&action=unclear&action=conflict&action=add'))).toEqual([
    ['people', 'lee-ann', 'unclear', 'lee-ann-2', 'full_name', 'birth_year'],
    ['people', 'truman-harry-s', 'conflict', 'truman-harry-s', 'full_name'],
    ['voyages', first.voyage_slug, 'conflict', first.voyage_slug, 'start_time', 'notes'],
    ['voyages', second.voyage_slug, 'conflict', second.voyage_slug, 'notes'],
    ['people', 'new-nora', 'add', 'new-nora'],
    ['media', media.media_slug, 'add', media.media_slug],
    ['voyages', voyage.voyage_slug, 'add', voyage.voyage_slug],
    ['albums', album.album_slug, 'add', album.album_slug],
  ]);
  const [unclear] = await packageRecords(museum.curator, '&action=unclear');
  expect(unclear?.doubt).toBe('The person at this address is Ann Lee in the archive.');
  const conflict = (await packageRecords(museum.curator, '&action=conflict')).find(({ kind }) => kind === 'voyages');
  expect(conflict?.changes).toEqual([
    { field: 'start_time', label: 'Start time', from: '10:00', to: '11:00' },
    { field: 'notes', label: 'Notes', from: 'From the museum.', to: 'From the laptop.' },
  ]);
  expect((await museum.curator.get('/api/people/new-nora')).status).toBe(404);

  expect(await applyPackage(museum.curator)).toMatchObject({
    outcome: 422,
    detail: 'Decide first whether “Anna Leeds” is the same record.',
  });
  const choices = [
    { kind: 'people', slug: 'lee-ann', same: false },
    { kind: 'voyages', slug: first.voyage_slug, take: ['notes'] },
    { kind: 'people', slug: 'truman-harry-s', take: ['full_name'] },
  ] as const;
  expect(
    await applyPackage(
      museum.curator,
      choices.map((choice) => ({ ...choice, take: [...('take' in choice ? choice.take : [])] })),
    ),
  ).toMatchObject({
    outcome: 'completed',
    imported: { voyages: 1, people: 2, media: 1, files: 1, changed: 2 },
  });

  // The chosen field came from the laptop, the others stay, and the change can be undone.
  expect(await museum.curator.json(`/api/voyages/${first.voyage_slug}`)).toMatchObject({
    notes: 'From the laptop.',
    start_time: '10:00',
  });
  const [change] = await history(museum, 'voyage', first.voyage_slug);
  expect(change).toMatchObject({ action: 'update', changed_by: 'curator', changes: [{ field: 'notes' }] });
  expect((await museum.curator.json<Voyage>(`/api/voyages/${second.voyage_slug}`)).notes).toBe(second.notes);
  expect(await history(museum, 'voyage', third.voyage_slug)).toHaveLength(1);
  expect(await museum.curator.json('/api/people/truman-harry-s')).toMatchObject({ full_name: 'President Truman' });

  // What referred to the other person of this address now refers to her new one.
  const added = await museum.curator.json<Voyage>(`/api/voyages/${voyage.voyage_slug}`);
  expect(added.passengers.map(({ person_slug }) => person_slug)).toEqual(['lee-ann-2', 'new-nora']);
  expect(added).toMatchObject({ president_slug_from_voyage: 'truman-harry-s', has_photo: true });
  expect(await museum.curator.json('/api/people/lee-ann')).toMatchObject({ full_name: 'Ann Lee', birth_year: 1900 });
  expect(await museum.curator.json('/api/people/lee-ann-2')).toMatchObject({ full_name: 'Anna Leeds' });
  expect(await museum.curator.json('/api/people/new-nora')).toMatchObject({
    aliases: ['Nell'],
    portrait: media.media_slug,
  });
  expect(await history(museum, 'person', 'new-nora')).toMatchObject([{ action: 'create', before: null }]);
  const [item] = await museum.curator.json<MediaItem[]>('/api/media');
  const file = await museum.curator.get(item?.url ?? '');
  expect(Buffer.from(await file.arrayBuffer()).equals(picture)).toBe(true);
  expect(await museum.curator.json(`/api/media/${media.media_slug}/people`)).toMatchObject({
    people: [{ person_slug: 'lee-ann-2', region }],
  });
  expect(await museum.curator.json(`/api/curator/albums/${album.album_slug}`)).toMatchObject({
    voyage_slug: voyage.voyage_slug,
    media: [{ media_slug: media.media_slug }],
  });

  await previewPackage(museum.curator, zip);
  expect(await counts(museum)).toMatchObject({ add: 0, unclear: 0, conflict: 2 });
  expect(shorten(await packageRecords(museum.curator, '&action=conflict'))).toEqual([
    ['voyages', first.voyage_slug, 'conflict', first.voyage_slug, 'start_time'],
    ['voyages', second.voyage_slug, 'conflict', second.voyage_slug, 'notes'],
  ]);
  expect(await applyPackage(museum.curator)).toMatchObject({
    imported: { voyages: 0, people: 0, media: 0, albums: 0, places: 0, stories: 0, files: 0, changed: 0 },
  });
  await previewPackage(museum.curator, zip);
  expect(await applyPackage(museum.curator, [], 'take')).toMatchObject({ imported: { changed: 2 } });
  await previewPackage(museum.curator, zip);
  expect(await counts(museum)).toMatchObject({ add: 0, unclear: 0, conflict: 0 });
});

describe('a package', () => {
  test('is compared again if the archive has changed since the preview, and nothing is imported', async () => {
    await addPerson(laptop, 'late-lou', 'Lou Late');
    await previewPackage(museum.curator, await exported(laptop));
    await send(museum, 'PUT', '/api/curator/people/new-nora', { birth_year: 1901 });
    expect(await applyPackage(museum.curator)).toMatchObject({ outcome: 'previewed' });
    expect(await counts(museum)).toMatchObject({ outdated: true, conflict: 1, add: 1 });
    expect((await museum.curator.get('/api/people/late-lou')).status).toBe(404);
    expect(await applyPackage(museum.curator)).toMatchObject({ outcome: 'completed', imported: { people: 1 } });
  });

  test('changes nothing if a combination of values is one that no form accepts', async () => {
    await addPerson(museum, 'long-life', 'Lena Long', { birth_year: 1900, death_year: 1950 });
    await addPerson(laptop, 'long-life', 'Lena Long', { birth_year: 1800, death_year: 1850 });
    await addPerson(laptop, 'aa-first', 'Adam First');
    await previewPackage(museum.curator, await exported(laptop));
    expect(
      await applyPackage(museum.curator, [{ kind: 'people', slug: 'long-life', take: ['death_year'] }]),
    ).toMatchObject({
      outcome: 'failed',
      detail: expect.stringMatching(/^“Lena Long” can’t have these values\. death_year: /),
    });
    expect((await museum.curator.get('/api/people/aa-first')).status).toBe(404);
  });

  test('recognizes people who were merged here, and people with the same article', async () => {
    const wikipedia_url = 'https://en.wikipedia.org/wiki/Some_One';
    await addPerson(museum, 'some-one', 'Some One', { wikipedia_url });
    await addPerson(laptop, 'one-some-other', 'S. One', { wikipedia_url });
    await addPerson(museum, 'both-a', 'Bea Both');
    await addPerson(museum, 'both-b', 'B. Both');
    await addPerson(laptop, 'both-b', 'B. Both', { notes_internal: 'Only on the laptop.' });
    await send(museum, 'POST', '/api/curator/people/both-a/merge', {
      from: 'both-b',
      choices: { full_name: 'survivor' },
    });
    await previewPackage(museum.curator, await exported(laptop));
    expect(
      shorten(await packageRecords(museum.curator)).filter(([, slug]) =>
        ['one-some-other', 'both-b'].includes(String(slug)),
      ),
    ).toEqual([
      ['people', 'one-some-other', 'conflict', 'some-one', 'full_name'],
      ['people', 'both-b', 'equal', 'both-a'],
    ]);
  });

  test('recognizes places by their names and spellings, and those that were merged here', async () => {
    const place = (archive: Archive, name: string, more: object = {}) =>
      send(archive, 'POST', '/api/curator/places', { name, ...more });
    await place(museum, 'Mount Vernon', { variants: ['Mt. Vernon'] });
    await place(museum, 'Navy Yard');
    await place(museum, 'Old Yard');
    await send(museum, 'POST', '/api/curator/places/old-yard/merge', { into: 'navy-yard' });
    await place(laptop, 'MT VERNON', { part_of: null });
    await place(laptop, 'Old Yard', { notes: 'Only on the laptop.' });
    await place(laptop, 'The Yard', { variants: ['Navy Yard'], part_of: 'old-yard' });
    await place(laptop, 'Yard Pier', { part_of: 'old-yard' });
    await previewPackage(museum.curator, await exported(laptop));
    expect(shorten(await packageRecords(museum.curator)).filter(([kind]) => kind === 'places')).toEqual([
      ['places', 'mt-vernon', 'conflict', 'mount-vernon', 'name', 'variants'],
      ['places', 'the-yard', 'conflict', 'navy-yard', 'name', 'variants'],
      ['places', 'yard-pier', 'add', 'yard-pier'],
      ['places', 'old-yard', 'equal', 'navy-yard'],
    ]);
    expect(await applyPackage(museum.curator)).toMatchObject({ outcome: 'completed', imported: { places: 1 } });
    expect(await museum.curator.json('/api/places/yard-pier')).toMatchObject({ part_of: 'navy-yard' });
  });

  test('makes no place part of itself', async () => {
    for (const name of ['Potomac', 'Chesapeake'])
      for (const archive of [museum, laptop]) await send(archive, 'POST', '/api/curator/places', { name });
    await send(museum, 'PUT', '/api/curator/places/potomac', { part_of: 'chesapeake' });
    await send(laptop, 'PUT', '/api/curator/places/chesapeake', { part_of: 'potomac' });
    await previewPackage(museum.curator, await exported(laptop));
    expect(
      await applyPackage(museum.curator, [{ kind: 'places', slug: 'chesapeake', take: ['part_of'] }]),
    ).toMatchObject({ outcome: 'failed', detail: expect.stringMatching(/^“Chesapeake” would be part of itself\./) });
  });

  test('with another file at the address of a media item adds it beside that item, or leaves it', async () => {
    const fields = { media_slug: 'a-menu', title: 'A menu', media_type: 'image' };
    const [own, other] = [await aPng({ width: 30 }), await aPng({ width: 40 })];
    const first = await upload(museum.curator, own, fields);
    await upload(laptop.curator, other, fields);
    const zip = await exported(laptop);
    await previewPackage(museum.curator, zip);
    expect(shorten(await packageRecords(museum.curator, '&action=unclear'))).toEqual([
      ['media', 'a-menu', 'unclear', 'a-menu-2'],
    ]);
    expect(await applyPackage(museum.curator, [{ kind: 'media', slug: 'a-menu', same: false }])).toMatchObject({
      outcome: 'completed',
      imported: { media: 1, files: 1 },
    });
    const items = await museum.curator.json<MediaItem[]>('/api/media');
    const bytesOf = async (slug: string) => {
      const item = items.find(({ media_slug }) => media_slug === slug);
      return Buffer.from(await (await museum.curator.get(item?.url ?? '')).arrayBuffer());
    };
    expect(first.body.media_slug).toBe('a-menu');
    expect((await bytesOf('a-menu')).equals(own)).toBe(true);
    expect((await bytesOf('a-menu-2')).equals(other)).toBe(true);
    await previewPackage(museum.curator, zip);
    expect(await counts(museum)).toMatchObject({ unclear: 0, add: 0 });
  });

  test('recognizes a file that the archive has at another address', async () => {
    const scan = await aPng({ width: 60 });
    const own = await upload(museum.curator, scan, { title: 'Scanned here', media_type: 'image' });
    const other = await upload(laptop.curator, scan, { title: 'Scanned there', media_type: 'image' });
    await previewPackage(museum.curator, await exported(laptop));
    expect(shorten(await packageRecords(museum.curator)).filter(([, slug]) => slug === other.body.media_slug)).toEqual([
      ['media', other.body.media_slug, 'conflict', own.body.media_slug, 'title'],
    ]);
  });

  test('asks once whether a president is the same person', async () => {
    const president = { president_slug: 'doe-john', party: 'Private Owner', term_start: '1931' };
    await send(museum, 'POST', '/api/curator/presidents', { ...president, full_name: 'John Doe' });
    await send(laptop, 'POST', '/api/curator/presidents', { ...president, full_name: 'Jane Roe', term_start: '1941' });
    await previewPackage(museum.curator, await exported(laptop));
    const records = shorten(await packageRecords(museum.curator)).filter(([, slug]) => slug === 'doe-john');
    expect(records.map(([kind, , action, archive_slug]) => [kind, action, archive_slug])).toEqual([
      ['people', 'unclear', 'doe-john-2'],
      ['presidents', 'add', 'doe-john-2'],
    ]);
    expect(await applyPackage(museum.curator, [{ kind: 'people', slug: 'doe-john', same: false }])).toMatchObject({
      outcome: 'completed',
    });
    const presidents = await museum.curator.json<{ president_slug: string; term_start: string }[]>('/api/presidents');
    expect(
      presidents
        .filter(({ president_slug }) => president_slug.startsWith('doe-john'))
        .map(({ term_start }) => term_start),
    ).toEqual(['1931', '1941']);
  });

  test('without files brings no new media', async () => {
    await upload(laptop.curator, await aPng({ width: 50 }), { title: 'Without its file', media_type: 'image' });
    expect(await previewPackage(museum.curator, await exported(laptop, ''))).toMatchObject({
      outcome: 'failed',
      detail: expect.stringMatching(/media\.jsonl, line \d+: The package doesn’t have the file of “Without its file”/),
    });
  });
});

test.each([['take', 20] as const, ...(IS_FULL ? [['keep', 0] as const] : [])])(
  'archives with 500 voyages in common and 20 that differ: %s',
  measured(async (others: 'keep' | 'take', changed: number) => {
    const document = Array.from({ length: 500 }, (_, n) => {
      const day = new Date(Date.UTC(1950, 0, 1 + n)).toISOString().slice(0, 10);
      return `## ${day}\n\nLocation: Potomac River\n\nPassengers: Guest Number${n % 50}, Ann Lee\n`;
    }).join('\n');
    const [one, other] = await Promise.all([anArchive(), anArchive()]);
    await ingest(one.curator, document);
    expect(await importPackage(other.curator, await exported(one))).toMatchObject({ imported: { voyages: 500 } });
    const common = await other.curator.json<Voyage[]>('/api/voyages?limit=1000');
    for (const { voyage_slug } of common.slice(0, 20))
      await send(other, 'PUT', `/api/curator/voyages/${voyage_slug}`, { notes: 'From the field.' });
    await send(other, 'POST', '/api/curator/voyages', { start_date: '1960-01-01' });
    const zip = await exported(other);
    // A worker of its own, as in production, so that others don't wait for it.
    await one.worker.close();
    const worker = await spawnWorker(one.api);
    const waits: number[] = [];
    const timer = setInterval(() => {
      const start = performance.now();
      void one.curator.get('/api/people').then(() => waits.push(performance.now() - start));
    }, 50);
    const start = performance.now();
    await previewPackage(one.curator, zip);
    const previewed = performance.now();
    expect(await counts(one)).toMatchObject({ add: 1, conflict: 20, unclear: 0 });
    const { imported } = await applyPackage(one.curator, [], others);
    clearInterval(timer);
    const p95 = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? Infinity;
    process.stdout.write(
      `Compared in ${(previewed - start).toFixed(0)} ms, imported in ${(performance.now() - previewed).toFixed(0)} ms. Requests: ${p95.toFixed(0)} ms at p95\n`,
    );
    expect(p95).toBeLessThan(300);
    expect(imported).toEqual({
      voyages: 1,
      people: 0,
      media: 0,
      albums: 0,
      places: 0,
      stories: 0,
      files: 0,
      changed,
    } satisfies PackageImportReport['imported']);
    const after = await one.curator.json<Voyage[]>('/api/voyages?limit=1000');
    expect(after).toHaveLength(501);
    await previewPackage(one.curator, zip);
    expect(await counts(one)).toMatchObject({ add: 0, conflict: 20 - changed, unclear: 0 });
    expect((await applyPackage(one.curator)).imported).toMatchObject({ voyages: 0, changed: 0 });
    await worker.stop();
    await Promise.all([one.api.close(), close(other)]);
  }),
);

test('the command line shows a package, imports nothing unclear, and then what is decided', async () => {
  const [here, there] = await Promise.all([anArchive(), anArchive()]);
  const folder = await mkdtemp(path.join(tmpdir(), 'package-'));
  try {
    await addPerson(here, 'line-cora', 'Cora Line', { birth_year: 1900 });
    await addPerson(there, 'line-cora', 'Cora Line', { birth_year: 1901 });
    await addPerson(here, 'lee-ann', 'Ann Lee');
    await addPerson(there, 'lee-ann', 'Anna Leeds', { birth_year: 1911 });
    await addPerson(there, 'new-nora', 'Nora New');
    await send(there, 'POST', '/api/curator/places', { name: 'Piney Point' });
    const file = path.join(folder, 'field laptop.zip');
    await writeFile(file, await exported(there));
    const run = async (...options: string[]) => {
      const child = spawn(process.execPath, [PROGRAM, 'merge', file, '--archive', here.api.url, ...options], {
        env: {
          PATH: process.env['PATH'],
          NODE_NO_WARNINGS: '1',
          CURATOR_USERNAME: CURATOR.username,
          CURATOR_PASSWORD: CURATOR.password,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const status = new Promise<number | null>((resolve) => void child.once('close', resolve));
      const output = await Promise.all([text(child.stdout), text(child.stderr)]);
      return [await status, output.join('')];
    };
    const names = async () =>
      (await here.curator.json<{ full_name: string }[]>('/api/people'))
        .map(({ full_name }) => full_name)
        .filter((name) => /Ann|Line|New/.test(name))
        .toSorted();

    const [status, output] = await run('--yes');
    expect([status, output]).toEqual([1, expect.stringContaining('field laptop.zip, from The Sequoia Archive')]);
    expect(output).toMatch(/\n2 new records, \d+ equal, 1 differing, 1 unclear\n/);
    expect(output).toContain('The archive’s version is kept of:\n  Cora Line: Birth year');
    expect(output).toMatch(/Unclear:\n {2}Anna Leeds: .*Ann Lee.*They differ in .*Birth year/);
    expect(output).toContain('Nothing was imported.');
    expect((await packageStatus(here.curator))?.source.filename).toBe('field laptop.zip');
    expect(await run('--unclear', 'new')).toEqual([1, expect.stringContaining('Add --yes')]);
    expect(await names()).toEqual(['Ann Lee', 'Cora Line']);

    expect(await run('--unclear', 'new', '--yes')).toEqual([
      0,
      expect.stringContaining('Added 2 people and 1 place. Changed 0 records.'),
    ]);
    expect(await names()).toEqual(['Ann Lee', 'Anna Leeds', 'Cora Line', 'Nora New']);
    expect(await run('--conflicts', 'take', '--yes')).toEqual([0, expect.stringContaining('Changed 1 record.')]);
    expect(await here.curator.json('/api/people/line-cora')).toMatchObject({ birth_year: 1901 });
    expect(await run()).toEqual([0, expect.stringContaining('There is nothing to import.')]);
    expect((await packageStatus(here.curator))?.state).not.toBe('previewed');
  } finally {
    await Promise.all([close(here), close(there), rm(folder, { recursive: true })]);
  }
});
