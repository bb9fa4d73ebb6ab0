import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { runSandboxed } from '../../src/modules/sandbox/sandbox-process.ts';
import type { FileProperties } from '../../src/modules/sandbox/rendering.ts';
import { ADOBE_PRIMARIES, aProfile } from '../builders/icc.ts';
import { aHeic } from '../builders/heic.ts';
import { aBmp, aJpeg2000, aTiff } from '../builders/pictures.ts';

const LIMITS = { cpuSeconds: 20, memoryBytes: 768 * 1024 * 1024 };
const TIMEOUT_MS = 120_000;

interface Result {
  rejected?: string;
  size: { width: number; height: number };
  properties: FileProperties;
}

type Color = readonly [number, number, number];

/** The color that most tests start from, and the colors of the frame in a HEIC file. */
const CLAY: Color = [200, 60, 70];
const RED: Color = [255, 0, 0];
const GREEN: Color = [0, 255, 0];
const WHITE: Color = [255, 255, 255];

/** Allowed difference per channel, for rounding and lossy compression. */
const TOLERANCE = 12;
const isClose = (one: Color, other: Color) =>
  one.every((value, index) => Math.abs(value - (other[index] ?? 0)) <= TOLERANCE);

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'formats-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** Runs a sandbox task on a file; `read` receives its result and one of the files that it wrote. */
async function sandboxed<T>(
  file: Buffer,
  task: readonly string[],
  read: (result: Result, open: (name: string) => Promise<Buffer>) => Promise<T>,
): Promise<T> {
  const own = await mkdtemp(path.join(directory, 'file-'));
  await writeFile(path.join(own, 'input'), file);
  await runSandboxed(task, own, LIMITS);
  const open = (name: string) => readFile(path.join(own, name));
  return read(JSON.parse(String(await open('result'))) as Result, open);
}

async function colorAt(picture: Buffer, x: number, y = 0.5): Promise<Color> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}

const preview = (file: Buffer, type: string) =>
  sandboxed(file, ['picture', type], async ({ size, properties, rejected }, open) => {
    if (rejected !== undefined) throw new Error(rejected);
    const [thumbnail, large] = await Promise.all([open('thumbnail'), open('large')]);
    return { size, properties, thumbnail, large };
  });

const swatch = (color: Color, width = 64, height = 64) =>
  sharp({ create: { width, height, channels: 3, background: { r: color[0], g: color[1], b: color[2] } } });

async function profileFile(name: string, profile: Buffer): Promise<string> {
  const file = path.join(directory, `${name}.icc`);
  await writeFile(file, profile);
  return file;
}

const ADOBE = aProfile({ name: 'Adobe RGB (1998)', gamma: 2.2, primaries: ADOBE_PRIMARIES });
const [ADOBE_RED, ADOBE_GREEN, ADOBE_BLUE] = ADOBE_PRIMARIES;
/** A profile that shows red as green, and so on. */
const ROTATED = aProfile({ name: 'Rotated', gamma: 2.2, primaries: [ADOBE_GREEN, ADOBE_BLUE, ADOBE_RED] });
const LINEAR_GRAY = aProfile({ name: 'Linear gray', gamma: 1 });

describe('previews and tiles', () => {
  const inAdobe = async (picture: Sharp) => picture.withIccProfile(await profileFile('adobe', ADOBE));
  const files: [string, string, (picture: Sharp) => Sharp | Promise<Sharp>][] = [
    ['a JPEG in Adobe RGB', 'image/jpeg', async (picture) => (await inAdobe(picture)).jpeg({ quality: 95 })],
    [
      'a PNG in Adobe RGB with 16 bits',
      'image/png',
      async (picture) => (await inAdobe(picture.toColourspace('rgb16'))).png(),
    ],
    ['a PNG with 16 bits and no profile', 'image/png', (picture) => picture.toColourspace('rgb16').png()],
    ['a TIFF in Display P3', 'image/tiff', (picture) => picture.withIccProfile('p3').tiff()],
    ['a WebP in Display P3', 'image/webp', (picture) => picture.withIccProfile('p3').webp({ quality: 95 })],
    ['an AVIF in Display P3', 'image/avif', (picture) => picture.withIccProfile('p3').avif({ quality: 90 })],
    ['a TIFF in Lab', 'image/tiff', (picture) => picture.toColourspace('lab').tiff()],
    [
      'a CMYK JPEG with a profile',
      'image/jpeg',
      (picture) => picture.withIccProfile('cmyk').toColourspace('cmyk').jpeg({ quality: 95 }),
    ],
  ];
  test.each(files)(
    'have the colors of %s',
    async (_, type, convert) => {
      const { thumbnail, large } = await preview(await (await convert(swatch(CLAY))).toBuffer(), type);
      for (const picture of [thumbnail, large]) {
        const color = await colorAt(picture, 0.5);
        // Inks can't reproduce every color, so a print may differ more.
        expect([color, isClose(color, CLAY) || type === 'image/jpeg']).toEqual([color, true]);
      }
      const [red, green] = await colorAt(large, 0.5);
      expect(red - green).toBeGreaterThan(120);
    },
    TIMEOUT_MS,
  );

  test('apply the tone curve of 16-bit grayscale', async () => {
    // 21.4% of the light is the middle of the scale.
    const page = { bits: 16, samples: () => [Math.round(0.214 * 65_535)], profile: LINEAR_GRAY } as const;
    const { large, properties } = await preview(aTiff([page]), 'image/tiff');
    expect(await colorAt(large, 0.5)).toEqual([
      expect.closeTo(128, -1),
      expect.closeTo(128, -1),
      expect.closeTo(128, -1),
    ]);
    expect(properties).toEqual({ page_count: null, frame_count: null, color_profile: 'Linear gray', bit_depth: 16 });
  });

  test(
    'have the same colors in tiles as in the thumbnail',
    async () => {
      const wide = { width: 2100, height: 40 };
      const sources: [string, Buffer][] = [
        [
          'image/png',
          await (await inAdobe(swatch(CLAY, wide.width, wide.height).toColourspace('rgb16'))).png().toBuffer(),
        ],
        ['image/jpeg', await swatch(CLAY, wide.width, wide.height).toColourspace('cmyk').jpeg().toBuffer()],
        ['image/tiff', aTiff([{ ...wide, bits: 16, samples: () => [14_000], profile: LINEAR_GRAY }])],
        ['image/heic', aHeic({ columns: 17, profile: ROTATED })],
        ['image/jp2', await aJpeg2000(() => CLAY, { ...wide, profile: ROTATED })],
        ['image/bmp', aBmp(() => CLAY, wide)],
      ];
      for (const [type, file] of sources) {
        const { thumbnail, size } = await preview(file, type);
        const tile = await sandboxed(file, ['tiles', type], (_, open) => open('tile-0-0-0'));
        const [small, zoomed] = [await colorAt(thumbnail, 0.01), await colorAt(tile, 0.01)];
        expect([type, small, zoomed, isClose(small, zoomed)]).toEqual([type, small, zoomed, true]);
        expect(size.width).toBeGreaterThan(2000);
      }
    },
    TIMEOUT_MS,
  );

  test(
    'are upright in all eight orientations',
    async () => {
      // Red in the upper left corner when the picture is shown upright.
      const upright = await swatch(WHITE, 80, 40)
        .composite([{ input: await swatch(RED, 40, 20).png().toBuffer(), gravity: 'northwest' }])
        .png()
        .toBuffer();
      const stored: ((picture: Sharp) => Sharp)[] = [
        (picture) => picture,
        (picture) => picture.flop(),
        (picture) => picture.rotate(180),
        (picture) => picture.flip(),
        (picture) => picture.rotate(90).flip(),
        (picture) => picture.rotate(-90),
        (picture) => picture.rotate(90).flop(),
        (picture) => picture.rotate(90),
      ];
      for (const [index, transform] of stored.entries()) {
        const turned = await transform(sharp(upright)).png().toBuffer();
        const file = await sharp(turned)
          .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
          .withMetadata({ orientation: index + 1 })
          .toBuffer();
        const { size, large } = await preview(file, 'image/jpeg');
        const corners = [
          await colorAt(large, 0.2, 0.2),
          await colorAt(large, 0.8, 0.2),
          await colorAt(large, 0.2, 0.8),
        ];
        expect({
          orientation: index + 1,
          size,
          corners: corners.map((color, at) => isClose(color, at === 0 ? RED : WHITE)),
        }).toEqual({
          orientation: index + 1,
          size: { width: 80, height: 40 },
          corners: [true, true, true],
        });
      }
    },
    TIMEOUT_MS,
  );

  test('show transparent parts white, as tiles do', async () => {
    const file = await sharp({ create: { width: 64, height: 64, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    const { large } = await preview(file, 'image/png');
    expect(await colorAt(large, 0.5)).toEqual(WHITE);
    expect((await sharp(large).metadata()).hasAlpha).toBe(false);
  });
});

describe('files from phones, scanners and old programs', () => {
  test.each([
    ['as a whole', {}, { width: 128, height: 64 }, 8],
    ['with 10 bits', { bits: 10 }, { width: 128, height: 64 }, 10],
    ['divided into parts', { columns: 4 }, { width: 512, height: 64 }, 8],
    ['turned to the left', { turns: 1 }, { width: 64, height: 128 }, 8],
  ] as const)('a HEIC photograph is shown: %s', async (_, options, size, bits) => {
    const { large, ...shown } = await preview(aHeic(options), 'image/heic');
    expect(shown).toMatchObject({ size, properties: { bit_depth: bits, color_profile: null, page_count: null } });
    const [first, last] =
      'turns' in options
        ? [await colorAt(large, 0.5, 0.99), await colorAt(large, 0.5, 0.01)]
        : [await colorAt(large, 0.01), await colorAt(large, 0.99)];
    expect([first[0] > 240, first[1] < 60, last]).toEqual([true, true, [255, 255, 255]]);
  });

  test('a HEIC photograph is shown with its color profile', async () => {
    const { large, properties } = await preview(aHeic({ profile: ROTATED }), 'image/heic');
    const [red, green] = await colorAt(large, 0.01);
    expect([red < 60, green > 200, properties.color_profile]).toEqual([true, true, 'Rotated']);
  });

  test.each([
    ['gray', () => [128], {}, [128, 128, 128], 8],
    ['gray with 12 bits', () => [2056], { bits: 12 }, [128, 128, 128], 12],
    ['in color', () => CLAY, {}, CLAY, 8],
    ['in color with a profile', () => RED, { profile: ROTATED }, GREEN, 8],
  ] as const)('a JPEG 2000 file is shown: %s', async (_, samples, options, color, bits) => {
    const { large, properties, size } = await preview(await aJpeg2000(samples, options), 'image/jp2');
    const shown = await colorAt(large, 0.5);
    expect([shown, isClose(shown, color)]).toEqual([shown, true]);
    expect([size, properties.bit_depth]).toEqual([{ width: 64, height: 64 }, bits]);
  });

  test('a BMP is shown, even with a palette', async () => {
    const { large } = await preview(
      aBmp((x) => (x < 32 ? RED : WHITE)),
      'image/bmp',
    );
    expect(
      [await colorAt(large, 0.1), await colorAt(large, 0.9)].map((color, at) => isClose(color, at === 0 ? RED : WHITE)),
    ).toEqual([true, true]);
    const drawn = await preview(
      aBmp((x) => [x < 32 ? 1 : 0], { palette: [[...WHITE], [...CLAY]] }),
      'image/bmp',
    );
    expect(isClose(await colorAt(drawn.large, 0.1), CLAY)).toBe(true);
  });

  test('an animated picture is shown as its first frame, with the number of frames', async () => {
    const frames = [await swatch(CLAY).png().toBuffer(), await swatch(GREEN).png().toBuffer()];
    const joined = () => sharp(frames, { join: { animated: true } });
    for (const [type, file] of [
      ['image/gif', await joined().gif().toBuffer()],
      ['image/webp', await joined().webp({ lossless: true }).toBuffer()],
    ] as const) {
      const { large, properties } = await preview(file, type);
      expect([type, properties.frame_count, isClose(await colorAt(large, 0.5), CLAY)]).toEqual([type, 2, true]);
    }
  });
});

describe('a TIFF file', () => {
  const page = (gray: number, own = {}) => ({ samples: () => [gray], ...own });
  test('has all pages, without smaller versions of them', async () => {
    const file = aTiff([
      page(0),
      page(0, { subfileType: 1, width: 16, height: 16 }),
      page(255, { width: 32 }),
      page(128, { orientation: 6, height: 20 }),
    ]);
    const { properties, large } = await preview(file, 'image/tiff');
    expect([properties.page_count, await colorAt(large, 0.5)]).toEqual([3, [0, 0, 0]]);
    await sandboxed(file, ['pages', 'image/tiff', '1', '500'], async (result, open) => {
      expect(result).toEqual({
        pages: 3,
        sizes: [
          { width: 64, height: 64, zoom: { width: 64, height: 64 } },
          { width: 32, height: 64, zoom: { width: 32, height: 64 } },
          { width: 20, height: 64, zoom: { width: 20, height: 64 } },
        ],
      });
      expect(await colorAt(await open('page-2'), 0.5)).toEqual(WHITE);
      expect((await colorAt(await open('page-3-zoom'), 0.5))[0]).toBeCloseTo(128, -1);
    });
  });
});
