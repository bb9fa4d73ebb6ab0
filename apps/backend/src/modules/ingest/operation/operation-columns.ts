import type { IngestOperation } from '@archive/contracts';
import { col, type ColumnsOf } from '../../../database/index.ts';

/** An operation without progress for this long is treated as stalled and passed to another worker. */
export const STALLED_AFTER = `interval '2 minutes'`;

const IS_ACTIVE = `(o.status in ('initializing', 'running') or o.undo_by is not null)`;

/** After all voyages are saved, media fetches count as activity of the operation. */
const LAST_ACTIVE_AT = `case when o.saved_at is null then o.progressed_at else o.updated_at end`;

/** An operation that waits for its turn isn't stalled. */
const IS_WAITING = `
  o.status = 'initializing' and exists (
    select from ingest_operation other where other.status = 'running' and other.updated_at > now() - ${STALLED_AFTER})`;

/** Whether an operation `o` is active but makes no progress. */
export const IS_STALLED = `(${IS_ACTIVE} and ${LAST_ACTIVE_AT} < now() - ${STALLED_AFTER} and not (${IS_WAITING}))`;

/** Who started a preview `o` or the ones that it replaces, or decided something in them. They can't approve it. */
export const PREPARED_BY = `(select array_agg(distinct name) from unnest(o.started_by || o.prepared_by) name)`;

/** Columns of an operation `o` in API responses. */
export const OPERATION_COLUMNS = `
  o.id as operation_id, o.filename, o.format, o.dry_run, o.status, o.current_step, o.progress, o.voyages_total, o.voyages_processed,
  o.validation_errors, o.media_warnings, o.error_message, o.started_by, o.created_at, o.updated_at, o.finished_at, o.cancelled,
  ${IS_STALLED} as stalled, (select a.id from ingest_operation a where a.applies = o.id) as applied_as,
  (select a.status from ingest_operation a where a.applies = o.id) as applied_status, o.undone_at,
  o.details_deleted_at, o.undo_progress as undoing`;

export const OPERATION = {
  operation_id: col.uuid,
  filename: col.text,
  format: col.text.as<NonNullable<IngestOperation['format']>>().nullable(),
  dry_run: col.bool,
  status: col.text.as<IngestOperation['status']>(),
  current_step: col.text,
  progress: col.int,
  voyages_total: col.int,
  voyages_processed: col.int,
  validation_errors: col.int,
  media_warnings: col.int,
  error_message: col.text.nullable(),
  started_by: col.text,
  created_at: col.timestamp,
  updated_at: col.timestamp,
  finished_at: col.timestamp.nullable(),
  cancelled: col.bool,
  stalled: col.bool,
  applied_as: col.uuid.nullable(),
  applied_status: col.text.as<IngestOperation['status']>().nullable(),
  undone_at: col.timestamp.nullable(),
  details_deleted_at: col.timestamp.nullable(),
  undoing: col.int.nullable(),
} satisfies ColumnsOf<IngestOperation>;
