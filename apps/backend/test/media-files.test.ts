import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { BrowseResult } from '@archive/contracts';
import { Storage } from '../src/modules/storage/index.ts';
import { startApi, type TestApi } from './support/api.ts';
import type { Browser } from './support/browser.ts';
import { S3Server } from './support/s3-server.ts';
import { sql } from './support/sql.ts';

const NIMITZ = 'truman-harry-s/1949-02-12-nimitz/image/nimitz aboard.jpg';

describe('browsing the library', () => {
  let api: TestApi;
  let browser: Browser;
  let storage: Storage;
  const put = (key: string, body = key) => storage.put(key, Buffer.from(body), 'text/plain');

  beforeAll(async () => {
    api = await startApi();
    browser = await api.signIn();
    storage = api.app.get(Storage, { strict: false });
    await put(NIMITZ, '0123456789');
    await put('truman-harry-s/menu.pdf');
    await put('truman-harry-s/older.txt');
    await put('unattached/page.html', '<script>alert(1)</script>');
    await put('unattached/drawing.svg');
    await put('_system/ingest/document.md', 'secret');
    await put('_derivatives/nimitz.webp', 'webp');
    await api.database.execute(
      sql(`with m as (insert into media (slug, title, media_type, storage_key, content_type, credit, date, description_markdown)
         values ('nimitz-aboard', 'Admiral Nimitz aboard', 'image', $1, 'image/jpeg', 'Navy', '1949-02', 'On *deck*') returning id)
       insert into derivative (media_id, kind, state, storage_key) select id, 'thumbnail', 'ready', '_derivatives/nimitz.webp' from m`),
      [NIMITZ],
    );
  });
  afterAll(() => api.close());

  const browse = (query = '') => browser.json<BrowseResult>(`/api/s3/browse${query}`);

  test('starts with the top folders, without system folders', async () => {
    expect(await browse()).toEqual({
      files: [],
      folders: [
        { name: 'truman-harry-s', path: 'truman-harry-s' },
        { name: 'unattached', path: 'unattached' },
      ],
      breadcrumbs: [],
      total_items: 2,
    });
  });

  test('lists the files of a folder, newest first, then by name', async () => {
    await put('truman-harry-s/newest.txt');
    const { files, folders, breadcrumbs, total_items } = await browse('?prefix=truman-harry-s');
    expect(files[0]?.name).toBe('newest.txt');
    expect(files.map(({ last_modified }) => last_modified)).toEqual(
      files
        .map(({ last_modified }) => last_modified)
        .toSorted()
        .reverse(),
    );
    expect(folders).toEqual([{ name: '1949-02-12-nimitz', path: 'truman-harry-s/1949-02-12-nimitz' }]);
    expect(breadcrumbs).toEqual([{ name: 'truman-harry-s', path: 'truman-harry-s' }]);
    expect(total_items).toBe(4);
  });

  test('includes the metadata of a file', async () => {
    const { files, breadcrumbs } = await browse('?prefix=truman-harry-s/1949-02-12-nimitz/image/');
    expect(files).toEqual([
      {
        name: 'nimitz aboard.jpg',
        path: NIMITZ,
        url: '/media-files/truman-harry-s/1949-02-12-nimitz/image/nimitz%20aboard.jpg',
        type: 'image/jpeg',
        size: 10,
        last_modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        media_slug: 'nimitz-aboard',
        title: 'Admiral Nimitz aboard',
        credit: 'Navy',
        date: '1949-02',
        description_markdown: 'On *deck*',
        width: null,
        height: null,
        duration: null,
        bit_depth: null,
        codecs: null,
        color_profile: null,
        frame_count: null,
        page_count: null,
        alt_text: null,
        rights: null,
        rights_note: null,
        creator: null,
        place: null,
        identifier: null,
        provenance: null,
        original_filename: null,
        tags: [],
        preview_state: 'ready',
        preview_error: null,
        preview_failure: null,
        public_derivative_url: null,
        thumbnail_url: '/media-files/_derivatives/nimitz.webp',
      },
    ]);
    expect(breadcrumbs.map(({ path }) => path)).toEqual([
      'truman-harry-s',
      'truman-harry-s/1949-02-12-nimitz',
      'truman-harry-s/1949-02-12-nimitz/image',
    ]);
  });

  test.each(['nowhere', '_system', '_system/ingest', '_derivatives/'])('lists nothing in %s', async (prefix) => {
    expect(await browse(`?prefix=${prefix}`)).toMatchObject({ files: [], folders: [], total_items: 0 });
  });

  test.each(['..', '../..', 'a/../../b', 'a//b', 'a%5Cb'])('rejects the path %s', async (prefix) => {
    expect((await browser.get(`/api/s3/browse?prefix=${prefix}`)).status).toBe(422);
  });

  test('rejects other buckets', async () => {
    expect((await browser.get('/api/s3/browse?bucket=other-bucket')).status).toBe(403);
  });

  describe('serves a file', () => {
    const address = `/media-files/${NIMITZ.split('/').map(encodeURIComponent).join('/')}`;

    test('completely, with its type and a sandbox policy', async () => {
      const response = await browser.get(address);
      expect(response.status).toBe(200);
      expect(await response.text()).toBe('0123456789');
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'content-length': '10',
        'content-disposition': `inline; filename="nimitz aboard.jpg"; filename*=UTF-8''nimitz%20aboard.jpg`,
        'content-security-policy': expect.stringMatching(/sandbox$/),
        'x-content-type-options': 'nosniff',
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-cache',
      });
    });

    test.each([
      ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
      ['bytes=7-', 206, '789', 'bytes 7-9/10'],
      ['bytes=-2', 206, '89', 'bytes 8-9/10'],
      ['bytes=5-500', 206, '56789', 'bytes 5-9/10'],
      ['bytes=0-0,5-6', 200, '0123456789', null],
      ['pages=1-2', 200, '0123456789', null],
      ['bytes=5-2', 200, '0123456789', null],
    ])('in the range %s', async (range, status, body, contentRange) => {
      const response = await browser.get(address, { range });
      expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual([
        status,
        body,
        contentRange,
      ]);
      expect(response.headers.get('content-length')).toBe(String(body.length));
    });

    test('but no range past its end', async () => {
      const response = await browser.get(address, { range: 'bytes=10-' });
      expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */10']);
    });

    test('with an ETag, and never mixes ranges of different versions', async () => {
      const etag = (await browser.get(address)).headers.get('etag') ?? '';
      expect((await browser.get(address, { 'if-none-match': etag })).status).toBe(304);
      expect((await browser.get(address, { range: 'bytes=1-2', 'if-range': etag })).status).toBe(206);
      expect((await browser.get(address, { range: 'bytes=1-2', 'if-range': '"older"' })).status).toBe(200);
    });

    test('with its length but no body for HEAD', async () => {
      const response = await browser.request('HEAD', address);
      expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '10', '']);
    });

    test('as a download with a given name', async () => {
      const plain = await browser.get(`${address}?download`);
      expect(plain.headers.get('content-disposition')).toMatch(/^attachment; filename="nimitz aboard.jpg"/);
      const response = await browser.get(`${address}?download=${encodeURIComponent('Nimitz "1949" é.jpg')}`);
      expect(response.headers.get('content-disposition')).toBe(
        `attachment; filename="Nimitz _1949_ _.jpg"; filename*=UTF-8''Nimitz%20%221949%22%20%C3%A9.jpg`,
      );
    });

    test.each([
      ['unattached/page.html', 'application/octet-stream', /^attachment/],
      ['unattached/drawing.svg', 'image/svg+xml', /^inline/],
      ['truman-harry-s/menu.pdf', 'application/pdf', /^inline/],
    ])('and never as a page: %s is %s', async (key, type, disposition) => {
      const response = await browser.get(`/media-files/${key}`);
      expect(response.headers.get('content-type')).toBe(type);
      expect(response.headers.get('content-disposition')).toMatch(disposition);
      expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    });

    test.each([
      '_system/ingest/document.md',
      '%5fsystem/ingest/document.md',
      'no/such.jpg',
      '..%2f..%2fpackage.json',
      '',
      'a%00b',
    ])('but not %s', async (path) => {
      expect((await browser.get(`/media-files/${path}`)).status).toBe(404);
    });

    test('only to signed-in users', async () => {
      expect((await api.visitor().get(address)).status).toBe(401);
    });
  });
});

describe('the library on S3', () => {
  const server = new S3Server('library');
  let api: TestApi;
  beforeAll(async () => {
    await server.start();
    api = await startApi({ environment: server.environment });
  });
  afterAll(async () => {
    await api.close();
    await server.stop();
  });

  test('is browsed and read in its own bucket only', async () => {
    await api.app.get(Storage, { strict: false }).put('ford/menu.pdf', Buffer.from('%PDF-1.7'), 'application/pdf');
    const browser = await api.signIn();
    expect(await browser.json('/api/s3/browse?bucket=library')).toMatchObject({
      folders: [{ name: 'ford', path: 'ford' }],
    });
    expect((await browser.get('/api/s3/browse?bucket=other')).status).toBe(403);
    const response = await browser.get('/media-files/ford/menu.pdf', { range: 'bytes=0-3' });
    expect([response.status, await response.text()]).toEqual([206, '%PDF']);
  });

  describe('with a public URL', () => {
    let open: TestApi;
    let browser: Browser;
    beforeAll(async () => {
      const publicUrl = server.url.replace('127.0.0.1', 'localhost');
      open = await startApi({ environment: { ...server.environment, S3_PUBLIC_URL: publicUrl } });
      browser = await open.signIn();
      const storage = open.app.get(Storage, { strict: false });
      await storage.put('ford/deck.jpg', Buffer.from('a picture'), 'image/jpeg');
      await storage.put('ford/drawing.svg', Buffer.from('<svg/>'), 'image/svg+xml');
    });
    afterAll(() => open.close());

    test('redirects signed-in users to a signed URL', async () => {
      const response = await browser.get('/media-files/ford/deck.jpg');
      const link = response.headers.get('location') ?? '';
      expect([response.status, new URL(link).hostname]).toEqual([302, 'localhost']);
      const file = await fetch(link, { headers: { range: 'bytes=2-4' } });
      expect([file.status, await file.text(), file.headers.get('content-type')]).toEqual([206, 'pic', 'image/jpeg']);
      expect((await open.visitor().get('/media-files/ford/deck.jpg')).status).toBe(401);
      expect((await browser.get('/media-files/ford/none.jpg')).status).toBe(404);
    });

    test('keeps the file name on download', async () => {
      const response = await browser.get('/media-files/ford/deck.jpg?download=On%20deck.jpg');
      const file = await fetch(response.headers.get('location') ?? '');
      expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="On deck.jpg"/);
    });

    test('serves files that may contain scripts, and HEAD requests, without redirecting', async () => {
      const drawing = await browser.get('/media-files/ford/drawing.svg');
      expect([drawing.status, await drawing.text()]).toEqual([200, '<svg/>']);
      expect(drawing.headers.get('content-security-policy')).toMatch(/sandbox$/);
      const measured = await browser.request('HEAD', '/media-files/ford/deck.jpg');
      expect([measured.status, measured.headers.get('content-length')]).toEqual([200, '9']);
    });

    test('is allowed for media but not for scripts by the content security policy', async () => {
      const policy = (await browser.get('/api/auth/session')).headers.get('content-security-policy') ?? '';
      const origin = server.url.replace('127.0.0.1', 'localhost');
      for (const kind of ['img-src', 'media-src', 'frame-src'])
        expect(policy).toMatch(new RegExp(`${kind} [^;]*${origin}`));
      expect(policy).toContain("script-src 'self';");
    });
  });

  test('returns 503 while storage is unavailable', async () => {
    const browser = await api.signIn();
    await server.stop();
    const response = await browser.get('/api/s3/browse');
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      detail: 'The file storage is not available at the moment. Please try again shortly.',
    });
    expect(await (await browser.get('/health/ready')).json()).toMatchObject({
      status: 'down',
      dependencies: { storage: { status: 'down' }, database: { status: 'up' } },
    });
  });
});
