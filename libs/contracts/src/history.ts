import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { instantSchema, pagingShape, slugSchema } from './common.ts';

export const HISTORY_KINDS = ['voyage', 'person', 'president', 'media', 'album'] as const;

/**
 * One change of a record: who, when, and the record before it, with its links; null for a new record. Members have the names of the
 * record's own operations. `albums`, or a person's `voyages`, are included if they were deleted with the record.
 */
export const revisionSchema = z.object({
  revision: z.number().int(),
  kind: z.enum(HISTORY_KINDS),
  slug: slugSchema,
  action: z.enum(['create', 'update', 'delete', 'restore']),
  changed_by: z.string(),
  changed_at: instantSchema,
  before: z.record(z.string(), z.unknown()).nullable(),
});
export type Revision = z.output<typeof revisionSchema>;

const recordParams = z.object({ kind: z.enum(HISTORY_KINDS), slug: slugSchema });

export const historyOperations = {
  list: defineOperation({
    id: 'history.list',
    method: 'GET',
    path: '/api/curator/history/{kind}/{slug}',
    summary: 'Changes of a record, newest first',
    cacheable: true,
    params: recordParams,
    query: z.strictObject(pagingShape(100)),
    response: z.array(revisionSchema),
    paged: true,
    errors: [404],
  }),
  restore: defineOperation({
    id: 'history.restore',
    method: 'POST',
    path: '/api/curator/history/{kind}/{slug}/{revision}/restore',
    summary: 'Bring back the record as it was before a change, a deleted one with its links',
    params: recordParams.extend({ revision: z.coerce.number().int().min(1).max(2_147_483_647) }),
    response: revisionSchema,
    errors: [404, 409],
  }),
};
