import { createApi } from './api.ts';
import { Drain, Health, prepareDrain } from './common/health.ts';
import { Liveness } from './common/liveness.ts';
import { shutDownGracefully } from './common/process.ts';
import { start } from './start.ts';

/** Time for requests in flight after the drain. */
const SHUTDOWN_MS = 20_000;

await start('api', async (config, log) => {
  const app = await createApi(config, log);
  const server = app.getHttpAdapter().getInstance();
  const { drain, closeConnections } = prepareDrain(server, app.get(Health), app.get(Drain), config.drainMs);
  shutDownGracefully(app, log, {
    parentWatch: config.parentWatch,
    drain,
    onClosing: closeConnections,
    failed: app.get(Liveness).failed,
    timeoutMs: config.drainMs + SHUTDOWN_MS,
  });
  await app.init();
  // Nest's `listen` would log an error for a port in use before `start` can explain it.
  await server.listen({ port: config.port, host: config.host });
});
