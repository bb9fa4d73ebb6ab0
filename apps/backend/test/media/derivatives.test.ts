import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { BrowseResult, MediaItem, MediaView } from '@archive/contracts';
import sharp from 'sharp';
import { DerivativeTasks } from '../../src/modules/media/derivatives/derivative-tasks.ts';
import { ViewerFileTasks } from '../../src/modules/media/requested-files.ts';
import { JobQueues } from '../../src/queues/index.ts';
import { aCompoundFile, aJpeg, anSvg, aPdf, aPng, aScannedPdf } from '../builders/files.ts';
import { aMedia } from '../builders/index.ts';
import { aJpeg2000 } from '../builders/pictures.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { IS_FULL } from '../support/full.ts';
import { waitUntil } from '../support/wait-until.ts';
import { S3Server } from '../support/s3-server.ts';
import { upload } from '../support/upload.ts';
import { startWorker } from '../support/worker.ts';
import { sql } from '../support/sql.ts';

type Worker = Awaited<ReturnType<typeof startWorker>>;

const RED = { r: 255, g: 0, b: 0 };
const close = (a: number, b: number) => Math.abs(a - b) < 40;

/** A picture that is red on the left and white on the right. */
const halfRed = async (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .composite([{ input: { create: { width: width / 2, height, channels: 3, background: RED } }, gravity: 'west' }])
    .jpeg();

const NONE = () => undefined;

describe.each(['disk', 'S3'])('previews on %s', (driver) => {
  /** Tests that don’t depend on the storage run on S3 in a full run only. */
  const runsAll = driver === 'disk' || IS_FULL;
  const once = runsAll ? test : NONE;
  const server = new S3Server('library');
  let api: TestApi;
  let curator: Browser;
  let worker: Worker;
  beforeAll(async () => {
    if (driver === 'S3') await server.start();
    api = await startApi({ environment: driver === 'S3' ? server.environment : {} });
    curator = await api.signIn();
    worker = await startWorker(api);
  });
  afterEach(() => {
    server.failing = undefined;
  });
  afterAll(async () => {
    await worker.close();
    await api.close();
    if (driver === 'S3') await server.stop();
  });

  const get = (slug: string) => curator.json<MediaItem>(`/api/media/${slug}`);

  async function uploadAndPreview(file: Buffer, title = 'Drawn'): Promise<MediaItem> {
    const { status, body } = await upload(curator, file, { title });
    if (status !== 201) throw new Error(body.detail);
    await waitUntil(async () => (await get(body.media_slug)).preview_state !== 'waiting');
    return get(body.media_slug);
  }

  async function picture(url: string | null) {
    const response = await curator.get(url ?? '');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const data = Buffer.from(await response.arrayBuffer());
    const { width, height } = await sharp(data).metadata();
    const raw = await sharp(data).removeAlpha().raw().toBuffer();
    const pixelAt = (x: number, y: number) => raw.subarray((y * (width ?? 0) + x) * 3, (y * (width ?? 0) + x) * 3 + 3);
    const isRed = (x: number, y: number) => {
      const [r = 0, g = 0, b = 0] = pixelAt(Math.floor(x * (width - 1)), Math.floor(y * (height - 1)));
      return close(r, 255) && close(g, 0) && close(b, 0);
    };
    return { width, height, isRed };
  }

  test('are 600 and 1600 pixels wide, with the size of the original', async () => {
    const media = await uploadAndPreview(await aPng({ width: 3000, height: 2000 }));
    expect(media).toMatchObject({ preview_state: 'ready', preview_error: null, width: 3000, height: 2000 });
    expect(await picture(media.thumbnail_url)).toMatchObject({ width: 600, height: 400 });
    expect(await picture(media.public_derivative_url)).toMatchObject({ width: 1600, height: 1067 });
  });

  once('are upright and never larger than the original', async () => {
    const turned = await (await halfRed(1200, 800)).withMetadata({ orientation: 6 }).toBuffer();
    const media = await uploadAndPreview(turned);
    expect(media).toMatchObject({ preview_state: 'ready', width: 800, height: 1200 });
    const large = await picture(media.public_derivative_url);
    expect([large.width, large.height]).toEqual([800, 1200]);
    expect([large.isRed(0.5, 0.1), large.isRed(0.5, 0.9)]).toEqual([true, false]);
    expect(await picture(media.thumbnail_url)).toMatchObject({ width: 600, height: 900 });
  });

  once('show the first page of a PDF', async () => {
    const info = '<< /Title (Dinner menu) /Author<FEFF005300F800720065006E> /Keywords (menu, dinner) >>';
    const media = await uploadAndPreview(aPdf('The menu', info));
    expect(media).toMatchObject({ media_type: 'pdf', preview_state: 'ready', width: 612, height: 792 });
    expect(media.suggested).toEqual({ title: 'Dinner menu', creator: 'Søren', tags: ['menu', 'dinner'] });
    const large = await picture(media.public_derivative_url);
    expect([large.width, large.height]).toEqual([1600, 2071]);
    expect([large.isRed(0.25, 0.25), large.isRed(0.75, 0.25), large.isRed(0.25, 0.75)]).toEqual([true, false, false]);
  });

  once('of an SVG are rendered large, without scripts and external images', async () => {
    const svg = anSvg('<script>alert(1)</script><image href="file:///etc/passwd" width="10" height="10"/>');
    const media = await uploadAndPreview(svg);
    expect(media).toMatchObject({ preview_state: 'ready', width: 300, height: 200 });
    expect(await picture(media.public_derivative_url)).toMatchObject({ width: 1600, height: 1067 });
  });

  once('of a long strip are limited in height', async () => {
    const media = await uploadAndPreview(await aPng({ width: 100, height: 20_000 }));
    expect(await picture(media.public_derivative_url)).toMatchObject({ height: 6400, width: 32 });
  });

  once('do not contain the metadata of the original', async () => {
    const media = await uploadAndPreview(
      await aJpeg({ artist: 'Abbie Rowe', taken: '1949:02:12 10:00:00', description: 'Nimitz \n aboard' }),
    );
    // Suggested to curators, and not saved.
    expect(media.suggested).toEqual({
      description_markdown: 'Nimitz\naboard',
      date: '1949-02-12',
      creator: 'Abbie Rowe',
    });
    expect([media.date, media.creator]).toEqual([null, null]);
    const { media_slug } = media;
    const changes = { date: { mode: 'embedded' }, title: { mode: 'embedded' } } as const;
    const { status } = await curator.post('/api/curator/media/bulk-update', { media: [{ media_slug }], changes });
    expect(status).toBe(200);
    expect(await get(media_slug)).toMatchObject({ title: media.title, date: '1949-02-12', creator: null });
    const large = await curator.get(media.public_derivative_url ?? '');
    expect(Buffer.from(await large.arrayBuffer()).includes('Abbie')).toBe(false);
  });

  once('are not requested for unsupported types', async () => {
    const { body } = await upload(curator, aCompoundFile());
    expect(body).toMatchObject({ preview_state: null, preview_error: null, thumbnail_url: null });
    expect(
      await api.database.row(
        sql('select 1 from derivative_task t join media m on m.id = t.media_id where m.slug = $1'),
        [body.media_slug],
      ),
    ).toBeUndefined();
  });

  if (runsAll)
    test.each<[string, () => Promise<Buffer>, string, MediaItem['preview_failure']]>([
      [
        'a truncated image',
        async () => (await aJpeg({ width: 2000, height: 2000 })).subarray(0, 3000),
        'The file is damaged, so it has no preview.',
        'damaged',
      ],
      [
        'an invalid image',
        async () => Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(900, 3)]),
        'The file is damaged, so it has no preview.',
        'damaged',
      ],
      [
        'an invalid PDF',
        async () => Buffer.from('%PDF-1.7\nnothing more'),
        'The PDF is damaged, so it has no preview.',
        'damaged',
      ],
      [
        'an unsupported variant of a format',
        () => aJpeg2000(() => [10, 20, 30, 40]),
        'Previews aren’t available for this kind of JPEG 2000 file. The file itself is kept.',
        'unsupported',
      ],
    ])('fail once for %s, with a message', async (_, make, sentence, failure) => {
      const media = await uploadAndPreview(await make());
      expect(media).toMatchObject({
        preview_state: 'failed',
        preview_error: sentence,
        preview_failure: failure,
        thumbnail_url: null,
      });
      await worker.get(DerivativeTasks).resume(0);
      expect(await get(media.media_slug)).toMatchObject({ preview_state: 'failed' });
      expect((await curator.get(media.url ?? '')).status).toBe(200);
      const folder = (media.url ?? '').replace('/media-files/', '').split('/').slice(0, -1).join('/');
      const { files } = await curator.json<BrowseResult>(`/api/s3/browse?prefix=${folder}`);
      expect(files.find(({ media_slug }) => media_slug === media.media_slug)).toMatchObject({
        thumbnail_url: null,
        preview_state: 'failed',
        preview_error: sentence,
        preview_failure: failure,
      });
    });

  const view = (slug: string) => curator.json<MediaView>(`/api/media/${slug}/view`);

  /** Uploads a file and returns what the viewer shows, once tiles and pages are ready. */
  async function uploadAndView(file: Buffer): Promise<MediaView> {
    const { media_slug } = await uploadAndPreview(file);
    await waitUntil(async () => (await view(media_slug)).state !== 'waiting');
    return view(media_slug);
  }

  async function tile(url: string) {
    const response = await curator.get(url);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    // Cached forever, because regenerated tiles have a new URL.
    expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const [r = 0, g = 0, b = 0] = data;
    return { size: [info.width, info.height], isRed: close(r, 255) && close(g, 0) && close(b, 0) };
  }

  once('of a JPEG with missing parts show the rest, with a message', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const scan = sharp({ create: { width: 600, height: 400, channels: 3, background: '#808080', noise } });
    const whole = await scan.jpeg().toBuffer();
    const middle = Math.floor(whole.length / 2);
    const media = await uploadAndPreview(Buffer.from(whole).fill(0xff, middle, middle + 400));
    expect(media).toMatchObject({
      preview_state: 'ready',
      preview_error: 'The file seems to be damaged: parts of the image are lost or wrong.',
      preview_failure: 'damaged',
      width: 600,
    });
    expect((await curator.get(media.thumbnail_url ?? '')).status).toBe(200);
    // Cameras and editors write meaningless bytes.
    const second = 4 + whole.readUInt16BE(4);
    const padded = Buffer.concat([whole.subarray(0, second), Buffer.alloc(4), whole.subarray(second)]);
    expect(await uploadAndPreview(padded)).toMatchObject({
      preview_state: 'ready',
      preview_error: null,
      preview_failure: null,
    });
  });

  test('of a large picture have tiles for zooming, upright', async () => {
    const turned = await (await halfRed(2400, 1600)).withMetadata({ orientation: 6 }).toBuffer();
    const { pictures, ...rest } = await uploadAndView(turned);
    expect(rest).toMatchObject({ state: 'ready', error: null, pages: null });
    expect(pictures).toEqual([
      {
        page: 1,
        url: expect.stringMatching(/large\.webp$/) as unknown,
        thumbnail_url: null,
        width: 1600,
        height: 2400,
        tiles: { url: expect.stringContaining('/_derivatives/') as unknown, width: 1600, height: 2400, tile_size: 512 },
      },
    ]);
    const tiles = pictures[0]?.tiles?.url ?? '';
    expect(await tile(`${tiles}/0/0_0.jpg`)).toEqual({ size: [200, 300], isRed: true });
    expect(await tile(`${tiles}/3/0_0.jpg`)).toEqual({ size: [512, 512], isRed: true });
    expect(await tile(`${tiles}/3/3_4.jpg`)).toEqual({ size: [64, 352], isRed: false });
    expect((await curator.get(`${tiles}/4/0_0.jpg`)).status).toBe(404);
    expect((await api.visitor().get(`${tiles}/0/0_0.jpg`)).status).toBe(401);
  });

  once('of a PDF have all pages, with a larger picture of each', async () => {
    const scan = await sharp({ create: { width: 850, height: 1100, channels: 3, background: '#000000' } })
      .png()
      .toBuffer();
    const { pictures, pages, state } = await uploadAndView(await aScannedPdf(['First page', scan]));
    expect({ pages, state, shown: pictures.map(({ page }) => page) }).toEqual({
      pages: 2,
      state: 'ready',
      shown: [1, 2],
    });
    const [first, second] = pictures;
    const large = await picture(second?.url ?? '');
    expect([large.width, large.height]).toEqual([second?.width, second?.height]);
    const lightness = async (url: string) => {
      const bytes = Buffer.from(await (await curator.get(url)).arrayBuffer());
      return (await sharp(bytes).stats()).channels[0]?.mean ?? 0;
    };
    expect(await lightness(first?.url ?? '')).toBeGreaterThan(200);
    expect(await lightness(second?.url ?? '')).toBeLessThan(200);
    expect((await picture(second?.thumbnail_url ?? '')).width).toBeLessThanOrEqual(160);
    const { url = '', width, height } = second?.tiles ?? {};
    expect((await tile(`${url}/0/0_0.jpg`)).size).toEqual([width, height]);
    expect(width).toBeGreaterThan(2000);
  });

  once('have the colors of the original, even if it is CMYK', async () => {
    const print = await sharp({ create: { width: 2600, height: 400, channels: 3, background: '#2a7f62' } })
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer();
    const { media_slug, pictures } = await uploadAndView(print);
    const { thumbnail_url: thumbnail } = await get(media_slug);
    const colorOf = async (url: string) => {
      const bytes = Buffer.from(await (await curator.get(url)).arrayBuffer());
      const { channels } = await sharp(bytes).stats();
      return channels.slice(0, 3).map(({ mean }) => Math.round(mean));
    };
    const [small, large, zoomed] = await Promise.all([
      colorOf(thumbnail ?? ''),
      colorOf(pictures[0]?.url ?? ''),
      colorOf(`${pictures[0]?.tiles?.url}/1/0_0.jpg`),
    ]);
    expect(Math.max(...small.map((value, index) => Math.abs(value - (large[index] ?? 0))))).toBeLessThan(4);
    expect(Math.max(...large.map((value, index) => Math.abs(value - (zoomed[index] ?? 0))))).toBeLessThan(4);
    expect(large[1]).toBeGreaterThan(large[0] ?? 0);
  });

  test('are hidden from browsing and served to signed-in users', async () => {
    const media = await uploadAndPreview(await aPng());
    expect(media.thumbnail_url).toMatch(/^\/media-files\/_derivatives\//);
    const root = await curator.json<BrowseResult>('/api/s3/browse');
    expect(root.folders.map(({ name }) => name)).toEqual(['unattached']);
    expect((await curator.json<BrowseResult>('/api/s3/browse?prefix=_derivatives')).total_items).toBe(0);
    expect((await api.visitor().get(media.thumbnail_url ?? '')).status).toBe(401);
    const { files } = await curator.json<BrowseResult>('/api/s3/browse?prefix=unattached/image');
    expect(files.find(({ media_slug }) => media_slug === media.media_slug)).toMatchObject({
      thumbnail_url: media.thumbnail_url,
      public_derivative_url: media.public_derivative_url,
      preview_state: 'ready',
      preview_error: null,
    });
  });

  once('are rendered even when the queue lost the job', async () => {
    const { body } = await upload(curator, await aPng());
    await waitUntil(async () => (await get(body.media_slug)).preview_state === 'ready');
    const lost = 'insert into derivative_task (media_id, attempt) select id, 77 from media where slug = $1';
    await api.database.execute(sql(lost), [body.media_slug]);
    const before = (await get(body.media_slug)).thumbnail_url;
    await worker.get(DerivativeTasks).resume(0);
    await waitUntil(async () => (await get(body.media_slug)).thumbnail_url !== before);
    // Replaced previews are deleted.
    await waitUntil(async () => (await curator.get(before ?? '')).status === 404);
  });

  once('are queued only once', async () => {
    const { id } = await aMedia('Waiting').with({ content_type: 'image/png' }).save(api.database);
    const tasks = new DerivativeTasks(api.database, api.app.get(JobQueues));
    await api.database.transaction((executor) => tasks.request(executor, id, 'image/png'));
    await tasks.resume(0);
    expect(await api.app.get(JobQueues).state('derivatives-make', `${id}-2`)).toBe('unknown');
  });

  if (driver === 'disk') {
    test('are regenerated for one file or all, with new URLs', async () => {
      const { media_slug, pictures } = await uploadAndView(await (await halfRed(2200, 300)).toBuffer());
      const before = `${pictures[0]?.tiles?.url}/0/0_0.jpg`;
      const isReplaced = async () => {
        const shown = await view(media_slug);
        return shown.state === 'ready' && shown.pictures[0]?.tiles?.url !== pictures[0]?.tiles?.url;
      };
      expect((await curator.post(`/api/curator/media/${media_slug}/previews`, {})).status).toBe(202);
      await waitUntil(isReplaced);
      await waitUntil(async () => (await curator.get(before)).status === 404);
      expect((await curator.post('/api/system/previews/rebuild')).status).toBe(204);
      const requested = await api.database.rows(
        sql(
          "select distinct split_part(m.content_type, '/', 1) family from derivative_task t join media m on m.id = t.media_id order by 1",
        ),
      );
      await api.database.execute(sql('delete from derivative_task'));
      expect(requested).toEqual([{ family: 'application' }, { family: 'image' }]);
      const letter = await upload(curator, aCompoundFile());
      expect((await curator.post(`/api/curator/media/${letter.body.media_slug}/previews`, {})).status).toBe(415);
      expect((await curator.post('/api/curator/media/no-such-file/previews', {})).status).toBe(404);
    });

    test('of a damaged file have no tiles, with a reason', async () => {
      const { media_slug } = await uploadAndPreview(await (await halfRed(2300, 200)).toBuffer());
      await waitUntil(async () => (await view(media_slug)).state === 'ready');
      await api.database.execute(
        sql("delete from derivative d using media m where m.id = d.media_id and m.slug = $1 and d.kind = 'tiles'"),
        [media_slug],
      );
      await api.database.execute(sql("update media set content_type = 'application/pdf' where slug = $1"), [
        media_slug,
      ]);
      expect(await view(media_slug)).toMatchObject({ state: 'waiting' });
      await worker.get(ViewerFileTasks).resume(1);
      await waitUntil(async () => (await view(media_slug)).state !== 'waiting');
      expect(await view(media_slug)).toMatchObject({
        state: 'failed',
        error: 'The PDF is damaged, so its pages can’t be shown.',
        pictures: [{ tiles: null }],
      });
    });
  }

  if (driver === 'S3')
    test('wait until storage is available again', async () => {
      const { body } = await upload(curator, await aPng());
      await waitUntil(async () => (await get(body.media_slug)).preview_state === 'ready');
      server.failing = /unattached/;
      await api.database.execute(
        sql('insert into derivative_task (media_id, attempt) select id, 99 from media where slug = $1'),
        [body.media_slug],
      );
      const before = (await get(body.media_slug)).thumbnail_url;
      await worker.get(DerivativeTasks).resume(0);
      await waitUntil(() => server.requests.filter((line) => line.includes(body.media_slug)).length > 5);
      expect(await get(body.media_slug)).toMatchObject({ preview_state: 'ready', thumbnail_url: before });
      server.failing = undefined;
      await waitUntil(async () => (await get(body.media_slug)).thumbnail_url !== before);
    });
});
