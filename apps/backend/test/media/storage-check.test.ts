import { createHash } from 'node:crypto';
import { mediaOperations, type OperationResponse, storageOperations } from '@archive/contracts';
import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { StorageCheckRepository } from '../../src/modules/media/fixity/storage-check-repository.ts';
import { StorageChecker } from '../../src/modules/media/fixity/storage-checker.ts';
import { Storage } from '../../src/modules/storage/index.ts';
import { aDocx, aPng } from '../builders/files.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { waitUntil } from '../support/wait-until.ts';
import { S3Server } from '../support/s3-server.ts';
import { upload } from '../support/upload.ts';
import { startWorker } from '../support/worker.ts';
import { sendRejected, send } from '../writing/send.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe.each(['disk', 'S3'])('the storage check (%s)', (driver) => {
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

  /** Waits until no check is running. The worker starts one itself, and a second one would only join it. */
  async function aFreshStart(): Promise<void> {
    await waitUntil(async () => {
      const { check } = await status();
      return check !== null && check.state !== 'running';
    });
  }
  const status = async () => (await send(curator, storageOperations.status, {})).body;
  const findings = async (kind?: 'unknown_file' | 'missing_file' | 'changed_file') =>
    (await send(curator, storageOperations.discrepancies, { query: kind ? { kind } : {} })).body;
  const put = (key: string, bytes: Buffer) => storage.put(key, bytes, 'application/octet-stream');
  async function check(): Promise<void> {
    await send(curator, storageOperations.start, {});
    await aFreshStart();
    expect((await status()).check).toMatchObject({ state: 'completed', requested_by: 'curator' });
  }
  const discrepancyAt = async (path: string) => {
    const found = (await findings()).find((finding) => finding.path === path);
    if (!found) throw new Error(`Nothing was found at ${path}`);
    return found;
  };
  const stored = async (title: string) => {
    const { body } = await upload(curator, await aPng(), { title });
    return { slug: body.media_slug, path: decodeURIComponent(body.url ?? '').replace('/media-files/', '') };
  };

  test('finds unrecorded files and their types, without system files', async () => {
    const picture = await aPng();
    await put('found/by chance.png', picture);
    await put('found/page.html', Buffer.from('<!doctype html><p>hello'));
    await put('_system/own.txt', Buffer.from('own'));
    await stored('Known');
    await check();
    expect(await findings('unknown_file')).toEqual([
      expect.objectContaining({
        path: 'found/by chance.png',
        url: '/media-files/found/by%20chance.png',
        size: picture.length,
        sha256: sha256(picture),
        content_type: 'image/png',
        rejection: null,
        record: null,
        same_as: null,
      }),
      expect.objectContaining({
        path: 'found/page.html',
        content_type: null,
        rejection: expect.stringContaining('Web pages and scripts can’t be uploaded.'),
      }),
    ]);
    expect(await status()).toMatchObject({ unknown_file: 2, missing_file: 0, changed_file: 0 });
  });

  test('adds a file to the library once, without moving it, and can undo it', async () => {
    await put('harry-s.-truman/at_the-rail.png', await aPng());
    await put('found/letter.docx', await aDocx());
    await check();
    const { id } = await discrepancyAt('harry-s.-truman/at_the-rail.png');
    const { body } = await send(curator, storageOperations.addToLibrary, { params: { discrepancy_id: id }, body: {} });
    expect(body).toMatchObject({
      title: 'at the rail',
      media_type: 'image',
      url: '/media-files/harry-s.-truman/at_the-rail.png',
      president_slug: 'truman-harry-s',
      preview_state: 'waiting',
    });
    await sendRejected(curator, storageOperations.addToLibrary, { params: { discrepancy_id: id }, body: {} }, 409);
    expect((await findings()).map(({ path }) => path)).not.toContain('harry-s.-truman/at_the-rail.png');
    await send(curator, storageOperations.bulkUndo, { body: { discrepancy_ids: [id] } });
    await discrepancyAt('harry-s.-truman/at_the-rail.png');
    const letter = await discrepancyAt('found/letter.docx');
    const response = await send(curator, storageOperations.addToLibrary, {
      params: { discrepancy_id: letter.id },
      body: { title: 'A letter' },
    });
    expect(response.body).toMatchObject({ title: 'A letter', media_type: 'document' });
  });

  test('does not add unsupported or changed files', async () => {
    await put('found/page.html', Buffer.from('<!doctype html><p>hello'));
    await put('found/changing.png', await aPng());
    await check();
    const page = await discrepancyAt('found/page.html');
    await sendRejected(curator, storageOperations.addToLibrary, { params: { discrepancy_id: page.id }, body: {} }, 415);
    const { id } = await discrepancyAt('found/changing.png');
    await put('found/changing.png', await aPng({ width: 77 }));
    await sendRejected(curator, storageOperations.addToLibrary, { params: { discrepancy_id: id }, body: {} }, 409);
  });

  test('finds a missing file elsewhere, relinks it, and can undo it', async () => {
    const { slug, path } = await stored('Moved away');
    await storage.move([path], 'elsewhere/moved.png', 'image/png');
    await check();
    const missing = await discrepancyAt(path);
    expect(missing).toMatchObject({
      kind: 'missing_file',
      size: null,
      record: { media_slug: slug, title: 'Moved away' },
      elsewhere: [{ path: 'elsewhere/moved.png', url: '/media-files/elsewhere/moved.png' }],
    });
    expect(await discrepancyAt('elsewhere/moved.png')).toMatchObject({ same_as: { media_slug: slug } });
    const params = { discrepancy_id: missing.id };
    await put('found/another.png', await aPng({ width: 91 }));
    await sendRejected(curator, storageOperations.relink, { params, body: { path: 'found/another.png' } }, 404);
    const { body } = await send(curator, storageOperations.relink, { params, body: { path: 'elsewhere/moved.png' } });
    expect(body.url).toBe('/media-files/elsewhere/moved.png');
    expect((await curator.get(body.url ?? '')).status).toBe(200);
    expect((await findings('missing_file')).map((finding) => finding.path)).not.toContain(path);
    await send(curator, storageOperations.undo, { params });
    await discrepancyAt(path);
    await sendRejected(curator, storageOperations.undo, { params }, 404);
  });

  test('finds a changed file, accepts it, and can undo it', async () => {
    const { slug, path } = await stored('Rescanned');
    const rescan = await aPng({ width: 123 });
    await put(path, rescan);
    await check();
    const changed = await discrepancyAt(path);
    expect(changed).toMatchObject({
      kind: 'changed_file',
      sha256: sha256(rescan),
      content_type: 'image/png',
      record: { media_slug: slug },
    });
    const params = { discrepancy_id: changed.id };
    expect((await send(curator, storageOperations.keepChangedFile, { params })).body).toMatchObject({
      size: rescan.length,
    });
    expect((await findings('changed_file')).map((finding) => finding.path)).not.toContain(path);
    await send(curator, storageOperations.undo, { params });
    await discrepancyAt(path);
    await put(path, Buffer.from('%PDF-1.4\n%%EOF'));
    await check();
    const other = { params: { discrepancy_id: (await discrepancyAt(path)).id } };
    await sendRejected(curator, storageOperations.keepChangedFile, other, 415);
    expect((await curator.json<unknown[]>(`/api/curator/history/media/${slug}`)).length).toBe(3);
  });

  describe('resolving in bulk', () => {
    type Way = keyof Awaited<ReturnType<typeof status>>['resolved_by'];
    const below = async (folder: string, way: Way) =>
      (await send(curator, storageOperations.discrepancies, { query: { resolved_by: way, limit: 1000 } })).body.filter(
        ({ path, record }) => path.startsWith(folder) || record?.title.startsWith(folder),
      );
    type Outcome = OperationResponse<typeof storageOperations.bulkResolve>;
    /** Like the client, sends what the server left out for lack of time again. */
    async function each(ids: number[], sendIds: (rest: number[]) => Promise<Outcome>): Promise<Outcome> {
      const { resolved, failures } = await sendIds(ids);
      const handled = new Set([...resolved, ...failures.map(({ discrepancy_id }) => discrepancy_id)]);
      const rest = handled.size > 0 ? ids.filter((id) => !handled.has(id)) : [];
      if (rest.length === 0) return { resolved, failures };
      const more = await each(rest, sendIds);
      return { resolved: [...resolved, ...more.resolved], failures: [...failures, ...more.failures] };
    }
    async function resolve(by: Way, ids: number[], checked?: number): Promise<Outcome> {
      const check_id = checked ?? (await status()).check?.id ?? 0;
      return each(
        ids,
        async (discrepancy_ids) =>
          (await send(curator, storageOperations.bulkResolve, { body: { by, check_id, discrepancy_ids } })).body,
      );
    }
    const idsOf = (found: { id: number }[]) => found.map(({ id }) => id);
    const undo = (ids: number[]) =>
      each(
        ids,
        async (discrepancy_ids) =>
          (await send(curator, storageOperations.bulkUndo, { body: { discrepancy_ids } })).body,
      );

    test('adds files, except duplicates, unsupported and changed ones', async () => {
      for (const name of ['a', 'b', 'c']) await put(`lot/${name}.png`, await aPng());
      const twice = await aPng();
      for (const name of ['d', 'e']) await put(`lot/${name}.png`, twice);
      await put('lot/page.html', Buffer.from('<!doctype html><p>hello'));
      await check();
      const { resolved_by } = await status();
      const fit = await below('lot/', 'add_to_library');
      expect(fit.map(({ path }) => path)).toEqual(['a', 'b', 'c', 'd', 'e'].map((name) => `lot/${name}.png`));
      expect(resolved_by.add_to_library).toBeGreaterThanOrEqual(5);
      await put('lot/c.png', await aPng({ width: 61 }));
      const page = await discrepancyAt('lot/page.html');
      const [a, b, c, d, e] = idsOf(fit);
      const done = await resolve('add_to_library', [...idsOf(fit), page.id]);
      expect(done).toEqual({
        resolved: [a, b, d],
        failures: [
          { discrepancy_id: c, reason: expect.stringContaining('has changed since the last storage check') },
          { discrepancy_id: e, reason: 'The library already has this file as “d”.' },
          { discrepancy_id: page.id, reason: expect.stringContaining('Web pages and scripts can’t be uploaded.') },
        ],
      });
      expect(await resolve('add_to_library', [a ?? 0])).toMatchObject({
        resolved: [],
        failures: [{ discrepancy_id: a }],
      });
      expect(await undo([a ?? 0, b ?? 0])).toEqual({ resolved: [a, b], failures: [] });
      expect((await below('lot/', 'add_to_library')).map(({ path }) => path)).toEqual(
        ['a', 'b', 'c'].map((name) => `lot/${name}.png`),
      );
    });

    test('relinks or deletes records, and keeps files that a record is missing', async () => {
      const moved = [await stored('pair one'), await stored('pair two')];
      for (const [index, { path }] of moved.entries())
        await storage.move([path], `pair/elsewhere-${index}.png`, 'image/png');
      const lost = await stored('pair lost');
      await storage.remove(lost.path);
      await put('pair/unwanted.png', await aPng());
      await check();
      const wanted = await discrepancyAt('pair/elsewhere-0.png');
      const unwanted = await below('pair/', 'remove_file');
      expect(unwanted.map(({ path }) => path)).toEqual(['pair/unwanted.png']);
      expect(await resolve('remove_file', [...idsOf(unwanted), wanted.id])).toEqual({
        resolved: idsOf(unwanted),
        failures: [{ discrepancy_id: wanted.id, reason: expect.stringContaining('A record is missing this file') }],
      });
      const unmatched = await below('pair', 'remove_record');
      expect(unmatched.map(({ record }) => record?.title)).toEqual(['pair lost']);
      const relinked = idsOf(await below('pair', 'relink'));
      expect(relinked).toHaveLength(2);
      expect(await resolve('remove_record', [...relinked, ...idsOf(unmatched)])).toMatchObject({
        resolved: idsOf(unmatched),
        failures: [{}, {}],
      });
      expect(await resolve('relink', relinked)).toEqual({ resolved: relinked, failures: [] });
      expect((await findings()).filter(({ path }) => path.startsWith('pair/'))).toEqual([]);
      expect(await undo(relinked)).toEqual({ resolved: relinked, failures: [] });
      expect(idsOf(await below('pair', 'relink'))).toEqual(relinked);
    });

    test('accepts changed files, but not from an outdated check', async () => {
      const changed = [await stored('redone one'), await stored('redone two')];
      for (const [index, { path }] of changed.entries()) await put(path, await aPng({ width: 140 + index }));
      const other = await stored('redone other');
      await put(other.path, Buffer.from('%PDF-1.4\n%%EOF'));
      await check();
      const before = (await status()).check?.id ?? 0;
      const fit = idsOf(await below('redone', 'keep_changed_file'));
      expect(fit).toHaveLength(2);
      await check();
      expect(await resolve('keep_changed_file', fit, before)).toMatchObject({
        resolved: [],
        failures: [{ reason: 'Storage has been checked again since. Reload and try again.' }, {}],
      });
      expect(await resolve('keep_changed_file', [...fit, (await discrepancyAt(other.path)).id])).toMatchObject({
        resolved: fit,
        failures: [{ reason: expect.stringContaining('file’s type differs') }],
      });
    });
  });

  test('removes the discrepancy of a deleted file', async () => {
    await put('found/unwanted.png', await aPng());
    await check();
    const { url } = await discrepancyAt('found/unwanted.png');
    await send(curator, mediaOperations.removeFiles, { body: { urls: [url] } });
    expect((await findings()).map(({ path }) => path)).not.toContain('found/unwanted.png');
    await waitUntil(async () => (await storage.stat('found/unwanted.png')) === undefined);
    expect((await findings()).map(({ path }) => path)).not.toContain('found/unwanted.png');
  });

  test('continues an abandoned check without counting twice', async () => {
    for (let index = 0; index < 3; index += 1) await put(`many/${index}.png`, await aPng());
    const checks = worker.get(StorageCheckRepository, { strict: false });
    const checker = worker.get(StorageChecker, { strict: false });
    // A check that was started but has no job.
    const { rows: started } = await api.database.pool.query<{ id: number }>(
      `insert into storage_check (records_total, bytes_total, updated_at) values (0, 0, now() - interval '2 minutes') returning id`,
    );
    const id = started[0]?.id ?? 0;
    const first = await checks.running(id, 1);
    if (!first) throw new Error('The check was started');
    await checks.advance(first, { phase: 'hashes', position: null, files: 7 });
    // A late worker that repeats the same step changes nothing.
    await checks.advance(first, { phase: 'files', position: 'back', files: 7 });
    expect((await status()).check).toMatchObject({ id, phase: 'hashes', files_seen: 7 });
    await checks.resume(0);
    await checker.run(id, 1);
    await aFreshStart();
    expect((await status()).check).toMatchObject({ id, state: 'completed', files_seen: 7 });
  });

  test('can be canceled, and is not started twice', async () => {
    const before = (await status()).check?.id ?? 0;
    await Promise.all([send(curator, storageOperations.start, {}), send(curator, storageOperations.start, {})]);
    await send(curator, storageOperations.cancel, {});
    await aFreshStart();
    const { check } = await status();
    expect(check?.id).toBeLessThanOrEqual(before + 2);
    expect(['cancelled', 'completed']).toContain(check?.state);
  });
});
