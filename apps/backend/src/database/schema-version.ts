import { migrations } from './migrations/index.ts';

/** Name of the latest migration. It is stored in snapshots of records. */
export const SCHEMA_VERSION = migrations.at(-1)?.name ?? '';
