import { historyOperations } from '@archive/contracts';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type OperationInput, Contract } from '../../common/index.ts';
import { Accounts, identityOf, Username } from '../auth/index.ts';
import { HistoryQueries } from './history-queries.ts';
import { HistoryRestore } from './history-restore.ts';

@Controller()
export class HistoryController {
  readonly #accounts: Accounts;
  readonly #queries: HistoryQueries;
  readonly #restore: HistoryRestore;

  constructor(accounts: Accounts, queries: HistoryQueries, restore: HistoryRestore) {
    this.#accounts = accounts;
    this.#queries = queries;
    this.#restore = restore;
  }

  @Contract(historyOperations.changes)
  async changes(
    { query: { whose, ...query } }: OperationInput<typeof historyOperations.changes>,
    @Req() request: FastifyRequest,
  ) {
    const own = whose === 'own' ? await this.#accounts.namesOf(identityOf(request)) : undefined;
    return this.#queries.changes(query, own);
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
