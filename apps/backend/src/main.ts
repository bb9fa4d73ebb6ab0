import { createApi } from './api.ts';
import { stopInOrder } from './common/process.ts';
import { start } from './start.ts';

await start('api', async (config, log) => {
  const app = await createApi(config, log);
  stopInOrder(app, log, config);
  await app.listen(config.port, config.host);
});
