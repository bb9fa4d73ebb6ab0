import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DocumentInfo } from '@archive/file-metadata';
import { init } from '@embedpdf/pdfium';
import type { Size } from '../rendering.ts';
import { Rejection } from './rejection.ts';

const PASSWORD = 4;
const WITH_ANNOTATIONS = 0x01;
const AS_RGBA = 0x10;
const BGRA = 4;
export const PDF_CHANNELS = 4;
const WHITE = 0xffffffff;
const LARGEST_FILE = 2 ** 31 - 1;
/** Size of a UTF-16 code unit in bytes. */
const CHARACTER = 2;
const MAX_INFO_BYTES = 1024 * 1024;

export interface DrawnPage extends Size {
  /** RGBA. */
  pixels: Buffer;
  /** Size of the page in points. */
  page: Size;
}

/** Why a PDF can't be opened. */
class PdfError extends Error {
  readonly reason: 'locked' | 'damaged';

  constructor(reason: 'locked' | 'damaged', options?: ErrorOptions) {
    super(`The PDF is ${reason}`, options);
    this.reason = reason;
  }
}

type Library = Awaited<ReturnType<typeof init>>;
type Engine = Library['pdfium'] & { HEAPU8: Uint8Array };

/**
 * A PDF whose pages are read on demand, so that a scan of hundreds of megabytes only needs memory for one page. Page numbers start at 1.
 */
export class PdfDocument {
  readonly #library: Library;
  readonly #pdfium: Engine;
  readonly #book: number;
  readonly #descriptor: number;

  private constructor(library: Library, book: number, descriptor: number) {
    this.#library = library;
    this.#pdfium = library.pdfium as Engine;
    this.#book = book;
    this.#descriptor = descriptor;
  }

  /** @throws PdfError */
  static async open(file: string): Promise<PdfDocument> {
    const wasm = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));
    const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer;
    const library = await init({ wasmBinary });
    const pdfium = library.pdfium as Engine;
    library.PDFiumExt_Init();

    const descriptor = openSync(file, 'r');
    const { size } = fstatSync(descriptor);
    if (size > LARGEST_FILE) throw new PdfError('damaged');
    const read = (_: number, position: number, target: number, length: number): number => {
      for (let done = 0; done < length;) {
        const place = (target >>> 0) + done;
        const count = readSync(descriptor, pdfium.HEAPU8, place, length - done, (position >>> 0) + done);
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
    if (!book) throw new PdfError(library.FPDF_GetLastError() === PASSWORD ? 'locked' : 'damaged');
    return new PdfDocument(library, book, descriptor);
  }

  get pages(): number {
    return this.#library.FPDF_GetPageCount(this.#book);
  }

  /** The entries of the information dictionary. */
  get info(): DocumentInfo {
    return {
      title: this.#metaText('Title'),
      author: this.#metaText('Author'),
      subject: this.#metaText('Subject'),
      keywords: this.#metaText('Keywords'),
    };
  }

  #metaText(name: string): string {
    const length = this.#library.FPDF_GetMetaText(this.#book, name, 0, 0);
    if (length <= CHARACTER || length > MAX_INFO_BYTES) return '';
    const buffer = this.#pdfium.wasmExports.malloc(length);
    this.#library.FPDF_GetMetaText(this.#book, name, buffer, length);
    const start = buffer >>> 0;
    const bytes = Buffer.from(this.#pdfium.HEAPU8.subarray(start, start + length - CHARACTER));
    this.#pdfium.wasmExports.free(buffer);
    return bytes.toString('utf16le');
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** The text layer of a page; empty for a scan. */
  textOf(number: number): string {
    const page = this.#library.FPDF_LoadPage(this.#book, number - 1);
    if (!page) return '';
    const text = this.#library.FPDFText_LoadPage(page);
    try {
      const count = text ? this.#library.FPDFText_CountChars(text) : 0;
      if (count <= 0) return '';
      const buffer = this.#pdfium.wasmExports.malloc((count + 1) * CHARACTER);
      const written = this.#library.FPDFText_GetText(text, 0, count, buffer);
      const start = buffer >>> 0;
      const bytes = Buffer.from(this.#pdfium.HEAPU8.subarray(start, start + Math.max(0, written - 1) * CHARACTER));
      this.#pdfium.wasmExports.free(buffer);
      return bytes.toString('utf16le');
    } finally {
      if (text) this.#library.FPDFText_ClosePage(text);
      this.#library.FPDF_ClosePage(page);
    }
  }

  /**
   * Draws a page as large as possible within a box of pixels.
   * @throws PdfError
   */
  draw(number: number, box: Size): DrawnPage {
    const library = this.#library;
    const page = library.FPDF_LoadPage(this.#book, number - 1);
    const points = {
      width: page ? library.FPDF_GetPageWidthF(page) : 0,
      height: page ? library.FPDF_GetPageHeightF(page) : 0,
    };
    if (!(points.width > 0 && points.height > 0)) throw new PdfError('damaged');
    const scale = Math.min(box.width / points.width, box.height / points.height);
    const width = Math.max(1, Math.round(points.width * scale));
    const height = Math.max(1, Math.round(points.height * scale));
    const bitmap = library.FPDFBitmap_CreateEx(width, height, BGRA, 0, 0);
    if (!bitmap) throw new PdfError('damaged');
    library.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    library.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, WITH_ANNOTATIONS | AS_RGBA);
    const start = library.FPDFBitmap_GetBuffer(bitmap) >>> 0;
    const pixels = Buffer.from(this.#pdfium.HEAPU8.subarray(start, start + width * height * PDF_CHANNELS));
    library.FPDFBitmap_Destroy(bitmap);
    library.FPDF_ClosePage(page);
    return { pixels, width, height, page: points };
  }
}

/** Converts a PDF error to a rejection with a message for curators. */
export const pdfRejection = (error: unknown, consequence: string): Rejection => {
  if (error instanceof Rejection) return error;
  const isLocked = error instanceof PdfError && error.reason === 'locked';
  return new Rejection(`The PDF is ${isLocked ? 'password-protected' : 'damaged'}, so ${consequence}.`, {
    cause: error,
    isDamaged: !isLocked,
  });
};
