import { open, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { type SystemStatus, examples, type Operation } from '@archive/contracts';
import * as contracts from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { UploadParts } from '../../src/modules/media/resumable/upload-parts.ts';
import { Storage } from '../../src/modules/storage/index.ts';
import { aPng } from '../builders/files.ts';
import { aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { figure, readMetrics } from '../support/metrics.ts';
import { aSmallDisk, describeOnSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { upload } from '../support/upload.ts';

const MB = 1024 * 1024;
const TUS = { 'tus-resumable': '1.0.0' };
const FULL = expect.stringMatching(/^The archive’s disk is almost full, .*Everything else works\./) as unknown;
const WARNING = 'The disk is almost full: uploads and imports are rejected.';
const FILLING = 'The disk is filling up: uploads and imports will soon be rejected.';

const OPERATIONS = Object.entries(contracts)
  .filter(([name]) => name.endsWith('Operations'))
  .flatMap(([, group]) => Object.values(group as Record<string, Operation>));

function addressOf({ id, path: template }: Operation): string {
  const { params = {} } = (examples.get(id) ?? {}) as { params?: Record<string, string> };
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? 'x'));
}

const beginUpload = (browser: Browser, size: number) =>
  browser.request('POST', '/media-uploads', { headers: { ...TUS, 'upload-length': String(size) } });
const sendBytes = (browser: Browser, address: string, bytes: Buffer, offset = 0) =>
  browser.request('PATCH', address, {
    headers: { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
    body: new Uint8Array(bytes),
  });
const detailOf = async (response: Response) => ((await response.json()) as { detail: string }).detail;

/** The server's response to a request head: everything until it closes the connection or a second has passed. */
async function responseTo({ url }: TestApi, head: string[]): Promise<string> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (data: string) => (text += data));
  socket.on('error', () => undefined);
  socket.write([...head, 'host: localhost', '', ''].join('\r\n'));
  await new Promise((resolve) => {
    socket.on('close', resolve);
    setTimeout(resolve, 1000);
  });
  socket.destroy();
  return text;
}

describe('with less free space than the reserve', () => {
  let api: TestApi;
  let curator: Browser;
  beforeAll(async () => {
    // More than the size of any disk.
    api = await startApi({ environment: { DISK_RESERVE_MB: '1000000000' } });
    curator = await api.signIn();
  });
  afterAll(() => api.close());

  test('only operations that add files, imports or editions are rejected, with 507 and a message', async () => {
    const rejected: string[] = [];
    for (const operation of OPERATIONS.filter(({ id }) => id !== 'auth.logout')) {
      const example = examples.get(operation.id);
      const response = await curator.send(operation.method, addressOf(operation), example?.body);
      if (response.status !== 507) {
        // Event streams don't end.
        await response.body?.cancel();
        continue;
      }
      rejected.push(operation.id);
      expect(await response.json()).toMatchObject({ status: 507, detail: FULL });
    }
    expect(rejected.toSorted()).toEqual([
      'edition.publish',
      'exports.applyPackage',
      'exports.importPackage',
      'frontends.publish',
      'ingest.apply',
      'ingest.refresh',
      'ingest.retry',
      'ingest.start',
      'media.finishUpload',
      'media.replaceFile',
      'media.startDirectUpload',
      'media.upload',
    ]);
    const declared = OPERATIONS.filter(({ storedCopies }) => storedCopies !== undefined).map(({ id }) => id);
    expect(declared.toSorted()).toEqual(rejected.toSorted());
  });

  test('uploads in the dialog, resumable uploads and API uploads are rejected before files are sent', async () => {
    expect((await upload(curator, await aPng())).body).toMatchObject({ status: 507, detail: FULL });
    const creation = await beginUpload(curator, 5 * MB);
    expect([creation.status, await detailOf(creation)]).toEqual([507, FULL]);

    const cookie = [...curator.cookies].map(([name, value]) => `cookie: ${name}=${value}`);
    const head = (length: number) => [
      'POST /api/curator/media/upload HTTP/1.1',
      'content-type: multipart/form-data; boundary=x',
      'expect: 100-continue',
      `content-length: ${length}`,
      ...cookie,
    ];
    const large = await responseTo(api, head(400 * MB));
    expect(large).toMatch(/^HTTP\/1\.1 507 [^]*connection: close/i);
    // A browser that is cut off while sending would not show the reason, so the server reads and drops small bodies.
    expect(await responseTo(api, head(5 * MB))).toMatch(/^HTTP\/1\.1 507 [^]*connection: keep-alive/i);
  });

  test('everything else keeps working, and the health check and the system status show the state', async () => {
    const voyage = await aVoyage().save(api.database);
    const voyagePath = `/api/curator/voyages/${voyage.slug}`;
    expect((await curator.send('PUT', voyagePath, { title: 'Edited on a full disk' })).status).toBe(200);
    expect((await curator.get('/api/voyages')).status).toBe(200);
    const health = await api.visitor().get('/health/ready');
    expect([health.status, await health.json()]).toEqual([200, expect.objectContaining({ warnings: [WARNING] })]);
    expect((await curator.json<SystemStatus>('/api/system')).disk?.warning).toBe(WARNING);
    expect(await (await curator.get('/ops/plain')).text()).toContain(WARNING);
    expect(figure(await readMetrics(api), 'archive_data_directory_reserve_bytes')).toBe(1_000_000_000 * MB);
  });
});

test('a client is asked for the body only after the headers are accepted', async () => {
  const api = await startApi();
  const head = (path: string, length: number) => [
    `POST ${path} HTTP/1.1`,
    'content-type: application/json',
    'expect: 100-continue',
    `content-length: ${length}`,
  ];
  expect(await responseTo(api, head('/api/auth/login', 40))).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  expect(await responseTo(api, head('/api/auth/login', 40_000))).toMatch(/^HTTP\/1\.1 413/);
  expect(await responseTo(api, head('/api/curator/voyages', 40))).toMatch(/^HTTP\/1\.1 401/);
  await api.close();
});

const SIZE_MB = 160;
const RESERVE_MB = 32;

describeOnSmallDisk(`on a disk of ${SIZE_MB} MB`, () => {
  let disk: SmallDisk | undefined;
  let api: TestApi;
  let curator: Browser;
  beforeAll(async () => {
    disk = await aSmallDisk(SIZE_MB);
    const directory = disk?.directory ?? '';
    api = await startApi({ environment: { DATA_DIR: directory, DISK_RESERVE_MB: String(RESERVE_MB) } });
    curator = await api.signIn();
  });
  afterAll(async () => {
    await api.close();
    await disk?.remove();
  });

  /** Fills the disk until only `freeMb` MB are free; returns a function that frees the space. */
  async function fillUp(freeMb: number): Promise<() => Promise<void>> {
    const file = path.join(disk?.directory ?? '', 'other');
    const handle = await open(file, 'w');
    const chunk = Buffer.alloc(MB);
    const free = figure(await readMetrics(api), 'archive_data_directory_free_bytes') ?? 0;
    for (let missing = Math.floor(free / MB - freeMb); missing > 0; missing -= 1) await handle.write(chunk);
    await handle.close();
    return () => rm(file);
  }

  const freeMb = async () => (figure(await readMetrics(api), 'archive_data_directory_free_bytes') ?? 0) / MB;
  const warnings = async () => (await curator.json<{ warnings: string[] }>('/health/ready')).warnings;
  const locationOf = ({ headers }: Response) => headers.get('location') ?? '';
  const cancel = async (response: Response) => {
    expect((await curator.request('DELETE', locationOf(response), { headers: TUS })).status).toBe(204);
  };

  test('uploads reserve only what they may send next, and operators are warned before one is rejected', async () => {
    expect(await warnings()).toEqual([]);
    const responses: Response[] = [];
    while (responses.every(({ status }) => status === 201)) {
      responses.push(await beginUpload(curator, 20 * MB));
      if ((await warnings()).length > 0) break;
    }
    expect(await warnings()).toEqual([FILLING]);
    expect(responses.filter(({ status }) => status !== 201)).toEqual([]);
    const others = await Promise.all(Array.from({ length: 40 }, () => beginUpload(curator, 20 * MB)));
    const accepted = [...responses, ...others].filter(({ status }) => status === 201);
    // More than would fit, because most of them haven't sent anything.
    expect(accepted.length * 20).toBeGreaterThan(SIZE_MB - RESERVE_MB);
    expect(accepted.length * 8).toBeLessThanOrEqual(SIZE_MB - RESERVE_MB);
    for (const response of others.filter(({ status }) => status !== 201))
      expect([response.status, await detailOf(response)]).toEqual([507, expect.stringContaining('enough room')]);
    for (const response of accepted) await cancel(response);
    expect((await upload(curator, await aPng(), { title: 'Small' })).status).toBe(201);
    expect(await warnings()).toEqual([]);
    const tooLarge = await beginUpload(curator, SIZE_MB * MB);
    expect([tooLarge.status, await detailOf(tooLarge)]).toEqual([507, expect.stringContaining('enough room')]);
  });

  test('of uploads that don’t fit together, some wait, the reserve stays free, and they continue later', async () => {
    const film = Buffer.concat([await aPng(), Buffer.alloc(23 * MB)]);
    const sendAll = (count: number) =>
      Promise.all(
        Array.from({ length: count }, async () => {
          const response = await beginUpload(curator, film.length);
          return { response, sent: await sendBytes(curator, locationOf(response), film) };
        }),
      );
    // Three fit. With four more there are more bytes than the disk has.
    const results = [...(await sendAll(3)), ...(await sendAll(4))];
    const complete = results.filter(({ sent }) => sent.status === 204);
    const waiting = results.filter(({ sent }) => sent.status === 507);
    expect([complete.length >= 3, waiting.length > 0, complete.length + waiting.length]).toEqual([true, true, 7]);
    // Pieces that are being written at the same time may go below it.
    expect(await freeMb()).toBeGreaterThan(RESERVE_MB / 8);
    for (const { response } of complete) await cancel(response);
    const [next] = waiting;
    if (!next) throw new Error('None waits');
    const head = await curator.request('HEAD', locationOf(next.response), { headers: TUS });
    const offset = Number(head.headers.get('upload-offset'));
    expect((await sendBytes(curator, locationOf(next.response), film.subarray(offset), offset)).status).toBe(204);
    for (const { response } of waiting) await cancel(response);
  });

  test('an accepted upload waits while the disk is full, and continues once there is room', async () => {
    const film = Buffer.concat([await aPng(), Buffer.alloc(2 * MB)]);
    const address = (await beginUpload(curator, film.length)).headers.get('location') ?? '';
    expect((await sendBytes(curator, address, film.subarray(0, MB))).status).toBe(204);
    const free = await fillUp(RESERVE_MB / 2);
    const sendMore = () => sendBytes(curator, address, film.subarray(MB), MB);
    const rejected = await sendMore();
    expect([rejected.status, await detailOf(rejected)]).toEqual([507, FULL]);
    expect((await upload(curator, await aPng())).status).toBe(507);
    const voyage = await aVoyage().save(api.database);
    expect((await curator.send('PUT', `/api/curator/voyages/${voyage.slug}`, { title: 'Edited' })).status).toBe(200);

    await free();
    expect((await sendMore()).status).toBe(204);
    const id = address.slice(address.lastIndexOf('/') + 1);
    expect((await curator.post(`/api/curator/media/uploads/${id}`, { title: 'In the end' })).status).toBe(201);
    expect(await curator.json('/health/ready')).toMatchObject({ warnings: [] });
  });

  test('a file that fills the disk is rejected with a message and leaves nothing behind', async () => {
    const free = await fillUp(1);
    const storage = api.app.get(Storage, { strict: false });
    await expect(storage.put('too/large', Buffer.alloc(5 * MB), 'image/png')).rejects.toMatchObject({
      name: 'DiskFullError',
    });
    await free();
    expect((await upload(curator, await aPng(), { title: 'Afterward' })).status).toBe(201);
  });
});

describe('uploads that send nothing', () => {
  const MINUTES_PAST = (minutes: number) =>
    `update media_upload set updated_at = updated_at - interval '${minutes} minutes' where received = 0 and part_hashes = '{}'`;
  const statuses = async (curator: Browser, count: number) => {
    const responses = await Promise.all(Array.from({ length: count }, () => beginUpload(curator, 500 * MB)));
    return { responses, rejected: responses.filter(({ status }) => status !== 201) };
  };

  test('are limited, and end after minutes', async () => {
    const api = await startApi();
    const curator = await api.signIn();
    const film = Buffer.concat([await aPng(), Buffer.alloc(MB)]);
    const started = await beginUpload(curator, film.length);
    const address = started.headers.get('location') ?? '';
    expect((await sendBytes(curator, address, film.subarray(0, MB))).status).toBe(204);

    const { rejected } = await statuses(curator, 150);
    expect(rejected).toHaveLength(51);
    for (const response of rejected) {
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, '30']);
      expect(await detailOf(response)).toMatch(/^Too many uploads are open\./);
    }
    // Files in one request aren't affected.
    expect((await upload(curator, await aPng(), { title: 'Small' })).status).toBe(201);

    const pool = api.database.pool;
    await pool.query(MINUTES_PAST(16));
    const again = await statuses(curator, 10);
    expect(again.rejected).toEqual([]);
    const parts = api.app.get(UploadParts, { strict: false });
    // The first of them still continue, until they are deleted an hour later.
    expect(await parts.expire(new Date(0))).toBe(0);
    await pool.query(MINUTES_PAST(60));
    expect(await parts.expire(new Date(0))).toBe(99);
    expect((await sendBytes(curator, address, film.subarray(MB), MB)).status).toBe(204);
    await api.close();
  });
});
