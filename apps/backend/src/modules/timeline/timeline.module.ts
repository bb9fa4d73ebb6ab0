import { Module } from '@nestjs/common';
import { TimelineController } from './timeline.controller.ts';
import { TimelineQueries } from './timeline-queries.ts';

@Module({ controllers: [TimelineController], providers: [TimelineQueries] })
export class TimelineHttpModule {}
