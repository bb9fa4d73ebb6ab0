import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { uploadOperations } from '@archive/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { UploadChecks } from '../../src/modules/media/resumable/upload-checks.ts';
import { UploadParts } from '../../src/modules/media/resumable/upload-parts.ts';
import { UploadRepository } from '../../src/modules/media/resumable/upload-repository.ts';
import { DiskSpace, Storage } from '../../src/modules/storage/index.ts';
import { anMp4, aPng } from '../builders/files.ts';
import { CURATOR, startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { waitUntil } from '../support/wait-until.ts';
import { S3Server } from '../support/s3-server.ts';
import { sendAny, sendRejected, send } from '../writing/send.ts';
import { sql } from '../support/sql.ts';

const MB = 1024 * 1024;
const TUS = { 'tus-resumable': '1.0.0' };
const CHUNK = { ...TUS, 'content-type': 'application/offset+octet-stream' };
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const idOf = (address: string) => address.slice(address.lastIndexOf('/') + 1);

/** A video; files of different sizes have different content. */
const aVideo = (megabytes: number) =>
  Buffer.concat([anMp4(1000), Buffer.alloc(megabytes * MB, createHash('sha512').update(String(megabytes)).digest())]);

describe.each(['disk', 'S3'])('a resumable upload (%s)', (driver) => {
  const server = new S3Server('library');
  let api: TestApi;
  let doorway: TcpProxy;
  let curator: Browser;
  let storage: Storage;
  beforeAll(async () => {
    if (driver === 'S3') await server.start();
    const environment = { MAX_UPLOAD_MB: '40', ...(driver === 'S3' ? server.environment : {}) };
    api = await startApi({ environment });
    storage = api.app.get(Storage, { strict: false });
    doorway = new TcpProxy(api.url);
    await doorway.open();
  });
  afterAll(async () => {
    await doorway.close();
    await api.close();
    if (driver === 'S3') await server.stop();
  });
  beforeEach(async () => {
    curator = await api.signIn();
  });

  const begin = (size: number, headers: Record<string, string> = {}) =>
    curator.request('POST', '/media-uploads', { headers: { ...TUS, 'upload-length': String(size), ...headers } });
  async function startUpload(size: number): Promise<string> {
    const response = await begin(size);
    expect([response.status, response.headers.get('tus-resumable')]).toEqual([201, '1.0.0']);
    return response.headers.get('location') ?? '';
  }
  const sendMore = (address: string, bytes: Buffer, offset: number, headers: Record<string, string> = {}) =>
    curator.request('PATCH', address, {
      headers: { ...CHUNK, 'upload-offset': String(offset), ...headers },
      body: new Uint8Array(bytes),
    });
  const offsetOf = async (address: string) => {
    const response = await curator.request('HEAD', address, { headers: TUS });
    return response.status === 200 ? Number(response.headers.get('upload-offset')) : response.status;
  };
  const finish = (address: string, body: Record<string, string> = {}, headers: Record<string, string> = {}) => {
    const sent = { params: { upload_id: idOf(address) }, body: { title: 'A film', ...body }, headers };
    return send(curator, uploadOperations.finish, sent);
  };
  const pieces = async () => (await storage.list('_system/')).objects.map(({ key }) => key);

  /** Sends part of a file and drops the connection without closing it. */
  async function cutOff(address: string, bytes: Buffer, length: number): Promise<void> {
    const { hostname, port } = new URL(doorway.url);
    const cookie = [...curator.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...CHUNK, 'upload-offset': '0', 'content-length': length, cookie };
    const sending = request({ hostname, port, method: 'PATCH', path: address, headers });
    const over = new Promise((resolve) => sending.on('error', resolve));
    sending.write(bytes);
    await waitUntil(async () => (await pieces()).some((key) => key.includes(idOf(address))));
    await doorway.close();
    await over;
    await doorway.open();
  }

  test('continues after an interruption with the same content', async () => {
    const film = aVideo(20);
    const address = await startUpload(film.length);
    await cutOff(address, film.subarray(0, 11 * MB), film.length);
    await waitUntil(async () => (await offsetOf(address)) > 8 * MB);
    const offset = await offsetOf(address);
    expect(offset).toBeLessThanOrEqual(11 * MB);
    expect(
      await sendRejected(
        curator,
        uploadOperations.finish,
        { params: { upload_id: idOf(address) }, body: { title: 'A' } },
        409,
      ),
    ).toMatchObject({ detail: 'The upload isn’t complete yet.' });
    expect((await sendMore(address, film.subarray(5), 5)).status).toBe(409);
    expect((await sendMore(address, film.subarray(offset), offset)).status).toBe(204);

    const { body } = await finish(address, { date: '1946-22' });
    expect(body).toMatchObject({ size: film.length, media_type: 'video', date: '1946-22', linked_to_voyage: false });
    const bytes = Buffer.from(await (await curator.get(body.url ?? '')).arrayBuffer());
    expect(sha256(bytes)).toBe(sha256(film));
    const row = await api.database.row(
      sql<{ hash: string }>(`select encode(sha256, 'hex') hash from media where slug = $1`),
      [body.media_slug],
    );
    expect(row?.hash).toBe(sha256(film));
    expect(await pieces()).toEqual([]);
    expect(await offsetOf(address)).toBe(404);
  });

  test('has the checksum of all of its bytes when another process received some', async () => {
    const film = aVideo(3);
    const address = await startUpload(film.length);
    expect((await sendMore(address, film.subarray(0, MB), 0)).status).toBe(204);
    const repository = api.app.get(UploadRepository, { strict: false });
    const other = new UploadParts(
      storage,
      repository,
      new UploadChecks(storage),
      api.app.get(DiskSpace, { strict: false }),
    );
    const continued = await repository.find(idOf(address), CURATOR.username);
    await other.append(continued!, Readable.from([film.subarray(MB, 2 * MB)]));
    expect((await sendMore(address, film.subarray(2 * MB), 2 * MB)).status).toBe(204);
    const { body } = await finish(address);
    const hash = sql<{ hash: string }>(`select encode(sha256, 'hex') hash from media where slug = $1`);
    expect(await api.database.row(hash, [body.media_slug])).toEqual({ hash: sha256(film) });
  });

  test('can be restarted when its bytes were lost', async () => {
    const film = aVideo(1);
    const address = await startUpload(film.length);
    await sendMore(address, film, 0);
    for (const key of await pieces()) await storage.remove(key);
    const sent = { params: { upload_id: idOf(address) }, body: { title: 'Lost' } };
    const { detail } = await sendRejected(curator, uploadOperations.finish, sent, 410);
    expect(detail).toBe('Part of the upload was lost. Start it again.');
    expect(await offsetOf(address)).toBe(404);
  });

  test('accepts no more bytes than it declared', async () => {
    const picture = await aPng({ width: 47 });
    const address = await startUpload(picture.length);
    const response = await sendMore(address, Buffer.concat([picture, picture]), 0);
    expect(response.status).toBe(413);
    expect(await offsetOf(address)).toBe(0);
  });

  test('is finished once per idempotency key', async () => {
    const picture = await aPng({ width: 41 });
    const address = await startUpload(picture.length);
    await sendMore(address, picture, 0);
    const key = { 'idempotency-key': `finish-${driver}` };
    const first = await finish(address, {}, key);
    expect((await finish(address, {}, key)).body).toEqual(first.body);
  });

  test('of a duplicate is rejected, and can be finished without sending it again', async () => {
    const picture = await aPng({ width: 43 });
    const store = async () => {
      const address = await startUpload(picture.length);
      await sendMore(address, picture, 0);
      return address;
    };
    await finish(await store());
    const again = await store();
    const sent = { params: { upload_id: idOf(again) }, body: { title: 'Again' } };
    await sendRejected(curator, uploadOperations.finish, sent, 409);
    expect((await finish(again, { allow_duplicate: '1' })).body.size).toBe(picture.length);
  });

  test('of an unsupported type is aborted early and leaves nothing', async () => {
    const page = Buffer.concat([Buffer.from('<!doctype html><script>'), Buffer.alloc(9 * MB, 32)]);
    const address = await startUpload(page.length);
    const response = await sendMore(address, page, 0).catch(() => undefined);
    if (response)
      expect([response.status, await response.json()]).toEqual([415, expect.objectContaining({ status: 415 })]);
    await waitUntil(async () => (await offsetOf(address)) === 404);
    expect(await pieces()).toEqual([]);
  });

  test('that is too large is rejected', async () => {
    const response = await begin(41 * MB);
    expect([response.status, await response.json()]).toEqual([
      413,
      expect.objectContaining({ detail: 'Files can be up to 40 MB. This file is larger.' }),
    ]);
  });

  test('belongs to its user, and needs a session and the same origin', async () => {
    const address = await startUpload(10);
    await api.database.pool.query(`update media_upload set username = 'someone else' where id = $1`, [idOf(address)]);
    expect(await offsetOf(address)).toBe(404);
    expect((await sendMore(address, Buffer.from('0123456789'), 0)).status).toBe(404);
    await sendRejected(
      curator,
      uploadOperations.finish,
      { params: { upload_id: idOf(address) }, body: { title: 'A' } },
      404,
    );
    const strange = { ...TUS, 'upload-length': '10' };
    expect((await api.visitor().request('POST', '/media-uploads', { headers: strange })).status).toBe(401);
    expect((await begin(10, { origin: 'https://elsewhere.example' })).status).toBe(403);
    const ownUpload = await startUpload(10);
    const foreign = { origin: 'https://elsewhere.example' };
    expect((await sendMore(ownUpload, Buffer.from('0123456789'), 0, foreign)).status).toBe(403);
    expect(await offsetOf(ownUpload)).toBe(0);
  });

  test('can be canceled, and expires', async () => {
    const film = aVideo(1);
    const given = await startUpload(film.length);
    await sendMore(given, film.subarray(0, MB), 0);
    expect((await curator.request('DELETE', given, { headers: TUS })).status).toBe(204);
    expect(await pieces()).toEqual([]);

    const left = await startUpload(film.length);
    await sendMore(left, film.subarray(0, MB), 0);
    await storage.put('_system/uploads/of-none/piece', Buffer.from('x'), 'text/plain');
    const expiring = api.app.get(UploadParts, { strict: false });
    await expiring.expire(new Date(Date.now() - 60_000));
    expect(await pieces()).toHaveLength(2);
    await expiring.expire(new Date(Date.now() + 60_000));
    expect(await pieces()).toEqual([]);
    expect(await offsetOf(left)).toBe(404);
  });

  test('returns 503 while storage is unavailable, and continues later', async () => {
    if (driver === 'disk') return;
    const film = aVideo(2);
    const address = await startUpload(film.length);
    server.failing = /PUT/;
    const response = await sendMore(address, film, 0);
    expect(response.status).toBe(503);
    server.failing = undefined;
    expect(await offsetOf(address)).toBe(0);
    expect((await sendMore(address, film, 0)).status).toBe(204);
    expect(
      (await sendAny(curator, uploadOperations.finish, { params: { upload_id: idOf(address) }, body: { title: 'B' } }))
        .status,
    ).toBe(201);
  });
});
