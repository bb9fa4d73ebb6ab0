import type { ImageInfo, MediaView } from '@archive/contracts';
import { Image } from '@allmaps/iiif-parser';
import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { aPdf, aPng } from '../builders/files.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { IS_FULL } from '../support/full.ts';
import { figure, readMetrics } from '../support/metrics.ts';
import { S3Server } from '../support/s3-server.ts';
import { waitUntil } from '../support/wait-until.ts';
import { upload } from '../support/upload.ts';
import { startWorker } from '../support/worker.ts';

/** Pages are rendered at low priority, so a busy machine takes its time. */
const TIMEOUT_MS = 300_000;

const SQUARE = 100;
const WIDTH = 2400;
const HEIGHT = 1600;

/** Each square of a hundred pixels has its own color, as in the test picture of the specification's validator. */
const colorAt = (column: number, row: number) => [column * 10, row * 15, (column + row) % 2 === 0 ? 40 : 200] as const;

async function aGrid(): Promise<Buffer> {
  const columns = WIDTH / SQUARE;
  const rows = HEIGHT / SQUARE;
  const pixels = Buffer.alloc(columns * rows * 3);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) pixels.set(colorAt(column, row), (row * columns + column) * 3);
  return sharp(pixels, { raw: { width: columns, height: rows, channels: 3 } })
    .resize(WIDTH, HEIGHT, { kernel: 'nearest' })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/** Compares a pixel from the middle of a square, so that edges don't matter. */
const isNear = (pixel: readonly number[], color: readonly number[]) =>
  color.every((value, index) => Math.abs(value - (pixel[index] ?? -1000)) < 25);

describe.each(IS_FULL ? ['disk', 'S3'] : ['disk'])('image services on %s', (driver) => {
  const server = new S3Server('library');
  let api: TestApi;
  let worker: INestApplicationContext;
  let reader: Browser;
  let grid: string;
  let service: string;
  beforeAll(async () => {
    if (driver === 'S3') await server.start();
    api = await startApi({ environment: driver === 'S3' ? server.environment : {} });
    reader = await api.signIn();
    worker = await startWorker(api);
    grid = await uploadAndView(await aGrid());
    service = `/iiif/image/${grid}/1`;
  }, TIMEOUT_MS);
  afterAll(async () => {
    await worker.close();
    await api.close();
    if (driver === 'S3') await server.stop();
  });

  /** Uploads a file and returns its slug once its tiles or pages are ready. */
  async function uploadAndView(file: Buffer, fields: Record<string, string> = {}): Promise<string> {
    const { media_slug: slug } = (await upload(reader, file, fields)).body;
    await waitUntil(
      async () => (await reader.json<MediaView>(`/api/media/${slug}/view`)).state === 'ready',
      TIMEOUT_MS,
    );
    return slug;
  }

  const info = (slug: string, page = 1) => reader.json<ImageInfo>(`/iiif/image/${slug}/${page}/info.json`);

  async function image(request: string, base = service) {
    const response = await reader.get(`${base}/${request}`);
    if (response.status !== 200) throw new Error(`${request} returned ${response.status}: ${await response.text()}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    const { data, info: size } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [
      ...data.subarray((y * size.width + x) * size.channels, (y * size.width + x) * size.channels + 3),
    ];
    return { response, bytes, size: [size.width, size.height], at, metadata: await sharp(bytes).metadata() };
  }

  /** Checks that the pixel at `point` of the result has the color of the given square of the picture. */
  async function expectSquare(request: string, size: number[], point: [number, number], square: [number, number]) {
    const drawn = await image(request);
    expect([request, ...drawn.size]).toEqual([request, ...size]);
    const pixel = drawn.at(...point);
    expect({ request, pixel, near: isNear(pixel, colorAt(...square)) }).toEqual({ request, pixel, near: true });
  }

  test('describe themselves as level 2', async () => {
    const found = await info(grid);
    expect(Image.parse(found)).toMatchObject({ majorVersion: 3, supportsAnyRegionAndSize: true });
    expect(found).toEqual({
      '@context': 'http://iiif.io/api/image/3/context.json',
      id: `${api.url}${service}`,
      type: 'ImageService3',
      protocol: 'http://iiif.io/api/image',
      profile: 'level2',
      width: WIDTH,
      height: HEIGHT,
      maxWidth: 4800,
      sizes: [
        { width: 300, height: 200 },
        { width: 600, height: 400 },
        { width: 1200, height: 800 },
        { width: 2400, height: 1600 },
      ],
      tiles: [{ width: 512, height: 512, scaleFactors: [1, 2, 4, 8] }],
      extraQualities: ['color', 'gray', 'bitonal'],
      extraFormats: ['webp'],
      extraFeatures: ['canonicalLinkHeader', 'mirroring', 'profileLinkHeader', 'sizeUpscaling'],
    });
  });

  test('send headers for content negotiation, caching and CORS, and redirect from the base URI', async () => {
    const response = await reader.get(`${service}/info.json`);
    expect(response.headers.get('content-type')).toBe(
      'application/ld+json;profile="http://iiif.io/api/image/3/context.json"',
    );
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('vary')).toMatch(/\baccept\b/);
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    const etag = response.headers.get('etag') ?? '';
    expect((await reader.get(`${service}/info.json`, { 'if-none-match': etag })).status).toBe(304);
    const plain = await reader.get(`${service}/info.json`, { accept: 'application/json' });
    expect(plain.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const base = await reader.get(service);
    expect([base.status, base.headers.get('location')]).toEqual([303, `${api.url}${service}/info.json`]);
    const visitor = await api.visitor().get(`${service}/info.json`);
    expect([visitor.status, visitor.headers.get('access-control-allow-origin')]).toEqual([401, '*']);
    // Other routes don't allow cross-origin reads.
    expect((await reader.get(`/api/media/${grid}`)).headers.get('access-control-allow-origin')).toBeNull();
  });

  test('deliver regions', async () => {
    await expectSquare('full/max/0/default.jpg', [2400, 1600], [1050, 750], [10, 7]);
    await expectSquare('square/max/0/default.jpg', [1600, 1600], [50, 50], [4, 0]);
    // Across the edges of four tiles.
    await expectSquare('500,500,100,100/max/0/default.jpg', [100, 100], [50, 50], [5, 5]);
    await expectSquare('1000,1000,300,100/max/0/default.png', [300, 100], [250, 50], [12, 10]);
    await expectSquare('2300,1500,500,500/max/0/default.jpg', [100, 100], [50, 50], [23, 15]);
    await expectSquare('pct:50,50,12.5,12.5/max/0/default.jpg', [300, 200], [250, 150], [14, 9]);
  });

  test('deliver sizes', async () => {
    await expectSquare('full/800,/0/default.jpg', [800, 533], [350, 250], [10, 7]);
    await expectSquare('full/,400/0/default.jpg', [600, 400], [262, 187], [10, 7]);
    await expectSquare('full/pct:25/0/default.jpg', [600, 400], [262, 187], [10, 7]);
    await expectSquare('full/!700,300/0/default.jpg', [450, 300], [197, 141], [10, 7]);
    await expectSquare('full/480,800/0/default.jpg', [480, 800], [210, 375], [10, 7]);
    await expectSquare('400,300,100,100/^400,/0/default.jpg', [400, 400], [200, 200], [4, 3]);
    await expectSquare('1000,700,200,100/50,/0/default.jpg', [50, 25], [37, 12], [11, 7]);
    const { size } = await image('full/^max/0/default.jpg');
    expect(size).toEqual([4800, 3200]);
  });

  test('scale before they rotate and mirror', async () => {
    const region = '200,400,300,100/150,50';
    await expectSquare(`${region}/0/default.png`, [150, 50], [25, 25], [2, 4]);
    await expectSquare(`${region}/90/default.png`, [50, 150], [25, 25], [2, 4]);
    await expectSquare(`${region}/180/default.png`, [150, 50], [25, 25], [4, 4]);
    await expectSquare(`${region}/270/default.png`, [50, 150], [25, 25], [4, 4]);
    await expectSquare(`${region}/!0/default.png`, [150, 50], [25, 25], [4, 4]);
    await expectSquare(`${region}/!90/default.png`, [50, 150], [25, 25], [4, 4]);
    await expectSquare(`${region}/!90/default.png`, [50, 150], [25, 125], [2, 4]);
  });

  test('deliver qualities and formats', async () => {
    const region = '0,0,400,400/200,';
    const color = await image(`${region}/0/color.jpg`);
    expect(color.response.headers.get('content-type')).toBe('image/jpeg');
    expect(color.metadata).toMatchObject({ format: 'jpeg', space: 'srgb' });
    const gray = await image(`${region}/0/gray.png`);
    expect(gray.response.headers.get('content-type')).toBe('image/png');
    expect(gray.metadata).toMatchObject({ format: 'png', space: 'b-w', channels: 1 });
    const bitonal = await sharp((await image('full/200,/0/bitonal.png')).bytes)
      .raw()
      .toBuffer();
    expect([...new Set(bitonal)].toSorted()).toEqual([0, 255]);
    const webp = await image(`${region}/0/default.webp`);
    expect(webp.response.headers.get('content-type')).toBe('image/webp');
    expect(webp.metadata).toMatchObject({ format: 'webp' });
  });

  test('serve stored tiles unchanged', async () => {
    const { pictures } = await reader.json<MediaView>(`/api/media/${grid}/view`);
    const stored = async (entry: string) =>
      Buffer.from(await (await reader.get(`${pictures[0]?.tiles?.url}/${entry}`)).arrayBuffer());
    for (const [request, entry] of [
      ['0,0,512,512/512,512/0/default.jpg', '3/0_0.jpg'],
      ['512,1024,512,512/512,/0/default.jpg', '3/1_2.jpg'],
      ['2048,1536,352,64/max/0/color.jpg', '3/4_3.jpg'],
      ['1024,0,1024,1024/512,512/0/default.jpg', '2/1_0.jpg'],
      ['2048,0,352,1600/88,400/0/default.jpg', '1/1_0.jpg'],
      ['full/300,200/0/default.jpg', '0/0_0.jpg'],
      ['full/pct:12.5/0/default.jpg', '0/0_0.jpg'],
    ] as const) {
      const { bytes } = await image(request);
      expect([request, bytes.equals(await stored(entry))]).toEqual([request, true]);
    }
  });

  test('deliver every requested tile without decoding the picture', async () => {
    const assembled = async () =>
      figure(await readMetrics(api), 'archive_picture_assemblies_total', { outcome: 'done' });
    const before = await assembled();
    const parsed = Image.parse(await info(grid));
    expect(parsed.tileZoomLevels.map(({ scaleFactor }) => scaleFactor)).toEqual([1, 2, 4, 8]);
    for (const level of parsed.tileZoomLevels)
      for (let column = 0; column < level.columns; column += 1)
        for (let row = 0; row < level.rows; row += 1) {
          const request = parsed.getTileImageRequest(level, column, row);
          const url = parsed.getImageUrl(request);
          const { size } = await image(url.slice(parsed.uri.length + 1));
          expect([url, ...size]).toEqual([url, request.size?.width, request.size?.height]);
        }
    expect(await assembled()).toBe(before);
  });

  test(
    'are cached until the picture is regenerated',
    async () => {
      const request = 'full/300,200/0/default.jpg';
      const { response } = await image(request);
      const etag = response.headers.get('etag') ?? '';
      expect(response.headers.get('cache-control')).toBe('private, no-cache');
      expect(response.headers.get('link')).toBe(
        `<http://iiif.io/api/image/3/level2.json>;rel="profile", <${api.url}${service}/${request}>;rel="canonical"`,
      );
      const again = (address: string) => reader.get(`${service}/${address}`, { 'if-none-match': etag });
      expect((await again(request)).status).toBe(304);
      // Another URL of the same picture.
      expect((await again('full/300,/0/color.jpg')).status).toBe(304);
      expect((await again('full/300,200/0/default.png')).status).toBe(200);
      await reader.post(`/api/curator/media/${grid}/previews`, {});
      await waitUntil(async () => (await again(request)).status === 200, TIMEOUT_MS);
    },
    TIMEOUT_MS,
  );

  test.each([
    ['full/max/0/default.tif', 400],
    ['full/max/0/native.jpg', 400],
    ['full/max/45/default.jpg', 400],
    ['full/full/0/default.jpg', 400],
    ['full/2401,/0/default.jpg', 400],
    ['full/^5000,/0/default.jpg', 400],
    ['2400,0,10,10/max/0/default.jpg', 400],
    ['pct:0,0,0,0/max/0/default.jpg', 400],
    ['full/max/0', 404],
    ['full/max/0/default.jpg/more', 404],
  ])('refuse %s', async (request, status) => {
    const response = await reader.get(`${service}/${request}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      'application/problem+json; charset=utf-8',
    ]);
  });

  test.each([
    ['/iiif/image/no-such-file/1/info.json', 404],
    ['/iiif/image/no-such-file/1/full/max/0/default.jpg', 404],
    ['/iiif/image/no-such-file/1', 404],
    ['/iiif/image/Not-A-Slug/1/info.json', 404],
  ])('%s returns %d', async (path, status) => expect((await reader.get(path)).status).toBe(status));

  test('exist only for existing pages', async () => {
    for (const page of ['2', '0', 'x', '01', '99999999'])
      expect((await reader.get(`/iiif/image/${grid}/${page}/full/max/0/default.jpg`)).status).toBe(404);
    expect((await reader.get(`/iiif/image/${grid}/2/info.json`)).status).toBe(404);
  });

  test(
    'of a document show its pages',
    async () => {
      const slug = await uploadAndView(aPdf(), {
        media_type: 'pdf',
        rights: 'https://rightsstatements.org/vocab/InC/1.0/',
      });
      const found = await info(slug);
      expect(Image.parse(found).supportsAnyRegionAndSize).toBe(true);
      expect(found.width).toBeGreaterThan(2000);
      expect(found.tiles).toEqual([{ width: found.width, height: found.height, scaleFactors: [1] }]);
      expect(found.sizes).toEqual([{ width: found.width, height: found.height }]);
      expect(found.rights).toBe('http://rightsstatements.org/vocab/InC/1.0/');
      const { size, at } = await image('full/600,/0/default.jpg', `/iiif/image/${slug}/1`);
      expect(size).toEqual([600, Math.round((600 * found.height) / found.width)]);
      // The upper left quarter is red.
      expect(isNear(at(100, 100), [255, 0, 0])).toBe(true);
      expect(isNear(at(100, 700), [255, 255, 255])).toBe(true);
      const whole = await image(`full/${found.width},${found.height}/0/default.jpg`, `/iiif/image/${slug}/1`);
      const { pictures } = await reader.json<MediaView>(`/api/media/${slug}/view`);
      const stored = await reader.get(`${pictures[0]?.tiles?.url}/0/0_0.jpg`);
      expect(whole.bytes.equals(Buffer.from(await stored.arrayBuffer()))).toBe(true);
    },
    TIMEOUT_MS,
  );

  test('of a small picture have its preview as their only tile', async () => {
    const slug = await uploadAndView(await aPng({ width: 900, height: 600, color: '#336699' }));
    const found = await info(slug);
    expect(found).toMatchObject({
      width: 900,
      height: 600,
      tiles: [{ width: 900, height: 600, scaleFactors: [1] }],
      preferredFormats: ['webp', 'jpg'],
    });
    const { pictures } = await reader.json<MediaView>(`/api/media/${slug}/view`);
    const preview = Buffer.from(await (await reader.get(pictures[0]?.url ?? '')).arrayBuffer());
    expect((await image('full/max/0/default.webp', `/iiif/image/${slug}/1`)).bytes.equals(preview)).toBe(true);
    const { at, size } = await image('square/200,/0/default.jpg', `/iiif/image/${slug}/1`);
    expect(size).toEqual([200, 200]);
    expect(isNear(at(100, 100), [0x33, 0x66, 0x99])).toBe(true);
  });
});
