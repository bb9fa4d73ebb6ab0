import { randomUUID } from 'node:crypto';
import type { IngestOperation, IngestRemoval, IngestReport } from '@archive/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { type JsonText, Problem } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { afterCommit, col, Database, statement, type StatementExecutor } from '../../database/index.ts';
import { IngestQueries, ingestNotFound } from './ingest-queries.ts';
import { acceptedResponse } from './ingest.service.ts';
import { approvalNeeded } from './plan/approval.ts';
import { type Confirmations, unconfirmed } from './plan/confirmation.ts';
import { IngestJobs } from './operation/ingest-jobs.ts';
import { PREPARED_BY } from './operation/operation-columns.ts';

/** At its next step, the worker notices the cancellation and rolls that step back. */
const CANCEL = statement(
  'ingest-cancel',
  `
  update ingest_operation set status = 'failed', cancelled = true, current_step = 'Cancelled', finished_at = now(), updated_at = now(),
    error_message = $2 || case
      when dry_run then ' canceled the preview.'
      when voyages_processed = 0 then ' canceled it before any voyage was saved.'
      else format(' canceled it after %s of %s voyages. Those are saved.', voyages_processed, voyages_total) end
  where id = $1 and status in ('initializing', 'running')`,
);

/** A failed import continues with its plan; a failed preview starts over. */
const RETRY = statement(
  'ingest-retry',
  `
  update ingest_operation set status = 'initializing', attempt = attempt + 1, interruptions = 0, error_message = null,
    finished_at = null, cancelled = false, current_step = 'Waiting', updated_at = now(), progressed_at = now(),
    planned_at = case when dry_run then null else planned_at end, saved_at = null
  where id = $1 and status = 'failed' and undone_at is null and undo_by is null and details_deleted_at is null
  returning attempt`,
  { attempt: col.int },
);

const APPLY = statement(
  'ingest-apply',
  `
  insert into ingest_operation (id, filename, document_key, document_sha256, format, text_key, applies, started_by, clear_empty, decisions, columns, columns_chosen_by, marks, reading, found_reading, large, approved_by, prepared_by)
  select $2, filename, document_key, document_sha256, format, text_key, id, $3, clear_empty, decisions, columns, columns_chosen_by, marks, reading, found_reading, large, approved_by, prepared_by from ingest_operation where id = $1`,
);

const APPROVE = statement(
  'ingest-approve',
  'update ingest_operation set approved_by = $2, updated_at = now() where id = $1',
);

const LOCK_OPERATION = statement(
  'ingest-apply-lock',
  `
  select o.dry_run, o.status, o.details_deleted_at, o.removals, o.same_day, o.needs_columns, o.plan, o.approved_by, o.updated_at, ${PREPARED_BY} as prepared_by, exists (select from ingest_operation a where a.applies = o.id) as applied
  from ingest_operation o where o.id = $1 for update`,
  {
    dry_run: col.bool,
    status: col.text,
    details_deleted_at: col.timestamp.nullable(),
    removals: col.json<IngestRemoval[]>(),
    same_day: col.int,
    needs_columns: col.bool,
    plan: col.json<IngestReport['plan']>(),
    approved_by: col.text.nullable(),
    updated_at: col.timestamp,
    prepared_by: col.array(col.text),
    applied: col.bool,
  },
);

/** Cancels and retries operations, and applies previews. */
@Injectable()
export class IngestControl {
  readonly #database: Database;
  readonly #queries: IngestQueries;
  readonly #jobs: IngestJobs;

  constructor(
    database: Database,
    queries: IngestQueries,
    jobs: IngestJobs,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.#database = database;
    this.#queries = queries;
    this.#jobs = jobs;
  }

  async cancel(id: string, username: string): Promise<IngestOperation> {
    const canceledRows = await this.#database.execute(CANCEL, [id, username]);
    const operation = await this.#queries.operation(id);
    if (canceledRows === 0) throw new Problem(409, 'This import has already finished.');
    return operation;
  }

  async retry(id: string): Promise<JsonText> {
    await this.#database.transaction(async (executor) => {
      const row = await executor.row(RETRY, [id]);
      if (row) {
        afterCommit(() => this.#jobs.add(id, row.attempt));
        return;
      }
      const { status, details_deleted_at } = await this.#queries.operation(id);
      if (details_deleted_at !== null)
        throw new Problem(409, 'This import is too old to be retried. Import the document again.');
      throw new Problem(
        409,
        status === 'failed' ? 'This import was undone or is being undone.' : 'Only a failed import can be retried.',
      );
    });
    return acceptedResponse(id);
  }

  /**
   * Approves a preview that others have prepared.
   * @param seen `updated_at` of the preview that the approving person saw
   * @param names all names of the approving account, so that nobody approves with a new name
   */
  async approve(id: string, seen: string, username: string, names: readonly string[]): Promise<IngestOperation> {
    await this.#database.transaction(async (executor) => {
      const { prepared_by, updated_at } = await lockApplicable(executor, id);
      if (prepared_by.some((name) => names.includes(name)))
        throw new Problem(
          403,
          'You started this preview or decided something in it. Another curator has to approve it.',
        );
      if (updated_at !== seen)
        throw new Problem(409, 'This preview has changed since you opened it. Check the planned changes again.');
      await executor.execute(APPROVE, [id, username]);
    });
    return this.#queries.operation(id);
  }

  /**
   * Starts an import that applies a preview. Voyages that changed since the preview are left out as conflicts.
   * @throws Problem 409 unless it is a completed preview that wasn't applied, 422 if the import needs a confirmation that is missing
   */
  async apply(dryRun: string, { username, confirmed }: Confirmation): Promise<JsonText> {
    const id = randomUUID();
    await this.#database.transaction(async (executor) => {
      const row = await lockApplicable(executor, dryRun);
      const waits = approvalNeeded(row.plan, this.config.importReviewVoyages);
      if (waits !== undefined && row.approved_by === null) throw new Problem(409, waits);
      const names = await this.#queries.countNamesToReview(executor, dryRun);
      const open = unconfirmed({ removals: row.removals, sameDay: row.same_day, names }, confirmed);
      if (open) throw new Problem(422, `${open.message} Confirm it to import the document.`, { errors: [open] });
      await executor.execute(APPLY, [dryRun, id, username]);
      afterCommit(() => this.#jobs.add(id, 1));
    });
    return acceptedResponse(id);
  }
}

/** Locks a preview. @throws Problem 409 unless it can be imported */
async function lockApplicable(executor: StatementExecutor, id: string) {
  const row = await executor.row(LOCK_OPERATION, [id]);
  if (!row) throw ingestNotFound();
  if (!row.dry_run) throw new Problem(409, 'This import has already saved its voyages.');
  if (row.status !== 'completed') throw new Problem(409, 'This preview hasn’t finished yet.');
  if (row.needs_columns) throw new Problem(409, 'Choose the columns of the table first.');
  if (row.applied) throw new Problem(409, 'This document was already imported.');
  if (row.details_deleted_at !== null)
    throw new Problem(409, 'This preview is more than 90 days old. Import the document again for a new one.');
  return row;
}

interface Confirmation {
  username: string;
  confirmed: Confirmations;
}
