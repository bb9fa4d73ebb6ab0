import { createApi } from './api.ts';
import { shutDownGracefully } from './common/process.ts';
import { start } from './start.ts';

await start('api', async (config, log) => {
  const app = await createApi(config, log);
  const server = app.getHttpAdapter().getInstance();
  shutDownGracefully(app, log, {
    parentWatch: config.parentWatch,
    forceStop: () => server.server.closeAllConnections(),
  });
  await app.init();
  // Nest's listen would log a port in use before `start` can explain it.
  await server.listen({ port: config.port, host: config.host });
});
