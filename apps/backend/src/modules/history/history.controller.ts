import { historyOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { Username } from '../auth/index.ts';
import { HistoryQueries } from './history-queries.ts';
import { HistoryRestore } from './history-restore.ts';

@Controller()
export class HistoryController {
  readonly #queries: HistoryQueries;
  readonly #restore: HistoryRestore;

  constructor(queries: HistoryQueries, restore: HistoryRestore) {
    this.#queries = queries;
    this.#restore = restore;
  }

  @Contract(historyOperations.changes)
  changes({ query }: OperationInput<typeof historyOperations.changes>) {
    return this.#queries.changes(query);
  }

  @Contract(historyOperations.deleted)
  deleted({ query }: OperationInput<typeof historyOperations.deleted>) {
    return this.#queries.deleted(query);
  }

  @Contract(historyOperations.list)
  list({ params, query }: OperationInput<typeof historyOperations.list>) {
    return this.#queries.list(params.kind, params.slug, query.limit, query.offset);
  }

  @Contract(historyOperations.preview)
  preview({ params }: OperationInput<typeof historyOperations.preview>) {
    return this.#queries.preview(params.kind, params.slug, params.revision);
  }

  @Contract(historyOperations.restore)
  restore({ params }: OperationInput<typeof historyOperations.restore>, @Username() username: string) {
    return this.#restore.restore(params.kind, params.slug, params.revision, username);
  }
}
