import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { apiTokenOperations, mediaOperations, uploadOperations } from '@archive/contracts';
import { createDatabase } from '@archive/postgres';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { S3Storage } from '../../src/modules/storage/s3-storage.ts';
import { runHere } from '../backups/programs.ts';
import { anMp4, aPng } from '../builders/files.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { IS_FULL } from '../support/full.ts';
import { PROJECT } from '../support/program.ts';
import type { RealServer } from '../support/real-server.ts';
import { describeOnServers } from '../support/real-servers.ts';
import { send, sendAny } from '../writing/send.ts';

const MB = 1024 * 1024;
/** A film that is sent in parts; in a full run, one that the server also copies in parts. */
const FILM_MB = IS_FULL ? 72 : 24;
const CLUSTER = process.env.TEST_CLUSTER_URL ?? '';
const [ROLE = '', PASSWORD = ''] = (process.env.TEST_APPLICATION_ROLE ?? '').split(':');

const checksumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64');

describeOnServers('an archive whose library is on', (start) => {
  let server: RealServer;
  let api: TestApi;
  let curator: Browser;
  let folder: string;
  beforeAll(async () => {
    server = await start();
    api = await startApi({ environment: server.environment });
    curator = await api.signIn();
    folder = await mkdtemp(path.join(tmpdir(), 'on-server-'));
  }, 300_000);
  afterAll(async () => {
    await api.close();
    await server.stop();
    await rm(folder, { recursive: true });
  });

  /** Reads a file as a browser does, from the library. */
  async function contentOf(slug: string): Promise<Buffer> {
    const { body } = await send(curator, mediaOperations.get, { params: { slug } });
    const address = (await curator.get(body.url ?? '')).headers.get('location') ?? '';
    expect(address).toContain(server.environment['S3_ENDPOINT']);
    return Buffer.from(await (await fetch(address)).arrayBuffer());
  }

  test('imports a film from a folder', async () => {
    const film = anMp4(FILM_MB * MB);
    await writeFile(path.join(folder, 'film.mp4'), film);
    const { token } = (
      await send(curator, apiTokenOperations.create, { body: { label: 'Scanning room', scopes: ['upload'] } })
    ).body;
    const program = path.resolve(PROJECT, '../../tools/cli/media.ts');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program, 'import', folder, '--yes', '--archive', api.url, '--report', path.join(folder, '.report.csv')],
      { cwd: folder, env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', UPLOAD_TOKEN: token } },
    );
    const { body: items } = await send(curator, mediaOperations.list, { query: { limit: 10 } });
    expect([stdout, items.map(({ size }) => size)]).toEqual([expect.any(String), [film.length]]);
    expect(checksumOf(await contentOf(items[0]?.media_slug ?? ''))).toBe(checksumOf(film));
  }, 180_000);

  test('stores a file that a browser sends in parts, and finds a damaged part', async () => {
    const file = Buffer.concat([await aPng(), randomBytes(20 * MB)]);
    const uploadParts = async (change: (part: Buffer) => Buffer) => {
      const { body } = await send(curator, uploadOperations.startDirect, { body: { size: file.length } });
      const params = { upload_id: body.upload_id ?? '' };
      for (let number = 1; (number - 1) * body.part_bytes < file.length; number += 1) {
        const part = file.subarray((number - 1) * body.part_bytes, number * body.part_bytes);
        const parts = [{ number, sha256: checksumOf(part) }];
        const [address] = (await send(curator, uploadOperations.directParts, { params, body: { parts } })).body;
        const { url = '', headers } = address ?? {};
        await fetch(url, { method: 'PUT', headers, body: new Uint8Array(number === 2 ? change(part) : part) });
      }
      const response = await sendAny(curator, uploadOperations.finish, { params, body: { title: 'At the rail' } });
      return { status: response.status, body: (await response.json()) as { media_slug: string } };
    };
    // A server may store it, although the link was signed for another checksum.
    const { status } = await uploadParts((part) => Buffer.from(part).fill(1, 1000, 1010));
    expect([409, 410]).toContain(status);
    const { body: stored } = await uploadParts((part) => part);
    expect(checksumOf(await contentOf(stored.media_slug))).toBe(checksumOf(file));
  }, 60_000);

  test('is backed up to a bucket, and restored into another one', async () => {
    await server.createBucket('backups');
    await server.createBucket('restored');
    const environment = {
      ...server.environment,
      DATABASE_URL: api.config.database.url,
      DATA_DIR: api.config.dataDirectory,
      BACKUP_LOCATION: 's3://backups/archive',
    };
    const succeed = async (...program: Parameters<typeof runHere>) => {
      const { status, output } = await runHere(...program);
      if (status !== 0) throw new Error(output);
      return output;
    };
    await succeed('backup', environment);
    // The second one finds every content.
    const second = await succeed('backup', { ...environment, BACKUP_KEEP: '1' });
    expect(second).toContain('Older backups removed: 1.');
    const target = await createDatabase(CLUSTER);
    const application = Object.assign(new URL(target.url), { username: ROLE, password: PASSWORD }).href;
    const place = { DATABASE_OWNER_URL: target.url, DATABASE_URL: application, DATA_DIR: path.join(folder, 'data') };
    await succeed('restore', { ...environment, ...place, S3_BUCKET: 'restored' });

    const rowsOf = async (url: string) => {
      const client = new Client(url);
      await client.connect();
      const { rows } = await client.query<{ row: string }>('select t::text as row from media t order by 1');
      await client.end();
      return rows;
    };
    const rows = await rowsOf(api.config.database.url);
    expect([rows.length, await rowsOf(target.url)]).toEqual([2, rows]);
    const objectsOf = async (bucket: string) => {
      const { objects } = await new S3Storage({ ...server.config, bucket }).list('', {});
      return objects.map(({ key, size }) => [key, size]);
    };
    const objects = await objectsOf('library');
    expect(await objectsOf('restored')).toEqual(objects);
    await target.drop();
  }, 180_000);
});
