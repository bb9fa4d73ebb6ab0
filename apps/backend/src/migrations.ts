import { MikroORM } from '@mikro-orm/postgresql';
import type { Config } from './config/index.ts';
import { grantApplicationRole, roleOf } from './database/application-role.ts';
import { executorOn, isDatabaseUnavailable } from './database/index.ts';
import { databaseOptions, driverOptions } from './database/driver-options.ts';
import { requireCurrentServer, requireKnownSchema, requireUpgradableSchema } from './database/schema-contract.ts';
import { composeLetters } from './modules/records/index.ts';
import { createQueueTables, QUEUE_SCHEMA } from './queues/queue-tables.ts';

const RETRY_MS = 1000;
const TIMEOUT_MS = 60_000;
/** Long, because a migration may rewrite a large table, and waits while another process migrates. */
const MIGRATION_MS = 3_600_000;

/** Key of the advisory lock that lets only one process migrate at a time. */
const MIGRATION_LOCK = 0x5e900a;

/** Retries while the server is starting. Gives up after a minute. */
async function whenReachable<T>(work: () => Promise<T>, print: (line: string) => void): Promise<T> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > deadline) throw error;
      print(`The database is unavailable (${(error as Error).message}). Retrying.`);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/**
 * Runs all pending migrations, composes the letters of what an older version stored, and grants the application its privileges, or runs only the migrations in `only`. Returns the names of the
 * migrations that ran.
 */
export async function migrateDatabase(
  { database: { url, ownerUrl }, redisUrl }: Config,
  print: (line: string) => void,
  only?: readonly string[],
): Promise<string[]> {
  const owner = ownerUrl ?? url;
  // One connection is for the lock, and one for the migrations.
  const orm = await MikroORM.init({
    ...databaseOptions(owner, 2),
    driverOptions: driverOptions(owner, MIGRATION_MS),
    ensureDatabase: false,
    logger: () => undefined,
  });
  const pool = await orm.em.getConnection().getNativeClient();
  const lockClient = await whenReachable(() => pool.connect(), print);
  try {
    await lockClient.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await requireCurrentServer(lockClient);
    await requireKnownSchema(lockClient);
    await requireUpgradableSchema(lockClient);
    const applied = await orm.migrator.up(only && { migrations: [...only] });
    // No grants, because an older schema doesn't have all of their tables.
    if (only) return applied.map(({ name }) => name);
    if (applied.length > 0) {
      await lockClient.query('begin');
      await composeLetters(executorOn(lockClient));
      await lockClient.query('commit');
    }
    const hasLocalQueues = redisUrl === undefined;
    if (hasLocalQueues) await createQueueTables(lockClient);
    const role = roleOf(url);
    if (ownerUrl !== undefined && role.name !== roleOf(ownerUrl).name)
      await grantApplicationRole(lockClient, role, hasLocalQueues ? ['public', QUEUE_SCHEMA] : ['public']);
    return applied.map(({ name }) => name);
  } finally {
    lockClient.release(true);
    await orm.close();
  }
}
