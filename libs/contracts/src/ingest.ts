import { z } from 'zod';
import { defineCall } from './call.ts';
import { flagQuery, instantSchema, textSchema } from './common.ts';

export const INGEST_STATUSES = ['initializing', 'running', 'completed', 'failed'] as const;

/** One run of the ingest. The row in the database is the truth of it (02-ingest.md, The run). */
export const ingestOperationSchema = z.object({
  operation_id: z.uuid(),
  filename: z.string(),
  dry_run: z.boolean(),
  status: z.enum(INGEST_STATUSES),
  current_step: z.string(),
  /** Percent; never goes down. */
  progress: z.number().int().min(0).max(100),
  voyages_total: z.number().int(),
  voyages_processed: z.number().int(),
  validation_errors: z.number().int(),
  media_warnings: z.number().int(),
  error_message: z.string().nullable(),
  started_by: z.string(),
  created_at: instantSchema,
  updated_at: instantSchema,
  finished_at: instantSchema.nullable(),
});
export type IngestOperation = z.output<typeof ingestOperationSchema>;

export const ingestProblemSchema = z.object({
  /** 1-based line of the document; null for what concerns the whole. */
  line: z.number().int().nullable(),
  voyage: z.string().nullable(),
  field: z.string().nullable(),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  suggestion: z.string().nullable(),
});
export type IngestProblem = z.output<typeof ingestProblemSchema>;

export const ingestPlanSchema = z.object({
  create: z.number().int(),
  update: z.number().int(),
  unchanged: z.number().int(),
  conflict: z.number().int(),
});

export const ingestReportSchema = ingestOperationSchema.extend({
  plan: ingestPlanSchema,
  problems: z.array(ingestProblemSchema),
});
export type IngestReport = z.output<typeof ingestReportSchema>;

export const ingestStatusSchema = z.object({ operations: z.array(ingestOperationSchema) });
export type IngestStatus = z.output<typeof ingestStatusSchema>;

/** Largest document, in characters. */
export const MAX_DOCUMENT_LENGTH = 20_000_000;

export const ingestStartSchema = z.object({
  document: z.string().min(1, 'The document is empty.').max(MAX_DOCUMENT_LENGTH),
  filename: textSchema(255).default('document.md'),
});

const operationParams = z.object({ operation_id: z.uuid() });
const accepted = z.object({ operation_id: z.uuid() });

export const ingestCalls = {
  status: defineCall({
    id: 'ingest.status',
    method: 'GET',
    path: '/api/curator/ingest-status',
    summary: 'Operations, newest first',
    answer: ingestStatusSchema,
  }),
  start: defineCall({
    id: 'ingest.start',
    method: 'POST',
    path: '/api/curator/ingest',
    summary: 'Take a document in; the work is done by the queue',
    query: z.strictObject({ dry_run: flagQuery.default(false) }),
    body: ingestStartSchema,
    multipart: z.object({}),
    answer: accepted,
    status: 202,
    repeatable: true,
    refusals: [413],
  }),
  get: defineCall({
    id: 'ingest.get',
    method: 'GET',
    path: '/api/curator/ingest/{operation_id}',
    summary: 'One operation with its plan and problems',
    params: operationParams,
    answer: ingestReportSchema,
    refusals: [404],
  }),
  events: defineCall({
    id: 'ingest.events',
    method: 'GET',
    path: '/api/curator/ingest/{operation_id}/events',
    summary: 'The operation each time it changes, as server-sent events',
    params: operationParams,
    refusals: [404],
  }),
  cancel: defineCall({
    id: 'ingest.cancel',
    method: 'POST',
    path: '/api/curator/ingest/{operation_id}/cancel',
    summary: 'Stop between two batches',
    params: operationParams,
    answer: ingestOperationSchema,
    refusals: [404, 409],
  }),
  retry: defineCall({
    id: 'ingest.retry',
    method: 'POST',
    path: '/api/curator/ingest/{operation_id}/retry',
    summary: 'Run the document again',
    params: operationParams,
    answer: accepted,
    status: 202,
    refusals: [404, 409],
  }),
  apply: defineCall({
    id: 'ingest.apply',
    method: 'POST',
    path: '/api/curator/ingest/{operation_id}/apply',
    summary: 'Apply a dry run as it was shown',
    params: operationParams,
    answer: accepted,
    status: 202,
    refusals: [404, 409],
  }),
};
