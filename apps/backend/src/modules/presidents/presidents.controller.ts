import { presidentOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { PresidentReads } from './president-reads.ts';

@Controller()
export class PresidentsController {
  readonly #reads: PresidentReads;

  constructor(reads: PresidentReads) {
    this.#reads = reads;
  }

  @Contract(presidentOperations.list)
  list({ query }: OperationInput<typeof presidentOperations.list>) {
    return this.#reads.list(query.limit, query.offset);
  }

  @Contract(presidentOperations.get)
  get({ params }: OperationInput<typeof presidentOperations.get>) {
    return this.#reads.get(params.slug);
  }
}
