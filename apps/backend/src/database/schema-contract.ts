import { migrations } from './migrations/index.ts';

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

/** @throws NewerSchemaError if this program must not run on the schema; an empty database is fine */
export async function requireKnownSchema(connection: Connection): Promise<void> {
  const [found] = (await connection.query(EXISTS)).rows as { exists: boolean }[];
  if (!found?.exists) return;
  const [row] = (await connection.query(REQUIRED)).rows as { required_migration: string }[];
  const required = row?.required_migration;
  if (required !== undefined && !migrations.some(({ name }) => name === required)) throw new NewerSchemaError(required);
}
