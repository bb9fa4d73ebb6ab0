import type { DocumentInfo } from '@archive/file-metadata';
import { MAX_HEIGHT_RATIO, NO_PROPERTIES, PREVIEW_WIDTHS, type Rendering } from '../rendering.ts';
import { PDF_CHANNELS, PdfDocument, pdfRejection } from './pdf-document.ts';
import { pictureHash } from './picture-hash.ts';
import { previewsOf } from './render-image.ts';

/** Draws the first page as wide as the largest preview. */
async function drawFirstPage(file: string, onInfo: (info: DocumentInfo) => void) {
  const width = PREVIEW_WIDTHS.large;
  const document = await PdfDocument.open(file);
  onInfo(document.info);
  const result = { ...document.draw(1, { width, height: width * MAX_HEIGHT_RATIO }), pages: document.pages };
  document.close();
  return result;
}

/**
 * Renders the first page of a PDF. Calls `onInfo` even if rendering fails.
 * @throws Rejection
 */
export async function renderPdf(file: string, onInfo: (info: DocumentInfo) => void): Promise<Rendering> {
  const result = await drawFirstPage(file, onInfo).catch((error: unknown) => {
    throw pdfRejection(error, 'it has no preview');
  });
  const { pixels, page, pages, ...size } = result;
  const raw = { data: pixels, info: { ...size, channels: PDF_CHANNELS } } as const;
  const previews = await previewsOf(raw);
  const hash = await pictureHash(raw);
  const properties = { ...NO_PROPERTIES, page_count: pages };
  return { width: Math.round(page.width), height: Math.round(page.height), properties, hash, previews };
}
