import { Module } from '@nestjs/common';
import { FinishedJobs } from './finished-jobs.ts';
import { JobWork } from './job-work.ts';
import { QueueWorkers } from './queue-workers.ts';

/** The work itself, for the worker process: it begins when the application has come up. */
@Module({ providers: [JobWork, QueueWorkers, FinishedJobs] })
export class QueueWorkersModule {}
