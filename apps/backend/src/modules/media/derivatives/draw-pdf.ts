import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { EXTENSION, PROGRAM } from '../../../place.ts';
import { CannotDraw, type Drawing, MOST_TIMES_HIGHER, PICTURE_WIDTHS } from './drawing.ts';
import { picturesOf } from './draw-image.ts';
import type { PageAsked, PageDrawn } from './pdf-page.thread.ts';

const PATIENCE_MS = 60_000;
const HEAP_MB = 256;

/** A file of its own, before and after the build. */
const THREAD = path.join(PROGRAM, `modules/media/derivatives/pdf-page.thread${EXTENSION}`);

const REASONS = {
  locked: 'The PDF asks for a password, and no picture of it can be drawn.',
  damaged: 'The PDF is damaged, and no picture of it can be drawn.',
};

async function firstPage(asked: PageAsked, patienceMs: number): Promise<PageDrawn> {
  const thread = new Worker(THREAD, { workerData: asked, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
  const over = new AbortController();
  try {
    const [drawn] = await Promise.race([
      once(thread, 'message') as Promise<[PageDrawn]>,
      once(thread, 'exit').then(() => {
        throw new CannotDraw(REASONS.damaged);
      }),
      pause(patienceMs, undefined, { signal: over.signal }).then(() => {
        throw new CannotDraw('Drawing the PDF took too long.');
      }),
    ]);
    return drawn;
  } catch (error) {
    throw error instanceof CannotDraw ? error : new CannotDraw(REASONS.damaged, { cause: error });
  } finally {
    over.abort();
    await thread.terminate();
  }
}

/**
 * Draws the first page of a PDF.
 * @throws {CannotDraw}
 */
export async function drawPdf(file: string, patienceMs = PATIENCE_MS): Promise<Drawing> {
  const width = PICTURE_WIDTHS.large;
  const drawn = await firstPage({ file, width, height: width * MOST_TIMES_HIGHER }, patienceMs);
  if ('refused' in drawn) throw new CannotDraw(REASONS[drawn.refused]);
  const { pixels, pageWidth, pageHeight, ...size } = drawn;
  const pictures = await picturesOf({ data: Buffer.from(pixels), info: { ...size, channels: 4 } });
  return { width: Math.round(pageWidth), height: Math.round(pageHeight), pictures };
}
