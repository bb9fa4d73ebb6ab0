import { z } from 'zod';
import { instantSchema, textSchema, wholeNumberQuery } from './common.ts';
import { healthSchema } from './health.ts';
import { defineOperation } from './operation.ts';

const count = z.number().int();

const queueStateSchema = z.object({
  name: z.string(),
  paused: z.boolean(),
  /** Jobs by state. The jobs of a paused queue count as waiting. */
  counts: z.object({ waiting: count, active: count, delayed: count, failed: count, completed: count }),
  /** How long the oldest waiting job has been ready to run; 0 when none waits. */
  oldest_waiting_seconds: z.number(),
});
export type QueueState = z.output<typeof queueStateSchema>;

const workerStateSchema = z.object({
  name: z.string(),
  started_at: instantSchema,
  /** Seconds since the last heartbeat, which workers send every five seconds. */
  heartbeat_age: count,
  running: count,
  completed: count,
  failed: count,
});
export type WorkerState = z.output<typeof workerStateSchema>;

const importsStateSchema = z.object({
  /** Imports and previews by status. Previews are counted only while they wait or run. */
  operations: z.object({ initializing: count, running: count, completed: count, failed: count, cancelled: count }),
  /** Running operations without progress for two minutes. */
  stalled: count,
  /** Voyages by outcome, over all completed operations. */
  voyages: z.object({ create: count, update: count, unchanged: count, conflict: count }),
  /** The latest five. */
  failed: z.array(
    z.object({
      id: z.string(),
      filename: z.string(),
      started_by: z.string(),
      error_message: z.string(),
      finished_at: instantSchema,
    }),
  ),
  /** Voyages saved by imports in each minute of the last hour, oldest first. */
  last_hour: z.array(count),
  /** In each hour of the last day. */
  last_day: z.array(count),
});
export type ImportsState = z.output<typeof importsStateSchema>;

const filesStateSchema = z.object({
  /** Media files that wait for thumbnails. */
  waiting: count,
  previews: z.array(z.object({ kind: z.string(), state: z.string(), count })),
  /** Orphaned files whose deletion is more than ten minutes overdue. */
  overdue_deletions: count,
});
export type FilesState = z.output<typeof filesStateSchema>;

/** Files by the state of their text. */
const textsStateSchema = z.object({
  waiting: count,
  ready: count,
  /** Files without text, such as photographs. */
  none: count,
  failed: count,
  /** Number of pages in the file that is being read. */
  pages: count,
  pages_read: count,
});
export type TextsState = z.output<typeof textsStateSchema>;

const diskStateSchema = z.object({
  free_bytes: count,
  size_bytes: count,
  /** Uploads and imports are rejected when less is free. */
  reserve_bytes: count,
  /** Needed by running uploads. */
  reserved_bytes: count,
  warning: z.string().nullable(),
});

const quarantinedFileSchema = z.object({
  sha256: z.string(),
  task: z.string(),
  name: z.string(),
  reason: z.enum(['memory', 'time', 'crash']),
  crashed_at: instantSchema,
});

const retentionStateSchema = z.object({
  what: z.string(),
  duration: z.string(),
  why: z.string(),
  /** Null before the first run. */
  run: z
    .object({ ran_at: instantSchema, removed: count, removed_total: count, error: z.string().nullable() })
    .nullable(),
});
export type RetentionState = z.output<typeof retentionStateSchema>;

/** Each part is null while the service that reports it is unavailable. */
const systemStatusSchema = z.object({
  at: instantSchema,
  health: healthSchema,
  workers: z.array(workerStateSchema).nullable(),
  queues: z.array(queueStateSchema).nullable(),
  imports: importsStateSchema.nullable(),
  files: filesStateSchema.nullable(),
  /** Also null if no disk is monitored. */
  disk: diskStateSchema.nullable(),
  texts: textsStateSchema.nullable(),
  quarantined: z.array(quarantinedFileSchema).nullable(),
  retention: z.array(retentionStateSchema).nullable(),
});
export type SystemStatus = z.output<typeof systemStatusSchema>;

export const QUEUE_ACTIONS = ['pause', 'resume', 'retry'] as const;

export const SECURITY_EVENT_KINDS = [
  'login-succeeded',
  'login-failed',
  'login-throttled',
  'action-confirmed',
  'session-ended',
  'access-denied',
  'account-created',
  'account-changed',
  'account-reset',
  'account-activated',
  'passkey-added',
  'passkey-removed',
  'passkey-used',
  'second-factor-enabled',
  'second-factor-disabled',
  'recovery-code-used',
  'password-changed',
  'token-created',
  'token-used',
  'token-rejected',
  'token-revoked',
  'origin-rejected',
  'file-rejected',
  'remote-registered',
  'remote-retired',
  'release-published',
  'release-checked',
  'preview-started',
  'release-promoted',
  'release-rolled-back',
] as const;
const securityEventKindSchema = z.enum(SECURITY_EVENT_KINDS);
export type SecurityEventKind = z.output<typeof securityEventKindSchema>;

const day = z.iso.date('Enter a valid date.').refine((text) => text >= '1900', 'Enter a valid date.');

const securityEventSchema = z.object({
  id: count,
  at: instantSchema,
  kind: securityEventKindSchema,
  /** The curator, token or server component; null if nobody is signed in. */
  actor: z.string().nullable(),
  address: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
  request_id: z.string().nullable(),
});
export type SecurityEvent = z.output<typeof securityEventSchema>;

export const systemOperations = {
  status: defineOperation({
    id: 'system.status',
    method: 'GET',
    path: '/api/system',
    access: 'operator',
    summary: 'Read the state of the archive',
    description:
      'Dependencies, workers, queues, imports, files and retention. A part is null while the service that reports it is unavailable.',
    response: systemStatusSchema,
    noStore: true,
  }),
  controlQueue: defineOperation({
    id: 'system.controlQueue',
    method: 'POST',
    path: '/api/system/queues/{name}/{action}',
    access: 'operator',
    summary: 'Pause or resume a queue, or retry its failed jobs',
    description: 'A paused queue finishes its active jobs and keeps the waiting ones.',
    params: z.object({ name: z.string().max(100), action: z.enum(QUEUE_ACTIONS) }),
    status: 204,
    errors: [404],
  }),
  readTexts: defineOperation({
    id: 'system.readTexts',
    method: 'POST',
    path: '/api/system/texts/read',
    access: 'operator',
    summary: 'Recognize the text of all files again',
    description: 'Pages that curators have edited keep their text.',
    status: 204,
  }),
  rebuildPreviews: defineOperation({
    id: 'system.rebuildPreviews',
    method: 'POST',
    path: '/api/system/previews/rebuild',
    access: 'operator',
    summary: 'Regenerate the previews, tiles and pages of all files',
    description: 'Queues one job per file. Files keep their earlier previews until the new ones are ready.',
    status: 204,
  }),
  releaseFile: defineOperation({
    id: 'system.releaseFile',
    method: 'POST',
    path: '/api/system/quarantine/{sha256}/release',
    access: 'operator',
    summary: 'Try a quarantined file again',
    description: 'Queues new previews. Failed imports are retried separately.',
    params: z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    status: 204,
    errors: [404],
  }),
  securityEvents: defineOperation({
    id: 'system.securityEvents',
    method: 'GET',
    path: '/api/system/security-events',
    access: 'operator',
    summary: 'List security events',
    description: 'Sign-ins, sessions, tokens, rejected requests and releases of the last 90 days, newest first.',
    query: z.strictObject({
      kind: securityEventKindSchema.optional(),
      actor: textSchema(200).optional(),
      address: textSchema(200).optional(),
      from: day.optional().meta({ description: 'First day, in UTC.' }),
      to: day.optional().meta({ description: 'Last day, in UTC.' }),
      before: wholeNumberQuery(1, Number.MAX_SAFE_INTEGER)
        .optional()
        .meta({ description: 'Continues the list: `next_before` of the previous page.' }),
    }),
    response: z.object({
      events: z.array(securityEventSchema),
      /** Null on the last page. */
      next_before: count.nullable(),
      /** Everyone with events, for the filter. */
      actors: z.array(z.string()),
    }),
    noStore: true,
  }),
  runbook: defineOperation({
    id: 'system.runbook',
    method: 'GET',
    path: '/api/system/runbook',
    access: 'operator',
    summary: 'Read the runbook',
    description: 'Markdown with a chapter for each alert: what it means and what to do.',
    response: z.object({ markdown: z.string() }),
  }),
};
