import { Module } from '@nestjs/common';
import { JobHandlers } from '../../queues/index.ts';
import { IngestController } from './ingest.controller.ts';
import { IngestControl } from './ingest-control.ts';
import { IngestEvents } from './ingest-events.ts';
import { IngestReads } from './ingest-reads.ts';
import { IngestService } from './ingest.service.ts';
import { MediaFetchModule } from './media-fetch/media-fetch.module.ts';
import { IngestJobs } from './run/ingest-jobs.ts';
import { IngestRunner } from './run/ingest-runner.ts';
import { IngestWatch } from './run/ingest-watch.ts';
import { IngestSettling } from './settle/settling.ts';
import { IngestTakingBack } from './undo/taking-back.ts';
import { IngestUndoing } from './undo/undoing.ts';

@Module({
  controllers: [IngestController],
  providers: [IngestService, IngestReads, IngestControl, IngestSettling, IngestUndoing, IngestEvents, IngestJobs],
})
export class IngestHttpModule {}

@Module({ imports: [MediaFetchModule], providers: [IngestJobs, IngestRunner, IngestTakingBack, IngestWatch] })
export class IngestWorkerModule {
  constructor(handlers: JobHandlers, runner: IngestRunner) {
    handlers.handle('ingest-run', (job) => runner.run(job));
  }
}
