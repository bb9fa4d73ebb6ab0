import { setTimeout as pause } from 'node:timers/promises';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createLog, NestLog } from '../../src/common/index.ts';
import { stopInOrder } from '../../src/common/process.ts';
import { type Config, readConfig } from '../../src/config/index.ts';
import { platform } from '../../src/platform.ts';
import { JobHandlers, QueueWorkersModule } from '../../src/queues/index.ts';
import { JOB_NAMES } from '../../src/queues/jobs.ts';

/** Milliseconds that a job takes; else a job does nothing. */
const TAKES = Number(process.env.JOB_TAKES ?? 0);

@Module({})
class PlainWorkerModule {
  constructor(handlers: JobHandlers) {
    for (const name of JOB_NAMES) if (name !== 'finished-jobs-clean') handlers.handle(name, () => pause(TAKES));
  }

  static with(config: Config) {
    return { module: PlainWorkerModule, imports: [...platform(config), QueueWorkersModule] };
  }
}

/** A worker as in production, but for the jobs themselves. */
const config = readConfig();
const log = await createLog(config, 'worker');
const app = await NestFactory.createApplicationContext(PlainWorkerModule.with(config), {
  logger: new NestLog(log),
  abortOnError: false,
});
stopInOrder(app, log, { parentWatch: false, patienceMs: 14_000 });
log.info('Working.');
