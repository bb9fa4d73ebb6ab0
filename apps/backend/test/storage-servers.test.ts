import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { S3Storage } from '../src/modules/storage/s3-storage.ts';
import { IS_FULL } from './support/full.ts';
import { bytes, readText, testStorageContract } from './support/storage-contract.ts';
import type { RealServer } from './support/real-server.ts';
import { describeOnServers } from './support/real-servers.ts';
import { startSwift, swiftMissing } from './support/swift.ts';

const MB = 1024 * 1024;
/** More than one page of a list has. */
const OBJECTS = IS_FULL ? 3000 : 1100;

/** Parts of 1 MB that differ, so that a part in the wrong place changes the hash. */
const megabytes = (count: number) => Array.from({ length: count }, (_, index) => Buffer.alloc(MB, index + 1));

async function hashOf(storage: S3Storage, key: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of (await storage.open(key)) ?? []) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Moves a file of this size in megabytes to its key, and then to another one. */
async function moveTwice(storage: S3Storage, size: number): Promise<void> {
  const stored = await storage.put('incoming/film', Readable.from(megabytes(size)), 'application/octet-stream');
  for (const [from, to] of [
    ['incoming/film', 'films/first.mp4'],
    ['films/first.mp4', 'films/second.mp4'],
  ] as const) {
    expect(await storage.move([from], to, 'video/mp4')).toBe(true);
    expect(await storage.stat(from)).toBeUndefined();
    expect((await storage.stat(to))?.size).toBe(size * MB);
  }
  expect(await hashOf(storage, 'films/second.mp4')).toBe(stored.sha256.toString('hex'));
  // No parts are left of copies that the server rejected.
  expect(await storage.clean(new Date(Date.now() + 1000))).toBe(0);
  expect(await readText(storage, 'films/second.mp4', { start: 15 * MB - 1, end: 15 * MB })).toBe('\u000F\u0010');
}

// Servers of other makers, which find what the server of the other tests takes for granted.
describeOnServers('objects on', (start) => {
  let server: RealServer;
  beforeAll(async () => {
    server = await start();
  }, 300_000);
  afterAll(() => server.stop());
  const open = () => new S3Storage(server.config);

  testStorageContract(open);

  test('says that the bucket is missing, or the key is wrong', async () => {
    const missing = new S3Storage({ ...server.config, bucket: 'elsewhere' });
    await expect(missing.put('a.txt', bytes('a'), 'text/plain')).rejects.toMatchObject({ rejection: 'bucket' });
    await expect(missing.check()).rejects.toMatchObject({ rejection: 'bucket' });
    const { accessKeyId, secretAccessKey } = server.config.credentials ?? { accessKeyId: '', secretAccessKey: '' };
    for (const credentials of [
      { accessKeyId, secretAccessKey: 'guessed' },
      { accessKeyId: 'archive:stranger', secretAccessKey },
    ]) {
      const wrong = new S3Storage({ ...server.config, credentials });
      await expect(wrong.put('a.txt', bytes('a'), 'text/plain')).rejects.toMatchObject({ rejection: 'key' });
      await expect(wrong.check()).rejects.toMatchObject({ rejection: 'key' });
    }
    expect(await open().stat('a.txt')).toBeUndefined();
  });

  test.each([20, 120])('moves a file of %i MB, which was sent in parts', (size) => moveTwice(open(), size), 300_000);

  test('joins parts that browsers have sent', async () => {
    const storage = open();
    const parts = [0, 1, 2].map((part) => Buffer.alloc(part === 2 ? 1000 : 8 * MB, part + 1));
    for (const [index, part] of parts.entries()) {
      const sha256 = createHash('sha256').update(part).digest('base64');
      const link = await storage.uploadLink?.(`parts/${index}`, { size: part.length, sha256 });
      const response = await fetch(link?.url ?? '', { method: 'PUT', headers: link?.headers, body: part });
      expect(response.status).toBe(200);
    }
    expect(await storage.move(['parts/0', 'parts/1', 'parts/2'], 'films/joined.mp4', 'video/mp4')).toBe(true);
    expect(await hashOf(storage, 'films/joined.mp4')).toBe(
      createHash('sha256').update(Buffer.concat(parts)).digest('hex'),
    );
    expect((await storage.list('parts/')).objects).toEqual([]);
  }, 60_000);

  test('lists thousands of objects with Unicode names in byte order', async () => {
    const storage = open();
    const keys = Array.from({ length: OBJECTS }, (_, index) => `many/${String(index).padStart(4, '0')} ä海😀.txt`);
    for (let start = 0; start < keys.length; start += 50)
      await Promise.all(keys.slice(start, start + 50).map((key) => storage.put(key, bytes('x'), 'text/plain')));
    const listed: string[] = [];
    for (let from: string | undefined, hasMore = true; hasMore; hasMore = from !== undefined) {
      const page = await storage.list('many/', { from });
      listed.push(...page.objects.map(({ key }) => key));
      from = page.next;
    }
    expect(listed).toEqual(keys);
  }, 300_000);

  test('lets browsers read one object through a link', async () => {
    const storage = open();
    await storage.put('pictures/ä b.jpg', bytes('a picture'), 'image/jpeg');
    const link = await storage.link('pictures/ä b.jpg', { type: 'image/jpeg', disposition: 'inline' });
    const response = await fetch(link ?? '');
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'image/jpeg',
      'a picture',
    ]);
  });
});

(swiftMissing === undefined ? describe : describe.skip)('a server that copies lists of parts', () => {
  let server: RealServer;
  beforeAll(async () => {
    server = await startSwift({ copiesLists: true });
  }, 300_000);
  afterAll(() => server.stop());

  test.each([20, 120])('loses no file of %i MB', (size) => moveTwice(new S3Storage(server.config), size), 300_000);
});
