import { timelineOperations } from '@archive/contracts';
import { Controller, Module } from '@nestjs/common';
import { Contract, type OperationInput } from '../../common/index.ts';
import { TimelineQueries } from './timeline-queries.ts';

@Controller()
class TimelineController {
  constructor(private readonly queries: TimelineQueries) {}

  @Contract(timelineOperations.dates)
  dates({ query }: OperationInput<typeof timelineOperations.dates>) {
    return this.queries.dates(query.president_slug);
  }
}

@Module({ controllers: [TimelineController], providers: [TimelineQueries] })
export class TimelineHttpModule {}
