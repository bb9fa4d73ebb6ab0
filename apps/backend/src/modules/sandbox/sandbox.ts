import path from 'node:path';
import { Readable } from 'node:stream';
import type { FileMetadata } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { FileRejection, type Task } from './decoding-task.ts';
import { type OfficeText, type ReadPage, TEXT_FILE } from './exchange.ts';
import { MAX_PLAYBACK_BYTES, PLAYBACK_FILE, PLAYBACK_TYPES } from './playback.ts';
import {
  type Measurement,
  PREVIEW_KINDS,
  type PreviewKind,
  type Preview,
  type Rendering,
  type Size,
} from './rendering.ts';
import { openResult, readResult, SandboxCrash } from './sandbox-process.ts';
import { parsePages } from './result-schema.ts';
import { TaskRunner } from './task-runner.ts';
import {
  MAX_RENDERED_PAGES,
  pageEntry,
  pageFile,
  type PageSize,
  pageThumbnailEntry,
  pageThumbnailFile,
  pageZoomEntry,
  pageZoomFile,
  tileEntry,
  tileFile,
  tilesOf,
} from './viewer-files.ts';

const MB = 1024 * 1024;
const MAX_PREVIEW_BYTES = 32 * MB;
/** A document is rejected after this many crashes. */
const MAX_PAGE_CRASHES = 6;
const MAX_TEXT_BYTES = 64 * MB;
/** Maximum size of a text that is shown to readers. */
const MAX_SHOWN_TEXT_BYTES = 2 * MB;

/** The results of a sandboxed process for an image, PDF, Word document or video. */
export interface PictureContent {
  /** Metadata embedded in the file; empty if it has none, null if it wasn't read. */
  suggested: FileMetadata | null;
  /** Set only for a video or recording that can be read. */
  measurement: Measurement | null;
  /** Text of a Word document as Markdown; null for other files. */
  text: string | null;
  /** The previews, or the reason why there are none. */
  rendering: Rendering | FileRejection;
}

const NOTHING_READ = { suggested: null, measurement: null, text: null };

/** A file that browsers play. */
export interface PlaybackFile {
  contentType: (typeof PLAYBACK_TYPES)[keyof typeof PLAYBACK_TYPES];
  open: () => Promise<Readable>;
}

/** A file of a picture set, with its entry name in the ZIP archive. */
export interface SetEntry {
  name: string;
  open: () => Promise<Readable>;
}

/** The rendered pages of a document; null for a page that can't be rendered. */
export interface RenderedPages {
  /** Number of all pages. For a long document, it is greater than the length of `sizes`. */
  count: number;
  sizes: (PageSize | null)[];
}

const entryOf = (directory: string, name: string, file: string): SetEntry => ({
  name,
  open: async () => (await openResult(path.join(directory, file), MAX_PREVIEW_BYTES)).createReadStream(),
});

/** Decodes untrusted files. */
@Injectable()
export class Sandbox {
  constructor(private readonly runner: TaskRunner) {}

  /** Renders the previews of an image, PDF, Word document, video or recording, and reads its metadata and properties. */
  async readPicture(file: Readable, name: string, contentType: string): Promise<PictureContent> {
    const task = { kind: 'picture', name, options: [contentType] } as const;
    try {
      return await this.runner.run(task, file, async (result, directory) => {
        if ('rejected' in result)
          return {
            ...NOTHING_READ,
            suggested: result.suggested ?? null,
            rendering: this.runner.rejection(task, result),
          };
        if (!('previews' in result)) throw new SandboxCrash('crash', 'The result has no preview');
        const {
          suggested: metadata,
          size: original,
          properties: found,
          hash: pictureHash,
          doubtful: isDoubtful = false,
          previews,
          measurement = null,
        } = result;
        const read = async (kind: PreviewKind): Promise<Preview> => {
          const preview = previews[kind];
          if (!preview) throw new SandboxCrash('crash', `The result has no ${kind}`);
          return { ...preview, data: await readResult(path.join(directory, kind), MAX_PREVIEW_BYTES) };
        };
        const previewsByKind = await Promise.all(PREVIEW_KINDS.map(async (kind) => [kind, await read(kind)] as const));
        const rendering = {
          ...original,
          properties: found,
          hash: pictureHash,
          isDoubtful,
          previews: Object.fromEntries(previewsByKind) as Rendering['previews'],
        };
        const text = result.text
          ? (await readResult(path.join(directory, TEXT_FILE), MAX_SHOWN_TEXT_BYTES)).toString()
          : null;
        return { suggested: metadata, measurement, text, rendering };
      });
    } catch (error) {
      if (error instanceof FileRejection) return { ...NOTHING_READ, rendering: error };
      throw error;
    }
  }

  /**
   * Converts a Word document to Markdown, and a sheet of an Excel workbook to CSV.
   * @throws FileRejection
   */
  async readDocument(bytes: Buffer, name: string, sheet: string | null): Promise<OfficeText> {
    const task = { kind: 'document', name, options: sheet === null ? [] : [sheet] } as const;
    return this.runner.run(task, Readable.from([bytes]), async (result, directory) => {
      if ('rejected' in result) throw this.runner.rejection(task, result);
      const text = (await readResult(path.join(directory, TEXT_FILE), MAX_TEXT_BYTES)).toString();
      if (!('format' in result) || !result.format) return { format: 'docx', text };
      const { format, sheets, sheet: read } = result;
      return { format, text, ...(sheets && { sheets }), ...(read !== undefined && { sheet: read }) };
    });
  }

  /**
   * Reads the text of a PDF, a Word document or an image, page by page. Recognizes the text of scanned pages, each in its own process. A
   * page whose process crashes has no text. There is no automatic retry: the error is saved with the file's text, and a curator can request
   * the text again.
   *
   * @param onPage called after each recognized page, with the number of pages read so far and the number of all pages
   * @throws FileRejection
   */
  async readText(
    file: Readable,
    name: string,
    contentType: string,
    onPage: (read: number, all: number) => Promise<unknown>,
  ): Promise<ReadPage[]> {
    return this.runner.inScratch(file, 'text', async (directory) => {
      const pages = await this.#textOf({ kind: 'text', name, options: [contentType] }, directory);
      for (const [index, { text, page }] of pages.entries()) {
        if (text !== null) continue;
        const task = { kind: 'recognition', name, options: [contentType, String(page)] } as const;
        const [recognized] = await this.#textOf(task, directory).catch((error: unknown) => {
          if (error instanceof FileRejection && pages.length > 1) return [];
          throw error;
        });
        pages[index] = { page, text: recognized?.text ?? '', confidence: recognized?.confidence ?? 0 };
        await onPage(index + 1, pages.length);
      }
      return pages;
    });
  }

  /**
   * Cuts a picture into tiles, which exist while `use` runs. There is no automatic retry.
   * @throws FileRejection
   */
  async withTiles<T>(
    file: Readable,
    name: string,
    contentType: string,
    use: (size: Size, tiles: SetEntry[]) => Promise<T>,
  ): Promise<T> {
    return this.runner.inScratch(file, 'tiles', async (directory) => {
      const task = { kind: 'tiles', name, options: [contentType] } as const;
      const tiles = await this.runner.runWithoutQuarantine(task, directory, async (result) => {
        if (!('tiles' in result)) throw new SandboxCrash('crash', 'The result has no tiles');
        return result.tiles;
      });
      return use(
        tiles,
        [...tilesOf(tiles)].map((tile) => entryOf(directory, tileEntry(tile), tileFile(tile))),
      );
    });
  }

  /**
   * Renders the pages of a PDF or TIFF file, which exist while `use` runs. Each process renders as many pages as it can. If it crashes, the
   * next process renders a single page, so that a page that can't be rendered doesn't affect the other pages.
   *
   * @throws FileRejection
   */
  async withPages<T>(
    file: Readable,
    name: string,
    contentType: string,
    use: (pages: RenderedPages, entries: SetEntry[]) => Promise<T>,
  ): Promise<T> {
    return this.runner.inScratch(file, 'pages', async (directory) => {
      const pages = await this.#renderPages(name, contentType, directory);
      if (pages.sizes.every((page) => page === null))
        throw new FileRejection('The pages of this document can’t be shown.');
      const entries = pages.sizes.flatMap((page, index) =>
        page === null
          ? []
          : [
              entryOf(directory, pageEntry(index + 1), pageFile(index + 1)),
              entryOf(directory, pageThumbnailEntry(index + 1), pageThumbnailFile(index + 1)),
              entryOf(directory, pageZoomEntry(index + 1), pageZoomFile(index + 1)),
            ],
      );
      return use(pages, entries);
    });
  }

  /**
   * Converts a video or recording to a file that browsers can play, which exists while `use` runs. There is no automatic retry.
   * @throws FileRejection
   */
  async withPlayback<T>(
    file: Readable,
    name: string,
    contentType: string,
    use: (playback: PlaybackFile) => Promise<T>,
  ): Promise<T> {
    return this.runner.inScratch(file, 'playback', async (directory) => {
      const task = { kind: 'playback', name, options: [contentType] } as const;
      const { size } = await this.runner.runWithoutQuarantine(task, directory, async (result) => {
        if (!('playback' in result)) throw new SandboxCrash('crash', 'The result has no file');
        return result.playback;
      });
      const open = async () =>
        (await openResult(path.join(directory, PLAYBACK_FILE), MAX_PLAYBACK_BYTES)).createReadStream();
      return use({ contentType: PLAYBACK_TYPES[size ? 'video' : 'audio'], open });
    });
  }

  async #renderPages(name: string, contentType: string, directory: string): Promise<RenderedPages> {
    const sizes: (PageSize | null)[] = [];
    let last = 1;
    let count = 1;
    let crashes = 0;
    for (let atMost = MAX_RENDERED_PAGES; sizes.length < last;) {
      const task = { kind: 'pages', name, options: [contentType, String(sizes.length + 1), String(atMost)] } as const;
      try {
        const result = await this.runner.runWithoutQuarantine(task, directory, async (found) => {
          if (!('sizes' in found) || found.sizes.length === 0)
            throw new SandboxCrash('crash', 'The result has no pages');
          return found;
        });
        count = result.pages;
        last = Math.min(count, MAX_RENDERED_PAGES);
        sizes.push(...result.sizes.slice(0, last - sizes.length));
        atMost = MAX_RENDERED_PAGES;
      } catch (error) {
        crashes += 1;
        if (!(error instanceof FileRejection) || error.isFinal || crashes > MAX_PAGE_CRASHES) throw error;
        if (atMost === 1) sizes.push(null);
        atMost = 1;
      }
    }
    return { count, sizes };
  }

  /** @throws FileRejection, even if the process crashes */
  #textOf(task: Task, directory: string): Promise<ReadPage[]> {
    return this.runner.runWithoutQuarantine(task, directory, async () =>
      parsePages(await readResult(path.join(directory, TEXT_FILE), MAX_TEXT_BYTES)),
    );
  }
}
