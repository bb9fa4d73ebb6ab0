import { timelineOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../common/index.ts';
import { TimelineQueries } from './timeline-queries.ts';

@Controller()
export class TimelineController {
  readonly #queries: TimelineQueries;

  constructor(queries: TimelineQueries) {
    this.#queries = queries;
  }

  @Contract(timelineOperations.dates)
  dates({ query }: OperationInput<typeof timelineOperations.dates>) {
    return this.#queries.dates(query.president_slug);
  }
}
