/** Without a step for so long an operation counts as stalled, and is taken from whoever runs it. */
export const STALLED_AFTER = `interval '2 minutes'`;

const IS_ACTIVE = `(o.status in ('initializing', 'running') or o.undo_by is not null)`;

/** The row of an operation whose voyages are saved is kept alive by who fetches its media. */
const ALIVE_AT = `case when o.saved_at is null then o.progressed_at else o.updated_at end`;

/** Whose turn has not come waits for another document, and is not stalled. */
const IS_WAITING = `
  o.status = 'initializing' and exists (
    select from ingest_operation other where other.status = 'running' and other.updated_at > now() - ${STALLED_AFTER})`;

/** True of an operation `o` that is at work and gets no further. */
export const IS_STALLED = `(${IS_ACTIVE} and ${ALIVE_AT} < now() - ${STALLED_AFTER} and not (${IS_WAITING}))`;

/** An operation `o` as the interface shows it. */
export const OPERATION_COLUMNS = `
  o.id as operation_id, o.filename, o.format, o.dry_run, o.status, o.current_step, o.progress, o.voyages_total, o.voyages_processed,
  o.validation_errors, o.media_warnings, o.error_message, o.started_by, o.created_at, o.updated_at, o.finished_at, o.cancelled,
  ${IS_STALLED} as stalled, (select a.id from ingest_operation a where a.applies = o.id) as applied_as, o.undone_at,
  o.undo_progress as undoing`;
