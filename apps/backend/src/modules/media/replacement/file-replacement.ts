import path from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { type JsonText, Problem } from '../../../common/index.ts';
import { CONFIG, type Config } from '../../../config/index.ts';
import { col, Database, statement } from '../../../database/index.ts';
import type { WriteRequest } from '../../idempotency/index.ts';
import {
  type ChangeSet,
  changeRecords,
  deleteDerivatives,
  lockMedia,
  lockMediaFile,
  replaceMediaFile,
} from '../../records/index.ts';
import { FileLeases, Storage } from '../../storage/index.ts';
import { DerivativeTasks } from '../derivatives/derivative-tasks.ts';
import { type IncomingFile, IncomingFiles } from '../intake/incoming-files.ts';
import { lockFileHash, rejectDuplicateFile } from '../intake/save-media.ts';
import { MediaQueries } from '../media-queries.ts';

const CURRENT = statement('media-file-current', `select storage_key, content_type from media where slug = $1`, {
  storage_key: col.text.nullable(),
  content_type: col.text.nullable(),
});

/** The file that a record had before its latest replacement, according to the history. */
const REPLACED = statement(
  'media-file-replaced',
  `select f.storage_key, f.size, decode(substr(f.sha256, 3), 'hex') sha256, f.content_type, h.before ->> 'original_filename' original_filename
  from history h cross join lateral jsonb_to_record(h.before #> '{keys,file}') f(storage_key text, size bigint, sha256 text, content_type text)
  where h.kind = 'media' and h.slug = $1 and f.storage_key <> $2 and f.sha256 is not null
  order by h.revision desc limit 1`,
  {
    storage_key: col.text,
    size: col.int.nullable(),
    sha256: col.bytes,
    content_type: col.text.nullable(),
    original_filename: col.text.nullable(),
  },
);

const MAX_ATTEMPTS = 100;

const fileDeleted = () => new Problem(409, 'The previous file has been deleted from storage.');

/** Kinds of files, with their names in messages. A file can only be replaced with a file of the same kind. */
const KINDS: Record<string, string> = { image: 'an image', video: 'a video', audio: 'a recording' };
const kindOf = (type: string) => type.slice(0, type.indexOf('/'));

/** @throws Problem 415 unless the new file has the kind, or otherwise the type, of the current one */
function requireSameKind(current: string | null, type: string): void {
  if (current === null || type === current) return;
  const kind = kindOf(current);
  if (kind in KINDS && kind === kindOf(type)) return;
  const detail = kind in KINDS ? `${KINDS[kind]}, like` : 'the same type as';
  throw new Problem(415, `The new file must be ${detail} the one it replaces.`);
}

/** Replaces files with better copies. The record stays, and the previous file is retained as long as files in the trash. */
@Injectable()
export class FileReplacement {
  readonly #days: number | null;

  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly leases: FileLeases,
    private readonly incoming: IncomingFiles,
    private readonly tasks: DerivativeTasks,
    private readonly queries: MediaQueries,
    @Inject(CONFIG) config: Config,
  ) {
    this.#days = config.trashDays;
  }

  /**
   * @param name the new file's name on the sender's computer
   * @throws Problem 409 if the library already has the file, 415 if it is of another kind
   */
  async replace(slug: string, file: IncomingFile, name: string | null, write: WriteRequest): Promise<JsonText> {
    try {
      const current = await this.#current(slug);
      requireSameKind(current.content_type, file.kind.type);
      await rejectDuplicateFile(this.database, file.sha256);
      const key = await this.#reserve(path.dirname(current.storage_key), slug, file.kind.extension);
      return await this.#move(slug, file, key, name, write);
    } finally {
      await this.incoming.discard(file);
    }
  }

  /** @throws Problem 409 when the file has been deleted from storage */
  undo(slug: string, write: WriteRequest): Promise<JsonText> {
    return changeRecords(this.database, write, async (changes) => {
      const { executor } = changes;
      const { id } = await lockMedia(executor, slug, write.expected);
      const { storage_key: current } = await lockMediaFile(executor, id);
      const replaced = current === null ? undefined : await executor.row(REPLACED, [slug, current]);
      if (!replaced || current === null) throw new Problem(409, 'The file was not replaced.');
      if (!(await this.leases.takeRetained(executor, replaced.storage_key))) throw fileDeleted();
      await replaceMediaFile(changes, id, replaced);
      return this.#finish(changes, { id, slug, former: current, type: replaced.content_type ?? '' });
    });
  }

  async #current(slug: string) {
    const media = await this.database.row(CURRENT, [slug]);
    if (!media) throw new Problem(404, 'Media not found in database.');
    const { storage_key, content_type } = media;
    if (storage_key === null) throw new Problem(409, 'This media item has no file in the library.');
    return { storage_key, content_type };
  }

  /** Leases a free key beside the current file. Files are never overwritten. */
  async #reserve(folder: string, slug: string, extension: string): Promise<string> {
    for (let number = 2; number < MAX_ATTEMPTS; number += 1) {
      const key = `${folder}/${slug}-${number}.${extension}`;
      if (await this.leases.acquire(key)) return key;
    }
    throw new Problem(409, 'This file was replaced too many times.');
  }

  async #move(
    slug: string,
    { keys: incoming, kind, size, sha256 }: IncomingFile,
    key: string,
    name: string | null,
    write: WriteRequest,
  ): Promise<JsonText> {
    try {
      if (!(await this.storage.move(incoming, key, kind.type))) throw new Problem(503, 'The upload failed. Try again.');
      return await changeRecords(this.database, write, async (changes) => {
        const { executor } = changes;
        await lockFileHash(executor, sha256);
        await rejectDuplicateFile(executor, sha256);
        const { id } = await lockMedia(executor, slug, write.expected);
        const { storage_key: former, content_type } = await lockMediaFile(executor, id);
        if (former === null) throw new Problem(409, 'This media item has no file in the library.');
        requireSameKind(content_type, kind.type);
        const file = { storage_key: key, size, sha256, content_type: kind.type, original_filename: name };
        await replaceMediaFile(changes, id, file);
        await this.leases.confirm(executor, [key]);
        return this.#finish(changes, { id, slug, former, type: kind.type });
      });
    } catch (error) {
      await this.leases.abandon([key]);
      throw error;
    }
  }

  async #finish(
    changes: ChangeSet,
    { id, slug, former, type }: { id: number; slug: string; former: string; type: string },
  ): Promise<JsonText> {
    const { executor } = changes;
    await this.leases.retain(executor, former, this.#days);
    await this.leases.scheduleDeletion(executor, await deleteDerivatives(executor, id));
    // The suffix makes the job id unique, because the queue still knows the job for the previous file.
    await this.tasks.request(executor, id, type, `-${Date.now()}`);
    return this.queries.get(slug, executor);
  }
}
