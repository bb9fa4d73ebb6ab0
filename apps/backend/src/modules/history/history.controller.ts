import { historyOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { Username } from '../auth/index.ts';
import { HistoryReads } from './history-reads.ts';
import { HistoryRestore } from './history-restore.ts';

@Controller()
export class HistoryController {
  readonly #reads: HistoryReads;
  readonly #restore: HistoryRestore;

  constructor(reads: HistoryReads, restore: HistoryRestore) {
    this.#reads = reads;
    this.#restore = restore;
  }

  @Contract(historyOperations.changes)
  changes({ query }: OperationInput<typeof historyOperations.changes>) {
    return this.#reads.changes(query);
  }

  @Contract(historyOperations.deleted)
  deleted({ query }: OperationInput<typeof historyOperations.deleted>) {
    return this.#reads.deleted(query);
  }

  @Contract(historyOperations.list)
  list({ params, query }: OperationInput<typeof historyOperations.list>) {
    return this.#reads.list(params.kind, params.slug, query.limit, query.offset);
  }

  @Contract(historyOperations.restore)
  restore({ params }: OperationInput<typeof historyOperations.restore>, @Username() username: string) {
    return this.#restore.restore(params.kind, params.slug, params.revision, username);
  }
}
