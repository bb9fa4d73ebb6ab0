import { startPostgres, type Postgres } from '@archive/postgres';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { followFile, rotate } from './log-file.ts';
import type { Settings } from './settings.ts';

export interface RunningDatabase {
  /** URL for the application. */
  url: string;
  /** URL for migrations; undefined if they use `url` too. */
  ownerUrl: string | undefined;
  stop(): Promise<void>;
}

/** The database of DATABASE_URL, or an embedded PostgreSQL under DATA_DIR that restarts when it ends unexpectedly. */
export async function startDatabase(
  { databaseUrl, databaseOwnerUrl, dataDir, logs }: Settings,
  print: (line: string) => void,
): Promise<RunningDatabase> {
  if (databaseUrl) return { url: databaseUrl, ownerUrl: databaseOwnerUrl, stop: () => Promise.resolve() };
  const log = join(logs, 'postgres.log');
  rotate(log);
  let isStopping = false;
  const follower = followFile(log, () => undefined);
  let current = await startPostgres({ dataDir: join(dataDir, 'postgres'), log });
  const { url: ownerUrl, applicationUrl: url } = current;
  const port = Number(new URL(url).port);
  const supervisor = superviseServer();
  return {
    url,
    ownerUrl,
    async stop() {
      isStopping = true;
      await current.stop();
      await supervisor;
      follower.stop();
    },
  };

  async function superviseServer(): Promise<void> {
    for (let delay = 500; ; delay = Math.min(delay * 2, 30_000)) {
      await current.exited;
      if (isStopping) return;
      print('The database stopped unexpectedly. Restarting.');
      const next = await startPostgres({ dataDir: join(dataDir, 'postgres'), port, log }).catch(
        (error: Error) => error,
      );
      if (isStarted(next)) {
        current = next;
        delay = 500;
        if (isStopping) await current.stop();
      } else {
        print(next.message);
        for (let waited = 0; waited < delay && !isStopping; waited += 50) await sleep(50);
      }
    }
  }
}

function isStarted(result: Postgres | Error): result is Postgres {
  return !(result instanceof Error);
}
