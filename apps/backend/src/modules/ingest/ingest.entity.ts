import { DOCUMENT_FORMATS, INGEST_STATUSES } from '@archive/contracts';
import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { Voyage } from '../voyages/index.ts';

/** One run of the ingest; this row is its truth, the queue carries only the id. */
export const IngestOperation = defineEntity({
  name: 'IngestOperation',
  tableName: 'ingest_operation',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    filename: p.text(),
    documentKey: p.text(),
    documentSha256: p.blob(),
    format: p.enum(DOCUMENT_FORMATS).nullable(),
    /** Where the document's text is kept when it is not the document itself. */
    textKey: p.text().nullable(),
    dryRun: p.boolean().default(false),
    status: p.enum(INGEST_STATUSES).default('initializing'),
    currentStep: p.text().default('Waiting'),
    progress: p.integer().default(0),
    voyagesTotal: p.integer().default(0),
    voyagesProcessed: p.integer().default(0),
    validationErrors: p.integer().default(0),
    mediaWarnings: p.integer().default(0),
    plan: p
      .json<{ create: number; update: number; unchanged: number; conflict: number }>()
      .defaultRaw(`'{"create": 0, "update": 0, "unchanged": 0, "conflict": 0}'`),
    /** What has been done so far, counted with each batch that was saved. */
    outcome: p
      .json<{ create: number; update: number; unchanged: number; conflict: number }>()
      .defaultRaw(`'{"create": 0, "update": 0, "unchanged": 0, "conflict": 0}'`),
    /** How often it was given to the queue; a job of an earlier attempt does nothing. */
    attempt: p.integer().default(1),
    /** How often it was taken up again since the last batch that was saved. */
    interruptions: p.integer().default(0),
    plannedAt: p.datetime().nullable(),
    errorMessage: p.text().nullable(),
    cancelled: p.boolean().default(false),
    /** The dry run that this operation applies. */
    applies: p.uuid().nullable(),
    undoneAt: p.datetime().nullable(),
    /** Who has asked to take it back, and how far that is in percent; both null when nobody has, or when it is done. */
    undoBy: p.text().nullable(),
    undoProgress: p.integer().nullable(),
    /** When a step was taken last; `updatedAt` moves with anything. */
    progressedAt: p.datetime().defaultRaw('now()'),
    startedBy: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p
      .datetime()
      .defaultRaw('now()')
      .onUpdate(() => new Date()),
    finishedAt: p.datetime().nullable(),
  },
});
export type IngestOperation = InferEntity<typeof IngestOperation>;

/** Something in the document that a person should look at. */
export const IngestProblem = defineEntity({
  name: 'IngestProblem',
  tableName: 'ingest_problem',
  properties: {
    operation: () => p.manyToOne(IngestOperation).primary().ref(),
    ordinal: p.integer().primary(),
    line: p.integer().nullable(),
    voyage: p.text().nullable(),
    field: p.text().nullable(),
    severity: p.enum(['error', 'warning'] as const),
    message: p.text(),
    suggestion: p.text().nullable(),
  },
});
export type IngestProblem = InferEntity<typeof IngestProblem>;

/** The voyage that a passage of documents became, and the values last taken from there: what differs now, a curator has edited. */
export const IngestRecord = defineEntity({
  name: 'IngestRecord',
  tableName: 'ingest_record',
  properties: {
    key: p.text().primary(),
    voyage: () => p.oneToOne(Voyage).ref(),
    operation: () => p.manyToOne(IngestOperation).ref().nullable(),
    fields: p.json<Record<string, unknown>>(),
    /** Of the fields, as far as no conflict is open: the same digest says that nothing has changed. */
    digest: p.text().nullable(),
  },
});
export type IngestRecord = InferEntity<typeof IngestRecord>;
