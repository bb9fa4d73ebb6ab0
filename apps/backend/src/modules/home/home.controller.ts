import { homeOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { HomeQueries } from './home-queries.ts';

@Controller()
export class HomeController {
  readonly #queries: HomeQueries;

  constructor(queries: HomeQueries) {
    this.#queries = queries;
  }

  @Contract(homeOperations.get)
  get({ query }: OperationInput<typeof homeOperations.get>) {
    return this.#queries.get(query.day);
  }
}
