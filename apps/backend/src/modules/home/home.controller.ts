import { homeOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { HomeReads } from './home-reads.ts';

@Controller()
export class HomeController {
  readonly #reads: HomeReads;

  constructor(reads: HomeReads) {
    this.#reads = reads;
  }

  @Contract(homeOperations.get)
  get({ query }: OperationInput<typeof homeOperations.get>) {
    return this.#reads.get(query.day);
  }
}
