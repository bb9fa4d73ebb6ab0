import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { anSvg } from '../files.ts';
import { aHeic } from '../heic.ts';
import { ADOBE_PRIMARIES, aProfile } from '../icc.ts';
import { aBmp, aJpeg2000, aTiff } from '../pictures.ts';
import { aBlackPng, pngChunk } from './png.ts';
import type { Master } from './master.ts';

const SIZE = { width: 320, height: 200 };
let made = 0;
/** A picture of a single color that no other swatch has. */
const swatch = (size = SIZE, channels: 3 | 4 = 3): Sharp => {
  made += 1;
  const background = { r: 29 + made, g: 53, b: 87, alpha: channels === 4 ? 0.5 : 1 };
  return sharp({ create: { ...size, channels, background } });
};

async function withProfile(convert: (picture: Sharp, file: string) => Sharp): Promise<Buffer> {
  const directory = await mkdtemp(path.join(tmpdir(), 'profile-'));
  try {
    const file = path.join(directory, 'adobe.icc');
    await writeFile(file, aProfile({ name: 'Adobe RGB (1998)', gamma: 2.2, primaries: ADOBE_PRIMARIES }));
    return await convert(swatch(), file).toBuffer();
  } finally {
    await rm(directory, { recursive: true });
  }
}

const frames = async () => {
  const colors = ['#1d3557', '#f1ece0', '#9a7428'].map((background) =>
    sharp({ create: { ...SIZE, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(colors), { join: { animated: true } });
};

/** A PNG that declares two frames, as animated PNG files do. */
async function anAnimatedPng(): Promise<Buffer> {
  const file = await swatch().png().toBuffer();
  const at = file.indexOf('IDAT') - 4;
  return Buffer.concat([
    file.subarray(0, at),
    pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
    file.subarray(at),
  ]);
}

const gray = (value: number) => ({ samples: () => [value] });

const ORIENTATIONS: Master[] = [1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => ({
  name: `orientation-${orientation}.jpg`,
  make: () => swatch().jpeg().withMetadata({ orientation }).toBuffer(),
  outcome: `shown: image/jpeg, ${orientation < 5 ? '320 × 200' : '200 × 320'}, 8 bits, sRGB`,
}));

/** Pictures that are shown. */
export const PICTURES: readonly Master[] = [
  ...ORIENTATIONS,
  {
    name: 'for-print.jpg',
    make: () => swatch().withIccProfile('cmyk').toColourspace('cmyk').jpeg().toBuffer(),
    outcome: 'shown: image/jpeg, 320 × 200, 8 bits, Chemical proof',
  },
  {
    name: 'gray.jpg',
    make: () => swatch().toColourspace('b-w').jpeg().toBuffer(),
    outcome: 'shown: image/jpeg, 320 × 200, 8 bits',
  },
  {
    name: 'progressive.jpg',
    make: () => swatch().jpeg({ progressive: true }).toBuffer(),
    outcome: 'shown: image/jpeg, 320 × 200, 8 bits',
  },
  {
    name: 'adobe-rgb.jpg',
    make: () => withProfile((picture, file) => picture.withIccProfile(file).jpeg()),
    outcome: 'shown: image/jpeg, 320 × 200, 8 bits, Adobe RGB (1998)',
  },
  {
    name: '40-megapixels.jpg',
    make: () => swatch({ width: 8000, height: 5000 }).jpeg().toBuffer(),
    outcome: 'shown: image/jpeg, 8000 × 5000, 8 bits, tiles',
    isLarge: true,
  },
  { name: 'drawing.png', make: () => swatch().png().toBuffer(), outcome: 'shown: image/png, 320 × 200, 8 bits' },
  {
    name: 'transparent.png',
    make: () => swatch(SIZE, 4).png().toBuffer(),
    outcome: 'shown: image/png, 320 × 200, 8 bits',
  },
  {
    name: '16-bits.png',
    make: () => swatch().toColourspace('rgb16').png().toBuffer(),
    outcome: 'shown: image/png, 320 × 200, 16 bits',
  },
  {
    name: 'palette.png',
    make: () => swatch().png({ palette: true }).toBuffer(),
    outcome: 'shown: image/png, 320 × 200',
  },
  {
    name: 'interlaced.png',
    make: () => swatch().png({ progressive: true }).toBuffer(),
    outcome: 'shown: image/png, 320 × 200, 8 bits',
  },
  { name: 'animated.png', make: anAnimatedPng, outcome: 'shown: image/png, 320 × 200, 8 bits, 2 frames' },
  {
    name: '400-megapixels.png',
    make: () => aBlackPng(25_000, 16_000),
    outcome: 'shown: image/png, 25000 × 16000, 1 bit, tiles',
    isLarge: true,
  },
  { name: 'still.gif', make: () => swatch().gif().toBuffer(), outcome: 'shown: image/gif, 320 × 200' },
  {
    name: 'animated.gif',
    make: async () => (await frames()).gif().toBuffer(),
    outcome: 'shown: image/gif, 320 × 200, 3 frames',
  },
  { name: 'lossy.webp', make: () => swatch().webp().toBuffer(), outcome: 'shown: image/webp, 320 × 200, 8 bits' },
  {
    name: 'lossless.webp',
    make: () => swatch().webp({ lossless: true }).toBuffer(),
    outcome: 'shown: image/webp, 320 × 200, 8 bits',
  },
  {
    name: 'animated.webp',
    make: async () => (await frames()).webp().toBuffer(),
    outcome: 'shown: image/webp, 320 × 200, 8 bits, 3 frames',
  },
  {
    name: 'photograph.avif',
    make: () => swatch().avif({ effort: 0 }).toBuffer(),
    outcome: 'shown: image/avif, 320 × 200, 8 bits',
  },
  {
    name: 'display-p3.avif',
    make: () => swatch().withIccProfile('p3').avif({ effort: 0 }).toBuffer(),
    outcome: 'shown: image/avif, 320 × 200, 8 bits, sP3C',
  },
  { name: 'phone.heic', make: () => aHeic(), outcome: 'shown: image/heic, 128 × 64, 8 bits' },
  { name: 'phone-10-bits.heic', make: () => aHeic({ bits: 10 }), outcome: 'shown: image/heic, 128 × 64, 10 bits' },
  {
    name: 'phone-in-parts.heif',
    make: () => aHeic({ columns: 4, rows: 2 }),
    outcome: 'shown: image/heic, 512 × 128, 8 bits',
  },
  { name: 'phone-turned.heic', make: () => aHeic({ turns: 1 }), outcome: 'shown: image/heic, 64 × 128, 8 bits' },
  {
    name: 'phone-large.heic',
    make: () => aHeic({ columns: 17 }),
    outcome: 'shown: image/heic, 2176 × 64, 8 bits, tiles',
  },
  {
    name: 'scan.tif',
    make: () => swatch().tiff({ compression: 'none' }).toBuffer(),
    outcome: 'shown: image/tiff, 320 × 200, 8 bits',
  },
  {
    name: 'scan-of-3-megapixels.tif',
    make: () => swatch({ width: 1500, height: 2000 }).tiff({ compression: 'none' }).toBuffer(),
    outcome: 'shown: image/tiff, 1500 × 2000, 8 bits',
  },
  {
    name: 'scan-lzw.tiff',
    make: () => swatch().tiff({ compression: 'lzw' }).toBuffer(),
    outcome: 'shown: image/tiff, 320 × 200, 8 bits',
  },
  {
    name: 'scan-16-bits.tif',
    make: () => aTiff([{ bits: 16, samples: () => [14_000, 20_000, 30_000] }]),
    outcome: 'shown: image/tiff, 64 × 64, 16 bits',
  },
  {
    name: 'scan-turned.tif',
    make: () => aTiff([{ ...gray(90), height: 20, orientation: 6 }]),
    outcome: 'shown: image/tiff, 20 × 64, 8 bits',
  },
  {
    name: 'three-pages.tif',
    make: () => aTiff([gray(10), gray(120), gray(250)]),
    outcome: 'shown: image/tiff, 64 × 64, 8 bits, 3 pages',
  },
  {
    name: 'scan-for-print.tif',
    make: () => swatch().withIccProfile('cmyk').toColourspace('cmyk').tiff().toBuffer(),
    outcome: 'shown: image/tiff, 320 × 200, 8 bits, Chemical proof',
  },
  { name: 'gray.jp2', make: () => aJpeg2000(() => [100]), outcome: 'shown: image/jp2, 64 × 64, 8 bits' },
  { name: 'color.jp2', make: () => aJpeg2000(() => [200, 60, 70]), outcome: 'shown: image/jp2, 64 × 64, 8 bits' },
  {
    name: '12-bits.jp2',
    make: () => aJpeg2000(() => [2056], { bits: 12 }),
    outcome: 'shown: image/jp2, 64 × 64, 12 bits',
  },
  { name: 'old.bmp', make: () => aBmp(() => [200, 60, 70]), outcome: 'shown: image/bmp, 64 × 64, 8 bits' },
  {
    name: 'two-colors.bmp',
    make: () =>
      aBmp((x) => [x < 32 ? 1 : 0], {
        palette: [
          [255, 255, 255],
          [200, 60, 70],
        ],
      }),
    outcome: 'shown: image/bmp, 64 × 64, 8 bits',
  },
  { name: 'plan.svg', make: () => anSvg(), outcome: 'shown: image/svg+xml, 300 × 200' },
  { name: 'misnamed.png', make: () => swatch().jpeg().toBuffer(), outcome: 'shown: image/jpeg, 320 × 200, 8 bits' },
];
