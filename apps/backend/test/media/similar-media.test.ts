import {
  mediaOperations,
  mediaRecordOperations,
  type MergedMedia,
  similarMediaOperations,
  trashOperations,
} from '@archive/contracts';
import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DerivativeTasks } from '../../src/modules/media/derivatives/derivative-tasks.ts';
import { aPng } from '../builders/files.ts';
import { aPerson, aVoyage } from '../builders/index.ts';
import { aPhoto, COPIES } from '../builders/photos.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { aRecording, FFMPEG_SKIPPED, hasFfmpeg } from '../support/video.ts';
import { sql } from '../support/sql.ts';
import { waitUntil } from '../support/wait-until.ts';
import { upload } from '../support/upload.ts';
import { startWorker } from '../support/worker.ts';
import { send, sendRejected } from '../writing/send.ts';

let api: TestApi;
let worker: INestApplicationContext;
let curator: Browser;
beforeAll(async () => {
  api = await startApi();
  curator = await api.signIn();
  worker = await startWorker(api);
});
afterAll(async () => {
  await worker.close();
  await api.close();
});

const read = async (slug: string) => (await send(curator, mediaOperations.get, { params: { slug } })).body;
const isReady = async (slug: string) => (await read(slug)).preview_state === 'ready';

async function uploadAndPreview(file: Buffer, fields: Record<string, string> = {}) {
  const { status, body } = await upload(curator, file, fields);
  if (status !== 201) throw new Error(body.detail);
  await waitUntil(() => isReady(body.media_slug));
  return read(body.media_slug);
}
const similarTo = async (slug: string, query: { limit?: string; distance?: string } = {}) =>
  (await send(curator, similarMediaOperations.similar, { params: { slug }, query })).body.items;
const slugsSimilarTo = async (slug: string) => (await similarTo(slug)).map(({ media_slug }) => media_slug);
const merge = (media_slug: string, into: string, keep_file: 'existing' | 'new') =>
  send(curator, similarMediaOperations.merge, { params: { media_slug }, body: { into, keep_file } });
const undo = ({ media_slug, ...body }: MergedMedia) =>
  send(curator, similarMediaOperations.undoMerge, { params: { media_slug }, body });
const rejectedMerge = (media_slug: string, into: string, status: number) =>
  sendRejected(
    curator,
    similarMediaOperations.merge,
    { params: { media_slug }, body: { into, keep_file: 'existing' } },
    status,
  );
const rejectedUndo = ({ media_slug, ...body }: MergedMedia) =>
  sendRejected(curator, similarMediaOperations.undoMerge, { params: { media_slug }, body }, 409);
const usage = async (media_slug: string) => {
  const { voyages, albums } = (await send(curator, mediaOperations.usage, { params: { media_slug } })).body;
  return { voyages: voyages.map(({ voyage_slug }) => voyage_slug), albums: albums.map(({ album_slug }) => album_slug) };
};
const peopleIn = async (slug: string) => {
  const { people } = await curator.json<{ people: { person_slug: string }[] }>(`/api/media/${slug}/people`);
  return people.map(({ person_slug }) => person_slug);
};
const bytesOf = async (url: string | null) => Buffer.from(await (await curator.get(url ?? '')).arrayBuffer());
const inTrash = async () =>
  (await send(curator, trashOperations.list, {})).body.items.map(({ media_slug }) => media_slug);

test('finds copies, the most similar first, and no other picture', async () => {
  const original = await aPhoto(101);
  const { media_slug } = await uploadAndPreview(original, { title: 'Casting off' });
  const copies = [];
  for (const [name, copy] of Object.entries(COPIES))
    copies.push(await uploadAndPreview(await copy(original), { title: name }));
  await uploadAndPreview(await aPhoto(102), { title: 'Another picture' });
  const same = await uploadAndPreview(original, { title: 'The same file', allow_duplicate: '1' });

  const found = await similarTo(media_slug);
  expect(found.map(({ media_slug: slug }) => slug).toSorted()).toEqual(
    copies.map((copy) => copy.media_slug).toSorted(),
  );
  const distances = found.map(({ distance }) => distance);
  expect(distances).toEqual(distances.toSorted((a, b) => a - b));
  expect(await similarTo(media_slug, { limit: '1' })).toHaveLength(1);
  // Identical files aren't listed for each other, but searching from a recompressed copy finds both.
  expect(await slugsSimilarTo(copies[0]?.media_slug ?? '')).toEqual(
    expect.arrayContaining([media_slug, same.media_slug]),
  );

  await send(curator, mediaOperations.remove, { params: { media_slug: copies[0]?.media_slug ?? '' }, query: {} });
  expect(await slugsSimilarTo(media_slug)).not.toContain(copies[0]?.media_slug);
});

test('blank pictures have no similar images', async () => {
  const blank = await uploadAndPreview(await aPng({ width: 640, height: 480 }));
  await uploadAndPreview(await aPng({ width: 320, height: 240 }));
  expect(await slugsSimilarTo(blank.media_slug)).toEqual([]);
  await sendRejected(curator, similarMediaOperations.similar, { params: { slug: 'none' } }, 404);
});

(hasFfmpeg ? test : test.skip)(`recordings have no similar media${FFMPEG_SKIPPED}`, async () => {
  const first = await uploadAndPreview(await aRecording('first.mp3'));
  await uploadAndPreview(await aRecording('second.flac'));
  expect(await slugsSimilarTo(first.media_slug)).toEqual([]);
});

test('pictures without a hash are found once their previews have been rebuilt', async () => {
  const original = await aPhoto(110);
  const first = await uploadAndPreview(original);
  const second = await uploadAndPreview((await COPIES['scaled']?.(original)) ?? original);
  await api.database.execute(sql('update media set picture_hash = null'));
  expect(await slugsSimilarTo(first.media_slug)).toEqual([]);
  const tasks = worker.get(DerivativeTasks, { strict: false });
  await tasks.requestAll();
  await tasks.resume(0);
  await waitUntil(async () => (await slugsSimilarTo(first.media_slug)).includes(second.media_slug));
});

async function pair(seed: number) {
  const voyage = await aVoyage().on('1951-05-06').save(api.database);
  const person = await aPerson().save(api.database);
  const file = await aPhoto(seed);
  const copy = (await COPIES['recompressed']?.(file)) ?? file;
  const existing = await uploadAndPreview(file, { title: 'The existing one' });
  const album = await curator.post('/api/curator/albums', {
    title: 'On deck',
    voyage_slug: voyage.slug,
    sort_order: 0,
  });
  const { album_slug } = (await album.json()) as { album_slug: string };
  const added = await uploadAndPreview(copy, {
    title: 'The new one',
    voyage_slug: voyage.slug,
    album_slug,
    people: person.slug,
  });
  return { voyage, person, album_slug, existing, added, file, copy };
}

test('keeping the existing file attaches the existing record wherever the new one was attached, and can be undone', async () => {
  const { voyage, person, album_slug, existing, added, file } = await pair(120);
  const { body } = await merge(added.media_slug, existing.media_slug, 'existing');
  expect(body).toEqual({
    media_slug: added.media_slug,
    into: existing.media_slug,
    file_sha256: null,
    voyages: [voyage.slug],
    albums: [album_slug],
    people: [person.slug],
  });
  expect(await usage(existing.media_slug)).toEqual({ voyages: [voyage.slug], albums: [album_slug] });
  expect(await peopleIn(existing.media_slug)).toEqual([person.slug]);
  expect((await bytesOf(existing.url)).equals(file)).toBe(true);
  expect(await inTrash()).toContain(added.media_slug);
  await rejectedMerge(added.media_slug, existing.media_slug, 404);

  await undo(body);
  expect(await usage(existing.media_slug)).toEqual({ voyages: [], albums: [] });
  expect(await peopleIn(existing.media_slug)).toEqual([]);
  expect(await usage(added.media_slug)).toEqual({ voyages: [voyage.slug], albums: [album_slug] });
  expect(await peopleIn(added.media_slug)).toEqual([person.slug]);
  expect(await inTrash()).not.toContain(added.media_slug);
  await rejectedUndo(body);
});

test('undo keeps the existing record in an album that it was already in, even though it was not attached to the voyage', async () => {
  const { voyage, album_slug, existing, added } = await pair(125);
  const { status } = await curator.post(`/api/curator/albums/${album_slug}/media`, { media_slug: existing.media_slug });
  expect(status).toBe(200);
  const before = await usage(existing.media_slug);
  expect(before.albums).toEqual([album_slug]);

  const { body } = await merge(added.media_slug, existing.media_slug, 'existing');
  expect(body).toMatchObject({ voyages: [voyage.slug], albums: [] });
  await undo(body);
  expect(await usage(existing.media_slug)).toEqual(before);
  expect(await usage(added.media_slug)).toEqual({ voyages: [voyage.slug], albums: [album_slug] });
  // The undo detached it from the voyage, so merging again attaches it again.
  expect((await merge(added.media_slug, existing.media_slug, 'existing')).body).toEqual(body);
});

test('keeping the new file swaps it in and leaves the previous file in the trash', async () => {
  const { existing, added, file, copy } = await pair(130);
  const { body } = await merge(added.media_slug, existing.media_slug, 'new');
  const replaced = await read(existing.media_slug);
  expect(replaced).toMatchObject({ title: 'The existing one', content_type: 'image/jpeg', preview_state: 'ready' });
  expect((await bytesOf(replaced.url)).equals(copy)).toBe(true);
  const preservation = await send(curator, mediaRecordOperations.preservation, {
    params: { slug: existing.media_slug },
  });
  expect(preservation.body.sha256).toBe(body.file_sha256);
  expect(preservation.body.events.map(({ type }) => type)).toContain('replacement');
  await waitUntil(() => isReady(existing.media_slug));

  // Restoring the record from the trash restores the previous file.
  const restored = await send(curator, trashOperations.restore, { body: { media_slugs: [added.media_slug] } });
  expect(restored.body.restored).toEqual([added.media_slug]);
  expect((await bytesOf((await read(added.media_slug)).url)).equals(file)).toBe(true);
  const thumbnail = await curator.get((await read(added.media_slug)).thumbnail_url ?? '');
  expect(thumbnail.status).toBe(200);
});

test('undoing a replacement swaps the files back, unless the file has been replaced again', async () => {
  const { existing, added, file, copy } = await pair(140);
  const first = (await merge(added.media_slug, existing.media_slug, 'new')).body;
  await undo(first);
  expect((await bytesOf((await read(existing.media_slug)).url)).equals(file)).toBe(true);
  expect((await bytesOf((await read(added.media_slug)).url)).equals(copy)).toBe(true);
  expect(await read(added.media_slug)).toMatchObject({ title: 'The new one', content_type: 'image/jpeg' });

  const second = (await merge(added.media_slug, existing.media_slug, 'new')).body;
  const third = await uploadAndPreview((await COPIES['scaled']?.(file)) ?? file, { title: 'A third one' });
  await merge(third.media_slug, existing.media_slug, 'new');
  await rejectedUndo(second);
  expect(await inTrash()).toContain(added.media_slug);
});

test('a picture that is someone’s portrait is not merged', async () => {
  const file = await aPhoto(150);
  const existing = await uploadAndPreview(file);
  const added = await uploadAndPreview((await COPIES['scaled']?.(file)) ?? file);
  const person = await aPerson().save(api.database);
  await api.database.execute(sql('update person set portrait = $1 where slug = $2'), [added.media_slug, person.slug]);
  await rejectedMerge(added.media_slug, existing.media_slug, 409);
  await rejectedMerge(added.media_slug, added.media_slug, 422);
});
