import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type FileMetadata, fileMetadataSchema } from '@archive/contracts';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { z } from 'zod';
import { Drain, InterruptedError, Metrics } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { INPUT_FILE, RESULT_FILE, type SandboxResult, TEXT_FILE } from './exchange.ts';
import type { ReadPage } from './file-text.ts';
import type { Run } from './ffmpeg.ts';
import { isAudioOrVideo, processAudioVideo } from './audio-video.ts';
import { MAX_PLAYBACK_BYTES, PLAYBACK_FILE, PLAYBACK_TYPES } from './playback.ts';
import { POSTER_TYPE } from './poster.ts';
import { MAX_CRASHES, Quarantine } from './quarantine.ts';
import {
  type Measurement,
  NO_PROPERTIES,
  PICTURE_HASH_SIDE,
  PREVIEW_KINDS,
  type PreviewKind,
  type Preview,
  type Rendering,
  type Size,
} from './rendering.ts';
import { openResult, readResult } from './result-files.ts';
import { type CrashReason, runLimited, runSandboxed, SandboxCrash, type SandboxLimits } from './sandbox-process.ts';
import { orDiskFull, Scratch } from './scratch.ts';
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
const MAX_RESULT_BYTES = 256 * 1024;
const MAX_PREVIEW_BYTES = 32 * MB;
/** Maximum number of pixels of a picture that gets tiles. */
const MAX_PIXELS = 1e9;
const MAX_SIDE = 200_000;
/** A document is rejected after this many crashes. */
const MAX_PAGE_CRASHES = 6;
const MAX_TEXT_BYTES = 64 * MB;
/** Maximum size of a text that is shown to readers. */
const MAX_SHOWN_TEXT_BYTES = 2 * MB;
/** Time that this process needs to notice a signal that was sent to its whole process group. */
const NOTICE_MS = 1000;

/** Why there is no preview: the file is damaged, it is missing, or the archive can't render it. */
export type FailureCause = 'damaged' | 'missing' | 'unsupported';

/** The file can't be decoded, now or later. The message is shown to curators. */
export class FileRejection extends Error {
  /** Whether other pages of the file would be rejected as well. */
  readonly isFinal: boolean;
  readonly failure: FailureCause;

  constructor(message: string, { isFinal = false, failure = 'unsupported' as FailureCause } = {}) {
    super(message);
    this.isFinal = isFinal;
    this.failure = failure;
  }
}

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

interface Task {
  kind: 'picture' | 'document' | 'tiles' | 'pages' | 'playback' | 'text' | 'recognition';
  /** The title of the record or the name of the file, for operators. */
  name: string;
  options?: readonly string[];
}

const CRASH_REASONS: Record<CrashReason, string> = {
  memory: 'needed too much memory',
  time: 'took too long',
  crash: 'failed unexpectedly',
};
const TASK_NAMES = {
  picture: 'Generating a preview',
  document: 'Reading this document',
  tiles: 'Preparing this picture for zooming',
  pages: 'Rendering the pages of this document',
  playback: 'Converting this file for browsers',
  text: 'Reading the text of this file',
  recognition: 'Recognizing the text of this file',
};
const CONSEQUENCES = {
  picture: 'The file itself is kept.',
  tiles: 'The file itself is kept.',
  pages: 'The file itself is kept.',
  playback: 'Download it to open it.',
  text: 'The file itself is kept.',
  recognition: 'The file itself is kept.',
  document: 'Nothing was imported. Save it as Markdown or CSV and import that.',
};

const quarantineMessage = (kind: Task['kind'], reason: CrashReason) =>
  new FileRejection(
    `${TASK_NAMES[kind]} ${CRASH_REASONS[reason]} ${MAX_CRASHES === 2 ? 'twice' : `${MAX_CRASHES} times`}, so it won’t be tried again automatically. ${CONSEQUENCES[kind]}`,
  );

const size = z.object({ width: z.int().positive(), height: z.int().positive() });
const suggested = fileMetadataSchema.nullable();
const count = z.int().positive().max(1_000_000).nullable();
const properties = z.object({
  page_count: count,
  frame_count: count,
  color_profile: z.string().max(200).nullable(),
  bit_depth: count,
});
const hash = z
  .string()
  .regex(new RegExp(`^[01]{${PICTURE_HASH_SIDE ** 2}}$`))
  .nullable();
/** The process has decoded an untrusted file, so its output is untrusted too. */
const resultSchema: z.ZodType<SandboxResult> = z.union([
  z.object({
    rejected: z.string(),
    damaged: z.boolean(),
    cause: z.string().nullable(),
    suggested: suggested.optional(),
  }),
  z.object({
    suggested,
    size,
    properties,
    hash,
    doubtful: z.boolean().optional(),
    previews: z.record(z.string(), size),
    text: z.literal(true).optional(),
  }),
  z.object({
    tiles: size.refine(({ width, height }) => width * height <= MAX_PIXELS && Math.max(width, height) <= MAX_SIDE),
  }),
  z.object({ pages: z.int().nonnegative(), sizes: z.array(size.extend({ zoom: size })).max(MAX_RENDERED_PAGES) }),
  z.object({ text: z.literal(true) }),
]);

const MAX_PAGE_CHARACTERS = 100_000;
const pagesSchema: z.ZodType<ReadPage[]> = z
  .array(
    z.object({
      page: z.int().positive(),
      text: z.string().max(MAX_PAGE_CHARACTERS).nullable(),
      confidence: z.int().min(0).max(100).optional(),
    }),
  )
  .max(10_000);

const entryOf = (directory: string, name: string, file: string): SetEntry => ({
  name,
  open: async () => (await openResult(path.join(directory, file), MAX_PREVIEW_BYTES)).createReadStream(),
});

function parse<T>(schema: z.ZodType<T>, bytes: Buffer): T {
  try {
    return schema.parse(JSON.parse(bytes.toString()));
  } catch (error) {
    throw new SandboxCrash('crash', (error as Error).message);
  }
}

/**
 * Decodes untrusted files, each in its own process, which is killed if it needs too much memory or time. A file that crashes its process
 * twice is quarantined. The queues limit the number of concurrent processes.
 */
@Injectable()
export class Sandbox {
  readonly #log = new Logger('Sandbox');
  readonly #limits;
  readonly #quarantine: Quarantine;
  readonly #scratch: Scratch;
  readonly #drain: Drain;
  readonly #runs;

  constructor(
    @Inject(CONFIG) config: Config,
    quarantine: Quarantine,
    scratch: Scratch,
    drain: Drain,
    metrics: Metrics,
  ) {
    this.#drain = drain;
    this.#limits = config.sandbox;
    this.#quarantine = quarantine;
    this.#scratch = scratch;
    this.#runs = metrics.counter({
      name: 'sandbox_runs_total',
      help: 'Files decoded in the sandbox, by task and outcome: done, rejected, memory, time, crash or quarantined',
      labelNames: ['task', 'outcome'],
    });
  }

  /** Renders the previews of an image, PDF, Word document, video or recording, and reads its metadata and properties. */
  async readPicture(file: Readable, name: string, contentType: string): Promise<PictureContent> {
    const task = { kind: 'picture', name, options: [contentType] } as const;
    try {
      return await this.#run(task, file, async (result, directory) => {
        if ('rejected' in result)
          return { ...NOTHING_READ, suggested: result.suggested ?? null, rendering: this.#rejection(task, result) };
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
   * Converts a Word document to Markdown.
   * @throws FileRejection
   */
  async readDocument(bytes: Buffer, name: string): Promise<string> {
    const task = { kind: 'document', name } as const;
    return this.#run(task, Readable.from([bytes]), async (result, directory) => {
      if ('rejected' in result) throw this.#rejection(task, result);
      return (await readResult(path.join(directory, TEXT_FILE), MAX_TEXT_BYTES)).toString();
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
    return this.#inScratch(file, 'text', async (directory) => {
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
    return this.#inScratch(file, 'tiles', async (directory) => {
      const task = { kind: 'tiles', name, options: [contentType] } as const;
      const tiles = await this.#runWithoutQuarantine(task, directory, async (result) => {
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
    return this.#inScratch(file, 'pages', async (directory) => {
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
    return this.#inScratch(file, 'playback', async (directory) => {
      const task = { kind: 'playback', name, options: [contentType] } as const;
      const { size } = await this.#runWithoutQuarantine(task, directory, async (result) => {
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
        const result = await this.#runWithoutQuarantine(task, directory, async (found) => {
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

  /** Copies a file to its own directory, unless it is quarantined. */
  async #inScratch<T>(file: Readable, kind: Task['kind'], work: (directory: string) => Promise<T>): Promise<T> {
    const directory = await this.#scratch.create();
    try {
      const crashed = await this.#quarantine.crashesOf(await save(file, path.join(directory, INPUT_FILE)));
      if (crashed && crashed.crashes >= MAX_CRASHES) throw quarantineMessage(kind, crashed.reason);
      return await work(directory);
    } finally {
      await this.#scratch.remove(directory);
    }
  }

  /** @throws FileRejection, even if the process crashes */
  #textOf(task: Task, directory: string): Promise<ReadPage[]> {
    return this.#runWithoutQuarantine(task, directory, async () =>
      parse(pagesSchema, await readResult(path.join(directory, TEXT_FILE), MAX_TEXT_BYTES)),
    );
  }

  /**
   * Runs a task once. A crash isn't counted for the quarantine.
   * @throws FileRejection, even if the process crashes
   */
  async #runWithoutQuarantine<T>(
    task: Task,
    directory: string,
    read: (result: SandboxResult) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.#runOnce(task, directory, async (result) => {
        if ('rejected' in result) throw this.#rejection(task, result);
        return read(result);
      });
    } catch (error) {
      if (!(error instanceof SandboxCrash)) throw error;
      await this.#scratch.requireRoom(directory);
      this.#log.warn(`${TASK_NAMES[task.kind]} ${CRASH_REASONS[error.reason]} for ${task.name}: ${error.message}`);
      this.#runs.inc({ task: task.kind, outcome: error.reason });
      throw new FileRejection(`${TASK_NAMES[task.kind]} ${CRASH_REASONS[error.reason]}. ${CONSEQUENCES[task.kind]}`);
    }
  }

  #rejection(
    { kind, name }: Task,
    { rejected, damaged, cause }: Pick<Extract<SandboxResult, { rejected: string }>, 'rejected' | 'damaged' | 'cause'>,
  ): FileRejection {
    this.#log.warn(`${TASK_NAMES[kind]} failed for ${name}: ${rejected} (${cause ?? 'no further cause'})`);
    this.#runs.inc({ task: kind, outcome: 'rejected' });
    return new FileRejection(rejected, { isFinal: true, failure: damaged ? 'damaged' : 'unsupported' });
  }

  /** Runs a task. If the process crashes, retries immediately, unless the file has now crashed too often. */
  async #run<T>(
    task: Task,
    file: Readable,
    read: (result: SandboxResult, directory: string) => Promise<T>,
  ): Promise<T> {
    const directory = await this.#scratch.create();
    try {
      const sha256 = await save(file, path.join(directory, INPUT_FILE));
      let crashed = await this.#quarantine.crashesOf(sha256);
      while ((crashed?.crashes ?? 0) < MAX_CRASHES) {
        try {
          const value = await this.#runOnce(task, directory, read);
          if (crashed) await this.#quarantine.forgetCrashes(sha256);
          return value;
        } catch (error) {
          if (!(error instanceof SandboxCrash)) throw error;
          await this.#scratch.requireRoom(directory);
          this.#log.warn(`${TASK_NAMES[task.kind]} ${CRASH_REASONS[error.reason]} for ${task.name}: ${error.message}`);
          this.#runs.inc({ task: task.kind, outcome: error.reason });
          crashed = await this.#quarantine.addCrash(sha256, task.kind, task.name, error.reason);
        }
      }
      this.#runs.inc({ task: task.kind, outcome: 'quarantined' });
      throw quarantineMessage(task.kind, crashed?.reason ?? 'crash');
    } finally {
      await this.#scratch.remove(directory);
    }
  }

  async #runOnce<T>(
    { kind, options = [] }: Task,
    directory: string,
    read: (result: SandboxResult, directory: string) => Promise<T>,
  ): Promise<T> {
    const limits = { ...this.#limits, lowPriority: kind !== 'picture' && kind !== 'document' };
    const [type = ''] = options;
    const result = await (isAudioOrVideo(type)
      ? this.#audioVideoResult(kind, type, directory, limits)
      : this.#result([kind, ...options], directory, limits));
    const value = await read(result, directory);
    if (!('rejected' in result)) this.#runs.inc({ task: kind, outcome: 'done' });
    return value;
  }

  async #result(task: readonly string[], directory: string, limits: SandboxLimits): Promise<SandboxResult> {
    await this.#unlessStopping(runSandboxed(task, directory, limits));
    return parse(resultSchema, await readResult(path.join(directory, RESULT_FILE), MAX_RESULT_BYTES));
  }

  /** Processes a video or recording. Returns its conversion, or the previews of its poster with the size of the video. */
  async #audioVideoResult(
    kind: Task['kind'],
    contentType: string,
    directory: string,
    limits: SandboxLimits,
  ): Promise<SandboxResult> {
    let cause: string | null = null;
    const run: Run = async (command, overrides) => {
      try {
        await this.#unlessStopping(runLimited(command, directory, { ...limits, ...overrides }));
        return true;
      } catch (error) {
        if (!(error instanceof SandboxCrash) || error.exitCode === null) throw error;
        await this.#scratch.requireRoom(directory);
        cause = error.message;
        return false;
      }
    };
    const { cpuSeconds } = limits;
    const purpose = kind === 'playback' ? 'playback' : 'poster';
    const input = { kind: purpose, contentType, directory, cpuSeconds, run, cause: () => cause } as const;
    const processed = await processAudioVideo(input);
    if ('rejected' in processed) return processed;
    const { measurement } = processed;
    if (purpose === 'playback') return { playback: measurement };
    const result = await this.#result([kind, measurement.size ? POSTER_TYPE : contentType], directory, limits);
    if (!('previews' in result)) return result;
    const properties = NO_PROPERTIES;
    return { ...result, suggested: null, size: measurement.size ?? result.size, properties, measurement };
  }

  /**
   * Terminals and systemd stop all processes of a group at once, so a terminated process isn't the fault of the file.
   * @throws InterruptedError
   */
  async #unlessStopping(run: Promise<void>): Promise<void> {
    try {
      await run;
    } catch (error) {
      const { signal } = this.#drain;
      if (error instanceof SandboxCrash && error.isTerminated) {
        await pause(NOTICE_MS, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) throw new InterruptedError('The process was stopped while it decoded a file');
      }
      throw error;
    }
  }
}

/** Writes a stream to a file. Returns its SHA-256 hash. */
async function save(source: Readable, file: string): Promise<Buffer> {
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await orDiskFull(() => pipeline(source, hashing, createWriteStream(file)));
  return hash.digest();
}
