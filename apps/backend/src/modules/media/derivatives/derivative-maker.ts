import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Database, type Statements } from '../../../database/index.ts';
import { JobHandlers } from '../../../queues/index.ts';
import {
  completeDerivatives,
  insertDerivatives,
  insertFailedDerivatives,
  type NewDerivative,
  setDimensions,
  startDerivatives,
  type StartedDerivativeTask,
  uncountDerivativeAttempt,
} from '../../records/index.ts';
import { DERIVATIVES_PREFIX, FileLeases, Storage } from '../../storage/index.ts';
import { type EmbeddedMetadata, suggestionsOf } from '../picture-data.ts';
import { RenderError, type Rendering, PICTURE_KINDS, PICTURE_TYPE } from './rendering.ts';
import { DerivativeTasks } from './derivative-tasks.ts';
import { Scratch } from './temp-directories.ts';

/** A file that crashes the process this many times is not tried again. */
const MAX_ATTEMPTS = 3;

/** Renders previews of media files in the worker. Files that can't be rendered are marked as failed and not retried. */
@Injectable()
export class DerivativeMaker {
  readonly #log = new Logger('Derivatives');
  readonly #database: Database;
  readonly #storage: Storage;
  readonly #leases: FileLeases;
  readonly #scratch: Scratch;

  constructor(
    database: Database,
    storage: Storage,
    leases: FileLeases,
    scratch: Scratch,
    tasks: DerivativeTasks,
    handlers: JobHandlers,
  ) {
    this.#database = database;
    this.#storage = storage;
    this.#leases = leases;
    this.#scratch = scratch;
    handlers.handle('derivatives-make', ({ media_id }) => this.make(media_id));
    handlers.handle('derivatives-resume', () => tasks.resume());
  }

  async make(mediaId: number): Promise<void> {
    const media = await startDerivatives(this.#database, mediaId);
    if (!media) return;
    try {
      if (media.attempts > MAX_ATTEMPTS) throw new RenderError('Generating a preview crashed repeatedly.');
      await this.#render(media);
    } catch (error) {
      // Storage and database errors say nothing about the file, so they don't count as an attempt.
      if (!(error instanceof RenderError)) {
        await uncountDerivativeAttempt(this.#database, mediaId).catch(() => undefined);
        throw error;
      }
      this.#log.warn(`No preview for ${media.slug}: ${error.message} (${causeOf(error)})`);
      await this.#store(media, (statements) =>
        insertFailedDerivatives(statements, media.id, PICTURE_KINDS, error.message),
      );
    }
  }

  async #render(media: StartedDerivativeTask): Promise<void> {
    const directory = await this.#scratch.open();
    try {
      const file = path.join(directory, 'file');
      await this.#fetch(media, file);
      const drawing = await draw(file, media.content_type);
      const suggested = media.content_type === 'application/pdf' ? null : await suggestionsOf(file);
      await this.#save(media, drawing, suggested);
    } finally {
      await this.#scratch.close(directory);
    }
  }

  async #fetch({ storage_key: key }: StartedDerivativeTask, file: string): Promise<void> {
    const stream = key === null ? undefined : await this.#storage.open(key);
    if (!stream) throw new RenderError('The file is missing from storage.');
    await pipeline(stream, createWriteStream(file));
  }

  async #save(media: StartedDerivativeTask, drawing: Rendering, suggested: EmbeddedMetadata | null): Promise<void> {
    const folder = `${DERIVATIVES_PREFIX}${media.id}-${randomBytes(6).toString('hex')}`;
    const keys = PICTURE_KINDS.map((kind) => `${folder}/${kind}.webp`);
    try {
      const made: NewDerivative[] = [];
      for (const [at, kind] of PICTURE_KINDS.entries()) {
        const key = keys[at] ?? '';
        const { data, width, height } = drawing.pictures[kind];
        await this.#leases.acquire(key);
        const stored = await this.#storage.put(key, data, PICTURE_TYPE);
        made.push({ kind, storage_key: key, content_type: PICTURE_TYPE, width, height, ...stored });
      }
      const stored = await this.#store(media, async (statements) => {
        await this.#leases.confirm(statements, keys);
        await insertDerivatives(statements, media.id, made);
        await setDimensions(statements, media.id, { width: drawing.width, height: drawing.height, suggested });
      });
      if (!stored) await this.#leases.abandon(keys);
    } catch (error) {
      await this.#leases.abandon(keys);
      throw error;
    }
  }

  /** Replaces the previews and completes the task. Returns false when the task is already complete or the record was deleted. */
  #store(media: StartedDerivativeTask, write: (statements: Statements) => Promise<unknown>): Promise<boolean> {
    return this.#database.transaction(async (statements) => {
      const previous = await completeDerivatives(statements, media.id);
      if (!previous) return false;
      await this.#leases.release(statements, previous);
      await write(statements);
      return true;
    });
  }
}

const causeOf = ({ cause }: Error) => (cause instanceof Error ? cause.message : 'no further cause');

/** Loads the large native libraries only in processes that render. */
async function draw(file: string, contentType: string | null): Promise<Rendering> {
  if (contentType === 'application/pdf') return (await import('./render-pdf.ts')).renderPdf(file);
  return (await import('./render-image.ts')).renderImage(file);
}
