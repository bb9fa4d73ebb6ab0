import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { binariesFor } from './binaries.ts';
import { createCluster, SUPERUSER } from './data-directory.ts';
import { createDatabase, type Database } from './databases.ts';
import { freePort, serve } from './server.ts';
import { commonPlace, serverUser } from './server-user.ts';

export interface TestCluster {
  /** Address of its database `postgres`, as superuser. Enough for `createDatabase(url, …)` in another process. */
  url: string;
  createDatabase(template?: string): Promise<Database>;
  stop(): Promise<void>;
}

/** A PostgreSQL for tests, fast instead of safe, in a temporary directory. It goes away, files too, with this process. */
export async function startTestCluster(): Promise<TestCluster> {
  const user = serverUser();
  const place = mkdtempSync(join(commonPlace(user, false), 'test-'));
  chmodSync(place, 0o711);
  const data = join(place, 'data');
  const binaries = binariesFor(user);
  const password = randomBytes(12).toString('hex');
  const remove = () => rmSync(place, { recursive: true, force: true });
  try {
    createCluster(data, user, binaries, password, false);
    const settings = {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      wal_level: 'minimal',
      max_wal_senders: '0',
      max_connections: '300',
      shared_buffers: '64MB',
    };
    const server = await serve(
      { data, user, binaries, password },
      { port: await freePort(), log: join(place, 'log'), settings, afterOrphaned: ['rm', '-rf', place] },
    );
    const url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${server.port}/postgres`;
    void server.exited.then(remove);
    return {
      url,
      createDatabase: (template) => createDatabase(url, { template }),
      stop: server.stop,
    };
  } catch (error) {
    remove();
    throw error;
  }
}
