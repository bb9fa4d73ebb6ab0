import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config/index.ts';
import { Database } from '../../../database/index.ts';
import { JobHandlers, Retention } from '../../../queues/index.ts';
import { removeDueFromTrash } from '../../records/index.ts';
import { FileLeases } from '../../storage/index.ts';
import { deleteFilesOfTrashed } from './delete-trashed.ts';

const BATCH_SIZE = 200;

/** Permanently deletes media that users emptied from the trash or that have been in it for too long. Runs in the worker. */
@Injectable()
export class TrashCleanup {
  readonly #database: Database;
  readonly #leases: FileLeases;
  readonly #days: number | null;

  constructor(
    database: Database,
    leases: FileLeases,
    @Inject(CONFIG) config: Config,
    handlers: JobHandlers,
    retention: Retention,
  ) {
    this.#database = database;
    this.#leases = leases;
    this.#days = config.trashDays;
    handlers.handle('trash-empty', async () => {
      await this.deleteDue();
    });
    retention.enforce('trash', () => this.deleteDue());
  }

  /** Returns the number of deleted media items. Each batch is a transaction, so a restart loses nothing. */
  async deleteDue(): Promise<number> {
    for (let deleted = 0; ;) {
      const count = await this.#deleteBatch();
      deleted += count;
      if (count < BATCH_SIZE) return deleted;
    }
  }

  #deleteBatch(): Promise<number> {
    return this.#database.transaction(async (executor) => {
      const removed = await removeDueFromTrash(executor, this.#days, BATCH_SIZE);
      await deleteFilesOfTrashed(executor, this.#leases, removed);
      return removed.length;
    });
  }
}
