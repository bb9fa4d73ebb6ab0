import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { instantSchema, pagingShape, repeatableQuery, slugSchema, textSchema, wholeNumberQuery } from './common.ts';
import { RECORD_FIELDS } from './records/kinds.ts';

/** The kinds of records that have a history. */
export type HistoryKind = keyof typeof RECORD_FIELDS;
export const HISTORY_KINDS = Object.keys(RECORD_FIELDS) as HistoryKind[];
export const HISTORY_ACTIONS = ['create', 'update', 'delete', 'restore'] as const;

/**
 * A changed field in readable text; empty for no value. For a list, such as the people aboard, only the entries that differ, one
 * per line.
 */
export const fieldChangeSchema = z.object({ field: z.string(), label: z.string(), from: z.string(), to: z.string() });
export type FieldChange = z.output<typeof fieldChangeSchema>;

const changeShape = {
  revision: z.number().int(),
  kind: z.enum(HISTORY_KINDS),
  slug: slugSchema,
  action: z.enum(HISTORY_ACTIONS),
  changed_by: z.string(),
  changed_at: instantSchema,
  /** Empty when the record was created or deleted. `file` is the name of a media item's file, which a restore doesn't bring back. */
  changes: z.array(fieldChangeSchema),
};

/**
 * One change of a record: who, when, what, and `before`, the record before the change with its
 * relations (null for a new record). Properties are named as in the record's own operations.
 * A voyage includes its albums. A person's `voyages` are included if they were deleted with the record.
 */
export const revisionSchema = z.object({ ...changeShape, before: z.record(z.string(), z.unknown()).nullable() });
export type Revision = z.output<typeof revisionSchema>;

/** One change in the list of changes of all records. */
export const recordChangeSchema = z.object({
  ...changeShape,
  /** Title or name of the record after the change, or when it was deleted. */
  title: z.string(),
  /** Whether a record has this slug now. */
  exists: z.boolean(),
  /**
   * Whether the version before the change can be restored: it exists, its file
   * is still stored, and the change isn't a deletion that was already undone.
   */
  restorable: z.boolean(),
  /**
   * For a person deleted by a merge: the remaining record. `merge` is the id for undoing the merge; null if the remaining record has itself
   * been merged since, which must be undone first.
   */
  merged_into: z
    .object({ person_slug: slugSchema, full_name: z.string(), merge: z.number().int().nullable() })
    .nullable(),
  /** The import that made the change. */
  operation_id: z.string().nullable(),
  /** The voyage of an album; null for a collection. */
  voyage_slug: slugSchema.nullable(),
  /** The file of a media item. */
  url: z.string().nullable(),
});
export type RecordChange = z.output<typeof recordChangeSchema>;

/** Position in the list of all changes: time, kind, slug and revision of one change. */
const CURSOR = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z_[a-z]+_[a-z0-9-]{1,160}_\d{1,9}$/;
const cursorSchema = z.string().regex(CURSOR, 'Use a cursor from an earlier response.');

const recordParams = z.object({ kind: z.enum(HISTORY_KINDS), slug: slugSchema });
const revisionParams = recordParams.extend({ revision: z.coerce.number().int().min(1).max(2_147_483_647) });

export const historyOperations = {
  changes: defineOperation({
    id: 'history.changes',
    method: 'GET',
    path: '/api/curator/history',
    access: 'reader',
    summary: 'List the changes of all records, newest first',
    description:
      'Uses cursors instead of offsets, so that pages stay the same while records change. `older` is null on the last page, `newer` on ' +
      'the first.',
    query: z.strictObject({
      kind: repeatableQuery(z.enum(HISTORY_KINDS)).optional(),
      action: repeatableQuery(z.enum(HISTORY_ACTIONS)).optional(),
      changed_by: textSchema(200).optional(),
      /** `own` lists only your changes, under your earlier names as well. */
      whose: z.enum(['all', 'own']).default('all'),
      /** Changes at this instant or later. */
      since: z.iso.datetime({ offset: true }).optional(),
      /** Changes before this instant. */
      until: z.iso.datetime({ offset: true }).optional(),
      /** `exclude` omits changes made by imports. */
      imports: z.enum(['include', 'exclude']).default('include'),
      /** Changes older than the cursor. */
      older_than: cursorSchema.optional(),
      /** Changes newer than the cursor, starting with those closest to it. */
      newer_than: cursorSchema.optional(),
      limit: wholeNumberQuery(1, 200).default(50),
    }),
    response: z.object({
      changes: z.array(recordChangeSchema),
      /** Everyone who has made a change, as options for the filter. */
      curators: z.array(z.string()),
      older: z.string().nullable(),
      newer: z.string().nullable(),
    }),
  }),
  deleted: defineOperation({
    id: 'history.deleted',
    method: 'GET',
    path: '/api/curator/history/deleted',
    access: 'reader',
    summary: 'Get the deletion of a record that no longer exists',
    description:
      'A media item can also be given by the path of its file. Returns 404 if the record exists or never existed.',
    query: z
      .strictObject({
        kind: z.enum(HISTORY_KINDS),
        slug: slugSchema.optional(),
        /** Path of the file in the media library. */
        file: textSchema(1024).optional(),
      })
      .refine(({ kind, slug, file }) => (slug === undefined) !== (file === undefined || kind !== 'media'), {
        message: 'Enter a slug, or the file of a media item.',
        path: ['slug'],
      }),
    response: recordChangeSchema,
    errors: [404],
  }),
  list: defineOperation({
    id: 'history.list',
    method: 'GET',
    path: '/api/curator/history/{kind}/{slug}',
    access: 'reader',
    summary: 'List the changes of a record, newest first',
    description:
      'Each entry has the time, who made the change and the values before it. Entries stay after the record is deleted. Drafts of stories are left out for readers.',
    params: recordParams,
    query: z.strictObject(pagingShape(100)),
    response: z.array(revisionSchema),
    paged: true,
    errors: [404],
  }),
  preview: defineOperation({
    id: 'history.preview',
    method: 'GET',
    path: '/api/curator/history/{kind}/{slug}/{revision}/preview',
    access: 'reader',
    summary: 'Preview a restore: what would change, from now to the version before a change',
    description:
      'A version of a voyage includes its albums, which each have their own history too. `changes` is empty when nothing would change, ' +
      'and for a deleted record, of which everything comes back.',
    params: revisionParams,
    response: z.object({ changes: z.array(fieldChangeSchema) }),
    errors: [404],
  }),
  restore: defineOperation({
    id: 'history.restore',
    method: 'POST',
    path: '/api/curator/history/{kind}/{slug}/{revision}/restore',
    access: 'curator',
    summary: 'Restore a record to its version before a change; a deleted record with its relations',
    description:
      'The restored state becomes a new change, which can be undone in the same way. Returns 409 if another record conflicts with the restored one, such as by having its slug.',
    params: revisionParams,
    response: revisionSchema,
    errors: [404, 409],
  }),
};
