import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Database, type Statements } from '../../../database/index.ts';
import { JobHandlers } from '../../../queues/index.ts';
import { DERIVATIVES_PREFIX, FileClaims, Storage, type Stored } from '../../storage/index.ts';
import { type Suggested, suggestionsOf } from '../intake/picture-data.ts';
import { CannotDraw, type Drawing, PICTURE_KINDS, PICTURE_TYPE, type PictureKind } from './drawing.ts';
import { DerivativeTasks } from './derivative-tasks.ts';
import { Scratch } from './scratch.ts';

/** A file that ended the program so often is not tried again. */
const MOST_BEGUN = 3;

const BEGIN = `
  update derivative_task t set begun = begun + 1, updated_at = now() from media m
  where t.media_id = $1 and m.id = t.media_id
  returning t.begun, m.id, m.slug, m.storage_key, m.content_type`;

const REST = 'update derivative_task set begun = begun - 1 where media_id = $1 and begun > 0';

const END = 'delete from derivative_task where media_id = $1';

const OLD = 'select storage_key from derivative where media_id = $1 and storage_key is not null for update';

const FORGET = 'delete from derivative where media_id = $1';

const READY = `
  insert into derivative (media_id, kind, state, storage_key, content_type, width, height, size, sha256)
  values ($1, $2, 'ready', $3, $4, $5, $6, $7, $8)`;

const FAILED = `
  insert into derivative (media_id, kind, state, error) select $1, kind, 'failed', $3 from unnest($2::text[]) kinds(kind)`;

const DESCRIBE = `
  update media set width = $2, height = $3, suggested = coalesce(suggested, $4) where id = $1`;

interface Begun {
  begun: number;
  id: number;
  slug: string;
  storage_key: string | null;
  content_type: string | null;
}

interface Made {
  kind: PictureKind;
  key: string;
  width: number;
  height: number;
  stored: Stored;
}

/** Draws the smaller pictures of media: the worker's part. A file of which there are none is marked, and left alone. */
@Injectable()
export class DerivativeMaker {
  readonly #log = new Logger('Derivatives');
  readonly #database: Database;
  readonly #storage: Storage;
  readonly #claims: FileClaims;
  readonly #scratch: Scratch;

  constructor(
    database: Database,
    storage: Storage,
    claims: FileClaims,
    scratch: Scratch,
    tasks: DerivativeTasks,
    handlers: JobHandlers,
  ) {
    this.#database = database;
    this.#storage = storage;
    this.#claims = claims;
    this.#scratch = scratch;
    handlers.handle('derivatives-make', ({ media_id }) => this.make(media_id));
    handlers.handle('derivatives-resume', () => tasks.resume());
  }

  async make(mediaId: number): Promise<void> {
    const media = await this.#database.row<Begun>('derivatives-begin', BEGIN, [mediaId]);
    if (!media) return;
    try {
      if (media.begun > MOST_BEGUN) throw new CannotDraw('Drawing the file ended the program several times.');
      await this.#draw(media);
    } catch (error) {
      // Storage or database may be back the next time: then the file is not to blame.
      if (!(error instanceof CannotDraw)) {
        await this.#database.change('derivatives-rest', REST, [mediaId]).catch(() => undefined);
        throw error;
      }
      this.#log.warn(`There is no picture of ${media.slug}: ${error.message} (${causeOf(error)})`);
      await this.#give(media, (statements) =>
        statements.change('derivatives-failed', FAILED, [media.id, PICTURE_KINDS, error.message]),
      );
    }
  }

  async #draw(media: Begun): Promise<void> {
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

  async #fetch({ storage_key: key }: Begun, file: string): Promise<void> {
    const stream = key === null ? undefined : await this.#storage.open(key);
    if (!stream) throw new CannotDraw('The file is not in storage.');
    await pipeline(stream, createWriteStream(file));
  }

  async #save(media: Begun, drawing: Drawing, suggested: Suggested | null): Promise<void> {
    const folder = `${DERIVATIVES_PREFIX}${media.id}-${randomBytes(6).toString('hex')}`;
    const keys = PICTURE_KINDS.map((kind) => `${folder}/${kind}.webp`);
    try {
      const made: Made[] = [];
      for (const [at, kind] of PICTURE_KINDS.entries()) {
        const key = keys[at] ?? '';
        const { data, width, height } = drawing.pictures[kind];
        await this.#claims.reserve(key);
        made.push({ kind, key, width, height, stored: await this.#storage.put(key, data, PICTURE_TYPE) });
      }
      const given = await this.#give(media, async (statements) => {
        await this.#claims.claim(statements, keys);
        for (const { kind, key, width, height, stored } of made) {
          const picture = [kind, key, PICTURE_TYPE, width, height, stored.size, stored.sha256];
          await statements.change('derivatives-ready', READY, [media.id, ...picture]);
        }
        const described = [drawing.width, drawing.height, suggested && JSON.stringify(suggested)];
        await statements.change('derivatives-describe', DESCRIBE, [media.id, ...described]);
      });
      if (!given) await this.#claims.abandon(keys);
    } catch (error) {
      await this.#claims.abandon(keys);
      throw error;
    }
  }

  /** Replaces what there was of pictures and ends the task; false when somebody else has, or the record is gone. */
  #give(media: Begun, write: (statements: Statements) => Promise<unknown>): Promise<boolean> {
    return this.#database.transaction(async (statements) => {
      if ((await statements.change('derivatives-end', END, [media.id])) === 0) return false;
      const old = await statements.rows<{ storage_key: string }>('derivatives-old', OLD, [media.id]);
      await statements.change('derivatives-forget', FORGET, [media.id]);
      await this.#claims.release(
        statements,
        old.map(({ storage_key }) => storage_key),
      );
      await write(statements);
      return true;
    });
  }
}

const causeOf = ({ cause }: Error) => (cause instanceof Error ? cause.message : 'no further cause');

/** What draws is large native code: only a process that draws loads it. */
async function draw(file: string, contentType: string | null): Promise<Drawing> {
  if (contentType === 'application/pdf') return (await import('./draw-pdf.ts')).drawPdf(file);
  return (await import('./draw-image.ts')).drawImage(file);
}
