import { Module } from '@nestjs/common';
import { FinishedJobs } from './finished-jobs.ts';
import { JobRunner } from './job-runner.ts';
import { QueueWorkers } from './queue-workers.ts';
import { WorkerHeartbeat } from './worker-heartbeat.ts';

/** Runs jobs in the worker process, once the application has started. */
@Module({ providers: [JobRunner, QueueWorkers, FinishedJobs, WorkerHeartbeat] })
export class QueueWorkersModule {}
