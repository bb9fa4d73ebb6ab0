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

async function firstPage(request: PageRequest, patienceMs: number): Promise<RenderedPage> {
  const thread = new Worker(THREAD, { workerData: request, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
  const timeout = new AbortController();
  try {
    const [rendered] = await Promise.race([
      once(thread, 'message') as Promise<[RenderedPage]>,
      once(thread, 'exit').then(() => {
        throw new RenderError(REASONS.damaged);
      }),
      pause(patienceMs, undefined, { signal: timeout.signal }).then(() => {
        throw new RenderError('Generating a preview took too long.');
      }),
    ]);
    return rendered;
  } catch (error) {
    throw error instanceof RenderError ? error : new RenderError(REASONS.damaged, { cause: error });
  } finally {
    timeout.abort();
    await thread.terminate();
  }
}

/**
 * Renders the first page of a PDF.
 * @throws {RenderError}
 */
export async function renderPdf(file: string, patienceMs = TIMEOUT_MS): Promise<Rendering> {
  const width = PICTURE_WIDTHS.large;
  const rendered = await firstPage({ file, width, height: width * MAX_HEIGHT_RATIO }, patienceMs);
  if ('rejected' in rendered) throw new RenderError(REASONS[rendered.rejected]);
  const { pixels, pageWidth, pageHeight, ...size } = rendered;
  const pictures = await picturesOf({ data: Buffer.from(pixels), info: { ...size, channels: 4 } });
  return { width: Math.round(pageWidth), height: Math.round(pageHeight), pictures };
}
