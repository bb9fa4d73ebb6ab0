import { z } from 'zod';
import { defineCall } from './call.ts';
import {
  flagQuery,
  instantSchema,
  pagingShape,
  partialDateSchema,
  severalQuery,
  slugSchema,
  textSchema,
} from './common.ts';
import { HISTORY_KINDS } from './history.ts';

export const INGEST_STATUSES = ['initializing', 'running', 'completed', 'failed'] as const;

/** What a document is, told by its content and not by its name. */
export const DOCUMENT_FORMATS = ['markdown', 'docx', 'json', 'csv'] as const;
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

/** One run of the ingest. The row in the database is the truth of it (02-ingest.md, The run). */
export const ingestOperationSchema = z.object({
  operation_id: z.uuid(),
  filename: z.string(),
  /** Null until the document has been looked at. */
  format: z.enum(DOCUMENT_FORMATS).nullable(),
  dry_run: z.boolean(),
  status: z.enum(INGEST_STATUSES),
  current_step: z.string(),
  /** Percent; never goes down. */
  progress: z.number().int().min(0).max(100),
  voyages_total: z.number().int(),
  voyages_processed: z.number().int(),
  validation_errors: z.number().int(),
  media_warnings: z.number().int(),
  /** A sentence; of a cancelled run too, which is `failed` and says here how far it came. */
  error_message: z.string().nullable(),
  started_by: z.string(),
  created_at: instantSchema,
  updated_at: instantSchema,
  finished_at: instantSchema.nullable(),
  /** Somebody has ended it before its end; what was saved before is kept. */
  cancelled: z.boolean(),
  /** At work and without progress for two minutes. It is taken over by itself. */
  stalled: z.boolean(),
  /** Of a dry run: the operation that has applied it. */
  applied_as: z.uuid().nullable(),
  undone_at: instantSchema.nullable(),
  /** Percent, while it is being taken back; null when it is not. */
  undoing: z.number().int().min(0).max(100).nullable(),
});
export type IngestOperation = z.output<typeof ingestOperationSchema>;

export const ingestProblemSchema = z.object({
  /** 1-based line of the document's text; null for what concerns the whole. Of CSV it is the row's first line. */
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

export const INGEST_ACTIONS = ['create', 'update', 'unchanged', 'conflict'] as const;
export const CONFLICT_CHOICES = ['keep', 'take'] as const;
export type ConflictChoice = (typeof CONFLICT_CHOICES)[number];

/** A value as a person reads it: "yes" or "no", one passenger, source or quote a line. Null: there is none. */
const shownValue = z.string().nullable();

export const ingestChangeSchema = z.object({
  /** Name of the field; `label` is how it is shown. */
  field: z.string(),
  label: z.string(),
  before: shownValue,
  after: shownValue,
});
export type IngestChange = z.output<typeof ingestChangeSchema>;

/** A field that a curator has edited since the last ingest and that the document says otherwise. */
export const ingestConflictSchema = z.object({
  field: z.string(),
  label: z.string(),
  /** What the archive has. */
  curator: shownValue,
  document: shownValue,
  /** Null while nobody has chosen: the archive's value stays, and the next ingest tells of it again. */
  choice: z.enum(CONFLICT_CHOICES).nullable(),
});
export type IngestConflict = z.output<typeof ingestConflictSchema>;

/** What becomes of one voyage of the document. */
export const ingestItemSchema = z.object({
  /** Its place among the voyages that can be saved, from 1; it names the item. */
  ordinal: z.number().int(),
  action: z.enum(INGEST_ACTIONS),
  /** The record it is or became; null before it is made. */
  voyage_slug: slugSchema.nullable(),
  title: z.string(),
  start_date: partialDateSchema,
  /** Lines of the document's text, 1-based and both included. */
  line: z.number().int(),
  end_line: z.number().int(),
  /** Empty of a voyage that is new. */
  changes: z.array(ingestChangeSchema),
  conflicts: z.array(ingestConflictSchema),
});
export type IngestItem = z.output<typeof ingestItemSchema>;

export const ingestReportSchema = ingestOperationSchema.extend({
  plan: ingestPlanSchema,
  /** Conflicts that nobody has chosen about. */
  open_conflicts: z.number().int(),
  problems: z.array(ingestProblemSchema),
});
export type IngestReport = z.output<typeof ingestReportSchema>;

export const ingestStatusSchema = z.object({ operations: z.array(ingestOperationSchema) });
export type IngestStatus = z.output<typeof ingestStatusSchema>;

export const ingestDocumentSchema = z.object({
  filename: z.string(),
  format: z.enum(DOCUMENT_FORMATS),
  /** What the lines of plan and problems count; of .docx the Markdown that was made of it. */
  text: z.string(),
});
export type IngestDocument = z.output<typeof ingestDocumentSchema>;

/** Records that have been edited, or are needed, since the ingest that is to be undone. */
export const undoRefusalSchema = z.object({
  stands_against: z.array(
    z.object({
      kind: z.enum(HISTORY_KINDS),
      slug: slugSchema,
      title: z.string(),
      /** A sentence. */
      reason: z.string(),
    }),
  ),
});
export type UndoRefusal = z.output<typeof undoRefusalSchema>;

/** Largest document, in bytes. */
export const MAX_DOCUMENT_BYTES = 20_000_000;
/** The same in characters of base64. */
const MAX_DOCUMENT_LENGTH = Math.ceil(MAX_DOCUMENT_BYTES / 3) * 4;

export const ingestStartSchema = z.object({
  document: z.string().min(1, 'The document is empty.').max(MAX_DOCUMENT_LENGTH),
  /** `base64` for what is no text, such as .docx. */
  encoding: z.enum(['utf-8', 'base64']).default('utf-8'),
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
    summary: 'Take a document in (Markdown, .docx, JSON or CSV); the work is done by the queue',
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
    summary: 'One operation with the counts of its plan and its problems',
    params: operationParams,
    answer: ingestReportSchema,
    refusals: [404],
  }),
  plan: defineCall({
    id: 'ingest.plan',
    method: 'GET',
    path: '/api/curator/ingest/{operation_id}/plan',
    summary: 'What becomes of each voyage of the document, in its order',
    params: operationParams,
    query: z.strictObject({ action: severalQuery(z.enum(INGEST_ACTIONS)).optional(), ...pagingShape(100) }),
    answer: z.array(ingestItemSchema),
    paged: true,
    refusals: [404],
  }),
  settle: defineCall({
    id: 'ingest.settle',
    method: 'POST',
    path: '/api/curator/ingest/{operation_id}/conflicts',
    summary:
      'Choose between a curator’s value and the document’s. Of a dry run it holds when that is applied; of a run that has ended it is done at once',
    params: operationParams,
    body: z.object({
      choices: z
        .array(
          z.object({
            ordinal: z.number().int().min(1).max(2_147_483_647),
            field: textSchema(60),
            choice: z.enum(CONFLICT_CHOICES),
          }),
        )
        .min(1)
        .max(1000),
    }),
    /** The items that were chosen about, as they are now. */
    answer: z.array(ingestItemSchema),
    refusals: [404, 409],
  }),
  document: defineCall({
    id: 'ingest.document',
    method: 'GET',
    path: '/api/curator/ingest/{operation_id}/document',
    summary: 'The text of the document, whose lines plan and problems count; 409 until it has been read',
    params: operationParams,
    answer: ingestDocumentSchema,
    refusals: [404, 409],
  }),
  report: defineCall({
    id: 'ingest.report',
    method: 'GET',
    path: '/api/curator/ingest/{operation_id}/report.csv',
    summary: 'Plan, conflicts and problems as CSV, a row each',
    params: operationParams,
    refusals: [404],
  }),
  events: defineCall({
    id: 'ingest.events',
    method: 'GET',
    path: '/api/curator/ingest/{operation_id}/events',
    summary:
      'The operation each time it changes, as server-sent events named “operation”; the stream ends with it, and 204 says that there is no more to come',
    params: operationParams,
    refusals: [404],
  }),
  cancel: defineCall({
    id: 'ingest.cancel',
    method: 'POST',
    path: '/api/curator/ingest/{operation_id}/cancel',
    summary: 'Stop between two batches; what was saved is kept',
    params: operationParams,
    answer: ingestOperationSchema,
    refusals: [404, 409],
  }),
  retry: defineCall({
    id: 'ingest.retry',
    method: 'POST',
    path: '/api/curator/ingest/{operation_id}/retry',
    summary: 'Go on with an operation that has failed or was cancelled, where it stopped',
    params: operationParams,
    answer: accepted,
    status: 202,
    refusals: [404, 409],
  }),
  apply: defineCall({
    id: 'ingest.apply',
    method: 'POST',
    path: '/api/curator/ingest/{operation_id}/apply',
    summary: 'Apply a dry run as it was shown, as an operation of its own; 409 when the archive has changed under it',
    params: operationParams,
    answer: accepted,
    status: 202,
    refusals: [404, 409],
  }),
  undo: defineCall({
    id: 'ingest.undo',
    method: 'POST',
    path: '/api/curator/ingest/{operation_id}/undo',
    summary:
      'Take back all that an ingest has done, as long as nobody has edited it since; the work is done by the queue, and `undoing` says how far it is',
    params: operationParams,
    answer: ingestOperationSchema,
    status: 202,
    refusals: [404, 409],
    otherAnswers: [
      {
        when: 'Something stands against it.',
        status: 409,
        schema: undoRefusalSchema,
        problem: true,
        example: {
          stands_against: [
            {
              kind: 'voyage',
              slug: '1976-06-16-ford-gerald-dinner-for-trudeau',
              title: 'Dinner for Trudeau',
              reason: 'It was edited by curator on June 20, 2026.',
            },
          ],
        },
      },
    ],
  }),
};
