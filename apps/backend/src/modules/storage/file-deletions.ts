import { Injectable, Logger } from '@nestjs/common';
import { afterCommit, Database } from '../../database/index.ts';
import { JobHandlers } from '../../queues/index.ts';
import { type Deletion, FileDeletionJobs } from './file-deletion-jobs.ts';
import { Storage } from './storage.ts';
import { INCOMING_PREFIX } from './storage-key.ts';

/** Nobody writes one file for longer. */
const LEFT_MS = 24 * 3_600_000;
const AT_ONCE = 500;

const DUE = `
  select storage_key, is_known_file(storage_key) known from storage_deletion where id = $1 and due_at <= now() for update`;

/** A file without a record is nothing to settle once it is gone. */
const NOT_FOUND_ANY_MORE = `delete from storage_finding where kind = 'unknown_file' and storage_key = $1`;

/** Due, and not just given to the queue. */
const OVERDUE = `
  select id, attempt from storage_deletion where due_at < now() - make_interval(secs => $2) and id > $1 order by id limit ${AT_ONCE}`;

const AGAIN = `
  update storage_deletion set attempt = attempt + 1 where id = $1 and attempt = $2 and due_at <= now() returning id, attempt`;

/** Deletes released files, and finds what nobody deletes: the worker's part of `FileClaims`. */
@Injectable()
export class FileDeletions {
  readonly #log = new Logger('Storage');
  readonly #database: Database;
  readonly #storage: Storage;
  readonly #jobs: FileDeletionJobs;

  constructor(database: Database, storage: Storage, jobs: FileDeletionJobs, handlers: JobHandlers) {
    this.#database = database;
    this.#storage = storage;
    this.#jobs = jobs;
    handlers.handle('storage-file-delete', ({ deletion_id }) => this.delete(deletion_id));
    handlers.handle('storage-deletions-resume', () => this.resume());
    handlers.handle('storage-leftovers-clean', () => this.clean(new Date(Date.now() - LEFT_MS)));
  }

  /** Deletes a file that is due, unless a record knows it by now. The row is held meanwhile: nobody takes its key up again. */
  async delete(id: number): Promise<void> {
    await this.#database.transaction(async (statements) => {
      const due = await statements.row<{ storage_key: string; known: boolean }>('file-deletion-due', DUE, [id]);
      if (!due) return;
      if (!due.known) {
        await this.#storage.remove(due.storage_key);
        await statements.change('file-deletion-found', NOT_FOUND_ANY_MORE, [due.storage_key]);
      }
      await statements.change('file-deletion-done', 'delete from storage_deletion where id = $1', [id]);
    });
  }

  /** Gives the queue once more what is overdue and in no queue: it was away, or has given up. */
  async resume(overdueSeconds = 60): Promise<void> {
    for (let last = 0; ;) {
      const page = await this.#database.rows<Deletion>('file-deletions-overdue', OVERDUE, [last, overdueSeconds]);
      for (const deletion of page) if (!(await this.#jobs.isQueued(deletion))) await this.#again(deletion);
      if (page.length < AT_ONCE) return;
      last = page.at(-1)?.id ?? last;
    }
  }

  /** Removes what uploads that broke off before the moment have left in storage. */
  async clean(before: Date): Promise<void> {
    let removed = 0;
    for (let from: string | undefined, more = true; more; more = from !== undefined) {
      const { objects, next } = await this.#storage.list(INCOMING_PREFIX, { from });
      for (const { key } of objects.filter(({ lastModified }) => lastModified < before)) {
        await this.#storage.remove(key);
        removed += 1;
      }
      from = next;
    }
    removed += await this.#storage.clean(before);
    if (removed > 0) this.#log.log(`Removed what ${removed} broken-off uploads had left.`);
  }

  async #again({ id, attempt }: Deletion): Promise<void> {
    await this.#database.transaction(async (statements) => {
      const again = await statements.row<Deletion>('file-deletion-again', AGAIN, [id, attempt]);
      if (again) afterCommit(() => this.#jobs.add([again]));
    });
  }
}
