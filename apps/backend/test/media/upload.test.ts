import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contentTypeOf } from '../../src/modules/media/index.ts';
import { Storage } from '../../src/modules/storage/index.ts';
import { aPresident, aVoyage, type SavedRecord } from '../builders/index.ts';
import { aCompoundFile, aDocx, aJpeg, anMp3, anMp4, anSvg, aPdf, aPng, aZip } from '../builders/files.ts';
import { aTiff } from '../builders/pictures.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { waitUntil } from '../support/wait-until.ts';
import { S3Server } from '../support/s3-server.ts';
import { upload, uploadBeforeReading } from '../support/upload.ts';
import { sql } from '../support/sql.ts';

describe.each(['disk', 'S3'])('an upload to %s', (driver) => {
  const server = new S3Server('library');
  let api: TestApi;
  let curator: Browser;
  let storage: Storage;
  let voyage: SavedRecord;
  beforeAll(async () => {
    if (driver === 'S3') await server.start();
    api = await startApi({
      environment: { MAX_UPLOAD_MB: '20', ...(driver === 'S3' ? server.environment : {}) },
    });
    curator = await api.signIn();
    storage = api.app.get(Storage, { strict: false });
    await aPresident('Harry S. Truman').withSlug('a-harry').save(api.database);
    voyage = await aVoyage().on('1949-02-12').under('a-harry').withSlug('1949-02-12-nimitz').save(api.database);
  });
  afterAll(async () => {
    await api.close();
    if (driver === 'S3') await server.stop();
  });

  /** Keys of all files, including system files. */
  async function files(): Promise<string[]> {
    const keys: string[] = [];
    for (let from: string | undefined, hasMore = true; hasMore; hasMore = from !== undefined) {
      const page = await storage.list('', { from });
      keys.push(...page.objects.map(({ key }) => key));
      from = page.next;
    }
    return keys;
  }
  const mediaCount = async () =>
    (await api.database.row(sql<{ total: number }>('select count(*) total from media')))?.total;

  test('is stored with its record, which is returned', async () => {
    const picture = await aPng({ width: 40, height: 30 });
    const { status, body } = await upload(curator, picture, {
      media_slug: 'admiral-nimitz-aboard',
      title: ' Admiral Nimitz aboard ',
      president_slug: 'a-harry',
      credit: 'U.S. Navy',
      date: '1949-02',
      description_markdown: 'On *deck*',
      tags: 'navy, deck, navy',
      alt_text: 'An admiral at the rail',
      rights: 'http://rightsstatements.org/vocab/NoC-US/1.0/',
      rights_note: 'Federal work',
      creator: 'Abbie Rowe',
      place: 'Potomac River',
      identifier: 'A1234-12',
      provenance: 'Gift of the crew',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      media_slug: 'admiral-nimitz-aboard',
      title: 'Admiral Nimitz aboard',
      media_type: 'image',
      url: '/media-files/harry-s.-truman/image/admiral-nimitz-aboard.png',
      s3_url: '/media-files/harry-s.-truman/image/admiral-nimitz-aboard.png',
      public_derivative_url: null,
      thumbnail_url: null,
      preview_state: 'waiting',
      preview_error: null,
      preview_failure: null,
      content_type: 'image/png',
      size: picture.length,
      width: null,
      height: null,
      duration: null,
      bit_depth: null,
      codecs: null,
      color_profile: null,
      frame_count: null,
      page_count: null,
      date: '1949-02',
      credit: 'U.S. Navy',
      description_markdown: 'On *deck*',
      alt_text: 'An admiral at the rail',
      rights: 'http://rightsstatements.org/vocab/NoC-US/1.0/',
      rights_note: 'Federal work',
      creator: 'Abbie Rowe',
      place: 'Potomac River',
      identifier: 'A1234-12',
      provenance: 'Gift of the crew',
      original_filename: 'any name.bin',
      tags: ['navy', 'deck'],
      suggested: null,
      president_slug: 'a-harry',
      linked_to_voyage: false,
    });
    const { linked_to_voyage: _linked, ...read } = body;
    expect(await curator.json('/api/media/admiral-nimitz-aboard')).toEqual(read);
    const file = await curator.get(body.url ?? '');
    expect(file.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await file.arrayBuffer()).equals(picture)).toBe(true);
    const download = await curator.get(`${body.url}?download`);
    expect(download.headers.get('content-disposition')).toMatch(/^attachment; filename="any name.bin"/);
    const row = await api.database.row(sql<{ sha256: Buffer }>('select sha256 from media where slug = $1'), [
      'admiral-nimitz-aboard',
    ]);
    expect(row?.sha256.toString('hex')).toBe(createHash('sha256').update(picture).digest('hex'));
  });

  test('creates a revision with the user’s name', async () => {
    const { body } = await upload(curator, await aPng());
    expect(await curator.json(`/api/curator/history/media/${body.media_slug}`)).toMatchObject([
      { revision: 1, action: 'create', changed_by: 'curator', before: null },
    ]);
  });

  test.each([true, false])('accepts fields before or after the file (file first: %s)', async (fileFirst) => {
    const { status, body } = await upload(
      curator,
      await aPng(),
      { title: 'Either way', media_type: 'book' },
      { fileFirst },
    );
    expect([status, body.title, body.media_type]).toEqual([201, 'Either way', 'book']);
  });

  test('is attached to its voyage as the last item, and stored in the folder of the owner', async () => {
    const first = await upload(curator, await aPng(), { voyage_slug: voyage.slug, title: 'One' });
    const second = await upload(curator, aPdf(), { voyage_slug: voyage.slug, title: 'Two', media_slug: 'auto' });
    expect([first.body.linked_to_voyage, second.body.linked_to_voyage]).toEqual([true, true]);
    expect(second.headers.get('location')).toBe(`/api/media/${second.body.media_slug}`);
    expect(second.headers.get('x-voyage-etag')).toMatch(/^"\d+\.3"$/);
    expect(second.body.url).toMatch(
      /^\/media-files\/harry-s\.-truman\/1949-02-12-nimitz\/pdf\/1949-02-12-nimitz-two-\d{8}-\d{4}\.pdf$/,
    );
    const shown = await curator.json<{ title: string; sort_order: number; media_category: string }[]>(
      `/api/media/by-voyage/${voyage.slug}`,
    );
    expect(shown.map(({ title, sort_order, media_category }) => [title, sort_order, media_category])).toEqual([
      ['One', 1, 'source'],
      ['Two', 2, 'source'],
    ]);
    expect(await curator.json(`/api/voyages/${voyage.slug}`)).toMatchObject({ has_photo: true });
    expect(await curator.json(`/api/curator/history/voyage/${voyage.slug}`)).toMatchObject([
      { action: 'update', before: { media: [{ title: 'One' }] } },
      { action: 'update', before: { media: [] } },
    ]);
  });

  test('gets a slug made of title and date by default', async () => {
    const { body } = await upload(curator, await aPng(), { title: 'Señor Gómez & the Menu!', date: '1946-03' });
    expect(body.media_slug).toMatch(/^media-senor-gomez-the-menu-194603-\d{4}$/);
    expect(body.url).toBe(`/media-files/unattached/image/${body.media_slug}.png`);
  });

  test('with the same title at the same time gets a different slug', async () => {
    const pictures = await Promise.all(Array.from({ length: 4 }, () => aPng({ width: 8, height: 8 })));
    const responses = await Promise.all(pictures.map((picture) => upload(curator, picture, { title: 'Same name' })));
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(responses.map(({ body }) => body.media_slug)).size).toBe(4);
    const downloads = await Promise.all(responses.map(({ body }) => curator.get(body.url ?? '')));
    const bytes = await Promise.all(downloads.map(async (response) => Buffer.from(await response.arrayBuffer())));
    expect(bytes.map((file, index) => pictures[index]?.equals(file))).toEqual([true, true, true, true]);
  });

  test('with the same title but another type at the same time gets a different slug', async () => {
    const { Date: RunningDate } = globalThis;
    const now = new Date();
    globalThis.Date = class extends RunningDate {
      constructor(...parts: unknown[]) {
        super(...((parts.length > 0 ? parts : [now]) as [Date]));
      }
    } as DateConstructor;
    try {
      const made = [await aPng({ width: 9 }), aPdf(), await aJpeg({ width: 9 }), anSvg()];
      const responses = await Promise.all(made.map((file) => upload(curator, file, { title: 'One name' })));
      expect(responses.map(({ status, body }) => [status, body.detail])).toEqual(made.map(() => [201, undefined]));
      expect(new Set(responses.map(({ body }) => body.media_slug)).size).toBe(4);
    } finally {
      globalThis.Date = RunningDate;
    }
  });

  describe('file types', () => {
    const kinds: [string, () => Buffer | Promise<Buffer>, string, string][] = [
      ['JPEG', () => aJpeg(), 'jpg', 'image'],
      ['PNG', () => aPng(), 'png', 'image'],
      ['SVG', () => anSvg(), 'svg', 'image'],
      ['PDF', () => aPdf(), 'pdf', 'pdf'],
      [
        'TIFF with its directory behind the pixels',
        () => aTiff([{ width: 800, height: 600, samples: () => [90] }]),
        'tif',
        'image',
      ],
      ['MP4', () => anMp4(), 'mp4', 'video'],
      ['MP3', () => anMp3(), 'mp3', 'audio'],
      ['MP3 with a large ID3 tag', () => anMp3({ tagBytes: 400_000 }), 'mp3', 'audio'],
      ['DOCX', () => aDocx(), 'docx', 'document'],
      ['DOCX with a late signature', () => aDocx({ padding: 600_000 }), 'docx', 'document'],
      ['DOC', () => aCompoundFile(), 'doc', 'document'],
    ];

    test.each(kinds)('%s is detected by its content', async (_, make, extension, mediaType) => {
      const { status, body } = await upload(curator, await make());
      expect([status, body.media_type]).toEqual([201, mediaType]);
      expect(body.url).toMatch(new RegExp(`\\.${extension}$`));
      expect(body.content_type).toBe(contentTypeOf(`x.${extension}`).type);
    });

    test.each<[string, () => Buffer | Promise<Buffer>, string, number]>([
      ['a recording as an image', () => anMp3(), 'image', 422],
      ['a recording as a video', () => anMp3(), 'video', 422],
      ['a PDF as a recording', () => aPdf(), 'audio', 422],
      ['a picture as a PDF', () => aPng(), 'pdf', 422],
      ['a picture of an article', () => aPng(), 'article', 201],
      ['a recording in a container of films', () => anMp4(), 'audio', 201],
    ])('%s is compared with its content', async (_, make, mediaType, expected) => {
      const { status, body } = await upload(curator, await make(), { media_type: mediaType });
      expect(status).toBe(expected);
      if (expected === 422) expect(body.errors).toMatchObject([{ path: 'media_type' }]);
    });

    test.each<[string, () => Buffer, string]>([
      [
        'HTML',
        () => Buffer.from('<!DOCTYPE html><html><script>alert(1)</script></html>'),
        'Web pages and scripts can’t be uploaded.',
      ],
      [
        'a disguised page',
        () => Buffer.from('\n  <script>alert(1)</script>'),
        'Web pages and scripts can’t be uploaded.',
      ],
      ['a shell script', () => Buffer.from('#!/bin/sh\nrm -rf /\n'), 'Web pages and scripts can’t be uploaded.'],
      [
        'XML',
        () => Buffer.from('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>'),
        'XML files can’t be uploaded.',
      ],
      ['ZIP', aZip, 'ZIP files can’t be uploaded.'],
      ['an old Excel file', () => aCompoundFile('Workbook'), 'CFB files can’t be uploaded.'],
      ['a program', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500, 1)]), 'EXE files can’t be uploaded.'],
      ['text', () => Buffer.from('Dear Mr. President'), 'isn’t recognized'],
      ['random bytes', () => Buffer.alloc(300_000, 0x07), 'isn’t recognized'],
    ])('%s is rejected without leaving a file', async (_, make, sentence) => {
      const before = await files();
      const { status, body } = await upload(curator, make());
      expect([status, body.detail]).toEqual([415, expect.stringContaining(sentence)]);
      expect(body.detail).toMatch(/Allowed files: images, PDFs, Word documents, videos and audio recordings\.$/);
      expect(await files()).toEqual(before);
    });
  });

  test.each<[string, Buffer, number, string]>([
    ['text', Buffer.from('Dear Mr. President'), 415, 'isn’t recognized'],
    ['an empty file', Buffer.alloc(0), 422, 'The file is empty.'],
  ])('of %s that precedes its fields is rejected after the last field', async (_, file, status, detail) => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(file)]), 'deck.jpg');
    for (const name of ['title', 'credit', 'notes']) form.set(name, 'x'.repeat(400_000));
    const response = await uploadBeforeReading(curator, '/api/curator/media/upload', form);
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} .*${detail}`, 's'));
  });

  test('that is a duplicate is rejected with the existing record, unless duplicates are allowed', async () => {
    const picture = await aPng();
    const first = await upload(curator, picture, { title: 'The first' });
    const before = await files();
    const response = await upload(curator, picture, { title: 'The second' });
    expect(response.status).toBe(409);
    expect(response.body).toMatchObject({
      detail: 'This file is already in the media library as “The first”.',
      media_slug: first.body.media_slug,
    });
    expect(await files()).toEqual(before);
    const anyway = await upload(curator, picture, { title: 'The second', allow_duplicate: 'true' });
    expect([anyway.status, anyway.body.title]).toEqual([201, 'The second']);
  });

  test('sent twice at the same time is stored once', async () => {
    const picture = await aPng();
    const responses = await Promise.all([upload(curator, picture), upload(curator, picture)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  test('repeated with its idempotency key gets the first response; another file is rejected', async () => {
    const picture = await aPng();
    const fields = { media_slug: `keyed-${driver.toLowerCase()}`, title: 'Keyed' };
    const headers = { 'idempotency-key': `upload-${driver}` };
    const first = await upload(curator, picture, fields, { headers });
    const count = await mediaCount();
    const second = await upload(curator, picture, fields, { headers });
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect((await upload(curator, await aPng(), fields, { headers })).status).toBe(422);
    expect(await mediaCount()).toBe(count);
  });

  test.each<[string, Record<string, string>, number, string]>([
    ['without a title', { title: ' ' }, 422, 'Please select a file and provide a title'],
    ['to an unknown voyage', { voyage_slug: 'nowhere' }, 422, 'Voyage not found.'],
    ['of an unknown president', { president_slug: 'nobody' }, 422, 'President/Owner not found.'],
    [
      'with an impossible date',
      { date: '1946-02-30' },
      422,
      'Enter a valid date: YYYY-MM-DD, YYYY-MM, YYYY, an EDTF date',
    ],
    [
      'with unknown rights',
      { rights: 'mine' },
      422,
      'Enter the address of a RightsStatements.org statement or a Creative Commons license.',
    ],
    ['with an invalid slug', { media_slug: '../x' }, 422, ''],
  ])('%s is rejected without leaving a file', async (_, fields, status, detail) => {
    const before = await files();
    for (const fileFirst of [true, false]) {
      const response = await upload(curator, await aPng(), fields, { fileFirst });
      expect([response.status, response.body.detail]).toEqual([status, expect.stringContaining(detail)]);
    }
    expect(await files()).toEqual(before);
  });

  test('with a slug in use is rejected, and the existing record is unchanged', async () => {
    const picture = await aPng();
    const { body } = await upload(curator, picture, { media_slug: `taken-${driver.toLowerCase()}` });
    const before = await files();
    const response = await upload(curator, await aPng(), { media_slug: `taken-${driver.toLowerCase()}` });
    expect([response.status, response.body.detail]).toEqual([409, expect.stringContaining('Another media record')]);
    expect(await files()).toEqual(before);
    const existing = await curator.get(body.url ?? '');
    expect(Buffer.from(await existing.arrayBuffer()).equals(picture)).toBe(true);
  });

  test('never overwrites a file that was put into storage manually', async () => {
    const key = 'unattached/image/brought-on-a-disk.png';
    const { size } = await storage.put(key, Buffer.from('the only copy'), 'image/png');
    const { status, body } = await upload(curator, await aPng(), { media_slug: 'brought-on-a-disk' });
    expect([status, body.detail]).toEqual([
      409,
      'The address brought-on-a-disk is already in use in storage. Choose a different address.',
    ]);
    const waiting = await api.database.rows(sql('select 1 from storage_cleanup where storage_key = $1'), [key]);
    expect(waiting).toEqual([]);
    expect(await storage.stat(key)).toMatchObject({ size });
  });

  test('that is too large is rejected, with or without a declared size', async () => {
    const before = await files();
    const sentence = 'Files can be up to 20 MB. This file is larger.';
    const declared = await upload(curator, anMp4(22_000_000));
    expect([declared.status, declared.body.detail]).toEqual([413, sentence]);
    const undeclared = await upload(curator, anMp4(21_000_000));
    expect([undeclared.status, undeclared.body.detail]).toEqual([413, sentence]);
    expect(await files()).toEqual(before);
    expect((await upload(curator, anMp4(19_000_000))).status).toBe(201);
  });

  test('without a file or without form data is rejected', async () => {
    const form = new FormData();
    form.set('title', 'No file');
    const without = await curator.request('POST', '/api/curator/media/upload', { body: form });
    expect([without.status, await without.json()]).toEqual([
      422,
      expect.objectContaining({ detail: 'Please select a file and provide a title' }),
    ]);
    const json = await curator.post('/api/curator/media/upload', { title: 'No form' });
    expect(json.status).toBe(415);
    expect((await upload(curator, Buffer.alloc(0))).body.detail).toBe('The file is empty.');
  });

  test('that is interrupted leaves nothing', async () => {
    const before = await files();
    const film = anMp4(12_000_000);
    const form = new FormData();
    form.set('title', 'Broken');
    form.set('file', new Blob([new Uint8Array(film)]), 'film.mp4');
    const response = new Response(form);
    const body = Buffer.from(await response.arrayBuffer());
    const half = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(body.subarray(0, 10_000_000))),
      pull: () => new Promise((resolve) => setTimeout(resolve, 100)),
    });
    const stop = new AbortController();
    const incomingOnDisk = () => readdir(path.join(api.config.dataDirectory, 'media/.incoming')).catch(() => []);
    const incoming = async () => (driver === 'S3' ? server.uploads.size : (await incomingOnDisk()).length);
    const sending = fetch(`${api.url}/api/curator/media/upload`, {
      method: 'POST',
      body: half,
      duplex: 'half',
      signal: stop.signal,
      headers: {
        'content-type': response.headers.get('content-type') ?? '',
        cookie: [...curator.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    } as RequestInit);
    const broken = expect(sending).rejects.toThrow();
    await waitUntil(async () => (await incoming()) === 1);
    stop.abort();
    await broken;
    await waitUntil(async () => (await incoming()) === 0);
    expect(await files()).toEqual(before);
  });

  test('is found by the duplicate check by credit, date and folder', async () => {
    await upload(curator, await aPng(), {
      president_slug: 'a-harry',
      credit: 'National Archives',
      date: '1950-05-01',
      title: 'To be found',
    });
    const found = async (query: string) =>
      (await curator.json<{ title: string }[]>(`/api/curator/media/search?${query}`)).map(({ title }) => title);
    const query = 'credit=%20national%20ARCHIVES&date=1950-05-01';
    expect(await found(`${query}&folder=harry-s.-truman`)).toEqual(['To be found']);
    expect(await found(`${query}&folder=Harry%20S.%20Truman`)).toEqual(['To be found']);
    expect(await found(`${query}&folder=unattached`)).toEqual([]);
    expect(await found(`credit=National%20Archives&date=1950-05-02&folder=harry-s.-truman`)).toEqual([]);
  });
});
