import { personProfileOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { PersonProfileReads } from './person-profile-reads.ts';

@Controller()
export class PersonProfileController {
  readonly #reads: PersonProfileReads;

  constructor(reads: PersonProfileReads) {
    this.#reads = reads;
  }

  @Contract(personProfileOperations.companions)
  companions({ params, query }: OperationInput<typeof personProfileOperations.companions>) {
    return this.#reads.companions(params.slug, query);
  }

  @Contract(personProfileOperations.media)
  media({ params, query }: OperationInput<typeof personProfileOperations.media>) {
    return this.#reads.media(params.slug, query);
  }
}
