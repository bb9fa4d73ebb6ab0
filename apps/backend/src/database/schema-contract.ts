import { baseline, migrations } from './migrations/index.ts';

/** The first migration of the baseline. */
const FIRST = baseline[0] ?? '';
const EXISTS = `select to_regclass('schema_contract') is not null as exists`;
const REQUIRED = `select required_migration from schema_contract`;

interface Connection {
  query(sql: string): Promise<{ rows: object[] }>;
}

/** The schema belongs to a newer version of the program. The message says what to do. */
export class NewerSchemaError extends Error {
  constructor(required: string) {
    super(
      `The database was migrated by a newer version of the archive (${required}). ` +
        'Start that version, or restore a backup made before the upgrade.',
    );
    this.name = 'NewerSchemaError';
  }
}

/** The first version of PostgreSQL that supports everything that the migrations use. */
const OLDEST_SERVER = 18;
const SERVER_VERSION = `select current_setting('server_version') as version`;

/** The server is too old for the migrations. The message says what to do. */
export class OlderServerError extends Error {
  constructor(version: string) {
    super(
      `The archive needs PostgreSQL ${OLDEST_SERVER} or newer; this server is version ${version}. Upgrade it first.`,
    );
    this.name = 'OlderServerError';
  }
}

/** @throws OlderServerError */
export async function requireCurrentServer(connection: Connection): Promise<void> {
  const [server] = (await connection.query(SERVER_VERSION)).rows as { version: string }[];
  const { version = '' } = server ?? {};
  if (Number.parseInt(version, 10) < OLDEST_SERVER) throw new OlderServerError(version);
}

/** Accepts an empty database. @throws NewerSchemaError if this program must not run on the schema */
export async function requireKnownSchema(connection: Connection): Promise<void> {
  const [table] = (await connection.query(EXISTS)).rows as { exists: boolean }[];
  if (!table?.exists) return;
  const [row] = (await connection.query(REQUIRED)).rows as { required_migration: string }[];
  const required = row?.required_migration;
  if (required === undefined || required < FIRST) return;
  if (!migrations.some(({ name }) => name === required)) throw new NewerSchemaError(required);
}

/** The latest migration of the oldest archives that can be upgraded. */
export const OLDEST_SCHEMA = '20261123044000-import-columns';
const EARLIER = `select name from migration where name < '${FIRST}'`;

/** The schema is older than those that this version can upgrade. The message says what to do. */
export class OlderSchemaError extends Error {
  constructor() {
    super(
      'The database is of a version from before November 23, 2026. Upgrade it to a version of November 27, 2026 first.',
    );
    this.name = 'OlderSchemaError';
  }
}

/** Accepts an empty database. @throws OlderSchemaError */
export async function requireUpgradableSchema(connection: Connection): Promise<void> {
  const [table] = (await connection.query(`select to_regclass('migration') is not null as exists`)).rows as {
    exists: boolean;
  }[];
  if (!table?.exists) return;
  const rows = (await connection.query(EARLIER)).rows as { name: string }[];
  if (rows.length > 0 && !rows.some(({ name }) => name === OLDEST_SCHEMA)) throw new OlderSchemaError();
}

/** Name of the latest migration. It is stored in snapshots of records. */
export const SCHEMA_VERSION = migrations.at(-1)?.name ?? '';
