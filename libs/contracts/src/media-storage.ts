import { z } from 'zod';
import { defineCall } from './call.ts';
import { instantSchema, optionalTextSchema, pagingShape, slugSchema, textSchema } from './common.ts';
import { mediaItemSchema } from './media-fields.ts';

/** What looking through storage finds: a file without a record; a record whose file is gone, or is another by its SHA-256. */
export const FINDING_KINDS = ['unknown_file', 'missing_file', 'changed_file'] as const;
export const findingKindSchema = z.enum(FINDING_KINDS);

/**
 * What settles all findings of a kind at once, each where it is the safe way:
 * - `adopt` files that the archive takes, and of which no record has the same already
 * - `remove_file` files without a record, but those that the record of a missing or changed file wants back
 * - `relink` records whose file is missing and lies elsewhere; `remove_record` those of which it lies nowhere
 * - `accept` changed files that are of the kind they were
 */
export const SETTLINGS = ['adopt', 'remove_file', 'relink', 'remove_record', 'accept'] as const;
export const settlingSchema = z.enum(SETTLINGS);
export type Settling = z.output<typeof settlingSchema>;

/** As many findings as one call takes. */
export const MOST_SETTLED_AT_ONCE = 50;

/** A run through storage. First all files are listed, then those without a record are read, then those of all records. */
export const storageCheckSchema = z.object({
  id: z.number().int(),
  state: z.enum(['running', 'completed', 'failed', 'cancelled']),
  phase: z.enum(['files', 'hashes', 'records']),
  files_seen: z.number().int(),
  records_checked: z.number().int(),
  records_total: z.number().int(),
  /** Of files of records. */
  bytes_read: z.number().int(),
  bytes_total: z.number().int(),
  /** Null: at night, by itself. */
  requested_by: z.string().nullable(),
  error: z.string().nullable(),
  started_at: instantSchema,
  finished_at: instantSchema.nullable(),
});
export type StorageCheck = z.output<typeof storageCheckSchema>;

export const storageStatusSchema = z.object({
  /** The run that goes on, else the latest; null before the first. */
  check: storageCheckSchema.nullable(),
  /** When storage was last looked through to its end. */
  last_completed_at: instantSchema.nullable(),
  /** How much is still to be settled. */
  unknown_file: z.number().int(),
  missing_file: z.number().int(),
  changed_file: z.number().int(),
  /** How many of them each way settles. */
  settled_by: z.record(settlingSchema, z.number().int()),
});
export type StorageStatus = z.output<typeof storageStatusSchema>;

const storedAt = z.object({ path: z.string(), url: z.string() });

export const storageFindingSchema = storedAt.extend({
  id: z.number().int(),
  kind: findingKindSchema,
  /** Bytes; null of a file that is gone. */
  size: z.number().int().nullable(),
  last_modified: instantSchema.nullable(),
  /** By its content; null where the archive takes no such file, and while it has not been read. */
  content_type: z.string().nullable(),
  /** Why the archive takes no such file, as a sentence. */
  refusal: z.string().nullable(),
  /** The file's, hexadecimal. */
  sha256: z.string().nullable(),
  found_at: instantSchema,
  /** Whose file it is, or was. */
  record: z
    .object({
      media_slug: slugSchema,
      title: z.string(),
      size: z.number().int().nullable(),
      sha256: z.string().nullable(),
    })
    .nullable(),
  /** Of a record: files without one that are what its own was. */
  elsewhere: z.array(storedAt),
  /** Of a file without a record: the record that has the very same file. */
  same_as: z.object({ media_slug: slugSchema, title: z.string() }).nullable(),
});
export type StorageFinding = z.output<typeof storageFindingSchema>;

const severalFindings = z.array(z.number().int().min(1).max(2_147_483_647)).min(1).max(MOST_SETTLED_AT_ONCE);

/** What became of each; one that is in neither list was left for want of time, and is asked for again. */
const settledSchema = z.object({
  settled: z.array(z.number().int()),
  failures: z.array(z.object({ finding_id: z.number().int(), reason: z.string() })),
});

const findingParams = z.object({ finding_id: z.coerce.number().int().min(1).max(2_147_483_647) });

export const storageCalls = {
  status: defineCall({
    id: 'storage.status',
    method: 'GET',
    path: '/api/curator/storage/check',
    summary: 'How far looking through storage is, and what is to be settled',
    answer: storageStatusSchema,
  }),
  begin: defineCall({
    id: 'storage.begin',
    method: 'POST',
    path: '/api/curator/storage/check',
    summary: 'Look through storage now; one that goes on is not begun again',
    answer: storageStatusSchema,
  }),
  cancel: defineCall({
    id: 'storage.cancel',
    method: 'POST',
    path: '/api/curator/storage/check/cancel',
    summary: 'Stop looking through storage; what was found stays',
    answer: storageStatusSchema,
  }),
  findings: defineCall({
    id: 'storage.findings',
    method: 'GET',
    path: '/api/curator/storage/findings',
    summary: 'Files without a record, and records whose file is gone or another, by their path',
    query: z.strictObject({
      kind: findingKindSchema.optional(),
      /** Only those that may be settled so. */
      settled_by: settlingSchema.optional(),
      ...pagingShape(50),
    }),
    answer: z.array(storageFindingSchema),
    paged: true,
  }),
  adopt: defineCall({
    id: 'storage.adopt',
    method: 'POST',
    path: '/api/curator/storage/findings/{finding_id}/adopt',
    summary: 'Make a media record of a file that has none, where it lies',
    params: findingParams,
    body: z.object({ title: optionalTextSchema(500) }),
    answer: mediaItemSchema,
    refusals: [404, 409, 415],
  }),
  relink: defineCall({
    id: 'storage.relink',
    method: 'POST',
    path: '/api/curator/storage/findings/{finding_id}/relink',
    summary: 'Give a record the file without a record that is what its own was',
    params: findingParams,
    body: z.object({ path: textSchema(1024) }),
    answer: mediaItemSchema,
    refusals: [404, 409],
  }),
  accept: defineCall({
    id: 'storage.accept',
    method: 'POST',
    path: '/api/curator/storage/findings/{finding_id}/accept',
    summary: 'Take a changed file as the right one; its pictures are made anew',
    params: findingParams,
    answer: mediaItemSchema,
    refusals: [404, 409, 415],
  }),
  undo: defineCall({
    id: 'storage.undo',
    method: 'POST',
    path: '/api/curator/storage/findings/{finding_id}/undo',
    summary: 'Undo what a finding was settled by: relinked or accepted',
    params: findingParams,
    answer: mediaItemSchema,
    refusals: [404, 409],
  }),
  settleSeveral: defineCall({
    id: 'storage.settleSeveral',
    method: 'POST',
    path: '/api/curator/storage/findings/settle-several',
    summary: 'Settle several findings the same way, each for itself; what cannot be settled is named with the reason',
    body: z.object({
      by: settlingSchema,
      /** The run that they were looked at after: what a later one has found is another matter. */
      check_id: z.number().int().min(1).max(2_147_483_647),
      finding_ids: severalFindings,
    }),
    answer: settledSchema,
  }),
  undoSeveral: defineCall({
    id: 'storage.undoSeveral',
    method: 'POST',
    path: '/api/curator/storage/findings/undo-several',
    summary: 'Undo what several findings were settled by: adopted, relinked or accepted',
    body: z.object({ finding_ids: severalFindings }),
    answer: settledSchema,
  }),
};
