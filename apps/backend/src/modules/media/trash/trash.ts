import type { OperationResponse, trashOperations } from '@archive/contracts';
import { Injectable, Logger } from '@nestjs/common';
import { toProblem } from '../../../common/index.ts';
import { afterCommit, Database } from '../../../database/index.ts';
import { JobQueues } from '../../../queues/index.ts';
import { changeRecords, markEmptied, removeFromTrash } from '../../records/index.ts';
import { FileLeases } from '../../storage/index.ts';
import { deleteFilesOfTrashed } from './delete-trashed.ts';
import { restoreTrashed } from './restore-trashed.ts';

type Operations = typeof trashOperations;

/** No further items are started after this time; the client sends the rest again. Requests time out after 15 s. */
const TIME_LIMIT_MS = 5000;

/** Restores deleted media, or deletes them permanently. */
@Injectable()
export class Trash {
  readonly #log = new Logger('Media');
  readonly #database: Database;
  readonly #leases: FileLeases;
  readonly #queues: JobQueues;

  constructor(database: Database, leases: FileLeases, queues: JobQueues) {
    this.#database = database;
    this.#leases = leases;
    this.#queues = queues;
  }

  /** Restores each item in its own transaction, so that a failure doesn't stop the others. */
  async restore(slugs: readonly string[], changedBy: string): Promise<OperationResponse<Operations['restore']>> {
    const outcome: OperationResponse<Operations['restore']> = { restored: [], failures: [] };
    const deadline = Date.now() + TIME_LIMIT_MS;
    for (const slug of new Set(slugs)) {
      if (Date.now() > deadline) break;
      try {
        if (await this.#restoreItem(slug, changedBy)) outcome.restored.push(slug);
        else outcome.failures.push({ media_slug: slug, reason: 'It’s no longer in the trash.' });
      } catch (error) {
        const problem = toProblem(error);
        const status = problem.getStatus();
        // While a service is unavailable, every remaining item would fail as well.
        if (status === 503 && outcome.restored.length + outcome.failures.length === 0) throw error;
        if (status === 503) break;
        if (status >= 500) this.#log.error(`Could not restore ${slug}`, error);
        outcome.failures.push({ media_slug: slug, reason: problem.detail });
      }
    }
    return outcome;
  }

  #restoreItem(slug: string, changedBy: string): Promise<boolean> {
    return changeRecords(this.#database, { changedBy }, (changes) => restoreTrashed(changes, this.#leases, slug));
  }

  /** Deletes items permanently, in one transaction. */
  remove(slugs: readonly string[], changedBy: string): Promise<OperationResponse<Operations['remove']>> {
    return this.#database.transaction(async (executor) => {
      const removed = await removeFromTrash(executor, slugs);
      await deleteFilesOfTrashed(executor, this.#leases, removed);
      const deleted = removed.map(({ slug }) => slug);
      afterCommit(() => this.#log.log(`${deleted.length} media permanently deleted by ${changedBy}`));
      return { deleted, missing: [...new Set(slugs)].filter((slug) => !deleted.includes(slug)) };
    });
  }

  /** Empties the trash in the background. If the job is lost, retention deletes the items later. */
  empty(until: string, changedBy: string): Promise<OperationResponse<Operations['empty']>> {
    return this.#database.transaction(async (executor) => {
      const emptied = await markEmptied(executor, until);
      afterCommit(async () => {
        this.#log.log(`Trash with ${emptied} media emptied by ${changedBy}`);
        await this.#queues.add('trash-empty', {}, { id: `trash-${Date.now()}` });
      });
      return { emptied };
    });
  }
}
