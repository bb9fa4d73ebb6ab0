import { MikroORM } from '@mikro-orm/postgresql';
import { isDatabaseAway } from './database/index.ts';
import { driverOptions } from './database/driver-options.ts';
import { databaseOptions } from './database/mikro-orm.config.ts';
import { start } from './start.ts';

const RETRY_MS = 1000;
const PATIENCE_MS = 60_000;

/** Held while migrating, so that two processes started at once do not make the same tables. */
const LOCK = 0x5e900a;

const say = (sentence: string) => process.stdout.write(`${sentence}\n`);

/** Waits for a server that is still starting; gives up after a minute. */
async function whenReachable<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error) || Date.now() > deadline) throw error;
      say(`The database does not answer (${(error as Error).message}). Trying again.`);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

await start('migrate', async (config) => {
  // One connection for the lock, one for the migrations.
  const orm = await MikroORM.init({
    ...databaseOptions(config.database.url, 2),
    driverOptions: driverOptions(config.database.url),
    ensureDatabase: false,
    logger: () => undefined,
  });
  const pool = await orm.em.getConnection().getNativeClient();
  const lock = await whenReachable(() => pool.connect());
  try {
    await lock.query('select pg_advisory_lock($1)', [LOCK]);
    const done = await orm.migrator.up();
    for (const { name } of done) say(`Migrated ${name}`);
    say(
      done.length === 0
        ? 'The database is up to date.'
        : `The database is up to date, ${done.length} migrations later.`,
    );
  } finally {
    lock.release(true);
    await orm.close();
  }
});
