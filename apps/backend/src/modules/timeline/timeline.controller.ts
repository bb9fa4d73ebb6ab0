import { timelineCalls } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type CallInput, Contract } from '../../common/index.ts';
import { TimelineReads } from './timeline-reads.ts';

@Controller()
export class TimelineController {
  readonly #reads: TimelineReads;

  constructor(reads: TimelineReads) {
    this.#reads = reads;
  }

  @Contract(timelineCalls.dates)
  dates({ query }: CallInput<typeof timelineCalls.dates>) {
    return this.#reads.dates(query.president_slug);
  }
}
