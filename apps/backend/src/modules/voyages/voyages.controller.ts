import { voyageCalls } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type CallInput, Contract } from '../../common/index.ts';
import { VoyageReads } from './voyage-reads.ts';

@Controller()
export class VoyagesController {
  readonly #reads: VoyageReads;

  constructor(reads: VoyageReads) {
    this.#reads = reads;
  }

  @Contract(voyageCalls.list)
  list({ query }: CallInput<typeof voyageCalls.list>) {
    return this.#reads.list(query);
  }

  @Contract(voyageCalls.administrations)
  administrations({ query }: CallInput<typeof voyageCalls.administrations>) {
    return this.#reads.administrations(query);
  }

  @Contract(voyageCalls.get)
  get({ params }: CallInput<typeof voyageCalls.get>) {
    return this.#reads.get(params.slug);
  }

  @Contract(voyageCalls.adjacent)
  adjacent({ params }: CallInput<typeof voyageCalls.adjacent>) {
    return this.#reads.adjacent(params.slug);
  }
}
