import { presidentCalls } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type CallInput, Contract } from '../../common/index.ts';
import { PresidentReads } from './president-reads.ts';

@Controller()
export class PresidentsController {
  readonly #reads: PresidentReads;

  constructor(reads: PresidentReads) {
    this.#reads = reads;
  }

  @Contract(presidentCalls.list)
  list({ query }: CallInput<typeof presidentCalls.list>) {
    return this.#reads.list(query.limit, query.offset);
  }

  @Contract(presidentCalls.get)
  get({ params }: CallInput<typeof presidentCalls.get>) {
    return this.#reads.get(params.slug);
  }
}
