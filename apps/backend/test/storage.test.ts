import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DiskStorage } from '../src/modules/storage/disk-storage.ts';
import { S3Storage } from '../src/modules/storage/s3-storage.ts';
import type { Storage } from '../src/modules/storage/storage.ts';
import { S3Server } from './support/s3-server.ts';

const sha256 = (body: string | Buffer) => createHash('sha256').update(body).digest('hex');
const bytes = (written: string) => Buffer.from(written);

async function readText(storage: Storage, key: string, range?: { start: number; end: number }) {
  const stream = await storage.open(key, range);
  return stream && text(stream);
}

/** The same promises, whoever keeps the files. */
function keepsThePromises(open: () => Storage) {
  test('what is put is there, with its size and hash', async () => {
    const storage = open();
    const stored = await storage.put('truman/1949/image/nimitz.jpg', bytes('a picture'), 'image/jpeg');
    expect({ ...stored, sha256: stored.sha256.toString('hex') }).toEqual({ size: 9, sha256: sha256('a picture') });
    expect(await readText(storage, 'truman/1949/image/nimitz.jpg')).toBe('a picture');
    const object = await storage.stat('truman/1949/image/nimitz.jpg');
    expect(object).toMatchObject({
      key: 'truman/1949/image/nimitz.jpg',
      size: 9,
      etag: expect.stringMatching(/^".+"$/),
    });
    expect(Math.abs(Number(object?.lastModified) - Date.now())).toBeLessThan(60_000);
  });

  test('a stream of unknown and large size arrives whole', async () => {
    const storage = open();
    const pieces = Array.from({ length: 300 }, (_, index) => Buffer.alloc(65_537, index % 251));
    const stored = await storage.put('films/large.mp4', Readable.from(pieces), 'video/mp4');
    expect(stored.size).toBe(300 * 65_537);
    expect(stored.sha256.toString('hex')).toBe(sha256(Buffer.concat(pieces)));
    expect((await storage.stat('films/large.mp4'))?.size).toBe(300 * 65_537);
  });

  test('a part is read without the rest', async () => {
    const storage = open();
    await storage.put('parts.txt', bytes('0123456789'), 'text/plain');
    expect(await readText(storage, 'parts.txt', { start: 2, end: 4 })).toBe('234');
  });

  test('an empty file is a file', async () => {
    const storage = open();
    await storage.put('empty.txt', bytes(''), 'text/plain');
    expect((await storage.stat('empty.txt'))?.size).toBe(0);
    expect(await readText(storage, 'empty.txt')).toBe('');
  });

  test('a stream that breaks leaves what was there before', async () => {
    const storage = open();
    await storage.put('safe.txt', bytes('before'), 'text/plain');
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(9_000_000);
        throw new Error('the line went dead');
      })(),
    );
    await expect(storage.put('safe.txt', broken, 'text/plain')).rejects.toThrow('the line went dead');
    expect(await readText(storage, 'safe.txt')).toBe('before');
  });

  test('what is not there is undefined, and removing it is no error', async () => {
    const storage = open();
    expect(await storage.stat('no/such')).toBeUndefined();
    expect(await storage.open('no/such')).toBeUndefined();
    await storage.remove('no/such');
  });

  test('what is removed is gone, and its empty folders with it', async () => {
    const storage = open();
    await storage.put('gone/deep/a.txt', bytes('a'), 'text/plain');
    await storage.remove('gone/deep/a.txt');
    expect(await storage.stat('gone/deep/a.txt')).toBeUndefined();
    expect((await storage.list('', { folders: true })).folders).not.toContain('gone/');
  });

  test('names may be of any writing, and need not be names of files', async () => {
    const storage = open();
    const keys = [
      'wörter/Ärger und 海.jpg',
      'odd/a%2Fb?c#d.txt',
      'odd/CON.',
      'odd/.hidden',
      'odd/"quoted" <x>.txt',
      'odd/😀.png',
    ];
    for (const key of keys) await storage.put(key, bytes(key), 'text/plain');
    for (const key of keys) expect(await readText(storage, key)).toBe(key);
    const listed = (await storage.list('odd/')).objects.map(({ key }) => key);
    expect(listed.toSorted()).toEqual(keys.filter((key) => key.startsWith('odd/')).toSorted());
  });

  test.each(['', '/a', 'a/', 'a//b', '../a', 'a/../../b', './a', 'a\\b', 'a\0b', 'a\nb', `${'x'.repeat(300)}`])(
    'the key %j is refused before anything is touched',
    async (key) => {
      const storage = open();
      await expect(storage.put(key, bytes('x'), 'text/plain')).rejects.toThrow(RangeError);
      await expect(storage.stat(key)).rejects.toThrow(RangeError);
      await expect(storage.open(key)).rejects.toThrow(RangeError);
      await expect(storage.remove(key)).rejects.toThrow(RangeError);
    },
  );

  test('a folder is listed with its folders, its files in the order of their bytes', async () => {
    const storage = open();
    for (const key of ['list/b.txt', 'list/a/1', 'list/a/2', 'list/a.txt', 'list/z/deep/1', 'listing.txt']) {
      await storage.put(key, bytes(key), 'text/plain');
    }
    const listing = await storage.list('list/', { folders: true });
    expect(listing.objects.map(({ key }) => key)).toEqual(['list/a.txt', 'list/b.txt']);
    expect(listing.folders).toEqual(['list/a/', 'list/z/']);
    expect(listing.next).toBeUndefined();
    expect((await storage.list('list/')).objects.map(({ key }) => key)).toEqual([
      'list/a.txt',
      'list/a/1',
      'list/a/2',
      'list/b.txt',
      'list/z/deep/1',
    ]);
    expect((await storage.list('list', { folders: true })).folders).toEqual(['list/']);
  });

  test.each([true, false])(
    'a long listing comes in pages, nothing twice and nothing missing (folders: %s)',
    async (folders) => {
      const storage = open();
      const keys = Array.from(
        { length: 23 },
        (_, index) => `many-${folders}/${String(index).padStart(2, '0')}${index % 3 ? '' : '/x'}`,
      );
      for (const key of keys) await storage.put(key, bytes('x'), 'text/plain');
      const seen: string[] = [];
      let pages = 0;
      for (let from: string | undefined, more = true; more; more = from !== undefined) {
        const page = await storage.list(`many-${folders}/`, { folders, from, limit: 5 });
        expect(page.objects.length + page.folders.length).toBeLessThanOrEqual(5);
        seen.push(...page.objects.map(({ key }) => key), ...page.folders.map((folder) => `${folder}x`));
        from = page.next;
        pages += 1;
      }
      expect(seen.toSorted()).toEqual(keys);
      expect(pages).toBe(5);
    },
  );

  test('it says that it works', async () => {
    await expect(open().check()).resolves.toBeUndefined();
  });
}

describe('files on disk', () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'archive-disk-'));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));
  const open = (): Storage => new DiskStorage(path.join(root, 'media'));

  keepsThePromises(open);

  test('a symbolic link leads nowhere', async () => {
    await writeFile(path.join(root, 'secret.txt'), 'secret');
    const storage: Storage = open();
    await storage.put('linked/own.txt', bytes('own'), 'text/plain');
    await symlink(path.join(root, 'secret.txt'), path.join(root, 'media/linked/file.txt'));
    await symlink(root, path.join(root, 'media/linked/directory'));
    expect(await storage.open('linked/file.txt')).toBeUndefined();
    expect(await storage.open('linked/directory/secret.txt')).toBeUndefined();
    await expect(storage.put('linked/directory/new.txt', bytes('x'), 'text/plain')).rejects.toThrow();
    expect((await storage.list('linked/')).objects.map(({ key }) => key)).toEqual(['linked/own.txt']);
    expect(await readdir(root)).not.toContain('new.txt');
  });

  test('nothing half-written stays behind', async () => {
    const storage = open();
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('dead');
      })(),
    );
    await expect(storage.put('half.txt', broken, 'text/plain')).rejects.toThrow('dead');
    expect(await readdir(path.join(root, 'media/.incoming'))).toEqual([]);
  });
});

describe('objects on an S3 server', () => {
  const server = new S3Server('library');
  let endpoint: string;
  beforeAll(async () => {
    endpoint = await server.start();
  });
  afterAll(() => server.stop());
  const open = (bucket = 'library') =>
    new S3Storage({
      bucket,
      endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: 'test-key', secretAccessKey: 'test-secret' },
      forcePathStyle: true,
    });

  keepsThePromises(open);

  test('the content type goes with the object', async () => {
    await open().put('typed.pdf', bytes('%PDF'), 'application/pdf');
    expect(server.objects.get('typed.pdf')?.type).toBe('application/pdf');
  });

  test('a large file goes in parts, and a broken one leaves none', async () => {
    server.requests.length = 0;
    await open().put('three-parts.bin', Readable.from([Buffer.alloc(20_000_000, 7)]), 'application/octet-stream');
    expect(server.requests.filter((line) => line.includes('partNumber='))).toHaveLength(3);
    expect(server.objects.get('three-parts.bin')?.body.equals(Buffer.alloc(20_000_000, 7))).toBe(true);
    expect(server.uploads.size).toBe(0);
  });

  test('a bucket that is not there is a storage that is away, not an absent file', async () => {
    await expect(open('other').open('a.txt')).rejects.toThrow('The file storage is away.');
    await expect(open('other').check()).rejects.toThrow('The file storage is away.');
  });
});
