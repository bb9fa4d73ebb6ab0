import {
  assertSchemaCompatibility,
  DEFAULT_SCHEMA,
  LATEST_SCHEMA_VERSION,
  type PgQueryable,
  runMigrations,
} from 'bullmq';

/** Schema of the queues' tables if the queues are in PostgreSQL. */
export const QUEUE_SCHEMA = DEFAULT_SCHEMA;

/**
 * Creates or updates the tables of the queues. The database's owner does this with the migrations, because the application's role may not.
 */
export async function createQueueTables(owner: PgQueryable): Promise<void> {
  await runMigrations(owner, QUEUE_SCHEMA);
}

/** @throws if the tables are missing, older or too new */
export async function requireQueueTables(client: PgQueryable): Promise<void> {
  const version = await assertSchemaCompatibility(client, QUEUE_SCHEMA);
  if (version < LATEST_SCHEMA_VERSION)
    throw new Error('The tables of the queues are older than this program. Run the migrations.');
}
