import { setTimeout as pause } from 'node:timers/promises';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createLog, NestLog } from '../../src/common/index.ts';
import { stopInOrder } from '../../src/common/process.ts';
import { type Config, readConfig } from '../../src/config/index.ts';
import { platform } from '../../src/platform.ts';
import { JobHandlers, QueueWorkersModule } from '../../src/queues/index.ts';
import { JOB_NAMES } from '../../src/queues/jobs.ts';

/** The longest that a job may take here, in milliseconds. */
const AT_MOST = Number(process.env.JOB_TAKES_AT_MOST);

@Module({})
class PlainWorkerModule {
  constructor(handlers: JobHandlers) {
    for (const name of JOB_NAMES)
      if (name !== 'finished-jobs-clean' && name !== 'storage-file-delete')
        handlers.handle(name, () => Promise.resolve());
    // How long it takes stands where its row would.
    handlers.handle('storage-file-delete', ({ deletion_id: takes }) => pause(Math.min(takes, AT_MOST)));
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
