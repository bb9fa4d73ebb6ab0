import { allows, type IngestOperation, type UndoBlockers } from '@archive/contracts';
import { formatList, pluralize } from '@archive/contracts/format';
import { Injectable } from '@nestjs/common';
import { Problem } from '../../../common/index.ts';
import { afterCommit, col, Database, type RowOf, statement } from '../../../database/index.ts';
import { Accounts, type Identity } from '../../auth/index.ts';
import { IngestQueries, ingestNotFound } from '../ingest-queries.ts';
import { IngestJobs } from '../operation/ingest-jobs.ts';
import { findUndoBlockers } from './undo-blockers.ts';
import { requestUndo } from './undo-row.ts';

const LOCKED_OPERATION = {
  dry_run: col.bool,
  status: col.text,
  undone_at: col.timestamp.nullable(),
  details_deleted_at: col.timestamp.nullable(),
  started_by: col.text,
  undoing: col.bool,
};
type LockedOperation = RowOf<typeof LOCKED_OPERATION>;

const LOCK_OPERATION = statement(
  'ingest-undo-lock',
  `
  select dry_run, status, undone_at, details_deleted_at, started_by, undo_by is not null as undoing from ingest_operation where id = $1 for update`,
  LOCKED_OPERATION,
);

const cannot = (detail: string, blockers: UndoBlockers['blockers'] = []) =>
  new Problem(409, detail, { members: { blockers: blockers } });

/** Requests the undo of imports. The worker runs it when no other import is running. */
@Injectable()
export class IngestUndo {
  constructor(
    private readonly accounts: Accounts,
    private readonly database: Database,
    private readonly queries: IngestQueries,
    private readonly jobs: IngestJobs,
  ) {}

  /**
   * Starts to undo an import. A second request for the same import has no effect.
   * @throws Problem 403 for the import of another person unless `by` is an administrator, 409 with the records that block the undo
   */
  async undo(id: string, by: Identity): Promise<IngestOperation> {
    await this.database.transaction(async (executor) => {
      const operation = await executor.row(LOCK_OPERATION, [id]);
      if (!operation) throw ingestNotFound();
      if (!allows(by.role, 'administrator') && !(await this.accounts.namesOf(by)).includes(operation.started_by))
        throw new Problem(403, `Only ${operation.started_by} or an administrator can undo this import.`);
      rejectUnlessSaved(operation);
      if (operation.undoing) return;
      const blockers = await findUndoBlockers(executor, id);
      if (blockers.length > 0) throw cannot(messageOf(blockers), blockers);
      const attempt = await requestUndo(executor, id, by.name);
      afterCommit(() => this.jobs.add(id, attempt));
    });
    return this.queries.operation(id);
  }
}

function rejectUnlessSaved({ dry_run, status, undone_at, details_deleted_at }: LockedOperation): void {
  if (dry_run) throw cannot('A preview changes nothing, so there’s nothing to undo.');
  if (undone_at !== null) throw cannot('This import was already undone.');
  if (status !== 'completed' && status !== 'failed')
    throw cannot('This import is still running. Cancel it first, then undo it.');
  if (details_deleted_at !== null)
    throw cannot(
      'This import can’t be undone anymore: it finished more than a year ago. Restore records from their history instead.',
    );
}

const MAX_NAMES = 3;

function messageOf(blockers: UndoBlockers['blockers']): string {
  const names = blockers.slice(0, MAX_NAMES).map(({ title }) => `“${title}”`);
  const omitted = blockers.length > MAX_NAMES ? [`${blockers.length - MAX_NAMES} more`] : [];
  const verb = pluralize(blockers.length, 'has', 'have');
  return `This import can’t be undone: ${formatList([...names, ...omitted])} ${verb} been edited, or added to other voyages or albums, since the import. Nothing was changed.`;
}
