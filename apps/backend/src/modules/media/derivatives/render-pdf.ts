import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { EXTENSION, PROGRAM } from '../../../paths.ts';
import { RenderError, type Rendering, MAX_HEIGHT_RATIO, PICTURE_WIDTHS } from './rendering.ts';
import { picturesOf } from './render-image.ts';
import type { PageRequest, RenderedPage } from './pdf-page.thread.ts';

const TIMEOUT_MS = 60_000;
const HEAP_MB = 256;

/** A separate file, both in the source and in the build. */
const THREAD = path.join(PROGRAM, `modules/media/derivatives/pdf-page.thread${EXTENSION}`);

const REASONS = {
  locked: 'The PDF is password-protected, so it has no preview.',
  damaged: 'The PDF is damaged, so it has no preview.',
};

async function firstPage(asked: PageRequest, patienceMs: number): Promise<RenderedPage> {
  const thread = new Worker(THREAD, { workerData: asked, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
  const over = new AbortController();
  try {
    const [drawn] = await Promise.race([
      once(thread, 'message') as Promise<[RenderedPage]>,
      once(thread, 'exit').then(() => {
        throw new RenderError(REASONS.damaged);
      }),
      pause(patienceMs, undefined, { signal: over.signal }).then(() => {
        throw new RenderError('Generating a preview took too long.');
      }),
    ]);
    return drawn;
  } catch (error) {
    throw error instanceof RenderError ? error : new RenderError(REASONS.damaged, { cause: error });
  } finally {
    over.abort();
    await thread.terminate();
  }
}

/**
 * Renders the first page of a PDF.
 * @throws {RenderError}
 */
export async function renderPdf(file: string, patienceMs = TIMEOUT_MS): Promise<Rendering> {
  const width = PICTURE_WIDTHS.large;
  const drawn = await firstPage({ file, width, height: width * MAX_HEIGHT_RATIO }, patienceMs);
  if ('rejected' in drawn) throw new RenderError(REASONS[drawn.rejected]);
  const { pixels, pageWidth, pageHeight, ...size } = drawn;
  const pictures = await picturesOf({ data: Buffer.from(pixels), info: { ...size, channels: 4 } });
  return { width: Math.round(pageWidth), height: Math.round(pageHeight), pictures };
}
