import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { runLimited, runSandboxed, type SandboxCrash } from '../../src/modules/sandbox/sandbox-process.ts';
import { aJpeg2000 } from '../builders/pictures.ts';
import { measured } from '../support/measured.ts';

const MEGAPIXELS = Number(process.env['LARGE_PICTURE_MEGAPIXELS'] ?? 12);
const MB = 1024 * 1024;
/** Time limit: the documented one for 100 megapixels, less for smaller pictures, for which starting the process takes most of the time. */
const SECONDS = MEGAPIXELS < 100 ? 10 : 20;
const LIMITS = { cpuSeconds: SECONDS, memoryBytes: 500 * MB };
const TIMEOUT_MS = 300_000;

/** A picture of noise: JPEG files of it are as large as those of a detailed scan. */
async function aScan(file: string, orientation: number): Promise<void> {
  const side = Math.round(Math.sqrt(MEGAPIXELS * 1e6));
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const patch = await sharp({ create: { width: 1000, height: 1000, channels: 3, background: '#808080', noise } })
    .png()
    .toBuffer();
  await sharp({ create: { width: side, height: side, channels: 3, background: '#808080' } })
    .composite([{ input: patch, tile: true }])
    .withMetadata({ orientation })
    .jpeg({ quality: 80 })
    .toFile(file);
}

test.each([
  ['upright', 1],
  ['rotated', 6],
])(
  'tiles of a large picture are made within 500 MB and the documented processor time: %s',
  measured(async (_, orientation) => {
    const directory = await mkdtemp(path.join(tmpdir(), 'large-picture-'));
    try {
      await aScan(path.join(directory, 'input'), Number(orientation));
      const startedAt = performance.now();
      await runSandboxed(['tiles', 'image/jpeg'], directory, LIMITS);
      const elapsed = (performance.now() - startedAt) / 1000;
      if (process.env['LARGE_PICTURE_MEGAPIXELS'])
        process.stdout.write(`${MEGAPIXELS} megapixels: ${elapsed.toFixed(1)} s\n`);
      const result = JSON.parse(await readFile(path.join(directory, 'result'), 'utf8')) as object;
      const side = Math.round(Math.sqrt(MEGAPIXELS * 1e6));
      expect(result).toEqual({ tiles: { width: side, height: side } });
      const last = Math.ceil(side / 512) - 1;
      const top = Math.ceil(Math.log2(side / 512));
      const { width } = await sharp(path.join(directory, `tile-${top}-${last}-${last}`)).metadata();
      expect(width).toBe(side - last * 512);
    } finally {
      await rm(directory, { recursive: true });
    }
  }),
  TIMEOUT_MS,
);

const [WIDTH, HEIGHT] = [9000, 8000];
/** Encoding such a picture takes half a minute. */
const isLarge = MEGAPIXELS >= 100;

(isLarge ? test : test.skip)(
  'a large JPEG 2000 file is decoded at half of its size',
  async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'large-picture-'));
    try {
      const file = await aJpeg2000((x) => [x < WIDTH / 2 ? 0 : 255], { width: WIDTH, height: HEIGHT });
      await writeFile(path.join(directory, 'input'), file);
      await runSandboxed(['tiles', 'image/jp2'], directory, LIMITS);
      const result = JSON.parse(await readFile(path.join(directory, 'result'), 'utf8')) as object;
      expect(result).toEqual({ tiles: { width: WIDTH / 2, height: HEIGHT / 2 } });
    } finally {
      await rm(directory, { recursive: true });
    }
  },
  TIMEOUT_MS,
);

test(
  'only low-priority work waits for other work',
  async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'waiting-'));
    const wait = (lowPriority: boolean) =>
      runLimited(['sleep', '12'], directory, { ...LIMITS, cpuSeconds: 1, lowPriority }).then(
        () => 'done',
        ({ reason }: SandboxCrash) => reason,
      );
    try {
      expect(await Promise.all([wait(false), wait(true)])).toEqual(['time', 'done']);
    } finally {
      await rm(directory, { recursive: true });
    }
  },
  TIMEOUT_MS,
);
