import { personPageCalls } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type CallInput, Contract } from '../../common/index.ts';
import { PersonPageReads } from './person-page-reads.ts';

@Controller()
export class PersonPageController {
  readonly #reads: PersonPageReads;

  constructor(reads: PersonPageReads) {
    this.#reads = reads;
  }

  @Contract(personPageCalls.companions)
  companions({ params, query }: CallInput<typeof personPageCalls.companions>) {
    return this.#reads.companions(params.slug, query);
  }

  @Contract(personPageCalls.media)
  media({ params, query }: CallInput<typeof personPageCalls.media>) {
    return this.#reads.media(params.slug, query);
  }
}
