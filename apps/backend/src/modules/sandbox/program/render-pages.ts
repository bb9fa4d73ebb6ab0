import { writeFile } from 'node:fs/promises';
import { cpuUsage } from 'node:process';
import sharp from 'sharp';
import { PREVIEW_WIDTHS } from '../rendering.ts';
import { MAX_RENDERED_PAGES, type PageSize, pageFile, pageThumbnailFile, pageZoomFile } from '../viewer-files.ts';
import { PDF_CHANNELS, PdfDocument, pdfRejection } from './pdf-document.ts';

/** Pixels of an enlarged page: letters of a newspaper are legible, and a page needs 60 MB. */
const ZOOM_BOX = { width: 3200, height: 4800 };
/** Pixels of a page in the strip of pages. */
const THUMBNAIL_BOX = { width: 160, height: 240, fit: 'inside' } as const;
const QUALITY = { page: 80, zoom: 78 };
/** Fast: at the default effort, a page takes twice as long and is 3% smaller. */
const EFFORT = 2;
/** No page is started after this processor time in seconds. The next process continues. */
const BUDGET_SECONDS = 8;

const usedSeconds = () => (cpuUsage().user + cpuUsage().system) / 1e6;

async function renderPage(document: PdfDocument, page: number): Promise<PageSize> {
  const { pixels, width, height } = document.draw(page, ZOOM_BOX);
  const drawn = sharp(pixels, { raw: { width, height, channels: PDF_CHANNELS } }).removeAlpha();
  const box = { width: PREVIEW_WIDTHS.large, height: PREVIEW_WIDTHS.large * 2, fit: 'inside' } as const;
  const view = await drawn
    .clone()
    .resize(box)
    .webp({ quality: QUALITY.page, effort: EFFORT })
    .toBuffer({ resolveWithObject: true });
  await writeFile(pageFile(page), view.data);
  await writeFile(
    pageThumbnailFile(page),
    await sharp(view.data).resize(THUMBNAIL_BOX).webp({ quality: QUALITY.page }).toBuffer(),
  );
  await writeFile(pageZoomFile(page), await drawn.jpeg({ quality: QUALITY.zoom }).toBuffer());
  return { width: view.info.width, height: view.info.height, zoom: { width, height } };
}

/**
 * Renders the pages of a PDF from `first` on, as many as fit into the processor time, and at least one.
 * @throws Rejection
 */
export async function renderPages(file: string, first: number, atMost: number) {
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    const document = await PdfDocument.open(file);
    const pages = document.pages;
    const last = Math.min(pages, MAX_RENDERED_PAGES, first + atMost - 1);
    const sizes: PageSize[] = [];
    for (let page = first; page <= last && (sizes.length === 0 || usedSeconds() < BUDGET_SECONDS); page += 1)
      sizes.push(await renderPage(document, page));
    document.close();
    return { pages, sizes };
  } catch (error) {
    throw pdfRejection(error, 'its pages can’t be shown');
  }
}
