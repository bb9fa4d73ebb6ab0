import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { init } from '@embedpdf/pdfium';

/*
 * Renders the first page of a PDF in a thread that can be terminated. Source and build run the same file, so it uses only erasable
 * types and package imports.
 */

export interface PageRequest {
  file: string;
  /** Box in pixels that the page has to fit. */
  width: number;
  height: number;
}

export type RenderedPage =
  | { pixels: ArrayBuffer; width: number; height: number; pageWidth: number; pageHeight: number }
  | { rejected: 'locked' | 'damaged' };

const PASSWORD = 4;
const WITH_ANNOTATIONS = 0x01;
const AS_RGBA = 0x10;
const BGRA = 4;
const WHITE = 0xffffffff;
const MAX_FILE_BYTES = 2 ** 31 - 1;

async function render({ file, width, height }: PageRequest): Promise<RenderedPage> {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer;
  const library = await init({ wasmBinary });
  const pdfium = library.pdfium as typeof library.pdfium & { HEAPU8: Uint8Array };
  library.PDFiumExt_Init();

  const descriptor = openSync(file, 'r');
  const { size } = fstatSync(descriptor);
  if (size > MAX_FILE_BYTES) return { rejected: 'damaged' };
  // Pages are read on demand, so a scan of hundreds of megabytes needs no more memory than its first page.
  const read = (_: number, position: number, target: number, length: number): number => {
    for (let done = 0; done < length;) {
      const count = readSync(descriptor, pdfium.HEAPU8, (target >>> 0) + done, length - done, (position >>> 0) + done);
      if (count === 0) return 0;
      done += count;
    }
    return 1;
  };
  const access = pdfium.wasmExports.malloc(12);
  pdfium.setValue(access, size, 'i32');
  pdfium.setValue(access + 4, pdfium.addFunction(read, 'iiiii'), 'i32');
  pdfium.setValue(access + 8, 0, 'i32');

  const book = library.FPDF_LoadCustomDocument(access, '');
  if (!book) return { rejected: library.FPDF_GetLastError() === PASSWORD ? 'locked' : 'damaged' };
  const page = library.FPDF_LoadPage(book, 0);
  const pageWidth = page ? library.FPDF_GetPageWidthF(page) : 0;
  const pageHeight = page ? library.FPDF_GetPageHeightF(page) : 0;
  if (!(pageWidth > 0 && pageHeight > 0)) return { rejected: 'damaged' };

  const scale = Math.min(width / pageWidth, height / pageHeight);
  const drawnWidth = Math.max(1, Math.round(pageWidth * scale));
  const drawnHeight = Math.max(1, Math.round(pageHeight * scale));
  const bitmap = library.FPDFBitmap_CreateEx(drawnWidth, drawnHeight, BGRA, 0, 0);
  if (!bitmap) return { rejected: 'damaged' };
  library.FPDFBitmap_FillRect(bitmap, 0, 0, drawnWidth, drawnHeight, WHITE);
  library.FPDF_RenderPageBitmap(bitmap, page, 0, 0, drawnWidth, drawnHeight, 0, WITH_ANNOTATIONS | AS_RGBA);
  const start = library.FPDFBitmap_GetBuffer(bitmap) >>> 0;
  const length = drawnWidth * drawnHeight * 4;
  const pixels = new Uint8Array(length);
  pixels.set(pdfium.HEAPU8.subarray(start, start + length));
  closeSync(descriptor);
  return { pixels: pixels.buffer, width: drawnWidth, height: drawnHeight, pageWidth, pageHeight };
}

const rendered = await render(workerData as PageRequest);
parentPort?.postMessage(rendered, 'pixels' in rendered ? [rendered.pixels] : []);
