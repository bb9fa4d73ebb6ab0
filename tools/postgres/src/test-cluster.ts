import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { locateBinaries } from './binaries.ts';
import { createCluster, SUPERUSER } from './data-directory.ts';
import { createDatabase, type Database } from './databases.ts';
import { freePort, serve } from './server.ts';
import { sharedDirectory, serverUser } from './server-user.ts';

/** A server of the cluster's data, on its own port. */
interface TestServer {
  url: string;
  stop(): Promise<void>;
}

export interface TestCluster {
  /** Address of its database `postgres`, as superuser. Other processes can use it with `createDatabase(url, …)`. */
  url: string;
  createDatabase(template?: string): Promise<Database>;
  /** Starts a streaming replica, read-only and asynchronous, if the cluster was started for that. */
  startReplica(): Promise<TestServer>;
  stop(): Promise<void>;
}

/**
 * A PostgreSQL for tests, fast instead of durable, in a temporary folder that is deleted with this process.
 * @param replicated whether it can have replicas
 * @param buffers its memory for pages of tables and indexes
 */
export async function startTestCluster({ replicated = false, buffers = '64MB' } = {}): Promise<TestCluster> {
  const user = serverUser();
  const directory = mkdtempSync(join(sharedDirectory(user, false), 'test-'));
  chmodSync(directory, 0o711);
  const data = join(directory, 'data');
  const binaries = locateBinaries(user);
  const password = randomBytes(12).toString('hex');
  const remove = () => rmSync(directory, { recursive: true, force: true });
  try {
    createCluster(data, user, binaries, password, false);
    const settings = {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      ...(replicated ? { wal_level: 'replica', wal_keep_size: '1GB' } : { wal_level: 'minimal', max_wal_senders: '0' }),
      max_connections: '1000',
      shared_buffers: buffers,
    };
    const replicaData = join(directory, 'replica');
    // A copy of a cluster that has never run is a valid base backup.
    if (replicated) execFileSync('cp', ['-a', data, replicaData]);
    const server = await serve(
      { data, user, binaries, password },
      { port: await freePort(), log: join(directory, 'log'), settings, orphanCleanup: ['rm', '-rf', directory] },
    );
    const url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${server.port}/postgres`;
    void server.exited.then(remove);
    return {
      url,
      createDatabase: (template) => createDatabase(url, { template }),
      startReplica: async () => {
        writeFileSync(join(replicaData, 'standby.signal'), '');
        const replica = await serve(
          { data: replicaData, user, binaries, password },
          {
            port: await freePort(),
            log: join(directory, 'replica-log'),
            settings: { ...settings, hot_standby: 'on', primary_conninfo: url },
          },
        );
        return {
          url: `postgres://${SUPERUSER}:${password}@127.0.0.1:${replica.port}/postgres`,
          stop: replica.stop,
        };
      },
      stop: server.stop,
    };
  } catch (error) {
    remove();
    throw error;
  }
}
