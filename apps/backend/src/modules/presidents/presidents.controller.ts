import { presidentOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { PresidentQueries } from './president-queries.ts';

@Controller()
export class PresidentsController {
  readonly #queries: PresidentQueries;

  constructor(queries: PresidentQueries) {
    this.#queries = queries;
  }

  @Contract(presidentOperations.list)
  list({ query }: OperationInput<typeof presidentOperations.list>) {
    return this.#queries.list(query.limit, query.offset);
  }

  @Contract(presidentOperations.get)
  get({ params }: OperationInput<typeof presidentOperations.get>) {
    return this.#queries.get(params.slug);
  }
}
