import {
  type SystemStatus,
  type BrowseResult,
  mediaOperations,
  storageOperations,
  trashOperations,
} from '@archive/contracts';
import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { StorageChecker } from '../../src/modules/media/fixity/storage-checker.ts';
import { TrashCleanup } from '../../src/modules/media/trash/trash.ts';
import { Storage } from '../../src/modules/storage/index.ts';
import { Retention } from '../../src/queues/index.ts';
import { aPng } from '../builders/files.ts';
import { aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { sql } from '../support/sql.ts';
import { waitUntil } from '../support/wait-until.ts';
import { upload } from '../support/upload.ts';
import { startWorker } from '../support/worker.ts';
import { send } from '../writing/send.ts';

let api: TestApi;
let worker: INestApplicationContext;
let curator: Browser;
let storage: Storage;
beforeAll(async () => {
  api = await startApi();
  curator = await api.signIn();
  worker = await startWorker(api);
  storage = api.app.get(Storage, { strict: false });
});
afterAll(async () => {
  await worker.close();
  await api.close();
});
beforeEach(() => api.database.execute(sql('delete from media_trash')));

const keyOf = (url: string | null) => decodeURIComponent((url ?? '').replace('/media-files/', ''));
const isStored = async (url: string | null) => (await storage.stat(keyOf(url))) !== undefined;
const list = async () => (await send(curator, trashOperations.list, {})).body;
const read = async (slug: string) => (await send(curator, mediaOperations.get, { params: { slug } })).body;
const restore = async (...media_slugs: string[]) =>
  (await send(curator, trashOperations.restore, { body: { media_slugs } })).body;

async function uploadFile(fields: Record<string, string> = {}, file?: Buffer) {
  const { status, body } = await upload(curator, file ?? (await aPng()), fields);
  if (status !== 201) throw new Error(body.detail);
  await waitUntil(async () => (await read(body.media_slug)).preview_state === 'ready');
  return read(body.media_slug);
}
async function uploadAndTrash(fields: Record<string, string> = {}, file?: Buffer) {
  const media = await uploadFile(fields, file);
  await send(curator, mediaOperations.remove, { params: { media_slug: media.media_slug }, query: {} });
  return media;
}
const age = (slug: string, days: number) =>
  api.database.execute(
    sql('update media_trash set deleted_at = deleted_at - make_interval(days => $2) where slug = $1'),
    [slug, days],
  );
const inHistory = async (slug: string) =>
  (await (await curator.get(`/api/curator/history/deleted?kind=media&slug=${slug}`)).json()) as { restorable: boolean };

test('lists deleted media with what they were attached to, and restores them there', async () => {
  const voyage = await aVoyage().on('1949-02-12').titled('Down the Potomac').save(api.database);
  const media = await uploadFile({ title: 'At the helm', voyage_slug: voyage.slug });
  const created = await curator.post('/api/curator/albums', {
    title: 'Aboard',
    voyage_slug: voyage.slug,
    sort_order: 0,
  });
  const { album_slug } = (await created.json()) as { album_slug: string };
  await curator.post(`/api/curator/albums/${album_slug}/media`, { media_slug: media.media_slug, sort_order: 0 });
  await send(curator, mediaOperations.remove, { params: { media_slug: media.media_slug }, query: {} });

  expect(await list()).toEqual({
    items: [
      {
        media_slug: media.media_slug,
        title: 'At the helm',
        media_type: 'image',
        content_type: 'image/png',
        size: media.size,
        url: media.url,
        thumbnail_url: media.thumbnail_url,
        deleted_by: 'curator',
        deleted_at: expect.stringMatching(/^\d{4}-.*Z$/),
        days_left: 30,
        voyages: [{ title: 'Down the Potomac', voyage_slug: voyage.slug }],
        albums: [{ title: 'Aboard', album_slug }],
      },
    ],
    total: 1,
    retention_days: 30,
  });
  expect(await isStored(media.url)).toBe(true);
  expect(await curator.json(`/api/media/by-voyage/${voyage.slug}`)).toEqual([]);

  expect(await restore(media.media_slug)).toEqual({ restored: [media.media_slug], failures: [] });
  expect(await curator.json(`/api/media/by-voyage/${voyage.slug}`)).toMatchObject([{ title: 'At the helm' }]);
  expect(await curator.json(`/api/curator/albums/${album_slug}`)).toMatchObject({
    media: [{ media_slug: media.media_slug }],
  });
  expect(await list()).toMatchObject({ items: [], total: 0 });
});

test('restores all other media when one can’t be restored, and says why', async () => {
  const voyage = await aVoyage().on('1951-06-01').titled('To Quantico').save(api.database);
  const onVoyage = await uploadAndTrash({ title: 'On the voyage', voyage_slug: voyage.slug });
  const other = await uploadAndTrash({ title: 'Elsewhere' });
  await curator.send('DELETE', `/api/curator/voyages/${voyage.slug}`);
  expect(await restore(onVoyage.media_slug, other.media_slug, 'never-there')).toEqual({
    restored: [other.media_slug],
    failures: [
      { media_slug: onVoyage.media_slug, reason: expect.stringContaining('“To Quantico” (a voyage that used it)') },
      { media_slug: 'never-there', reason: 'It’s no longer in the trash.' },
    ],
  });
  expect(await list()).toMatchObject({ items: [{ media_slug: onVoyage.media_slug }], total: 1 });
});

test('lists media that were deleted in bulk, newest deletion first, in pages', async () => {
  const [first, second] = [await uploadFile({ title: 'First' }), await uploadFile({ title: 'Second' })];
  const response = await curator.post('/api/curator/media/bulk-delete', {
    media_slugs: [first.media_slug, second.media_slug],
  });
  expect(response.status).toBe(200);
  await age(first.media_slug, 3);
  expect(await list()).toMatchObject({ items: [{ title: 'Second' }, { title: 'First', days_left: 27 }], total: 2 });
  const page = await send(curator, trashOperations.list, { query: { limit: '1', offset: '1' } });
  expect(page.body).toMatchObject({ items: [{ title: 'First' }], total: 2 });
});

test('media in the trash are hidden from the library and not reported by the storage check', async () => {
  const media = await uploadAndTrash({ title: 'Out of sight' });
  const folder = keyOf(media.url).split('/').slice(0, -1).join('/');
  const { files } = await curator.json<BrowseResult>(`/api/s3/browse?prefix=${encodeURIComponent(folder)}`);
  expect(files.map(({ url }) => url)).not.toContain(media.url);
  await send(curator, storageOperations.start, {});
  await waitUntil(async () => (await send(curator, storageOperations.status, {})).body.check?.state === 'completed');
  const { body } = await send(curator, storageOperations.discrepancies, { query: {} });
  expect(body.map(({ path }) => path)).not.toContain(keyOf(media.url));
});

test('undoing the addition of a file leaves it without a record, and not in the trash', async () => {
  await storage.put('found/undone.png', await aPng(), 'image/png');
  await worker.get(StorageChecker, { strict: false }).runInProcess();
  const { body: found } = await send(curator, storageOperations.discrepancies, { query: {} });
  const { id } = found.find(({ path }) => path === 'found/undone.png')!;
  await curator.post(`/api/curator/storage/discrepancies/${id}/add-to-library`, {});
  const undone = await send(curator, storageOperations.bulkUndo, { body: { discrepancy_ids: [id] } });
  expect(undone.body).toEqual({ resolved: [id], failures: [] });
  expect((await list()).total).toBe(0);
  const { body: again } = await send(curator, storageOperations.discrepancies, { query: {} });
  expect(again.map(({ path }) => path)).toContain('found/undone.png');
});

describe('permanent deletion', () => {
  const filesDeleted = (media: { url: string | null; thumbnail_url: string | null }) =>
    waitUntil(async () => !(await isStored(media.url)) && !(await isStored(media.thumbnail_url)));

  test('removes files and previews, and the history says that the media can’t be restored', async () => {
    const media = await uploadAndTrash({ title: 'For good' });
    expect(await inHistory(media.media_slug)).toMatchObject({ restorable: true });
    const { body } = await send(curator, trashOperations.remove, {
      body: { media_slugs: [media.media_slug, 'never-there'] },
    });
    expect(body).toEqual({ deleted: [media.media_slug], missing: ['never-there'] });
    await filesDeleted(media);
    expect(await inHistory(media.media_slug)).toMatchObject({ restorable: false });
    expect((await restore(media.media_slug)).restored).toEqual([]);
    const response = await curator.post(`/api/curator/history/media/${media.media_slug}/2/restore`);
    expect([response.status, await response.json()]).toEqual([
      409,
      expect.objectContaining({ detail: 'Can’t restore: the file of “For good” has been deleted from storage.' }),
    ]);
  });

  test('of the whole trash runs in a job, and only covers what was shown', async () => {
    const shown = await uploadAndTrash({ title: 'Shown' });
    await age(shown.media_slug, 1);
    const { items } = await list();
    const later = await uploadAndTrash({ title: 'Deleted later' });
    const { body } = await send(curator, trashOperations.empty, { body: { until: items[0]!.deleted_at } });
    expect(body).toEqual({ emptied: 1 });
    expect((await list()).items.map(({ title }) => title)).toEqual(['Deleted later']);
    await filesDeleted(shown);
    expect(await isStored(later.url)).toBe(true);
  });

  test('happens automatically after 30 days, and not a day earlier', async () => {
    const [expired, recent] = [await uploadAndTrash({ title: 'Expired' }), await uploadAndTrash({ title: 'Recent' })];
    await age(expired.media_slug, 31);
    await age(recent.media_slug, 29);
    expect(await worker.get(Retention).apply('trash')).toBe(1);
    await filesDeleted(expired);
    expect((await list()).items).toMatchObject([{ title: 'Recent', days_left: 1 }]);
    expect(await isStored(recent.url)).toBe(true);
  });

  test('skips the file of a record that was restored from its history', async () => {
    const media = await uploadAndTrash({ title: 'Back by history' });
    await age(media.media_slug, 31);
    expect((await curator.post(`/api/curator/history/media/${media.media_slug}/2/restore`)).status).toBe(200);
    expect(await worker.get(TrashCleanup).deleteDue()).toBe(0);
    expect(await isStored(media.url)).toBe(true);
    expect((await list()).total).toBe(0);
  });
});

test('an upload of a file that is in the trash says so; the file can be restored instead, or uploaded anyway', async () => {
  const file = await aPng();
  const media = await uploadAndTrash({ title: 'Twice' }, file);
  const { status, body } = await upload(curator, file, { title: 'Again' });
  expect([status, body]).toEqual([
    409,
    expect.objectContaining({
      detail: 'This file is in the trash as “Twice”. Restore it instead.',
      trashed_slug: media.media_slug,
    }),
  ]);
  expect((await upload(curator, file, { title: 'Anyway', allow_duplicate: '1' })).status).toBe(201);
  expect((await restore(media.media_slug)).restored).toEqual([media.media_slug]);
});

test('is never emptied automatically if the retention is 0 days', async () => {
  const other = await startApi({ environment: { TRASH_DAYS: '0' } });
  const without = await startWorker(other);
  try {
    const browser = await other.signIn();
    const { body } = await upload(browser, await aPng(), { title: 'Stays' });
    await browser.send('DELETE', `/api/curator/media/${body.media_slug}`);
    await other.database.execute(sql(`update media_trash set deleted_at = now() - interval '10 years'`));
    expect(await without.get(TrashCleanup).deleteDue()).toBe(0);
    expect((await send(browser, trashOperations.list, {})).body).toMatchObject({
      items: [{ title: 'Stays', days_left: null }],
      retention_days: null,
    });
    const { retention } = await browser.json<SystemStatus>('/api/system');
    expect(retention?.map(({ duration }) => duration)).toContain('Until the trash is emptied');
  } finally {
    await without.close();
    await other.close();
  }
});
