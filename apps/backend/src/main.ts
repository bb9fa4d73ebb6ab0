import { createApi } from './api.ts';
import { stopInOrder } from './common/process.ts';
import { start } from './start.ts';

await start('api', async (config, log) => {
  const app = await createApi(config, log);
  const server = app.getHttpAdapter().getInstance();
  stopInOrder(app, log, { parentWatch: config.parentWatch, hurry: () => server.server.closeAllConnections() });
  await app.init();
  // Fastify's own listen: Nest's would log a taken port before it can be told in a sentence.
  await server.listen({ port: config.port, host: config.host });
});
