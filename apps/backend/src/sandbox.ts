import type { FileMetadata } from '@archive/contracts';
import type { DocumentInfo } from '@archive/file-metadata';
import { open, readFile, writeFile } from 'node:fs/promises';
import { argv, exit, stdin } from 'node:process';
import { isNativeError } from 'node:util/types';
import { DOCX_TYPE, INPUT_FILE, RESULT_FILE, type SandboxResult, TEXT_FILE } from './modules/sandbox/exchange.ts';
import { Rejection } from './modules/sandbox/program/rejection.ts';
import { PREVIEW_KINDS, type Rendering } from './modules/sandbox/rendering.ts';

/*
 * Decodes one untrusted file: `sandbox.ts document`, `picture TYPE`, `tiles TYPE`, `pages TYPE FIRST COUNT`, `text TYPE` or
 * `recognition TYPE PAGE`. Or assembles a picture from tiles: `assembly`. Or unpacks a package: `package`. The working directory contains the file and receives the
 * results. Development and builds run the same files, so these only use erasable types and import no other files of the program.
 */

/** Large, because TIFF scans may have their metadata far into the file. */
const MAX_METADATA_BYTES = 64 * 1024 * 1024;

/* Imported dynamically, so that each task loads only the libraries that it needs. */

async function render(type: string, onInfo: (info: DocumentInfo) => void): Promise<Rendering> {
  if (type === DOCX_TYPE) return (await import('./modules/sandbox/program/render-docx.ts')).renderDocx(INPUT_FILE);
  if (type === 'application/pdf')
    return (await import('./modules/sandbox/program/render-pdf.ts')).renderPdf(INPUT_FILE, onInfo);
  return (await import('./modules/sandbox/program/render-image.ts')).renderImage(INPUT_FILE, type);
}

/** The metadata embedded in a picture or PDF, including the information dictionary of a PDF; empty if there is none. */
async function metadata(info: DocumentInfo): Promise<FileMetadata> {
  const { metadataOf } = await import('@archive/file-metadata');
  const handle = await open(INPUT_FILE);
  try {
    const { size } = await handle.stat();
    const bytes = new Uint8Array(Math.min(size, MAX_METADATA_BYTES));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return metadataOf(bytes.subarray(0, bytesRead), info);
  } finally {
    await handle.close();
  }
}

const rejectionResult = (error: Rejection) => ({
  rejected: error.message,
  damaged: error.isDamaged,
  cause: isNativeError(error.cause) ? error.cause.message.slice(0, 500) : null,
});

async function picture(type: string): Promise<SandboxResult> {
  let info: DocumentInfo = {};
  try {
    const {
      previews,
      properties,
      hash,
      isDoubtful = false,
      ...size
    } = await render(type, (found) => {
      info = found;
    });
    for (const kind of PREVIEW_KINDS) await writeFile(kind, previews[kind].data);
    const sizes = Object.fromEntries(
      PREVIEW_KINDS.map((kind) => [kind, { width: previews[kind].width, height: previews[kind].height }]),
    );
    const text = type === DOCX_TYPE ? ({ text: true } as const) : {};
    return { suggested: await metadata(info), size, properties, hash, doubtful: isDoubtful, previews: sizes, ...text };
  } catch (error) {
    if (error instanceof Rejection) return { suggested: await metadata(info), ...rejectionResult(error) };
    throw error;
  }
}

async function document(sheet: string): Promise<SandboxResult> {
  const { officeToText } = await import('./modules/sandbox/program/office.ts');
  const { text, ...found } = await officeToText(await readFile(INPUT_FILE), sheet === '' ? null : sheet);
  await writeFile(TEXT_FILE, text);
  return { text: true, ...found };
}

/** Writes the text of all pages, or recognizes and writes the text of one page. */
async function text(type: string, page?: number): Promise<SandboxResult> {
  const { recognizePage, textPages } = await import('./modules/sandbox/program/read-text.ts');
  const pages = page === undefined ? await textPages(INPUT_FILE, type) : [await recognizePage(INPUT_FILE, type, page)];
  await writeFile(TEXT_FILE, JSON.stringify(pages));
  return { text: true };
}

async function tiles(type: string): Promise<SandboxResult> {
  const { renderTiles } = await import('./modules/sandbox/program/render-image.ts');
  return { tiles: await renderTiles(INPUT_FILE, type) };
}

async function pages(type: string, first: number, count: number): Promise<SandboxResult> {
  const { renderPages } = await import('./modules/sandbox/program/render-pages.ts');
  return renderPages(INPUT_FILE, type, first, count);
}

async function assembly(): Promise<SandboxResult> {
  await (await import('./modules/sandbox/program/assemble-picture.ts')).assemblePicture();
  return { assembled: true };
}

async function unpacking(): Promise<SandboxResult> {
  return { unpacked: await (await import('./modules/sandbox/program/unpack-package.ts')).unpackPackage() };
}

const TASKS: Record<string, (type: string, page: number, count: number) => Promise<SandboxResult>> = {
  document,
  picture,
  tiles,
  pages,
  text: (type) => text(type),
  recognition: (type, page) => text(type, page),
  assembly,
  package: () => unpacking(),
};

// Exits when the parent process has ended.
stdin.on('close', () => exit(1)).resume();

const [, , task = '', type = '', page, count] = argv;
let result: SandboxResult | undefined;
try {
  result = await TASKS[task]?.(type, Number(page), Number(count));
} catch (error) {
  if (!(error instanceof Rejection)) throw error;
  result = rejectionResult(error);
}
await writeFile(RESULT_FILE, JSON.stringify(result));
exit(0);
