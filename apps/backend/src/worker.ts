import { NestFactory } from '@nestjs/core';
import { Drain, Health, Liveness, Metrics } from './common/index.ts';
import { NestLog } from './common/logging.ts';
import { serveMetrics } from './common/metrics-server.ts';
import { shutDownGracefully } from './common/process.ts';
import { DRAIN_MS } from './queues/index.ts';
import { start } from './start.ts';
import { WorkerModule } from './worker.module.ts';

const KEEP_ALIVE_MS = 2 ** 31 - 1;

/** Time for requeueing unfinished jobs and closing connections. */
const CLOSING_MS = 4000;

await start('worker', async (config, log) => {
  const app = await NestFactory.createApplicationContext(WorkerModule.with(config), {
    logger: new NestLog(log),
    abortOnError: false,
  });
  // Keeps the process alive while the queues wait for the database and have no open connection.
  setInterval(() => undefined, KEEP_ALIVE_MS);
  const liveness = app.get(Liveness);
  shutDownGracefully(app, log, {
    parentWatch: config.parentWatch,
    timeoutMs: DRAIN_MS + CLOSING_MS,
    drain: async () => app.get(Drain).begin(),
    failed: liveness.failed,
  });
  const { workerMetricsPort: port } = config;
  if (port !== undefined)
    await serveMetrics({ config, port, metrics: app.get(Metrics), health: app.get(Health), liveness, log });
  log.info('Ready for jobs.');
});
