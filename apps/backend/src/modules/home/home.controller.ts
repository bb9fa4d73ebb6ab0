import { homeCalls } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type CallInput, Contract } from '../../common/index.ts';
import { HomeReads } from './home-reads.ts';

@Controller()
export class HomeController {
  readonly #reads: HomeReads;

  constructor(reads: HomeReads) {
    this.#reads = reads;
  }

  @Contract(homeCalls.get)
  get({ query }: CallInput<typeof homeCalls.get>) {
    return this.#reads.get(query.day);
  }
}
