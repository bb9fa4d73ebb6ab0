import type { Statements } from '../../../database/index.ts';

/** What a job of the queue names: a job of an earlier attempt does nothing. */
export interface Attempt {
  id: string;
  attempt: number;
}

const ASK = `
  update ingest_operation set undo_by = $2, undo_progress = 0, attempt = attempt + 1, interruptions = 0,
    updated_at = now(), progressed_at = now()
  where id = $1 returning attempt`;

/** From now on an operation is being taken back. Answers the attempt that the queue is to be given. */
export async function askToUndo(statements: Statements, id: string, username: string): Promise<number> {
  const row = await statements.row<{ attempt: number }>('ingest.undo-ask', ASK, [id, username]);
  if (!row) throw new Error('The row is held');
  return row.attempt;
}

const CLAIM = `
  update ingest_operation set updated_at = now(), undo_progress = 0 where id = $1 and attempt = $2 and undo_by is not null
  returning undo_by as "changedBy"`;

/** Takes the undoing of an operation up. Undefined when there is none, or when this attempt is not the one that counts. */
export const claimUndoing = (statements: Statements, { id, attempt }: Attempt) =>
  statements.row<{ changedBy: string }>('ingest.undo-claim', CLAIM, [id, attempt]);

const SHOW = `
  update ingest_operation set undo_progress = greatest(undo_progress, $3), updated_at = now(), progressed_at = now()
  where id = $1 and attempt = $2 and undo_by is not null`;

/** Whether this attempt still counts. */
export const showUndoing = async (statements: Statements, { id, attempt }: Attempt, percent: number) =>
  (await statements.change('ingest.undo-show', SHOW, [id, attempt, percent])) === 1;

const DONE = `
  update ingest_operation set undone_at = now(), undo_by = null, undo_progress = null, updated_at = now()
  where id = $1 and attempt = $2 and undo_by is not null`;

/** Whether it was this attempt that counted; if not, what it has done is not to be kept. */
export const noteUndone = async (statements: Statements, { id, attempt }: Attempt) =>
  (await statements.change('ingest.undo-done', DONE, [id, attempt])) === 1;

const GIVE_UP = 'update ingest_operation set undo_by = null, undo_progress = null, updated_at = now() where id = $1';

/** The operation stays as it is. */
export const giveUpUndoing = (statements: Statements, id: string) =>
  statements.change('ingest.undo-give-up', GIVE_UP, [id]);
