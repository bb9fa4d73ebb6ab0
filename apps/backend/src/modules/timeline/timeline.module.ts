import { Module } from '@nestjs/common';
import { TimelineController } from './timeline.controller.ts';
import { TimelineReads } from './timeline-reads.ts';

@Module({ controllers: [TimelineController], providers: [TimelineReads] })
export class TimelineHttpModule {}
