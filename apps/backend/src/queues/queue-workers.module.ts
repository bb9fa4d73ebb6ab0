import { Module } from '@nestjs/common';
import { FinishedJobs } from './finished-jobs.ts';
import { DerivativesProcessor, IngestProcessor, MaintenanceProcessor, StorageDeletionProcessor } from './processors.ts';
import { QueueWorkers } from './queue-workers.ts';

/** The work itself, for the worker process: it begins when the application has come up. */
@Module({
  providers: [
    QueueWorkers,
    FinishedJobs,
    IngestProcessor,
    DerivativesProcessor,
    StorageDeletionProcessor,
    MaintenanceProcessor,
  ],
})
export class QueueWorkersModule {}
