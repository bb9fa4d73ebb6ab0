import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Injectable, Logger } from '@nestjs/common';
import { col, Database, type RowOf, statement, type Statements } from '../../../database/index.ts';
import { JobHandlers } from '../../../queues/index.ts';
import { setDimensions } from '../../records/index.ts';
import { DERIVATIVES_PREFIX, FileLeases, Storage, type WriteResult } from '../../storage/index.ts';
import { type Suggested, suggestionsOf } from '../picture-data.ts';
import { RenderError, type Rendering, PICTURE_KINDS, PICTURE_TYPE, type PictureKind } from './rendering.ts';
import { DerivativeTasks } from './derivative-tasks.ts';
import { Scratch } from './temp-directories.ts';

/** A file that crashes the process this many times is not tried again. */
const MAX_ATTEMPTS = 3;

const STARTED_TASK = {
  attempts: col.int,
  id: col.int,
  slug: col.text,
  storage_key: col.text.nullable(),
  content_type: col.text.nullable(),
};
type StartedTask = RowOf<typeof STARTED_TASK>;

const BEGIN = statement(
  'derivatives-start',
  `
  update derivative_task t set attempts = attempts + 1, updated_at = now() from media m
  where t.media_id = $1 and m.id = t.media_id
  returning t.attempts, m.id, m.slug, m.storage_key, m.content_type`,
  STARTED_TASK,
);

const UNCOUNT_ATTEMPT = statement(
  'derivatives-uncount-attempt',
  'update derivative_task set attempts = attempts - 1 where media_id = $1 and attempts > 0',
);

const END = statement('derivatives-complete', 'delete from derivative_task where media_id = $1');

const PREVIOUS = statement(
  'derivatives-previous',
  'select storage_key from derivative where media_id = $1 and storage_key is not null for update',
  { storage_key: col.text },
);

const DELETE = statement('derivatives-delete', 'delete from derivative where media_id = $1');

const READY = statement(
  'derivatives-ready',
  `
  insert into derivative (media_id, kind, state, storage_key, content_type, width, height, size, sha256)
  values ($1, $2, 'ready', $3, $4, $5, $6, $7, $8)`,
);

const FAILED = statement(
  'derivatives-failed',
  `
  insert into derivative (media_id, kind, state, error) select $1, kind, 'failed', $3 from unnest($2::text[]) kinds(kind)`,
);

interface Made {
  kind: PictureKind;
  key: string;
  width: number;
  height: number;
  stored: WriteResult;
}

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
    const media = await this.#database.row(BEGIN, [mediaId]);
    if (!media) return;
    try {
      if (media.attempts > MAX_ATTEMPTS) throw new RenderError('Generating a preview crashed repeatedly.');
      await this.#render(media);
    } catch (error) {
      // Storage and database errors say nothing about the file, so they don't count as an attempt.
      if (!(error instanceof RenderError)) {
        await this.#database.execute(UNCOUNT_ATTEMPT, [mediaId]).catch(() => undefined);
        throw error;
      }
      this.#log.warn(`No preview for ${media.slug}: ${error.message} (${causeOf(error)})`);
      await this.#store(media, (statements) => statements.execute(FAILED, [media.id, PICTURE_KINDS, error.message]));
    }
  }

  async #render(media: StartedTask): Promise<void> {
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

  async #fetch({ storage_key: key }: StartedTask, file: string): Promise<void> {
    const stream = key === null ? undefined : await this.#storage.open(key);
    if (!stream) throw new RenderError('The file is missing from storage.');
    await pipeline(stream, createWriteStream(file));
  }

  async #save(media: StartedTask, drawing: Rendering, suggested: Suggested | null): Promise<void> {
    const folder = `${DERIVATIVES_PREFIX}${media.id}-${randomBytes(6).toString('hex')}`;
    const keys = PICTURE_KINDS.map((kind) => `${folder}/${kind}.webp`);
    try {
      const made: Made[] = [];
      for (const [at, kind] of PICTURE_KINDS.entries()) {
        const key = keys[at] ?? '';
        const { data, width, height } = drawing.pictures[kind];
        await this.#leases.acquire(key);
        made.push({ kind, key, width, height, stored: await this.#storage.put(key, data, PICTURE_TYPE) });
      }
      const given = await this.#store(media, async (statements) => {
        await this.#leases.confirm(statements, keys);
        for (const { kind, key, width, height, stored } of made) {
          const picture = [kind, key, PICTURE_TYPE, width, height, stored.size, stored.sha256];
          await statements.execute(READY, [media.id, ...picture]);
        }
        await setDimensions(statements, media.id, { width: drawing.width, height: drawing.height, suggested });
      });
      if (!given) await this.#leases.abandon(keys);
    } catch (error) {
      await this.#leases.abandon(keys);
      throw error;
    }
  }

  /** Replaces the previews and completes the task. Returns false when the task is already complete or the record was deleted. */
  #store(media: StartedTask, write: (statements: Statements) => Promise<unknown>): Promise<boolean> {
    return this.#database.transaction(async (statements) => {
      if ((await statements.execute(END, [media.id])) === 0) return false;
      const old = await statements.rows(PREVIOUS, [media.id]);
      await statements.execute(DELETE, [media.id]);
      await this.#leases.release(
        statements,
        old.map(({ storage_key }) => storage_key),
      );
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
