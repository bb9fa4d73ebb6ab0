import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { BrowseResult, MediaItem } from '@archive/contracts';
import { UnavailableError } from '../../src/database/index.ts';
import { StorageCleanup } from '../../src/modules/storage/storage-cleanup.ts';
import { FileLeases, INCOMING_PREFIX, Storage } from '../../src/modules/storage/index.ts';
import { JobQueues } from '../../src/queues/index.ts';
import { aPng } from '../builders/files.ts';
import { aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { waitUntil } from '../support/wait-until.ts';
import { S3Server } from '../support/s3-server.ts';
import { upload, type Uploaded } from '../support/upload.ts';
import { startWorker } from '../support/worker.ts';
import { sql } from '../support/sql.ts';

type Worker = Awaited<ReturnType<typeof startWorker>>;

describe.each(['disk', 'S3'])('deleting media on %s', (driver) => {
  const server = new S3Server('library');
  let api: TestApi;
  let curator: Browser;
  let worker: Worker;
  let storage: Storage;
  let leases: FileLeases;
  let cleanup: StorageCleanup;
  beforeAll(async () => {
    if (driver === 'S3') await server.start();
    api = await startApi({ environment: driver === 'S3' ? server.environment : {} });
    curator = await api.signIn();
    worker = await startWorker(api);
    storage = api.app.get(Storage, { strict: false });
    leases = api.app.get(FileLeases, { strict: false });
    cleanup = worker.get(StorageCleanup);
  });
  afterEach(() => {
    server.failing = undefined;
    jest.restoreAllMocks();
  });
  afterAll(async () => {
    await worker.close();
    await api.close();
    if (driver === 'S3') await server.stop();
  });

  const keyOf = (url: string | null) => decodeURIComponent((url ?? '').replace('/media-files/', ''));
  const isStored = async (key: string) => (await storage.stat(key)) !== undefined;
  const path = (slug: string, withFile: boolean) =>
    `/api/curator/media/${slug}${withFile ? '?delete_from_s3=true' : ''}`;
  const remove = (slug: string, withFile: boolean, headers?: Record<string, string>) =>
    curator.send('DELETE', path(slug, withFile), undefined, headers);
  const restore = (slug: string, revision: number) =>
    curator.post(`/api/curator/history/media/${slug}/${revision}/restore`);
  const removeFiles = async (...urls: string[]) => {
    const response = await curator.post('/api/curator/media/delete-from-s3', { urls });
    return { status: response.status, body: (await response.json()) as { deleted_count: number; detail: string } };
  };

  async function uploadFile(fields: Record<string, string> = {}): Promise<Uploaded> {
    const { status, body } = await upload(curator, await aPng(), fields);
    if (status !== 201) throw new Error(body.detail);
    return body;
  }

  async function uploadAndPreview(fields: Record<string, string> = {}): Promise<MediaItem> {
    const { media_slug } = await uploadFile(fields);
    const get = () => curator.json<MediaItem>(`/api/media/${media_slug}`);
    await waitUntil(async () => (await get()).preview_state === 'ready');
    return get();
  }

  test('with the file deletes record, links and album entries immediately, then file and previews', async () => {
    const voyage = await aVoyage().on('1949-02-12').save(api.database);
    const media = await uploadAndPreview({ voyage_slug: voyage.slug });
    const album = (await (
      await curator.post('/api/curator/albums', { title: 'Aboard', voyage_slug: voyage.slug, sort_order: 0 })
    ).json()) as { album_slug: string };
    await curator.post(`/api/curator/albums/${album.album_slug}/media`, {
      media_slug: media.media_slug,
      sort_order: 0,
    });

    expect((await remove(media.media_slug, true)).status).toBe(204);
    expect((await curator.get(`/api/media/${media.media_slug}`)).status).toBe(404);
    expect(await curator.json(`/api/media/by-voyage/${voyage.slug}`)).toEqual([]);
    expect(await curator.json(`/api/curator/albums/${album.album_slug}`)).toMatchObject({ media: [] });
    expect(await curator.json(`/api/voyages/${voyage.slug}`)).toMatchObject({ has_photo: false });
    for (const url of [media.url, media.thumbnail_url, media.public_derivative_url])
      await waitUntil(async () => !(await isStored(keyOf(url))));
    expect(await curator.json(`/api/curator/history/media/${media.media_slug}`)).toMatchObject([
      {
        action: 'delete',
        changed_by: 'curator',
        before: { title: 'At the rail', voyages: [{ voyage_slug: voyage.slug }] },
      },
      { action: 'create' },
    ]);
  });

  test('with the file can’t be undone, with a reason', async () => {
    const media = await uploadAndPreview({ title: 'Gone for good' });
    await remove(media.media_slug, true);
    const early = await restore(media.media_slug, 2);
    expect(early.status).toBe(409);
    await waitUntil(async () => !(await isStored(keyOf(media.url))));
    const late = await restore(media.media_slug, 2);
    expect([late.status, await late.json()]).toEqual([
      409,
      expect.objectContaining({
        detail: 'Can’t restore: the file of “Gone for good” has been deleted from storage.',
      }),
    ]);
  });

  test('without the file keeps the file out of sight, and can be undone completely', async () => {
    const voyage = await aVoyage().on('1950-05-01').save(api.database);
    const media = await uploadAndPreview({ title: 'To come back', voyage_slug: voyage.slug });
    expect((await remove(media.media_slug, false)).status).toBe(204);
    const folder = keyOf(media.url).split('/').slice(0, -1).join('/');
    const { files } = await curator.json<BrowseResult>(`/api/s3/browse?prefix=${encodeURIComponent(folder)}`);
    expect(files).toEqual([]);
    expect((await curator.get(media.url ?? '')).status).toBe(200);

    expect((await restore(media.media_slug, 2)).status).toBe(200);
    expect(await curator.json(`/api/media/${media.media_slug}`)).toEqual(media);
    expect(await curator.json(`/api/media/by-voyage/${voyage.slug}`)).toMatchObject([{ title: 'To come back' }]);
  });

  test('before its previews exist requests the previews when it is restored', async () => {
    const { media_slug, url } = await uploadFile({ title: 'Too early' });
    await waitUntil(async () => (await curator.json<MediaItem>(`/api/media/${media_slug}`)).preview_state === 'ready');
    await api.database.execute(sql('delete from derivative where media_id = (select id from media where slug = $1)'), [
      media_slug,
    ]);
    await remove(media_slug, false);
    expect((await restore(media_slug, 2)).status).toBe(200);
    expect(await curator.json(`/api/media/${media_slug}`)).toMatchObject({ url, preview_state: 'waiting' });
  });

  test('of an unknown record returns 404', async () => {
    const response = await remove('nothing-here', true);
    expect([response.status, await response.json()]).toEqual([
      404,
      expect.objectContaining({ detail: 'Media not found in database.' }),
    ]);
  });

  test('is rejected when the record has changed', async () => {
    const { media_slug } = await uploadFile();
    const etag = (await curator.get(`/api/media/${media_slug}`)).headers.get('etag') ?? '';
    await curator.send('PUT', `/api/curator/media/${media_slug}`, { title: 'Changed' });
    expect((await remove(media_slug, true, { 'if-match': etag })).status).toBe(412);
    const now = (await curator.get(`/api/media/${media_slug}`)).headers.get('etag') ?? '';
    expect((await remove(media_slug, true, { 'if-match': now })).status).toBe(204);
  });

  test('hides a file that is pending deletion', async () => {
    const { media_slug, url } = await uploadFile();
    jest.spyOn(api.app.get(JobQueues), 'add').mockRejectedValue(new UnavailableError('queue'));
    expect((await remove(media_slug, true)).status).toBe(204);
    expect(await isStored(keyOf(url))).toBe(true);
    expect((await curator.get(url ?? '')).status).toBe(404);
    const { files } = await curator.json<BrowseResult>('/api/s3/browse?prefix=unattached/image');
    expect(files.map((file) => file.url)).not.toContain(url);
    expect((await removeFiles(url ?? '')).body).toEqual({ deleted_count: 0 });
  });

  test('resumes a deletion that was never queued', async () => {
    const { media_slug, url } = await uploadFile();
    jest.spyOn(api.app.get(JobQueues), 'add').mockRejectedValue(new UnavailableError('queue'));
    await remove(media_slug, true);
    expect(await isStored(keyOf(url))).toBe(true);
    await cleanup.resume(0);
    await waitUntil(async () => !(await isStored(keyOf(url))));
  });

  describe('unrecorded files', () => {
    const put = async (key: string) => {
      await storage.put(key, Buffer.from(key), 'text/plain');
      return `/media-files/${key.split('/').map(encodeURIComponent).join('/')}`;
    };

    test('accepts all forms of their URLs and counts each file once', async () => {
      const storedKey = await put(`found/${driver}/ä b.txt`);
      const two = await put(`found/${driver}/two.txt`);
      expect(
        await removeFiles(
          storedKey,
          `${api.url}${storedKey}?download`,
          decodeURIComponent(storedKey),
          two,
          `/media-files/found/${driver}/never.txt`,
        ),
      ).toEqual({
        status: 200,
        body: { deleted_count: 2 },
      });
      await waitUntil(
        async () => !(await isStored(`found/${driver}/ä b.txt`)) && !(await isStored(`found/${driver}/two.txt`)),
      );
      if (driver === 'S3') {
        await put('found/bucket.txt');
        expect((await removeFiles('s3://library/found/bucket.txt')).body).toEqual({ deleted_count: 1 });
      }
    });

    test('deletes all or none, and rejects a file with a record', async () => {
      const { url } = await uploadFile({ title: 'With a record' });
      const other = await put(`found/${driver}/other.txt`);
      expect(await removeFiles(other, url ?? '')).toEqual({
        status: 409,
        body: expect.objectContaining({
          detail: 'One of the files belongs to the media record “With a record”. Delete that record instead.',
        }),
      });
      expect(await isStored(`found/${driver}/other.txt`)).toBe(true);
    });

    test.each([
      '/media-files/_derivatives/1/large.webp',
      '/media-files/_system/documents/a.md',
      '/media-files/%5fsystem/documents/a.md',
      '/media-files/../package.json',
      '/media-files/a/../../_system/x',
      '/media-files/a%2F..%2F_system',
      '/media-files/%E0%A4%A',
      '/api/voyages',
      'file:///etc/passwd',
      's3://other/found.txt',
      'found.txt',
    ])('rejects %s outside the library', async (url) => {
      expect(await removeFiles(url)).toMatchObject({ status: 403 });
    });

    test('also deletes the previews of a deleted record', async () => {
      const media = await uploadAndPreview();
      await remove(media.media_slug, false);
      expect((await removeFiles(media.url ?? '')).body).toEqual({ deleted_count: 1 });
      for (const url of [media.url, media.thumbnail_url]) await waitUntil(async () => !(await isStored(keyOf(url))));
      expect((await restore(media.media_slug, 2)).status).toBe(409);
    });
  });

  describe('after a crash', () => {
    test('a file without a record is deleted when its lease expires', async () => {
      const key = `unattached/image/orphan-${driver.toLowerCase()}.png`;
      expect(await leases.acquire(key)).toBe(true);
      await storage.put(key, Buffer.from('orphan'), 'image/png');
      await cleanup.resume(0);
      expect(await isStored(key)).toBe(true);
      await api.database.execute(
        sql(`update storage_cleanup set due_at = now() - interval '1 second' where storage_key = $1`),
        [key],
      );
      await cleanup.resume(0);
      await waitUntil(async () => !(await isStored(key)));
    });

    test('a key can’t be leased twice or while a record uses it', async () => {
      const { url } = await uploadFile();
      expect(await leases.acquire(keyOf(url))).toBe(false);
      expect(await leases.acquire('unattached/twice.png')).toBe(true);
      expect(await leases.acquire('unattached/twice.png')).toBe(false);
    });

    test('a lease that waits for a record fails after that record is saved', async () => {
      const { media_slug } = await uploadFile();
      const key = `unattached/image/awaited-${driver.toLowerCase()}.png`;
      await leases.acquire(key);
      const claiming = await api.database.pool.connect();
      await claiming.query('begin');
      await claiming.query('delete from storage_cleanup where storage_key = $1', [key]);
      await claiming.query('update media set storage_key = $1 where slug = $2', [key, media_slug]);
      const reserving = leases.acquire(key);
      const waits = `
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%into storage_cleanup%'`;
      await waitUntil(async () => (await api.database.row(sql(waits))) !== undefined);
      await claiming.query('commit');
      claiming.release();
      expect(await reserving).toBe(false);
    });

    test('a released file is kept if a record uses it', async () => {
      const { url } = await uploadFile();
      await leases.abandon([keyOf(url)]);
      await waitUntil(
        async () =>
          !(await api.database.row(sql('select 1 from storage_cleanup where storage_key = $1'), [keyOf(url)])),
      );
      expect((await curator.get(url ?? '')).status).toBe(200);
    });

    test('a record is not saved after its lease has ended', async () => {
      await leases.acquire('unattached/late.png');
      await api.database.execute(sql(`delete from storage_cleanup where storage_key = 'unattached/late.png'`));
      const claiming = api.database.transaction((executor) => leases.confirm(executor, ['unattached/late.png']));
      await expect(claiming).rejects.toThrow('Try again.');
    });

    test('incomplete uploads are removed a day later', async () => {
      const key = `${INCOMING_PREFIX}left-behind`;
      await storage.put(key, Buffer.from('half'), 'video/mp4');
      await cleanup.removeOrphans(new Date(Date.now() - 60_000));
      expect(await isStored(key)).toBe(true);
      await cleanup.removeOrphans(new Date(Date.now() + 2000));
      expect(await isStored(key)).toBe(false);
    });
  });

  if (driver === 'S3')
    test('retries until storage deletes the file', async () => {
      const { media_slug, url } = await uploadFile();
      server.requests.length = 0;
      server.failing = /^DELETE/;
      expect((await remove(media_slug, true)).status).toBe(204);
      await waitUntil(() => server.requests.filter((line) => line.startsWith('DELETE')).length > 5);
      expect(await isStored(keyOf(url))).toBe(true);
      server.failing = undefined;
      await waitUntil(async () => !(await isStored(keyOf(url))));
    });
});
