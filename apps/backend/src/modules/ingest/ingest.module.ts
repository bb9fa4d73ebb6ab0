import { Module } from '@nestjs/common';
import { JobHandlers } from '../../queues/index.ts';
import { AuthHttpModule } from '../auth/index.ts';
import { SandboxWorkerModule } from '../sandbox/index.ts';
import { IngestController } from './ingest.controller.ts';
import { IngestControl } from './ingest-control.ts';
import { IngestEvents } from './ingest-events.ts';
import { DocumentMarks } from './ingest-marks.ts';
import { IngestQueries } from './ingest-queries.ts';
import { IngestService } from './ingest.service.ts';
import { MediaFetchModule } from './media-fetch/media-fetch.module.ts';
import { ExpiredDetails } from './operation/expired-details.ts';
import { IngestJobs } from './operation/ingest-jobs.ts';
import { IngestRunner } from './run/ingest-runner.ts';
import { StalledOperations } from './run/ingest-watch.ts';
import { NameResolver } from './resolve/name-resolver.ts';
import { ConflictResolver } from './resolve/conflict-resolver.ts';
import { IngestRevert } from './undo/ingest-revert.ts';
import { IngestUndo } from './undo/ingest-undo.ts';

@Module({
  imports: [AuthHttpModule],
  controllers: [IngestController],
  providers: [
    IngestService,
    IngestQueries,
    DocumentMarks,
    IngestControl,
    ConflictResolver,
    NameResolver,
    IngestUndo,
    IngestEvents,
    IngestJobs,
  ],
})
export class IngestHttpModule {}

@Module({
  imports: [MediaFetchModule, SandboxWorkerModule],
  providers: [ExpiredDetails, IngestJobs, IngestRunner, IngestRevert, StalledOperations],
})
export class IngestWorkerModule {
  constructor(handlers: JobHandlers, runner: IngestRunner) {
    handlers.handle('ingest-run', (job) => runner.run(job));
    handlers.handle('large-ingest-run', (job) => runner.run(job));
  }
}
