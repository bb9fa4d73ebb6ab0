import { writeFile } from 'node:fs/promises';
import { cpuUsage } from 'node:process';
import sharp, { type Sharp } from 'sharp';
import { PREVIEW_WIDTHS, type Size } from '../rendering.ts';
import { MAX_RENDERED_PAGES, type PageSize, pageFile, pageThumbnailFile, pageZoomFile } from '../viewer-files.ts';
import { PDF_CHANNELS, PdfDocument, pdfRejection } from './pdf-document.ts';
import { openPicture, reasonOf } from './picture.ts';

/** Maximum size of an enlarged page in pixels. Newspaper text is legible, and a page needs 60 MB of memory. */
const ZOOM_BOX = { width: 3200, height: 4800 };
/** Maximum size of a page in the strip of thumbnails, in pixels. */
const THUMBNAIL_BOX = { width: 160, height: 240, fit: 'inside' } as const;
const QUALITY = { page: 80, zoom: 78 };
/** Low WebP effort: at the default, encoding takes twice as long, for files that are only 3% smaller. */
const EFFORT = 2;
/** After this much processor time, in seconds, the process starts no further page. The next process continues. */
const BUDGET_SECONDS = 8;

const usedSeconds = () => (cpuUsage().user + cpuUsage().system) / 1e6;

interface DrawnPage extends Size {
  pixels: Buffer;
  channels: 3 | 4;
}

/** A document whose pages are drawn one at a time, as large as possible within `ZOOM_BOX`. */
interface Pages {
  count: number;
  draw(page: number): Promise<DrawnPage>;
  close(): void;
  rejectionOf(error: unknown): Error;
}

async function openPdf(file: string): Promise<Pages> {
  const rejectionOf = (error: unknown) => pdfRejection(error, 'its pages can’t be shown');
  const document = await PdfDocument.open(file).catch((error: unknown) => {
    throw rejectionOf(error);
  });
  return {
    count: document.pages,
    draw: async (page) => ({ ...document.draw(page, ZOOM_BOX), channels: PDF_CHANNELS }),
    close: () => document.close(),
    rejectionOf,
  };
}

async function openTiff(file: string, type: string): Promise<Pages> {
  const picture = await openPicture(file, type);
  const box = { ...ZOOM_BOX, fit: 'inside', withoutEnlargement: true } as const;
  return {
    count: picture.pages,
    draw: async (page) => {
      const opened = (await picture.open(page)).resize(box).raw({ depth: 'uchar' });
      const { data, info } = await opened.toBuffer({ resolveWithObject: true });
      return { pixels: data, width: info.width, height: info.height, channels: 3 };
    },
    close: () => undefined,
    rejectionOf: reasonOf,
  };
}

async function savePage(page: number, { pixels, width, height, channels }: DrawnPage): Promise<PageSize> {
  const drawn: Sharp = sharp(pixels, { raw: { width, height, channels } }).removeAlpha();
  const box = { width: PREVIEW_WIDTHS.large, height: PREVIEW_WIDTHS.large * 2, fit: 'inside' } as const;
  const view = await drawn
    .clone()
    .resize({ ...box, withoutEnlargement: true })
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
 * Renders the pages of a PDF or TIFF file from `first` on, as many as fit into the processor time, and at least one.
 * @throws Rejection
 */
export async function renderPages(file: string, type: string, first: number, atMost: number) {
  sharp.cache(false);
  sharp.concurrency(1);
  const document = await (type === 'application/pdf' ? openPdf(file) : openTiff(file, type));
  try {
    const pages = document.count;
    const last = Math.min(pages, MAX_RENDERED_PAGES, first + atMost - 1);
    const sizes: PageSize[] = [];
    for (let page = first; page <= last && (sizes.length === 0 || usedSeconds() < BUDGET_SECONDS); page += 1)
      sizes.push(await savePage(page, await document.draw(page)));
    document.close();
    return { pages, sizes };
  } catch (error) {
    throw document.rejectionOf(error);
  }
}
