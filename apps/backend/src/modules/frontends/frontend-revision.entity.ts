import type { Registry } from '@archive/contracts';
import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';

/** One state of the registry of micro-frontends; rows are only ever added. */
export const FrontendRevision = defineEntity({
  name: 'FrontendRevision',
  tableName: 'frontend_revision',
  properties: {
    revision: p.integer().primary(),
    apps: p.json<Registry['apps']>(),
    createdAt: p.datetime().defaultRaw('now()'),
    createdBy: p.text(),
  },
});
export type FrontendRevision = InferEntity<typeof FrontendRevision>;
