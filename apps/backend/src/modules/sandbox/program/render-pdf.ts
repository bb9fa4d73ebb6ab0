import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { init } from '@embedpdf/pdfium';
import { MAX_HEIGHT_RATIO, PICTURE_WIDTHS, type Rendering, type Size } from '../rendering.ts';
import { Rejection } from './rejection.ts';
import { picturesOf } from './render-image.ts';

const PASSWORD = 4;
const WITH_ANNOTATIONS = 0x01;
const AS_RGBA = 0x10;
const BGRA = 4;
const CHANNELS = 4;
const WHITE = 0xffffffff;
const LARGEST_FILE = 2 ** 31 - 1;

const LOCKED = 'The PDF is password-protected, so it has no preview.';
const DAMAGED = 'The PDF is damaged, so it has no preview.';

interface Page extends Size {
  /** RGBA. */
  pixels: Buffer;
  /** In points. */
  page: Size;
}

/** Draws the first page as large as it fits into a box of pixels. */
async function drawFirstPage(file: string, box: Size): Promise<Page> {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer;
  const library = await init({ wasmBinary });
  const pdfium = library.pdfium as typeof library.pdfium & { HEAPU8: Uint8Array };
  library.PDFiumExt_Init();

  const descriptor = openSync(file, 'r');
  const { size } = fstatSync(descriptor);
  if (size > LARGEST_FILE) throw new Rejection(DAMAGED);
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
  if (!book) throw new Rejection(library.FPDF_GetLastError() === PASSWORD ? LOCKED : DAMAGED);
  const page = library.FPDF_LoadPage(book, 0);
  const points = {
    width: page ? library.FPDF_GetPageWidthF(page) : 0,
    height: page ? library.FPDF_GetPageHeightF(page) : 0,
  };
  if (!(points.width > 0 && points.height > 0)) throw new Rejection(DAMAGED);

  const scale = Math.min(box.width / points.width, box.height / points.height);
  const width = Math.max(1, Math.round(points.width * scale));
  const height = Math.max(1, Math.round(points.height * scale));
  const bitmap = library.FPDFBitmap_CreateEx(width, height, BGRA, 0, 0);
  if (!bitmap) throw new Rejection(DAMAGED);
  library.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
  library.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, WITH_ANNOTATIONS | AS_RGBA);
  const start = library.FPDFBitmap_GetBuffer(bitmap) >>> 0;
  const pixels = Buffer.from(pdfium.HEAPU8.subarray(start, start + width * height * CHANNELS));
  closeSync(descriptor);
  return { pixels, width, height, page: points };
}

/**
 * Renders the first page of a PDF.
 * @throws Rejection
 */
export async function renderPdf(file: string): Promise<Rendering> {
  const width = PICTURE_WIDTHS.large;
  const result = await drawFirstPage(file, { width, height: width * MAX_HEIGHT_RATIO }).catch((error: unknown) => {
    throw error instanceof Rejection ? error : new Rejection(DAMAGED, { cause: error });
  });
  const { pixels, page, ...size } = result;
  const pictures = await picturesOf({ data: pixels, info: { ...size, channels: CHANNELS } });
  return { width: Math.round(page.width), height: Math.round(page.height), pictures };
}
