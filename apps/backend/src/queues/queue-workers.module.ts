import { Global, Module } from '@nestjs/common';
import { FinishedJobs } from './finished-jobs.ts';
import { JobRunner } from './job-runner.ts';
import { QueueWorkers } from './queue-workers.ts';
import { Retention } from './retention.ts';
import { WorkerHeartbeat } from './worker-heartbeat.ts';

/** Runs jobs in the worker process after the application has started. */
@Global()
@Module({ providers: [JobRunner, QueueWorkers, Retention, FinishedJobs, WorkerHeartbeat], exports: [Retention] })
export class QueueWorkersModule {}
