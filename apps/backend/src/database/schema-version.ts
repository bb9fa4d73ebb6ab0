import { migrations } from './migrations/index.ts';

/** Name of the newest migration. Snapshots of records carry it. */
export const SCHEMA_VERSION = migrations.at(-1)?.name ?? '';
