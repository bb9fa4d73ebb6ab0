import { z } from 'zod';
import { RESPONSE_TIMEOUT_SECONDS } from './budget.ts';
import { defineOperation } from './operation.ts';
import { instantSchema, optionalTextSchema, pagingShape, slugSchema, textSchema } from './common.ts';
import { mediaItemSchema } from './media-item.ts';

/** Kinds of discrepancy: a file without a record, a record without its file, a file whose SHA-256 differs from its record's. */
export const DISCREPANCY_KINDS = ['unknown_file', 'missing_file', 'changed_file'] as const;
export const discrepancyKindSchema = z.enum(DISCREPANCY_KINDS);

/**
 * Ways to resolve all discrepancies of a kind at once, each offered only where it is safe:
 * - `add_to_library`: add a file of an allowed type that no record has yet
 * - `remove_file`: delete a file without a record, unless a record with a missing or changed file needs it
 * - `relink`: use an identical file at another path for a missing one; `remove_record` if there is none
 * - `keep_changed_file`: keep a changed file of the same content type
 */
export const RESOLUTIONS = ['add_to_library', 'remove_file', 'relink', 'remove_record', 'keep_changed_file'] as const;
export const resolutionSchema = z.enum(RESOLUTIONS);
export type Resolution = z.output<typeof resolutionSchema>;

/** Maximum number of discrepancies in one request. */
export const MAX_BULK_RESOLUTIONS = 50;

/** One storage check. It lists all files, reads those without a record, then reads those of all records. */
export const storageCheckSchema = z.object({
  id: z.number().int(),
  state: z.enum(['running', 'completed', 'failed', 'cancelled']),
  phase: z.enum(['files', 'hashes', 'records']),
  files_seen: z.number().int(),
  records_checked: z.number().int(),
  records_total: z.number().int(),
  /** Total size in bytes of the files read so far that have a record. */
  bytes_read: z.number().int(),
  bytes_total: z.number().int(),
  /** Null for the nightly check. */
  requested_by: z.string().nullable(),
  error: z.string().nullable(),
  started_at: instantSchema,
  finished_at: instantSchema.nullable(),
});
export type StorageCheck = z.output<typeof storageCheckSchema>;

export const storageStatusSchema = z.object({
  /** The running check, else the latest; null before the first. */
  check: storageCheckSchema.nullable(),
  /** End of the last complete check. */
  last_completed_at: instantSchema.nullable(),
  /** Open discrepancies by kind. */
  unknown_file: z.number().int(),
  missing_file: z.number().int(),
  changed_file: z.number().int(),
  /** Number of discrepancies that each kind of resolution can resolve. */
  resolved_by: z.record(resolutionSchema, z.number().int()),
});
export type StorageStatus = z.output<typeof storageStatusSchema>;

const storedAt = z.object({ path: z.string(), url: z.string() });

export const storageDiscrepancySchema = storedAt.extend({
  id: z.number().int(),
  kind: discrepancyKindSchema,
  /** In bytes; null for a missing file. */
  size: z.number().int().nullable(),
  last_modified: instantSchema.nullable(),
  /** Detected from the content; null if the type is not allowed, and until the file has been read. */
  content_type: z.string().nullable(),
  /** Why the file can't be added, as a sentence. */
  rejection: z.string().nullable(),
  /** Hash of the file's content, in hexadecimal. */
  sha256: z.string().nullable(),
  found_at: instantSchema,
  /** The record that the file belongs to. */
  record: z
    .object({
      media_slug: slugSchema,
      title: z.string(),
      size: z.number().int().nullable(),
      sha256: z.string().nullable(),
    })
    .nullable(),
  /** Identical files at other paths, without a record. */
  elsewhere: z.array(storedAt),
  /** For a file without a record: the record with an identical file. */
  same_as: z.object({ media_slug: slugSchema, title: z.string() }).nullable(),
});
export type StorageDiscrepancy = z.output<typeof storageDiscrepancySchema>;

const discrepancyIds = z.array(z.number().int().min(1).max(2_147_483_647)).min(1).max(MAX_BULK_RESOLUTIONS);

/** Outcome for each discrepancy. One that is in neither list was not processed within the time limit: send it again. */
const resolvedSchema = z.object({
  resolved: z.array(z.number().int()),
  failures: z.array(z.object({ discrepancy_id: z.number().int(), reason: z.string() })),
});

const discrepancyParams = z.object({ discrepancy_id: z.coerce.number().int().min(1).max(2_147_483_647) });

export const storageOperations = {
  status: defineOperation({
    id: 'storage.status',
    method: 'GET',
    path: '/api/curator/storage/check',
    access: 'curator',
    summary: 'Get the progress of the storage check and the number of open discrepancies',
    description: 'Counts what is open, by kind and by how it can be resolved. Poll it while a check is running.',
    response: storageStatusSchema,
  }),
  start: defineOperation({
    id: 'storage.start',
    method: 'POST',
    path: '/api/curator/storage/check',
    access: 'curator',
    summary: 'Start a storage check, unless one is running',
    description: 'Reads every file and compares its SHA-256 with the record. A check also runs every night.',
    response: storageStatusSchema,
  }),
  cancel: defineOperation({
    id: 'storage.cancel',
    method: 'POST',
    path: '/api/curator/storage/check/cancel',
    access: 'curator',
    summary: 'Cancel the storage check; discrepancies found so far are kept',
    description: 'The next check starts from the beginning. Has no effect if no check is running.',
    response: storageStatusSchema,
  }),
  discrepancies: defineOperation({
    id: 'storage.discrepancies',
    method: 'GET',
    path: '/api/curator/storage/discrepancies',
    access: 'curator',
    summary: 'List files without a record, and records whose file is missing or changed, by path',
    description:
      'Each one lists the ways in which it can be resolved. A discrepancy that has been resolved since the check is left out.',
    query: z.strictObject({
      kind: discrepancyKindSchema.optional(),
      /** Only discrepancies that this resolution can resolve. */
      resolved_by: resolutionSchema.optional(),
      ...pagingShape(50),
    }),
    response: z.array(storageDiscrepancySchema),
    paged: true,
  }),
  addToLibrary: defineOperation({
    id: 'storage.addToLibrary',
    method: 'POST',
    path: '/api/curator/storage/discrepancies/{discrepancy_id}/add-to-library',
    access: 'curator',
    summary: 'Add a file without a record to the library; the file stays where it is',
    description:
      'Creates a media record for the file. Returns 409 if the file has changed since the check, and 415 if its type is not accepted.',
    params: discrepancyParams,
    body: z.object({ title: optionalTextSchema(500) }),
    responseTimeoutSeconds: RESPONSE_TIMEOUT_SECONDS.file,
    response: mediaItemSchema,
    errors: [404, 409, 415],
  }),
  relink: defineOperation({
    id: 'storage.relink',
    method: 'POST',
    path: '/api/curator/storage/discrepancies/{discrepancy_id}/relink',
    access: 'curator',
    summary: 'Relink a record to an identical file that has no record',
    description: 'For a file that was moved by hand. The record keeps its slug, links and description.',
    params: discrepancyParams,
    body: z.object({ path: textSchema(1024) }),
    responseTimeoutSeconds: RESPONSE_TIMEOUT_SECONDS.file,
    response: mediaItemSchema,
    errors: [404, 409],
  }),
  keepChangedFile: defineOperation({
    id: 'storage.keepChangedFile',
    method: 'POST',
    path: '/api/curator/storage/discrepancies/{discrepancy_id}/keep-changed-file',
    access: 'curator',
    summary: 'Keep a changed file; its thumbnails are generated again',
    description:
      'The record then has the checksum and size of the file as it is now. Returns 409 if the file has changed again.',
    params: discrepancyParams,
    responseTimeoutSeconds: RESPONSE_TIMEOUT_SECONDS.file,
    response: mediaItemSchema,
    errors: [404, 409, 415],
  }),
  undo: defineOperation({
    id: 'storage.undo',
    method: 'POST',
    path: '/api/curator/storage/discrepancies/{discrepancy_id}/undo',
    access: 'curator',
    summary: 'Undo a relink, or a decision to keep a changed file',
    description: 'The record has its former file again. Returns 409 if the record has changed since.',
    params: discrepancyParams,
    response: mediaItemSchema,
    errors: [404, 409],
  }),
  bulkResolve: defineOperation({
    id: 'storage.bulkResolve',
    method: 'POST',
    path: '/api/curator/storage/discrepancies/bulk-resolve',
    access: 'curator',
    summary: 'Resolve discrepancies in bulk, each independently of the others; failures are listed with the reason',
    description:
      'Send `check_id` of the list that you saw: after a newer check, nothing that it found is changed. Send the rest again if not all were handled in time.',
    body: z.object({
      by: resolutionSchema,
      /** The check whose results were shown. Discrepancies from a later check are rejected. */
      check_id: z.number().int().min(1).max(2_147_483_647),
      discrepancy_ids: discrepancyIds,
    }),
    responseTimeoutSeconds: RESPONSE_TIMEOUT_SECONDS.file,
    response: resolvedSchema,
  }),
  bulkUndo: defineOperation({
    id: 'storage.bulkUndo',
    method: 'POST',
    path: '/api/curator/storage/discrepancies/bulk-undo',
    access: 'curator',
    summary: 'Undo resolutions of added, relinked or changed files in bulk',
    description: 'Each one is undone on its own, so one that fails does not stop the others.',
    body: z.object({ discrepancy_ids: discrepancyIds }),
    response: resolvedSchema,
  }),
};
