import { HISTORY_KINDS } from '@archive/contracts';
import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';

/** One change of a record: who, when, and the record before it; written in the transaction of the change. */
export const Revision = defineEntity({
  name: 'Revision',
  tableName: 'history',
  properties: {
    kind: p.enum(HISTORY_KINDS).primary(),
    slug: p.text().primary(),
    revision: p.integer().primary(),
    action: p.enum(['create', 'update', 'delete', 'restore'] as const),
    changedBy: p.text(),
    changedAt: p.datetime().defaultRaw('now()'),
    before: p.json<Record<string, unknown>>().nullable(),
    operationId: p.uuid().nullable(),
  },
});
export type Revision = InferEntity<typeof Revision>;
