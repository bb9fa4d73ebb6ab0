import { historyCalls } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type CallInput, Contract } from '../../common/index.ts';
import { Username } from '../auth/index.ts';
import { History } from './history.service.ts';

@Controller()
export class HistoryController {
  readonly #history: History;

  constructor(history: History) {
    this.#history = history;
  }

  @Contract(historyCalls.list)
  list({ params, query }: CallInput<typeof historyCalls.list>) {
    return this.#history.list(params.kind, params.slug, query.limit, query.offset);
  }

  @Contract(historyCalls.restore)
  restore({ params }: CallInput<typeof historyCalls.restore>, @Username() username: string) {
    return this.#history.restore(params.kind, params.slug, params.revision, username);
  }
}
