import { setTimeout as pause } from 'node:timers/promises';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createLog, Liveness, NestLog } from '../../src/common/index.ts';
import { shutDownGracefully } from '../../src/common/process.ts';
import { type Config, readConfig } from '../../src/config/index.ts';
import { platform } from '../../src/platform.ts';
import { JobHandlers, QueueWorkersModule, Retention, RETENTION_NAMES } from '../../src/queues/index.ts';
import { JOB_NAMES } from '../../src/queues/jobs.ts';

/** Maximum duration of a job, in milliseconds. */
const MAX_JOB_MS = Number(process.env.MAX_JOB_MS);

@Module({})
class PlainWorkerModule {
  constructor(handlers: JobHandlers, retention: Retention) {
    for (const name of RETENTION_NAMES) retention.enforce(name, () => Promise.resolve(0));
    for (const name of JOB_NAMES)
      if (name !== 'retention-run' && name !== 'storage-file-delete') handlers.handle(name, () => Promise.resolve());
    // The id in the payload is the duration in milliseconds.
    handlers.handle('storage-file-delete', ({ cleanup_id: duration }) => pause(Math.min(duration, MAX_JOB_MS)));
  }

  static with(config: Config) {
    return { module: PlainWorkerModule, imports: [...platform(config), QueueWorkersModule] };
  }
}

/** A worker as in production, except for its job handlers. */
const config = readConfig();
const log = await createLog(config, 'worker');
const app = await NestFactory.createApplicationContext(PlainWorkerModule.with(config), {
  logger: new NestLog(log),
  abortOnError: false,
});
shutDownGracefully(app, log, { parentWatch: false, timeoutMs: 14_000, failed: app.get(Liveness).failed });
log.info('Ready for jobs.');
