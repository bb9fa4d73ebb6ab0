import { randomUUID } from 'node:crypto';
import dns from 'node:dns';
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { S3Config } from '../src/config/index.ts';
import { DiskStorage } from '../src/modules/storage/disk-storage.ts';
import { S3Storage } from '../src/modules/storage/s3-storage.ts';
import type { Storage } from '../src/modules/storage/storage.ts';
import { S3Server } from './support/s3-server.ts';
import { bytes, testStorageContract } from './support/storage-contract.ts';

describe('files on disk', () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'archive-disk-'));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));
  const open = (): Storage => new DiskStorage(path.join(root, 'media'));

  testStorageContract(open);

  test('does not follow symbolic links', async () => {
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

  test('removes the temporary file of a failed write', async () => {
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

  test('removes old temporary files of killed processes', async () => {
    const left = path.join(root, 'media/.incoming/left');
    await writeFile(left, 'half');
    expect(await open().clean(new Date(Date.now() - 60_000))).toBe(0);
    expect(await open().clean(new Date(Date.now() + 1000))).toBe(1);
    expect(await readdir(path.join(root, 'media/.incoming'))).toEqual([]);
  });

  test('writes into folders that others empty at the same time', async () => {
    const storage = open();
    const rounds = async (write: (key: string) => Promise<unknown>) => {
      for (let round = 0; round < 300; round += 1) {
        const part = `emptied/parts/${randomUUID()}`;
        await write(part);
        await storage.move([part], `emptied/files/${randomUUID()}`, 'text/plain');
      }
    };
    const put = (key: string) => storage.put(key, bytes('whole'), 'text/plain');
    const writePart = (key: string) => storage.writeAt!(key, 0, Buffer.from('part'));
    await Promise.all([put, put, writePart, writePart].map(rounds));
    expect((await storage.list('emptied/', { limit: 2000 })).objects).toHaveLength(1200);
  }, 60_000);

  test('returns no signed URLs', async () => {
    await open().put('linked.txt', bytes('x'), 'text/plain');
    expect(await open().link('linked.txt', { type: 'text/plain', disposition: 'inline' })).toBeUndefined();
  });
});

describe('objects on an S3 server', () => {
  const server = new S3Server('library');
  beforeAll(() => server.start());
  afterAll(() => server.stop());
  const s3Config = (overrides: Partial<S3Config> = {}): S3Config => ({
    bucket: 'library',
    endpoint: server.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test-key', secretAccessKey: 'test-secret' },
    forcePathStyle: true,
    publicUrl: undefined,
    ...overrides,
  });
  const open = (overrides?: Partial<S3Config>) => new S3Storage(s3Config(overrides));

  testStorageContract(() => open());

  describe('with virtual-hosted URLs', () => {
    // The test environment can't resolve bucket host names.
    beforeAll(() => {
      const known = dns.lookup.bind(dns);
      jest
        .spyOn(dns, 'lookup')
        .mockImplementation(((name: string, ...args: [never]) =>
          known(name === 'library.s3.test' ? '127.0.0.1' : name, ...args)) as unknown as typeof dns.lookup);
    });
    afterAll(() => {
      jest.restoreAllMocks();
    });

    testStorageContract(() => open({ endpoint: server.url.replace('127.0.0.1', 's3.test'), forcePathStyle: false }));
  });

  test('keeps or replaces the content type', async () => {
    const storage = open();
    await storage.put('typed.bin', bytes('%PDF'), 'application/octet-stream');
    expect(server.objects.get('typed.bin')?.type).toBe('application/octet-stream');
    await storage.move(['typed.bin'], 'typed.pdf', 'application/pdf');
    expect(server.objects.get('typed.pdf')?.type).toBe('application/pdf');
  });

  test('uploads large files in parts, and aborts failed ones', async () => {
    server.requests.length = 0;
    await open().put('three-parts.bin', Readable.from([Buffer.alloc(20_000_000, 7)]), 'application/octet-stream');
    expect(server.requests.filter((line) => line.includes('partNumber='))).toHaveLength(3);
    expect(server.objects.get('three-parts.bin')?.body.equals(Buffer.alloc(20_000_000, 7))).toBe(true);
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(18_000_000);
        throw new Error('the line went dead');
      })(),
    );
    await expect(open().put('broken.bin', broken, 'text/plain')).rejects.toThrow('the line went dead');
    expect([server.uploads.size, server.objects.has('broken.bin')]).toEqual([0, false]);
  });

  test('moves large files in parts on the server', async () => {
    const body = Buffer.concat([Buffer.alloc(13_000_000, 1), Buffer.alloc(7_000_000, 2)]);
    const storage = new S3Storage(s3Config(), { copyPart: 12 * 1024 * 1024 });
    await storage.put('from.bin', body, 'application/octet-stream');
    server.requests.length = 0;
    expect(await storage.move(['from.bin'], 'to.mp4', 'video/mp4')).toBe(true);
    expect(server.requests.filter((line) => line.startsWith('GET'))).toEqual([]);
    expect(server.objects.get('to.mp4')?.type).toBe('video/mp4');
    expect(server.objects.get('to.mp4')?.body.equals(body)).toBe(true);
    expect([server.objects.has('from.bin'), server.uploads.size]).toEqual([false, 0]);
  });

  test('joins large files on the server, and reads them if one in between is too small for that', async () => {
    const storage = new S3Storage(s3Config(), { copyPart: 12 * 1024 * 1024 });
    const join = async (sizes: number[]) => {
      const keys = sizes.map((_, index) => `piece-${index}`);
      const bodies = sizes.map((size, index) => Buffer.alloc(size, index + 1));
      for (const [index, key] of keys.entries())
        await storage.put(key, bodies[index] ?? Buffer.alloc(0), 'application/octet-stream');
      server.requests.length = 0;
      expect(await storage.move(keys, 'joined.mp4', 'video/mp4')).toBe(true);
      expect(server.objects.get('joined.mp4')?.body.equals(Buffer.concat(bodies))).toBe(true);
      expect([server.objects.get('joined.mp4')?.type, server.uploads.size]).toEqual(['video/mp4', 0]);
      return server.requests.filter((line) => line.startsWith('GET')).length;
    };
    expect(await join([13_000_000, 6_000_000, 1000])).toBe(0);
    expect(await join([6_000_000, 1000, 6_000_000])).toBe(3);
  });

  test('aborts the upload and reports unavailable storage when a part fails', async () => {
    server.failing = /partNumber=2/;
    const body = Readable.from([Buffer.alloc(20_000_000)]);
    await expect(open().put('refused.bin', body, 'text/plain')).rejects.toThrow('The file storage is not available.');
    server.failing = undefined;
    expect([server.uploads.size, server.objects.has('refused.bin')]).toEqual([0, false]);
  });

  test('aborts old uploads of killed processes', async () => {
    server.failing = /^DELETE/;
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(9_000_000);
        throw new Error('killed');
      })(),
    );
    await expect(open().put('killed.bin', broken, 'text/plain')).rejects.toThrow('killed');
    server.failing = undefined;
    expect(server.uploads.size).toBe(1);
    expect(await open().clean(new Date(Date.now() - 60_000))).toBe(0);
    expect(await open().clean(new Date(Date.now() + 1000))).toBe(1);
    expect(server.uploads.size).toBe(0);
  });

  test('reports a server that does not respond as unavailable', async () => {
    server.silent = /^HEAD/;
    await expect(open().stat('a.txt')).rejects.toThrow('The file storage is not available.');
    server.silent = undefined;
    expect(await open().stat('a.txt')).toBeUndefined();
  });

  test('rejects requests signed with another secret', async () => {
    const otherFile = open({ credentials: { accessKeyId: 'test-key', secretAccessKey: 'guessed' } });
    const rejection = { name: 'StorageRejectedError', rejection: 'key' };
    await expect(otherFile.put('x.txt', bytes('x'), 'text/plain')).rejects.toMatchObject(rejection);
    await expect(otherFile.check()).rejects.toMatchObject(rejection);
    expect(server.objects.has('x.txt')).toBe(false);
  });

  test('says what an operator has to fix, and what a later attempt may do', async () => {
    server.failing = /\/refused\.bin/;
    const failures: [number, string, string | undefined][] = [
      [403, 'AccessDenied', 'permission'],
      [403, 'SomethingNew', 'permission'],
      [403, 'QuotaExceeded', 'quota'],
      [507, 'XMinioStorageFull', 'quota'],
      [400, 'EntityTooLarge', 'size'],
      [413, 'SomethingNew', 'size'],
      [403, 'RequestTimeTooSkewed', 'clock'],
      [400, 'AuthorizationHeaderMalformed', 'region'],
      [400, 'InvalidRequest', 'request'],
      [400, 'BadDigest', undefined],
      [409, 'OperationAborted', undefined],
      [503, 'SlowDown', undefined],
    ];
    for (const [status, code, rejection] of failures) {
      server.failure = { status, code };
      const error: unknown = await open()
        .put('refused.bin', bytes('x'), 'text/plain')
        .catch((reason: unknown) => reason);
      expect([code, error]).toMatchObject([
        code,
        rejection ? { name: 'StorageRejectedError', rejection } : { name: 'UnavailableError' },
      ]);
    }
    server.failing = undefined;
    server.failure = { status: 503, code: 'SlowDown' };
  });

  describe('signed URLs', () => {
    const options = { type: 'image/jpeg', disposition: 'inline; filename="a b.jpg"' };

    test('exist only with a public URL', async () => {
      expect(await open().link('a.jpg', options)).toBeUndefined();
    });

    test('read one object without a session, and stay the same for a while', async () => {
      const storage = open({ publicUrl: server.url.replace('127.0.0.1', 'localhost') });
      await storage.put('pictures/ä b.jpg', bytes('a picture'), 'application/octet-stream');
      const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
      const link = (await storage.link('pictures/ä b.jpg', options)) ?? '';
      expect(link).toMatch(/^http:\/\/localhost:\d+\/library\/pictures\//);
      expect(await storage.link('pictures/ä b.jpg', options)).toBe(link);
      clock.mockRestore();
      const response = await fetch(link);
      expect([response.status, await response.text()]).toEqual([200, 'a picture']);
      expect(response.headers.get('content-type')).toBe('image/jpeg');
      expect(response.headers.get('content-disposition')).toBe('inline; filename="a b.jpg"');
    });

    test('read no other object, and can’t be extended', async () => {
      const storage = open({ publicUrl: server.url });
      await storage.put('one.jpg', bytes('one'), 'image/jpeg');
      await storage.put('two.jpg', bytes('two'), 'image/jpeg');
      const link = (await storage.link('one.jpg', options)) ?? '';
      expect(Number(new URL(link).searchParams.get('X-Amz-Expires'))).toBe(900);
      expect((await fetch(link.replace('one.jpg', 'two.jpg'))).status).toBe(403);
      expect((await fetch(link.replace('Expires=900', 'Expires=9000'))).status).toBe(403);
      expect((await fetch(link.replace('127.0.0.1', 'localhost'))).status).toBe(403);
    });
  });

  test('reports a missing bucket, not a missing file', async () => {
    const other = open({ bucket: 'other' });
    const attempts = [
      () => other.open('a.txt'),
      () => other.put('a.txt', bytes('a'), 'text/plain'),
      () => other.list(''),
      () => other.check(),
    ];
    for (const attempt of attempts)
      await expect(attempt()).rejects.toMatchObject({ name: 'StorageRejectedError', rejection: 'bucket' });
  });
});
