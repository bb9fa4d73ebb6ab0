import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  mediaOperations,
  type MediaItem,
  type MediaView,
  type PreservationEvent,
  storageOperations,
  trashOperations,
} from '@archive/contracts';
import type { INestApplicationContext } from '@nestjs/common';
import sharp from 'sharp';
import { Storage } from '../../src/modules/storage/index.ts';
import { MASTERS, type Master } from '../builders/masters/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { IS_FULL } from '../support/full.ts';
import { hasFfmpeg } from '../support/video.ts';
import { waitUntil } from '../support/wait-until.ts';
import { upload } from '../support/upload.ts';
import { startWorker } from '../support/worker.ts';
import { send } from '../writing/send.ts';

/** On two quiet cores, the set takes about a minute. */
const TIMEOUT_MS = 600_000;
const PARALLEL = 3;
const RETRIES = 5;

const SET = MASTERS.filter(({ isFilm = false, isLarge = false }) => (hasFfmpeg || !isFilm) && (IS_FULL || !isLarge));

let api: TestApi;
let worker: INestApplicationContext;
let curator: Browser;
const files = new Map<string, Buffer>();
/** By file name: the slug of each stored file, and why the others were rejected. */
const slugs = new Map<string, string>();
const rejections = new Map<string, string>();

const mediaOf = (slug: string) => curator.json<MediaItem>(`/api/media/${slug}`);
const viewOf = (slug: string) => curator.json<MediaView>(`/api/media/${slug}/view`);
const isViewed = (slug: string) => waitUntil(async () => (await viewOf(slug)).state !== 'waiting', TIMEOUT_MS);

/** Runs `work` for each item, a few at a time. */
async function forEach<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const rest = [...items];
  const next = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: PARALLEL }, next));
}

async function store({ name }: Master): Promise<void> {
  const file = files.get(name) ?? Buffer.alloc(0);
  const send = () => upload(curator, file, { title: name, original_filename: name });
  let { status, body } = await send();
  // Retries as the upload tray does.
  for (let again = 0; status === 503 && again < RETRIES; again += 1) ({ status, body } = await send());
  if (status === 201) slugs.set(name, body.media_slug);
  else rejections.set(name, body.detail);
}

beforeAll(async () => {
  // Files are made before the server starts, because making some of them blocks this process, which is also the server.
  for (const { name, make } of SET) files.set(name, await make());
  api = await startApi();
  curator = await api.signIn();
  worker = await startWorker(api);
  await forEach(SET, store);
  await forEach([...slugs.values()], isViewed);
}, TIMEOUT_MS);
afterAll(async () => {
  await worker.close();
  await api.close();
});

const count = (value: number | null, noun: string) => value !== null && `${value} ${noun}${value === 1 ? '' : 's'}`;

/** The outcome of a file, in the notation of `Master.outcome`. */
async function outcomeOf(name: string): Promise<string> {
  const slug = slugs.get(name);
  if (slug === undefined) return `rejected: ${rejections.get(name)}`;
  const media = await mediaOf(slug);
  const view = await viewOf(slug);
  const type = (media.content_type ?? '').replace(/vnd\..*/, 'docx');
  if (media.preview_state === null) return `no preview: ${type}`;
  if (media.preview_state !== 'ready') return `${media.preview_state}: ${media.preview_error}`;
  if (view.state !== 'ready') return `${view.state}: ${view.error}`;
  const isDocument = media.width === null || type === 'application/pdf';
  const { player } = view;
  return `shown: ${[
    type,
    !isDocument && `${media.width} × ${media.height}`,
    count(media.bit_depth, 'bit'),
    media.color_profile,
    count(view.pages, 'page'),
    count(media.frame_count, 'frame'),
    view.pages === null && view.pictures[0]?.tiles && 'tiles',
    media.duration !== null && `${Math.round(media.duration)} s`,
    media.codecs,
    player && player.url !== media.url && (player.url === null ? 'not played' : 'converted'),
    media.preview_failure,
    view.text !== null && `text “${view.text.split('\n')[0]}”`,
  ]
    .filter(Boolean)
    .join(', ')}`;
}

const isShown = ({ outcome }: Master) => outcome.startsWith('shown');
/** Pictures that are more than 100 pixels wide or high. */
const DRAWN = [
  'orientation-6.jpg',
  'for-print.jpg',
  ...(IS_FULL ? ['400-megapixels.png'] : []),
  'scan-lzw.tiff',
  'phone.heic',
  'scanned.pdf',
];

/** Damaged files, each with the file that replaces it. */
const REPLACED = [
  ['half.jpg', 'progressive.jpg'],
  ['half.tif', 'three-pages.tif'],
  ['half.docx', 'memorandum.docx'],
  ['half.pdf', 'scanned.pdf'],
  ['half.heic', 'phone.heic'],
] as const;

describe(`a set of ${SET.length} files`, () => {
  test('has at least sixty files of twenty formats, broken in ten ways', () => {
    expect(MASTERS.length).toBeGreaterThanOrEqual(60);
    const formats = new Set(MASTERS.filter(isShown).map(({ outcome }) => outcome.split(/[ ,]+/)[1]));
    expect(formats.size).toBeGreaterThanOrEqual(20);
    expect(MASTERS.filter(({ outcome }) => outcome.startsWith('failed')).length).toBeGreaterThanOrEqual(10);
  });

  test(
    'is shown, or says why not',
    async () => {
      const outcomes: Record<string, string> = {};
      for (const { name } of SET) outcomes[name] = await outcomeOf(name);
      expect(outcomes).toEqual(Object.fromEntries(SET.map(({ name, outcome }) => [name, outcome])));
    },
    TIMEOUT_MS,
  );

  test(
    'is delivered by IIIF if it is shown',
    async () => {
      const problems: string[] = [];
      await forEach(SET, async (master) => {
        const slug = slugs.get(master.name);
        if (slug === undefined) return;
        const response = await curator.get(`/iiif/media/${slug}/manifest.json`);
        const manifest = (await response.json()) as { items?: unknown[] };
        const { pages } = await viewOf(slug);
        const canvases = isShown(master) ? (pages ?? 1) : undefined;
        if (manifest.items?.length !== canvases) problems.push(`${master.name}: ${manifest.items?.length} canvases`);
        if (!isShown(master) || master.isFilm) return;
        const info = await curator.get(`/iiif/image/${slug}/1/info.json`);
        if (info.status !== 200) problems.push(`${master.name}: the image service answers ${info.status}`);
      });
      expect(problems).toEqual([]);
      // Each request needs a process.
      for (const name of DRAWN) {
        const response = await curator.get(`/iiif/image/${slugs.get(name)}/1/full/!100,100/0/default.jpg`);
        expect([name, response.status]).toEqual([name, 200]);
        const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
        expect([name, format, Math.max(width, height)]).toEqual([name, 'jpeg', 100]);
      }
    },
    TIMEOUT_MS,
  );

  test(
    'is kept in the trash, and restored unchanged',
    async () => {
      const before = new Map<string, [MediaItem, MediaView]>();
      await forEach([...slugs.values()], async (slug) => before.set(slug, [await mediaOf(slug), await viewOf(slug)]));
      await forEach([...slugs.values()], (media_slug) =>
        send(curator, mediaOperations.remove, { params: { media_slug } }),
      );
      expect((await send(curator, trashOperations.list, {})).body.total).toBe(slugs.size);
      for (const slug of slugs.values()) expect((await curator.get(`/api/media/${slug}`)).status).toBe(404);
      for (let left = [...slugs.values()]; left.length > 0;) {
        // A request stops after five seconds; the next one restores the remaining items.
        const { body } = await send(curator, trashOperations.restore, { body: { media_slugs: left } });
        expect(body.failures).toEqual([]);
        left = left.filter((slug) => !body.restored.includes(slug));
      }
      await forEach([...before.keys()], async (slug) => {
        const [media, view] = before.get(slug) ?? [];
        expect(await mediaOf(slug)).toEqual(media);
        expect(await viewOf(slug)).toEqual(view);
      });
    },
    TIMEOUT_MS,
  );

  test(
    'is shown once a good copy replaces a damaged file',
    async () => {
      const storage = api.app.get(Storage, { strict: false });
      const keys = new Map<string, string>();
      for (const [name, copy] of REPLACED) {
        const key = decodeURIComponent((await mediaOf(slugs.get(name) ?? '')).url ?? '').replace('/media-files/', '');
        await storage.put(key, files.get(copy) ?? Buffer.alloc(0), 'application/octet-stream');
        keys.set(key, name);
      }
      await send(curator, storageOperations.start, {});
      await waitUntil(
        async () => (await send(curator, storageOperations.status, {})).body.check?.state === 'completed',
        TIMEOUT_MS,
      );
      const { body: found } = await send(curator, storageOperations.discrepancies, { query: {} });
      expect(found.map(({ kind, path }) => [kind, keys.get(path)]).toSorted()).toEqual(
        [...keys.values()].map((name) => ['changed_file', name]).toSorted(),
      );
      for (const { id } of found)
        await send(curator, storageOperations.keepChangedFile, { params: { discrepancy_id: id } });
      for (const [name] of REPLACED) await isViewed(slugs.get(name) ?? '');
      const outcomes = await Promise.all(REPLACED.map(([name]) => outcomeOf(name)));
      expect(outcomes).toEqual(REPLACED.map(([, copy]) => SET.find(({ name }) => name === copy)?.outcome));
      const log = await curator.json<{ events: PreservationEvent[] }>(
        `/api/media/${slugs.get('half.jpg')}/preservation`,
      );
      expect(log.events.map(({ type }) => type)).toContain('replacement');
    },
    TIMEOUT_MS,
  );
});
