import type { MediaPeople, MediaView } from '@archive/contracts';
import { Validator } from '@hyperion-framework/validator';
import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aJpeg, anMp3, aPng, aScannedPdf } from '../builders/files.ts';
import { aPerson, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { aVideo, aRecording, FFMPEG_SKIPPED, hasFfmpeg } from '../support/video.ts';
import { waitUntil } from '../support/wait-until.ts';
import { upload } from '../support/upload.ts';
import { startWorker } from '../support/worker.ts';

/** Pages are rendered at low priority, so a busy machine takes its time. */
const TIMEOUT_MS = 300_000;

interface Resource {
  [name: string]: unknown;
  id: string;
  type: string;
  label: { en: string[] };
  items: Resource[];
}

let api: TestApi;
let worker: INestApplicationContext;
let curator: Browser;
beforeAll(async () => {
  api = await startApi();
  curator = await api.signIn();
  worker = await startWorker(api);
});
afterAll(async () => {
  await worker.close();
  await api.close();
});

/** Uploads a file and returns its slug once it can be viewed. */
async function uploadAndView(file: Buffer, fields: Record<string, string> = {}): Promise<string> {
  const { media_slug: slug } = (await upload(curator, file, fields)).body;
  await waitUntil(
    async () => (await curator.json<MediaView>(`/api/media/${slug}/view`)).state !== 'waiting',
    TIMEOUT_MS,
  );
  return slug;
}

async function anAlbum(title: string, voyage_slug: string, media: string[]): Promise<string> {
  const created = await curator.post('/api/curator/albums', { title, voyage_slug, sort_order: 0 });
  const { album_slug: slug } = (await created.json()) as { album_slug: string };
  await curator.send('PUT', `/api/curator/albums/${slug}`, { description: 'Seen from *aft*.' });
  await curator.send('PUT', `/api/curator/albums/${slug}/media`, { media_slugs: media });
  return slug;
}

/** A manifest, checked against the JSON schema of the specification. */
async function manifest(path: string): Promise<Resource> {
  const found = await curator.json<Resource>(`/iiif/${path}/manifest.json`);
  expect(problemsOf(found)).toEqual([]);
  expect(found).toMatchObject({
    '@context': 'http://iiif.io/api/presentation/3/context.json',
    id: `${api.url}/iiif/${path}/manifest.json`,
    type: 'Manifest',
    provider: [{ type: 'Agent', label: { en: ['The Sequoia Archive'] } }],
  });
  return found;
}

function problemsOf(document: unknown): unknown[] {
  const validator = new Validator();
  const isValid = validator.validateManifest(document);
  return isValid === true ? [] : [validator.validators['manifest']?.errors ?? isValid];
}

const canvasesOf = ({ items }: Resource) => items.map(({ id }) => id.slice(api.url.length));
const labelsOf = (resources: Resource[]) => resources.map(({ label }) => label.en[0]);
const bodyOf = (canvas: Resource | undefined) =>
  canvas?.items[0]?.items[0]?.['body'] as (Resource & { service?: { id: string }[] }) | undefined;
const serviceOf = (canvas: Resource | undefined) => bodyOf(canvas)?.service?.[0]?.id.slice(api.url.length);

test('the schema rejects an object that is not a manifest', async () => {
  const slug = await uploadAndView(await aPng());
  const { items, ...rest } = await manifest(`media/${slug}`);
  const [canvas] = items;
  expect(problemsOf({ ...rest, items: [{ ...canvas, type: 'Picture' }] })).not.toEqual([]);
  expect(problemsOf({ ...rest, items, label: 'At the rail' })).not.toEqual([]);
  expect(problemsOf({ ...rest, items, navDate: '1947' })).not.toEqual([]);
  expect(problemsOf({ ...rest, items, rights: 'https://museum.example.org/rights' })).not.toEqual([]);
});

describe('the manifest of a picture', () => {
  test('has the metadata of the record', async () => {
    const slug = await uploadAndView(await aJpeg({ width: 2400, height: 1600 }), {
      title: 'At the rail',
      date: '1947-08-19',
      credit: 'Abbie Rowe, National Park Service',
      creator: 'Abbie Rowe',
      description_markdown: 'The president *and* [his guests](https://archive.example.org/guests).',
      alt_text: 'Five men lean on the rail.',
      rights: 'https://rightsstatements.org/vocab/NoC-US/1.0/',
      rights_note: 'Use without restriction.',
      identifier: '73-2037',
      place: 'Potomac River',
    });
    const found = await manifest(`media/${slug}`);
    const canvas = `${api.url}/iiif/media/${slug}/canvas/1`;
    const service = `${api.url}/iiif/image/${slug}/1`;
    expect(found).toMatchObject({
      label: { en: ['At the rail'] },
      summary: { en: ['The president and his guests.'] },
      rights: 'http://rightsstatements.org/vocab/NoC-US/1.0/',
      requiredStatement: {
        label: { en: ['Credit'] },
        value: { en: ['Abbie Rowe, National Park Service', 'Use without restriction.'] },
      },
      navDate: '1947-08-19T00:00:00Z',
      homepage: [{ id: `${api.url}/media/${slug}`, type: 'Text', format: 'text/html' }],
      thumbnail: [{ type: 'Image', format: 'image/webp', width: 600, height: 400 }],
      rendering: [{ type: 'Image', format: 'image/jpeg', label: { en: ['Original file'] } }],
    });
    expect(found['metadata']).toEqual(
      expect.arrayContaining([
        { label: { en: ['Date'] }, value: { en: ['August 19, 1947'] } },
        { label: { en: ['Creator'] }, value: { en: ['Abbie Rowe'] } },
        { label: { en: ['Place'] }, value: { en: ['Potomac River'] } },
        { label: { en: ['Identifier'] }, value: { en: ['73-2037'] } },
        { label: { en: ['Rights'] }, value: { en: ['No copyright in the United States'] } },
      ]),
    );
    expect(found.items).toHaveLength(1);
    expect(found.items[0]).toMatchObject({
      id: canvas,
      type: 'Canvas',
      summary: { en: ['Five men lean on the rail.'] },
      width: 2400,
      height: 1600,
    });
    expect(found.items[0]?.items[0]?.items).toEqual([
      {
        id: `${canvas}/image`,
        type: 'Annotation',
        motivation: 'painting',
        target: canvas,
        body: {
          id: `${service}/full/max/0/default.jpg`,
          type: 'Image',
          format: 'image/jpeg',
          width: 2400,
          height: 1600,
          service: [{ id: service, type: 'ImageService3', profile: 'level2', width: 2400, height: 1600 }],
        },
      },
    ]);
    for (const { id } of [...(found['thumbnail'] as Resource[]), ...(found['rendering'] as Resource[])])
      expect((await curator.get(id.slice(api.url.length))).status).toBe(200);
  });

  test.each([
    ['1947-08', 'August 1947', 10],
    ['1947-08-19~', 'about August 19, 1947', 11],
  ])('omits empty values, and the navigation date for %s, because the day is unknown', async (date, words, width) => {
    const found = await manifest(`media/${await uploadAndView(await aPng({ width }), { date })}`);
    for (const name of ['navDate', 'rights', 'requiredStatement', 'summary']) expect(found).not.toHaveProperty(name);
    expect(found['metadata']).toContainEqual({ label: { en: ['Date'] }, value: { en: [words] } });
    expect(found.items[0]).not.toHaveProperty('summary');
  });

  test('names the people in the picture and where they are', async () => {
    const slug = await uploadAndView(await aPng({ width: 1000, height: 500 }));
    const president = await aPerson('Clark Clifford').save(api.database);
    const guest = await aPerson('Fred Vinson').save(api.database);
    const people = [
      { person_slug: president.slug, region: { x: 0.1, y: 0.2, width: 0.05, height: 0.1 } },
      { person_slug: guest.slug, region: null },
    ];
    const set = await curator.send('PUT', `/api/curator/media/${slug}/people`, { people });
    expect(((await set.json()) as MediaPeople).people).toHaveLength(2);
    const found = await manifest(`media/${slug}`);
    const canvas = `${api.url}/iiif/media/${slug}/canvas/1`;
    const [page] = (found.items[0]?.['annotations'] ?? []) as Resource[];
    expect(page?.items.map(({ target }) => target)).toEqual([`${canvas}#xywh=100,100,50,50`, canvas]);
    expect(page?.items[0]).toMatchObject({
      motivation: 'tagging',
      body: [
        { type: 'TextualBody', value: 'Clark Clifford', purpose: 'tagging' },
        { source: `${api.url}/people/${president.slug}`, purpose: 'identifying' },
      ],
    });
  });

  test('does not exist for unknown records, or before there is a preview', async () => {
    for (const path of ['media/no-such-file', 'albums/no-such-album', 'voyages/no-such-voyage'])
      expect((await curator.get(`/iiif/${path}/manifest.json`)).status).toBe(404);
    const recording = (await upload(curator, anMp3(), { media_type: 'audio' })).body.media_slug;
    const response = await curator.get(`/iiif/media/${recording}/manifest.json`);
    expect([response.status, ((await response.json()) as { detail: string }).detail]).toEqual([
      404,
      'There’s no image to show yet.',
    ]);
  });

  test('is JSON-LD that viewers on other websites may read, after signing in', async () => {
    const slug = await uploadAndView(await aPng());
    const path = `/iiif/media/${slug}/manifest.json`;
    const { headers } = await curator.get(path);
    expect(headers.get('content-type')).toBe(
      'application/ld+json;profile="http://iiif.io/api/presentation/3/context.json"',
    );
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect((await curator.get(path, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
    expect((await api.visitor().get(path)).status).toBe(401);
  });
});

test(
  'the manifest of a document has a canvas for each page',
  async () => {
    const slug = await uploadAndView(await aScannedPdf(['The first', 'The second', 'The third']), {
      title: 'Ship’s log',
      media_type: 'pdf',
    });
    const found = await manifest(`media/${slug}`);
    expect(labelsOf(found.items)).toEqual(['Page 1', 'Page 2', 'Page 3']);
    expect(canvasesOf(found)).toEqual([1, 2, 3].map((page) => `/iiif/media/${slug}/canvas/${page}`));
    expect(found['rendering']).toMatchObject([{ type: 'Text', format: 'application/pdf' }]);
    expect(found).not.toHaveProperty('structures');
    expect(serviceOf(found.items[2])).toBe(`/iiif/image/${slug}/3`);
    expect((await curator.get(`${serviceOf(found.items[2])}/full/200,/0/default.jpg`)).status).toBe(200);
  },
  TIMEOUT_MS,
);

(hasFfmpeg ? test : test.skip)(`a video and a recording are playable canvases${FFMPEG_SKIPPED}`, async () => {
  const video = await uploadAndView(await aVideo('film.mp4'), { title: 'Under way', media_type: 'video' });
  const [playing] = (await manifest(`media/${video}`)).items;
  expect(playing).toMatchObject({ label: { en: ['Under way'] }, width: 320, height: 240, duration: 2 });
  const body = bodyOf(playing);
  expect(body).toMatchObject({ type: 'Video', format: 'video/mp4', width: 320, height: 240, duration: 2 });
  expect((await curator.get(body?.id.slice(api.url.length) ?? '')).status).toBe(200);
  expect(serviceOf(playing?.['placeholderCanvas'] as Resource)).toBe(`/iiif/image/${video}/1`);

  const recording = await uploadAndView(await aRecording('whistle.mp3'), { title: 'Whistle', media_type: 'audio' });
  const [sounding] = (await manifest(`media/${recording}`)).items;
  expect(sounding).not.toHaveProperty('width');
  expect(sounding?.['duration']).toBeCloseTo(2, 0);
  expect(bodyOf(sounding)).toMatchObject({ type: 'Sound', format: 'audio/mpeg' });
  expect(serviceOf(sounding?.['accompanyingCanvas'] as Resource)).toBe(`/iiif/image/${recording}/1`);
});

describe('the manifests of a voyage and its album', () => {
  let voyage: string;
  let album: string;
  let media: Record<'bow' | 'rail' | 'log' | 'stern', string>;
  beforeAll(async () => {
    const { slug } = await aVoyage().on('1949-02-12').titled('Down the Potomac').save(api.database);
    voyage = slug;
    const linked = { voyage_slug: slug };
    media = {
      bow: await uploadAndView(await aPng(), { ...linked, title: 'Bow', date: '1949-02-12', credit: 'Abbie Rowe' }),
      rail: await uploadAndView(await aPng(), { ...linked, title: 'Rail' }),
      log: await uploadAndView(await aScannedPdf(['One', 'Two']), { ...linked, title: 'Log', media_type: 'pdf' }),
      stern: await uploadAndView(await aPng(), { title: 'Stern' }),
    };
    await upload(curator, anMp3(), { ...linked, title: 'Whistle', media_type: 'audio' });
    album = await anAlbum('On deck', slug, [media.stern, media.log, media.bow]);
  }, 2 * TIMEOUT_MS);

  test('show the media of the album in order, with the metadata of each item', async () => {
    const found = await manifest(`albums/${album}`);
    expect(found).toMatchObject({
      label: { en: ['On deck'] },
      summary: { en: ['Seen from aft.'] },
      homepage: [{ id: `${api.url}/voyages/${voyage}` }],
      partOf: [{ id: `${api.url}/iiif/voyages/${voyage}/manifest.json`, type: 'Manifest' }],
      structures: [{ type: 'Range', label: { en: ['Log'] }, items: [{ type: 'Canvas' }, { type: 'Canvas' }] }],
    });
    expect(labelsOf(found.items)).toEqual(['Stern', 'Log, page 1 of 2', 'Log, page 2 of 2', 'Bow']);
    expect(found.items[3]).toMatchObject({
      navDate: '1949-02-12T00:00:00Z',
      requiredStatement: { value: { en: ['Abbie Rowe'] } },
      homepage: [{ id: `${api.url}/media/${media.bow}` }],
    });
    expect(found.items[1]?.['seeAlso']).toMatchObject([{ id: `${api.url}/iiif/media/${media.log}/manifest.json` }]);
  });

  test('show the media of the voyage, then further media of its albums, each once', async () => {
    const found = await manifest(`voyages/${voyage}`);
    expect(labelsOf(found.items)).toEqual(['Bow', 'Rail', 'Log, page 1 of 2', 'Log, page 2 of 2', 'Stern']);
    expect(found).toMatchObject({
      label: { en: ['Down the Potomac'] },
      navDate: '1949-02-12T00:00:00Z',
      homepage: [{ id: `${api.url}/voyages/${voyage}` }],
    });
    const ranges = found['structures'] as Resource[];
    expect(labelsOf(ranges)).toEqual(['On deck', 'Log']);
    expect(canvasesOf(ranges[0] as Resource)).toEqual([
      `/iiif/media/${media.stern}/canvas/1`,
      `/iiif/media/${media.log}/canvas/1`,
      `/iiif/media/${media.log}/canvas/2`,
      `/iiif/media/${media.bow}/canvas/1`,
    ]);
  });
});

test('URLs use the configured origin', async () => {
  const slug = await uploadAndView(await aPng());
  const other = await startApi({
    environment: { PUBLIC_URL: 'https://archive.example.org', DATA_DIR: api.config.dataDirectory },
    databaseUrl: api.config.database.url,
  });
  try {
    const visitor = other.visitor();
    await visitor.post('/api/auth/login', { username: 'curator', password: 'a password for tests' });
    // With TLS the cookie has a different name; the test's client sends it even without TLS.
    const found = await visitor.json<Resource>(`/iiif/media/${slug}/manifest.json`);
    expect(found.id).toBe(`https://archive.example.org/iiif/media/${slug}/manifest.json`);
    expect(found.items[0]?.id).toBe(`https://archive.example.org/iiif/media/${slug}/canvas/1`);
    const base = await visitor.get(`/iiif/image/${slug}/1`);
    expect(base.headers.get('location')).toBe(`https://archive.example.org/iiif/image/${slug}/1/info.json`);
  } finally {
    await other.close();
  }
});
