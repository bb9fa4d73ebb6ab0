import { Injectable } from '@nestjs/common';
import { Problem } from '../../common/index.ts';
import { afterCommit, Database, type Statements } from '../../database/index.ts';
import { FileDeletionJobs } from './file-deletion-jobs.ts';
import { Storage } from './storage.ts';

/** From the moment a file gets its key until its record is there less than this passes, however large it is. */
const RESERVED = `interval '30 minutes'`;

const RESERVE = `
  insert into storage_deletion (storage_key, due_at) values ($1, now() + ${RESERVED})
  on conflict (storage_key) do update
    set due_at = excluded.due_at, attempt = storage_deletion.attempt + 1 where storage_deletion.due_at <= now()
  returning attempt = 1 anew`;

const UNLESS_TAKEN = 'delete from storage_deletion where storage_key = $1 and ($2 or is_known_file($1))';

const CLAIM = 'delete from storage_deletion where storage_key = any($1)';

const RELEASE = `
  insert into storage_deletion (storage_key, due_at) select distinct key, now() from unnest($1::text[]) keys(key)
  on conflict (storage_key) do update set due_at = now(), attempt = storage_deletion.attempt + 1
  returning id, attempt`;

const HOLD = `
  insert into storage_deletion (storage_key, due_at) values ($1, now() + ${RESERVED}) on conflict (storage_key) do nothing`;

const GOING = 'select storage_key from storage_deletion where starts_with(storage_key, $1)';

/**
 * Keeps files and the records that know them together, whatever process ends at whatever moment. A file is written under a key
 * that has been reserved, and goes again unless the transaction of its record claims it; the transaction that takes a record away
 * releases its files, which are deleted through the queue once it has committed. What waits for its deletion stands in a table,
 * so nothing that a queue loses is lost.
 */
@Injectable()
export class FileClaims {
  readonly #database: Database;
  readonly #storage: Storage;
  readonly #jobs: FileDeletionJobs;

  constructor(database: Database, storage: Storage, jobs: FileDeletionJobs) {
    this.#database = database;
    this.#storage = storage;
    this.#jobs = jobs;
  }

  /** Before a file is written. False when there is one of that key that nothing has let go, or another is being written. */
  reserve(key: string): Promise<boolean> {
    return this.#database.transaction((statements) => this.reserveIn(statements, key));
  }

  /** The same, from the end of a transaction on. */
  async reserveIn(statements: Statements, key: string): Promise<boolean> {
    const reserved = await statements.row<{ anew: boolean }>('file-reserve', RESERVE, [key]);
    if (!reserved) return false;
    // The archive's own files have a record or wait for their deletion: this one was put there by somebody.
    const foreign = reserved.anew && (await this.#storage.stat(key)) !== undefined;
    // Only now: the one who had it reserved may have made its record while this one waited for the row.
    return (await statements.change('file-reserve-unless-taken', UNLESS_TAKEN, [key, foreign])) === 0;
  }

  /** In the transaction that makes the record: from then on the files stay. */
  async claim(statements: Statements, keys: readonly string[]): Promise<void> {
    if ((await statements.change('file-claim', CLAIM, [keys])) === keys.length) return;
    throw new Problem(503, 'The file was waiting for its record too long. Please try again.');
  }

  /** In the transaction that takes the record away, or leaves it without these files. */
  async release(statements: Statements, keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const deletions = await statements.rows<{ id: number; attempt: number }>('file-release', RELEASE, [keys]);
    afterCommit(() => this.#jobs.add(deletions));
  }

  /** After a record could not be made: its files go at once, or, when even that fails, as their reservation ends. */
  async abandon(keys: readonly string[]): Promise<void> {
    await this.#database.transaction((statements) => this.release(statements, keys)).catch(() => undefined);
  }

  /** In the transaction that brings a record back: whether its file is there, and stays. */
  async hold(statements: Statements, key: string): Promise<boolean> {
    // Who releases the same file waits for this transaction, and then finds that a record knows it.
    if ((await statements.change('file-hold', HOLD, [key])) === 0) return false;
    await this.claim(statements, [key]);
    return (await this.#storage.stat(key)) !== undefined;
  }

  /** Whether a file is about to be deleted, or has no record yet: for people it is not there. */
  async isGoing(key: string): Promise<boolean> {
    return (
      (await this.#database.row('file-going', 'select 1 from storage_deletion where storage_key = $1', [key])) !==
      undefined
    );
  }

  /** All files below a folder for which that is so. */
  async going(prefix: string): Promise<Set<string>> {
    const rows = await this.#database.rows<{ storage_key: string }>('files-going', GOING, [prefix]);
    return new Set(rows.map(({ storage_key }) => storage_key));
  }
}
