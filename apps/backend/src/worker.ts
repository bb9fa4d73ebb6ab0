import { NestFactory } from '@nestjs/core';
import { Health, Metrics } from './common/index.ts';
import { NestLog } from './common/logging.ts';
import { serveMetrics } from './common/metrics-server.ts';
import { stopInOrder } from './common/process.ts';
import { FINISHING_MS } from './queues/index.ts';
import { start } from './start.ts';
import { WorkerModule } from './worker.module.ts';

const FOR_EVER_MS = 2 ** 31 - 1;

/** For giving back what is not finished, and closing connections. */
const CLOSING_MS = 4000;

await start('worker', async (config, log) => {
  const app = await NestFactory.createApplicationContext(WorkerModule.with(config), {
    logger: new NestLog(log),
    abortOnError: false,
  });
  // Queues that wait for the database hold nothing open; the worker waits with them.
  setInterval(() => undefined, FOR_EVER_MS);
  stopInOrder(app, log, { parentWatch: config.parentWatch, patienceMs: FINISHING_MS + CLOSING_MS });
  const { host, workerMetricsPort: port, metricsToken: token } = config;
  if (port !== undefined)
    await serveMetrics({ host, port, token, metrics: app.get(Metrics), health: app.get(Health), log });
  log.info('Working.');
});
