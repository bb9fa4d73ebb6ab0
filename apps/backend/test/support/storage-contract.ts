import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import type { Storage } from '../../src/modules/storage/storage.ts';

const sha256 = (body: string | Buffer) => createHash('sha256').update(body).digest('hex');
export const bytes = (written: string) => Buffer.from(written);

/** The text of an object, or undefined if it doesn't exist. */
export async function readText(storage: Storage, key: string, range?: { start: number; end: number }) {
  const stream = await storage.open(key, range);
  return stream && text(stream);
}

/** The contract of every driver. */
export function testStorageContract(open: () => Storage) {
  test('stores an object with its size and hash', async () => {
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

  test('stores a large stream of unknown size', async () => {
    const storage = open();
    const pieces = Array.from({ length: 300 }, (_, index) => Buffer.alloc(65_537, index % 251));
    const stored = await storage.put('films/large.mp4', Readable.from(pieces), 'video/mp4');
    expect(stored.size).toBe(300 * 65_537);
    expect(stored.sha256.toString('hex')).toBe(sha256(Buffer.concat(pieces)));
    expect((await storage.stat('films/large.mp4'))?.size).toBe(300 * 65_537);
  });

  test('reads a range', async () => {
    const storage = open();
    await storage.put('parts.txt', bytes('0123456789'), 'text/plain');
    expect(await readText(storage, 'parts.txt', { start: 2, end: 4 })).toBe('234');
  });

  test('stores an empty file', async () => {
    const storage = open();
    await storage.put('empty.txt', bytes(''), 'text/plain');
    expect((await storage.stat('empty.txt'))?.size).toBe(0);
    expect(await readText(storage, 'empty.txt')).toBe('');
  });

  test('keeps the existing object when a stream fails', async () => {
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

  test('returns undefined for missing objects and ignores their removal', async () => {
    const storage = open();
    expect(await storage.stat('no/such')).toBeUndefined();
    expect(await storage.open('no/such')).toBeUndefined();
    await storage.remove('no/such');
  });

  test('removes objects with their empty folders', async () => {
    const storage = open();
    await storage.put('gone/deep/a.txt', bytes('a'), 'text/plain');
    await storage.remove('gone/deep/a.txt');
    expect(await storage.stat('gone/deep/a.txt')).toBeUndefined();
    expect((await storage.list('', { folders: true })).folders).not.toContain('gone/');
  });

  test('supports any characters in keys', async () => {
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
    'rejects the key %j before any access',
    async (key) => {
      const storage = open();
      await expect(storage.put(key, bytes('x'), 'text/plain')).rejects.toThrow(RangeError);
      await expect(storage.stat(key)).rejects.toThrow(RangeError);
      await expect(storage.open(key)).rejects.toThrow(RangeError);
      await expect(storage.remove(key)).rejects.toThrow(RangeError);
    },
  );

  test('lists folders and files in byte order', async () => {
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

  test.each([true, false])('pages through a long listing without duplicates or gaps (folders: %s)', async (folders) => {
    const storage = open();
    const keys = Array.from(
      { length: 23 },
      (_, index) => `many-${folders}/${String(index).padStart(2, '0')}${index % 3 ? '' : '/x'}`,
    );
    for (const key of keys) await storage.put(key, bytes('x'), 'text/plain');
    const seen: string[] = [];
    let pages = 0;
    for (let from: string | undefined, hasMore = true; hasMore; hasMore = from !== undefined) {
      const page = await storage.list(`many-${folders}/`, { folders, from, limit: 5 });
      expect(page.objects.length + page.folders.length).toBeLessThanOrEqual(5);
      seen.push(...page.objects.map(({ key }) => key), ...page.folders.map((folder) => `${folder}x`));
      from = page.next;
      pages += 1;
    }
    expect(seen.toSorted()).toEqual(keys);
    expect(pages).toBe(5);
  });

  test('lists more than a thousand objects', async () => {
    const storage = open();
    const keys = Array.from({ length: 1205 }, (_, index) => `thousands/${String(index).padStart(4, '0')}.txt`);
    for (let index = 0; index < keys.length; index += 50)
      await Promise.all(keys.slice(index, index + 50).map((key) => storage.put(key, bytes('x'), 'text/plain')));
    const seen: string[] = [];
    for (let from: string | undefined, hasMore = true; hasMore; hasMore = from !== undefined) {
      const page = await storage.list('thousands/', { from });
      seen.push(...page.objects.map(({ key }) => key));
      from = page.next;
    }
    expect(seen).toEqual(keys);
  });

  test('moves an object and replaces an existing one', async () => {
    const storage = open();
    await storage.put('moving/from here/ä.bin', bytes('moved'), 'application/octet-stream');
    await storage.put('moved/to.txt', bytes('older'), 'text/plain');
    expect(await storage.move(['moving/from here/ä.bin'], 'moved/to.txt', 'text/plain')).toBe(true);
    expect(await readText(storage, 'moved/to.txt')).toBe('moved');
    expect(await storage.stat('moving/from here/ä.bin')).toBeUndefined();
    expect((await storage.list('', { folders: true })).folders).not.toContain('moving/');
  });

  test('does not move a missing object over an existing one', async () => {
    const storage = open();
    await storage.put('stays.txt', bytes('stays'), 'text/plain');
    expect(await storage.move(['no/such'], 'stays.txt', 'text/plain')).toBe(false);
    expect(await readText(storage, 'stays.txt')).toBe('stays');
  });

  test('joins objects in the given order', async () => {
    const storage = open();
    const keys = ['pieces/10', 'pieces/9', 'pieces/11'];
    for (const key of keys) await storage.put(key, bytes(`${key} `), 'application/octet-stream');
    expect(await storage.move([...keys, 'pieces/none'], 'not-joined.txt', 'text/plain')).toBe(false);
    expect(await storage.stat('not-joined.txt')).toBeUndefined();
    expect(await storage.move(keys, 'joined.txt', 'text/plain')).toBe(true);
    expect(await readText(storage, 'joined.txt')).toBe('pieces/10 pieces/9 pieces/11 ');
    expect((await storage.list('pieces/')).objects).toEqual([]);
  });

  test('supports concurrent writes and removals in a folder', async () => {
    const storage = open();
    const keys = Array.from({ length: 40 }, (_, index) => `busy/deep/${index}.txt`);
    await Promise.all(
      keys.map(async (key, index) => {
        await storage.put(key, bytes(key), 'text/plain');
        if (index % 2 === 0) await storage.remove(key);
      }),
    );
    expect((await storage.list('busy/')).objects).toHaveLength(20);
  });

  test('clean() keeps complete files', async () => {
    const storage = open();
    await storage.put('whole.txt', bytes('whole'), 'text/plain');
    expect(await storage.clean(new Date(Date.now() + 1000))).toBe(0);
    expect(await readText(storage, 'whole.txt')).toBe('whole');
  });

  test('check() succeeds when storage is available', async () => {
    await expect(open().check()).resolves.toBeUndefined();
  });
}
