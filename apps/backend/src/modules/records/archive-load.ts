import { col, statement, type StatementExecutor } from '../../database/index.ts';

const LOCK = statement(
  'archive-load-lock',
  'lock table voyage, media, album, person, history, ingest_operation in exclusive mode',
);
/** Whether the archive has no records. A new archive only has the known presidents, which don't count. */
const IS_EMPTY = statement(
  'archive-load-is-empty',
  `select not exists (select from voyage) and not exists (select from media) and not exists (select from album)
    and not exists (select from history)
    and not exists (select from ingest_operation where status in ('initializing', 'running')) as empty`,
  { empty: col.bool },
);
const CLEAR = statement(
  'archive-load-clear',
  'truncate person, ingest_operation, history, name_decision, column_mapping cascade',
);
const LOAD = statement('archive-load-rows', 'select load_records($1, $2::jsonb) as count', { count: col.int });
const COLUMNS = statement(
  'archive-load-columns',
  'select attname::text as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
  { name: col.text },
);
const CONTINUE = statement('archive-load-continue', 'select continue_numbering($1)');

/** Prevents other transactions from writing records until this one ends. */
export const lockRecords = (executor: StatementExecutor) => executor.execute(LOCK);

export const isArchiveEmpty = async (executor: StatementExecutor) => (await executor.row(IS_EMPTY))?.empty === true;

/** Deletes the known presidents, the rows of earlier imports, and curators' decisions in these imports. */
export const clearRecords = (executor: StatementExecutor) => executor.execute(CLEAR);

/** The columns of a table, including those that the database computes. */
export const columnsOfTable = async (executor: StatementExecutor, table: string) =>
  new Set((await executor.rows(COLUMNS, [table])).map(({ name }) => name));

/**
 * Inserts rows unchanged, including their ids and versions. Doesn't write history.
 * @param json an array of objects with one property per column
 * @returns the number of rows
 */
export const loadRecords = async (executor: StatementExecutor, table: string, json: string) =>
  (await executor.row(LOAD, [table, json]))?.count ?? 0;

/** Makes the ids of new rows continue after those of the loaded rows. */
export const continueNumbering = (executor: StatementExecutor, table: string) => executor.execute(CONTINUE, [table]);
