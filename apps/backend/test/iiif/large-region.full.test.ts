import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { MAX_SIDE } from '../../src/modules/iiif/image/image-request.ts';
import { ASSEMBLED_FILE, type Assembly, ASSEMBLY_FILE, pieceFile } from '../../src/modules/sandbox/exchange.ts';
import { ASSEMBLY_LIMITS } from '../../src/modules/sandbox/picture-assembler.ts';
import { runSandboxed } from '../../src/modules/sandbox/sandbox-process.ts';
import { measured } from '../support/measured.ts';

const MEGAPIXELS = Number(process.env['LARGE_PICTURE_MEGAPIXELS'] ?? 12);
const TILE = 512;
const TIMEOUT_MS = 300_000;

test(
  'the largest region is drawn within the limits of memory and processor time',
  measured(async () => {
    const side = Math.min(Math.round(Math.sqrt(MEGAPIXELS * 1e6)), 2 * MAX_SIDE);
    const columns = Math.ceil(side / TILE);
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const tile = await sharp({ create: { width: TILE, height: TILE, channels: 3, background: '#808080', noise } })
      .jpeg({ quality: 84 })
      .toBuffer();
    const directory = await mkdtemp(path.join(tmpdir(), 'large-region-'));
    try {
      for (let index = 0; index < columns * columns; index += 1)
        await writeFile(path.join(directory, pieceFile(index)), tile);
      const drawn = Math.min(side, MAX_SIDE);
      const assembly: Assembly = {
        columns,
        region: { left: 0, top: 0, width: side, height: side },
        size: { width: drawn, height: drawn },
        isMirrored: true,
        turn: 90,
        quality: 'color',
        format: 'png',
      };
      await writeFile(path.join(directory, ASSEMBLY_FILE), JSON.stringify(assembly));
      const startedAt = performance.now();
      await runSandboxed(['assembly'], directory, ASSEMBLY_LIMITS);
      if (process.env['LARGE_PICTURE_MEGAPIXELS'])
        process.stdout.write(`${side} pixels a side: ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
      const { width, height } = await sharp(path.join(directory, ASSEMBLED_FILE)).metadata();
      expect([width, height]).toEqual([drawn, drawn]);
    } finally {
      await rm(directory, { recursive: true });
    }
  }),
  TIMEOUT_MS,
);
