import type { IngestOperation, UndoRefusal } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { Problem } from '../../../common/index.ts';
import { afterCommit, Database } from '../../../database/index.ts';
import { IngestReads, noIngest } from '../ingest-reads.ts';
import { IngestJobs } from '../run/ingest-jobs.ts';
import { standingAgainst } from './standing-against.ts';
import { askToUndo } from './undo-row.ts';

const HOLD = `
  select dry_run, status, undone_at, undo_by is not null as undoing from ingest_operation where id = $1 for update`;

interface Held {
  dry_run: boolean;
  status: string;
  undone_at: string | null;
  undoing: boolean;
}

const cannot = (detail: string, stands: UndoRefusal['stands_against'] = []) =>
  new Problem(409, detail, { members: { stands_against: stands } });

/** Has whole ingests taken back: a worker does it, in the turn of documents that are saved. */
@Injectable()
export class IngestUndoing {
  readonly #database: Database;
  readonly #reads: IngestReads;
  readonly #jobs: IngestJobs;

  constructor(database: Database, reads: IngestReads, jobs: IngestJobs) {
    this.#database = database;
    this.#reads = reads;
    this.#jobs = jobs;
  }

  /**
   * Begins the undoing of an ingest, once.
   * @throws the 409 that names everything that stands against it
   */
  async undo(id: string, username: string): Promise<IngestOperation> {
    await this.#database.transaction(async (statements) => {
      const operation = await statements.row<Held>('ingest.undo-hold', HOLD, [id]);
      if (!operation) throw noIngest();
      refuseUnlessSaved(operation);
      if (operation.undoing) return;
      const stands = await standingAgainst(statements, id);
      if (stands.length > 0) throw cannot(sentenceOf(stands), stands);
      const attempt = await askToUndo(statements, id, username);
      afterCommit(() => this.#jobs.add(id, attempt));
    });
    return this.#reads.operation(id);
  }
}

function refuseUnlessSaved({ dry_run, status, undone_at }: Held): void {
  if (dry_run) throw cannot('A check has changed nothing: there is nothing to undo.');
  if (undone_at !== null) throw cannot('This ingest has been undone already.');
  if (status !== 'completed' && status !== 'failed')
    throw cannot('This ingest is still at work. Cancel it before it is undone.');
}

const NAMED = 3;

function sentenceOf(stands: UndoRefusal['stands_against']): string {
  const names = stands.slice(0, NAMED).map(({ title }) => `“${title}”`);
  const more = stands.length > NAMED ? ` and ${stands.length - NAMED} more` : '';
  const which = stands.length === 1 ? 'stands' : 'stand';
  return `${names.join(', ')}${more} ${which} against it: they were edited, or are needed, since. Nothing was undone.`;
}
