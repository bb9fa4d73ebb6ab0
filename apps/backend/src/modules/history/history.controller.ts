import { historyOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { Username } from '../auth/index.ts';
import { History } from './history.service.ts';

@Controller()
export class HistoryController {
  readonly #history: History;

  constructor(history: History) {
    this.#history = history;
  }

  @Contract(historyOperations.list)
  list({ params, query }: OperationInput<typeof historyOperations.list>) {
    return this.#history.list(params.kind, params.slug, query.limit, query.offset);
  }

  @Contract(historyOperations.restore)
  restore({ params }: OperationInput<typeof historyOperations.restore>, @Username() username: string) {
    return this.#history.restore(params.kind, params.slug, params.revision, username);
  }
}
