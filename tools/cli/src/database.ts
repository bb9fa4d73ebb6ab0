import { startPostgres, type Postgres } from '@archive/postgres';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rotate } from './log-file.ts';
import type { Settings } from './settings.ts';

export interface RunningDatabase {
  url: string;
  stop(): Promise<void>;
}

/** The database of DATABASE_URL, or a PostgreSQL of our own under DATA_DIR, started again when it ends by itself. */
export async function startDatabase(
  { databaseUrl, dataDir, logs }: Settings,
  say: (line: string) => void,
): Promise<RunningDatabase> {
  if (databaseUrl) return { url: databaseUrl, stop: () => Promise.resolve() };
  const log = join(logs, 'postgres.log');
  rotate(log);
  let stopping = false;
  let current = await startPostgres({ dataDir: join(dataDir, 'postgres'), log });
  const { url } = current;
  const port = Number(new URL(url).port);
  const kept = keep();
  return {
    url,
    async stop() {
      stopping = true;
      await current.stop();
      await kept;
    },
  };

  async function keep(): Promise<void> {
    for (let pause = 500; ; pause = Math.min(pause * 2, 30_000)) {
      await current.exited;
      if (stopping) return;
      say('The database ended by itself; it is started again.');
      const next = await startPostgres({ dataDir: join(dataDir, 'postgres'), port, log }).catch(
        (error: Error) => error,
      );
      if (isStarted(next)) {
        current = next;
        pause = 500;
        if (stopping) await current.stop();
      } else {
        say(next.message);
        for (let waited = 0; waited < pause && !stopping; waited += 50) await sleep(50);
      }
    }
  }
}

function isStarted(result: Postgres | Error): result is Postgres {
  return !(result instanceof Error);
}
