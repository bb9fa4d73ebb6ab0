import { createHash } from 'node:crypto';
import { mediaCalls, storageCalls } from '@archive/contracts';
import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { CheckRows } from '../../src/modules/media/fixity/check-rows.ts';
import { StorageChecker } from '../../src/modules/media/fixity/storage-checker.ts';
import { Storage } from '../../src/modules/storage/index.ts';
import { aDocx, aPng } from '../builders/files.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { until } from '../support/doorway.ts';
import { S3Server } from '../support/s3-server.ts';
import { upload } from '../support/upload.ts';
import { startWorker } from '../support/worker.ts';
import { refused, send } from '../writing/send.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe.each(['disk', 'S3'])('looking through storage (%s)', (driver) => {
  const server = new S3Server('library');
  let api: TestApi;
  let worker: INestApplicationContext;
  let curator: Browser;
  let storage: Storage;
  beforeAll(async () => {
    if (driver === 'S3') await server.start();
    api = await startApi(driver === 'S3' ? { environment: server.environment } : {});
    worker = await startWorker(api);
    curator = await api.signIn();
    storage = api.app.get(Storage, { strict: false });
    await aFreshStart();
  });
  afterAll(async () => {
    await worker.close();
    await api.close();
    if (driver === 'S3') await server.stop();
  });
  beforeEach(aFreshStart);

  /** Nothing is going on any more: the worker begins one run by itself, and another one would only join it. */
  async function aFreshStart(): Promise<void> {
    await until(async () => {
      const { check } = await status();
      return check !== null && check.state !== 'running';
    });
  }
  const status = async () => (await send(curator, storageCalls.status, {})).body;
  const findings = async (kind?: 'unknown_file' | 'missing_file' | 'changed_file') =>
    (await send(curator, storageCalls.findings, { query: kind ? { kind } : {} })).body;
  const put = (key: string, bytes: Buffer) => storage.put(key, bytes, 'application/octet-stream');
  async function look(): Promise<void> {
    await send(curator, storageCalls.begin, {});
    await aFreshStart();
    expect((await status()).check).toMatchObject({ state: 'completed', requested_by: 'curator' });
  }
  const at = async (path: string) => {
    const found = (await findings()).find((one) => one.path === path);
    if (!found) throw new Error(`Nothing was found at ${path}`);
    return found;
  };
  const stored = async (title: string) => {
    const { body } = await upload(curator, await aPng(), { title });
    return { slug: body.media_slug, path: decodeURIComponent(body.url ?? '').replace('/media-files/', '') };
  };

  test('names files that no record knows, and what each is; not those of the archive itself', async () => {
    const picture = await aPng();
    await put('found/by chance.png', picture);
    await put('found/page.html', Buffer.from('<!doctype html><p>hello'));
    await put('_system/own.txt', Buffer.from('own'));
    await stored('Known');
    await look();
    expect(await findings('unknown_file')).toEqual([
      expect.objectContaining({
        path: 'found/by chance.png',
        url: '/media-files/found/by%20chance.png',
        size: picture.length,
        sha256: sha256(picture),
        content_type: 'image/png',
        refusal: null,
        record: null,
        same_as: null,
      }),
      expect.objectContaining({
        path: 'found/page.html',
        content_type: null,
        refusal: expect.stringContaining('This is a web page or a script.'),
      }),
    ]);
    expect(await status()).toMatchObject({ unknown_file: 2, missing_file: 0, changed_file: 0 });
  });

  test('lets one be adopted where it lies, once, and given up again', async () => {
    await put('harry-s.-truman/at_the-rail.png', await aPng());
    await put('found/letter.docx', await aDocx());
    await look();
    const { id } = await at('harry-s.-truman/at_the-rail.png');
    const { body } = await send(curator, storageCalls.adopt, { params: { finding_id: id }, body: {} });
    expect(body).toMatchObject({
      title: 'at the rail',
      media_type: 'image',
      url: '/media-files/harry-s.-truman/at_the-rail.png',
      president_slug: 'truman-harry-s',
      preview_state: 'waiting',
    });
    await refused(curator, storageCalls.adopt, { params: { finding_id: id }, body: {} }, 409);
    expect((await findings()).map(({ path }) => path)).not.toContain('harry-s.-truman/at_the-rail.png');
    await send(curator, mediaCalls.remove, { params: { media_slug: body.media_slug } });
    await at('harry-s.-truman/at_the-rail.png');
    const letter = await at('found/letter.docx');
    const adopted = await send(curator, storageCalls.adopt, {
      params: { finding_id: letter.id },
      body: { title: 'A letter' },
    });
    expect(adopted.body).toMatchObject({ title: 'A letter', media_type: 'other' });
  });

  test('lets none be adopted that the archive does not take, or that is another by now', async () => {
    await put('found/page.html', Buffer.from('<!doctype html><p>hello'));
    await put('found/changing.png', await aPng());
    await look();
    const page = await at('found/page.html');
    await refused(curator, storageCalls.adopt, { params: { finding_id: page.id }, body: {} }, 415);
    const { id } = await at('found/changing.png');
    await put('found/changing.png', await aPng({ width: 77 }));
    await refused(curator, storageCalls.adopt, { params: { finding_id: id }, body: {} }, 409);
  });

  test('names the record whose file is gone, and the same file elsewhere, to which it is linked and unlinked again', async () => {
    const { slug, path } = await stored('Moved away');
    await storage.move(path, 'elsewhere/moved.png', 'image/png');
    await look();
    const missing = await at(path);
    expect(missing).toMatchObject({
      kind: 'missing_file',
      size: null,
      record: { media_slug: slug, title: 'Moved away' },
      elsewhere: [{ path: 'elsewhere/moved.png', url: '/media-files/elsewhere/moved.png' }],
    });
    expect(await at('elsewhere/moved.png')).toMatchObject({ same_as: { media_slug: slug } });
    const params = { finding_id: missing.id };
    await put('found/another.png', await aPng({ width: 91 }));
    await refused(curator, storageCalls.relink, { params, body: { path: 'found/another.png' } }, 404);
    const { body } = await send(curator, storageCalls.relink, { params, body: { path: 'elsewhere/moved.png' } });
    expect(body.url).toBe('/media-files/elsewhere/moved.png');
    expect((await curator.get(body.url ?? '')).status).toBe(200);
    expect((await findings('missing_file')).map((one) => one.path)).not.toContain(path);
    await send(curator, storageCalls.undo, { params });
    await at(path);
    await refused(curator, storageCalls.undo, { params }, 404);
  });

  test('names the record whose file is another, which is taken as the right one, and not any more', async () => {
    const { slug, path } = await stored('Scanned anew');
    const anew = await aPng({ width: 123 });
    await put(path, anew);
    await look();
    const changed = await at(path);
    expect(changed).toMatchObject({
      kind: 'changed_file',
      sha256: sha256(anew),
      content_type: 'image/png',
      record: { media_slug: slug },
    });
    const params = { finding_id: changed.id };
    expect((await send(curator, storageCalls.accept, { params })).body).toMatchObject({ size: anew.length });
    expect((await findings('changed_file')).map((one) => one.path)).not.toContain(path);
    await send(curator, storageCalls.undo, { params });
    await at(path);
    await put(path, Buffer.from('%PDF-1.4\n%%EOF'));
    await look();
    const other = { params: { finding_id: (await at(path)).id } };
    await refused(curator, storageCalls.accept, other, 415);
    expect((await curator.json<unknown[]>(`/api/curator/history/media/${slug}`)).length).toBe(3);
  });

  describe('settles many at once', () => {
    type Way = keyof Awaited<ReturnType<typeof status>>['settled_by'];
    const below = async (folder: string, way: Way) =>
      (await send(curator, storageCalls.findings, { query: { settled_by: way, limit: 1000 } })).body.filter(
        ({ path, record }) => path.startsWith(folder) || record?.title.startsWith(folder),
      );
    async function settle(by: Way, finding_ids: number[], check_id?: number) {
      const checked = check_id ?? (await status()).check?.id ?? 0;
      return (await send(curator, storageCalls.settleSeveral, { body: { by, check_id: checked, finding_ids } })).body;
    }
    const idsOf = (found: { id: number }[]) => found.map(({ id }) => id);
    const undo = async (finding_ids: number[]) =>
      (await send(curator, storageCalls.undoSeveral, { body: { finding_ids } })).body;

    test('files are adopted, but none twice, none that the archive does not take, and none that has changed', async () => {
      for (const name of ['a', 'b', 'c']) await put(`lot/${name}.png`, await aPng());
      const twice = await aPng();
      for (const name of ['d', 'e']) await put(`lot/${name}.png`, twice);
      await put('lot/page.html', Buffer.from('<!doctype html><p>hello'));
      await look();
      const { settled_by } = await status();
      const fit = await below('lot/', 'adopt');
      expect(fit.map(({ path }) => path)).toEqual(['a', 'b', 'c', 'd', 'e'].map((name) => `lot/${name}.png`));
      expect(settled_by.adopt).toBeGreaterThanOrEqual(5);
      await put('lot/c.png', await aPng({ width: 61 }));
      const page = await at('lot/page.html');
      const [a, b, c, d, e] = idsOf(fit);
      const done = await settle('adopt', [...idsOf(fit), page.id]);
      expect(done).toEqual({
        settled: [a, b, d],
        failures: [
          { finding_id: c, reason: expect.stringContaining('not as it was when storage was looked through') },
          { finding_id: e, reason: 'The library has the same file already, as “d”.' },
          { finding_id: page.id, reason: expect.stringContaining('This is a web page or a script.') },
        ],
      });
      expect(await settle('adopt', [a ?? 0])).toMatchObject({ settled: [], failures: [{ finding_id: a }] });
      expect(await undo([a ?? 0, b ?? 0])).toEqual({ settled: [a, b], failures: [] });
      expect((await below('lot/', 'adopt')).map(({ path }) => path)).toEqual(
        ['a', 'b', 'c'].map((name) => `lot/${name}.png`),
      );
    });

    test('records get their files back or go, and no file goes that a record wants back', async () => {
      const moved = [await stored('pair one'), await stored('pair two')];
      for (const [index, { path }] of moved.entries())
        await storage.move(path, `pair/elsewhere-${index}.png`, 'image/png');
      const lost = await stored('pair lost');
      await storage.remove(lost.path);
      await put('pair/unwanted.png', await aPng());
      await look();
      const wanted = await at('pair/elsewhere-0.png');
      const unwanted = await below('pair/', 'remove_file');
      expect(unwanted.map(({ path }) => path)).toEqual(['pair/unwanted.png']);
      expect(await settle('remove_file', [...idsOf(unwanted), wanted.id])).toEqual({
        settled: idsOf(unwanted),
        failures: [{ finding_id: wanted.id, reason: expect.stringContaining('A record has lost this very file') }],
      });
      const gone = await below('pair', 'remove_record');
      expect(gone.map(({ record }) => record?.title)).toEqual(['pair lost']);
      const relinked = idsOf(await below('pair', 'relink'));
      expect(relinked).toHaveLength(2);
      expect(await settle('remove_record', [...relinked, ...idsOf(gone)])).toMatchObject({
        settled: idsOf(gone),
        failures: [{}, {}],
      });
      expect(await settle('relink', relinked)).toEqual({ settled: relinked, failures: [] });
      expect((await findings()).filter(({ path }) => path.startsWith('pair/'))).toEqual([]);
      expect(await undo(relinked)).toEqual({ settled: relinked, failures: [] });
      expect(idsOf(await below('pair', 'relink'))).toEqual(relinked);
    });

    test('changed files are taken as the right ones; nothing is done that was looked at before a later run', async () => {
      const kept = [await stored('anew one'), await stored('anew two')];
      for (const [index, { path }] of kept.entries()) await put(path, await aPng({ width: 140 + index }));
      const other = await stored('anew other');
      await put(other.path, Buffer.from('%PDF-1.4\n%%EOF'));
      await look();
      const before = (await status()).check?.id ?? 0;
      const fit = idsOf(await below('anew', 'accept'));
      expect(fit).toHaveLength(2);
      await look();
      expect(await settle('accept', fit, before)).toMatchObject({
        settled: [],
        failures: [{ reason: 'Storage has been looked through again since.' }, {}],
      });
      expect(await settle('accept', [...fit, (await at(other.path)).id])).toMatchObject({
        settled: fit,
        failures: [{ reason: expect.stringContaining('another kind of file') }],
      });
    });
  });

  test('a file that is deleted is nothing to settle any more', async () => {
    await put('found/unwanted.png', await aPng());
    await look();
    const { url } = await at('found/unwanted.png');
    await send(curator, mediaCalls.removeFiles, { body: { urls: [url] } });
    expect((await findings()).map(({ path }) => path)).not.toContain('found/unwanted.png');
    await until(async () => (await storage.stat('found/unwanted.png')) === undefined);
    expect((await findings()).map(({ path }) => path)).not.toContain('found/unwanted.png');
  });

  test('a run that lost its worker is gone on with from where it was, and nothing is counted twice', async () => {
    for (let at = 0; at < 3; at += 1) await put(`many/${at}.png`, await aPng());
    const rows = worker.get(CheckRows, { strict: false });
    const checker = worker.get(StorageChecker, { strict: false });
    // Begun by hand: no job does it.
    const { rows: begun } = await api.database.pool.query<{ id: number }>(
      `insert into storage_check (records_total, bytes_total, updated_at) values (0, 0, now() - interval '2 minutes') returning id`,
    );
    const id = begun[0]?.id ?? 0;
    const first = await rows.running(id, 1);
    if (!first) throw new Error('It was begun');
    await rows.advance(first, { phase: 'hashes', position: null, files: 7 });
    // Whoever comes too late with the same piece changes nothing.
    await rows.advance(first, { phase: 'files', position: 'back', files: 7 });
    expect((await status()).check).toMatchObject({ id, phase: 'hashes', files_seen: 7 });
    await rows.resume(0);
    await checker.run(id, 1);
    await aFreshStart();
    expect((await status()).check).toMatchObject({ id, state: 'completed', files_seen: 7 });
  });

  test('can be stopped, and is not begun twice', async () => {
    const before = (await status()).check?.id ?? 0;
    await Promise.all([send(curator, storageCalls.begin, {}), send(curator, storageCalls.begin, {})]);
    await send(curator, storageCalls.cancel, {});
    await aFreshStart();
    const { check } = await status();
    expect(check?.id).toBeLessThanOrEqual(before + 2);
    expect(['cancelled', 'completed']).toContain(check?.state);
  });
});
