import { timelineOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { TimelineReads } from './timeline-reads.ts';

@Controller()
export class TimelineController {
  readonly #reads: TimelineReads;

  constructor(reads: TimelineReads) {
    this.#reads = reads;
  }

  @Contract(timelineOperations.dates)
  dates({ query }: OperationInput<typeof timelineOperations.dates>) {
    return this.#reads.dates(query.president_slug);
  }
}
