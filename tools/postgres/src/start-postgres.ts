import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openCluster, removeCluster, SUPERUSER } from './data-directory.ts';
import { ensureDatabase } from './databases.ts';
import { takeLock } from './lock.ts';
import { Refusal } from './refusal.ts';
import { endLeftover, freePort, serve } from './server.ts';
import { makePassage } from './server-user.ts';

export interface Postgres {
  /** Address of the archive's own database, with user and password. It stays the same from start to start. */
  url: string;
  pid: number;
  /** Settles when the server has ended, wished for or not. */
  exited: Promise<void>;
  stop(): Promise<void>;
}

const DATABASE = 'archive';

/**
 * Starts PostgreSQL on the cluster in `dataDir`, made at the first start, and answers when it takes connections.
 * It listens on the loopback address only. It recovers from whatever an earlier start left that was killed, and stops
 * by itself soon after this process has ended. `log` is the file that gets what the server says.
 * What a person has to put right is thrown as a `Refusal`.
 */
export async function startPostgres({
  dataDir,
  port,
  log,
}: {
  dataDir: string;
  port?: number;
  log: string;
}): Promise<Postgres> {
  const home = resolve(dataDir);
  makePassage(home);
  const lock = takeLock(join(home, 'lock'));
  if ('heldBy' in lock) throw new Refusal(`The database in ${home} is in use by process ${lock.heldBy}.`);
  try {
    const cluster = openCluster(home);
    await endLeftover(cluster.data);
    const server = await serve(cluster, { port: port ?? (await keptPort(home)), log, settings: {} });
    void server.exited.then(() => lock.release());
    writeFileSync(join(home, 'port'), String(server.port));
    const url = `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${server.port}/${DATABASE}`;
    await ensureDatabase(url, DATABASE);
    return { url, pid: server.pid, exited: server.exited, stop: server.stop };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function keptPort(home: string): Promise<number> {
  const file = join(home, 'port');
  const kept = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  return kept > 0 && kept < 65536 ? kept : await freePort();
}

/** Takes away all data that `startPostgres` keeps for `dataDir`. It must be stopped. */
export function removePostgres({ dataDir }: { dataDir: string }): void {
  removeCluster(resolve(dataDir));
}
