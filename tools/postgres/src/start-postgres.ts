import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openCluster, readApplicationPassword, removeCluster, SUPERUSER } from './data-directory.ts';
import { ensureDatabase } from './databases.ts';
import { acquireLock, lockHolder } from './lock.ts';
import { UserError } from './user-error.ts';
import { freePort, stopOrphanedServer, serve } from './server.ts';
import { ensureTraversableDir } from './server-user.ts';

export interface Postgres {
  /** Address of the archive's database for its owner, with user and password, the same for every start. */
  url: string;
  /** Address of the same database for the application, which may not change the schema. The migrations create its role. */
  applicationUrl: string;
  pid: number;
  /** Resolves when the server has ended for any reason. */
  exited: Promise<void>;
  stop(): Promise<void>;
}

const DATABASE = 'archive';
const APPLICATION = 'archive_app';

/**
 * Starts PostgreSQL on the cluster in `dataDir`, creating it the first time, and waits until it accepts connections
 * on the loopback address. Recovers from interrupted starts, and stops soon after this process ends. `log` receives the
 * server's output.
 * @throws a `UserError` for anything a person has to fix
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
  ensureTraversableDir(home);
  const lock = acquireLock(join(home, 'lock'));
  if ('heldBy' in lock) throw new UserError(`The database in ${home} is in use by process ${lock.heldBy}.`);
  try {
    const cluster = openCluster(home);
    await stopOrphanedServer(cluster.data);
    const server = await serve(cluster, { port: port ?? (await savedPort(home)), log, settings: {} });
    void server.exited.then(() => lock.release());
    writeFileSync(join(home, 'port'), String(server.port));
    const { url, applicationUrl } = addressesOf(home, server.port, cluster.password);
    await ensureDatabase(url, DATABASE);
    return { url, applicationUrl, pid: server.pid, exited: server.exited, stop: server.stop };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function addressesOf(home: string, port: number, password: string) {
  const urlOf = (role: string, secret: string) => `postgres://${role}:${secret}@127.0.0.1:${port}/${DATABASE}`;
  return { url: urlOf(SUPERUSER, password), applicationUrl: urlOf(APPLICATION, readApplicationPassword(home)) };
}

/** The addresses of a server that another process has started in `dataDir`; undefined if there is none. */
export function runningPostgres({
  dataDir,
}: {
  dataDir: string;
}): Pick<Postgres, 'url' | 'applicationUrl'> | undefined {
  const home = resolve(dataDir);
  const [lock, port, password] = ['lock', 'port', 'password'].map((name) => join(home, name));
  if (!lock || !port || !password || lockHolder(lock) === undefined || !existsSync(port)) return undefined;
  return addressesOf(home, Number(readFileSync(port, 'utf8')), readFileSync(password, 'utf8').trim());
}

async function savedPort(home: string): Promise<number> {
  const file = join(home, 'port');
  const savedPort = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  return savedPort > 0 && savedPort < 65536 ? savedPort : await freePort();
}

/** Deletes all data of `startPostgres` in `dataDir`. The server must be stopped. */
export function removePostgres({ dataDir }: { dataDir: string }): void {
  removeCluster(resolve(dataDir));
}
