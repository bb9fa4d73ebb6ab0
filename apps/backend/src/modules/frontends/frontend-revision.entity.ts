import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { Apps } from './revisions.ts';

/** One state of the registry of micro-frontends; rows are only ever added. */
export const FrontendRevision = defineEntity({
  name: 'FrontendRevision',
  tableName: 'frontend_revision',
  properties: {
    revision: p.integer().primary(),
    apps: p.json<Apps>(),
    createdAt: p.datetime().defaultRaw('now()'),
    createdBy: p.text(),
    action: p.text().default('start'),
    name: p.text().nullable(),
    version: p.text().nullable(),
    note: p.text().nullable(),
  },
});
export type FrontendRevision = InferEntity<typeof FrontendRevision>;
