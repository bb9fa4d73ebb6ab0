import { allows, historyOperations } from '@archive/contracts';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type OperationInput, Contract, notFound } from '../../common/index.ts';
import { Accounts, identityOf, Username } from '../auth/index.ts';
import { HistoryQueries } from './history-queries.ts';
import { HistoryRestore } from './history-restore.ts';
import type { HistoryKind } from '../records/index.ts';

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
    return this.#queries.changes(query, { own, withDrafts: seesDrafts(request) });
  }

  @Contract(historyOperations.deleted)
  async deleted({ query }: OperationInput<typeof historyOperations.deleted>, @Req() request: FastifyRequest) {
    await this.#requireShown(query, request);
    return this.#queries.deleted(query);
  }

  @Contract(historyOperations.list)
  async list({ params, query }: OperationInput<typeof historyOperations.list>, @Req() request: FastifyRequest) {
    await this.#requireShown(params, request);
    return this.#queries.list(params.kind, params.slug, query.limit, query.offset);
  }

  @Contract(historyOperations.preview)
  async preview({ params }: OperationInput<typeof historyOperations.preview>, @Req() request: FastifyRequest) {
    await this.#requireShown(params, request);
    return this.#queries.preview(params.kind, params.slug, params.revision);
  }

  @Contract(historyOperations.restore)
  restore({ params }: OperationInput<typeof historyOperations.restore>, @Username() username: string) {
    return this.#restore.restore(params.kind, params.slug, params.revision, username);
  }

  /** @throws 404 for the draft of a story, unless the person could edit it */
  async #requireShown({ kind, slug }: { kind: HistoryKind; slug?: string | undefined }, request: FastifyRequest) {
    if (kind === 'story' && !seesDrafts(request) && !(await this.#queries.isPublished(slug ?? '')))
      throw notFound('There are no changes of a record with this address.');
  }
}

const seesDrafts = (request: FastifyRequest) => allows(identityOf(request).role, 'contributor');
