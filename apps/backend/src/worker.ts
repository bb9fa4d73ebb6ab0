import { NestFactory } from '@nestjs/core';
import { NestLog } from './common/logging.ts';
import { stopInOrder } from './common/process.ts';
import { start } from './start.ts';
import { WorkerModule } from './worker.module.ts';

const FOR_EVER_MS = 2 ** 31 - 1;

await start('worker', async (config, log) => {
  const app = await NestFactory.createApplicationContext(WorkerModule.with(config), {
    logger: new NestLog(log),
    abortOnError: false,
  });
  // Queues that wait for the database hold nothing open; the worker waits with them.
  setInterval(() => undefined, FOR_EVER_MS);
  stopInOrder(app, log, config);
  log.info('Working.');
});
