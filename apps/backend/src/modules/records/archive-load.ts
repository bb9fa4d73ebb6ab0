import type { EarlierWork } from '@archive/contracts';
import { col, type ColumnsOf, statement, type StatementExecutor, statementsFor } from '../../database/index.ts';

/** The tables that records are stored in, in an order in which their rows can be inserted. */
export const RECORD_TABLES = [
  'ingest_operation',
  'person',
  'person_alias',
  'president',
  'media',
  'media_caption',
  'media_person',
  'voyage',
  'passenger',
  'voyage_media',
  'ingest_record',
  'album',
  'album_media',
  'place',
  'place_redirect',
  'not_a_place',
  'story',
  'ingest_item',
  'ingest_problem',
  'media_fetch',
  'name_decision',
  'column_mapping',
  'person_redirect',
  'person_not_duplicate',
  'person_merge',
  'history',
] as const;

const LOCK = statement(
  'archive-load-lock',
  'lock table voyage, media, album, place, story, person, history, ingest_operation in exclusive mode',
);
/**
 * Whether the archive has no records and no import is running. The presidents that a new archive has don't count: nobody created them, so
 * the history doesn't say so.
 */
const IS_EMPTY = statement(
  'archive-load-is-empty',
  `select not exists (select from voyage) and not exists (select from media) and not exists (select from album) and not exists (select from place)
    and not exists (select from story)
    and not exists (
      select from person p
      where not exists (select from president o where o.person_id = p.id)
        or exists (select from history h where h.kind = 'person' and h.slug = p.slug and h.action = 'create'))
    and not exists (select from ingest_operation where status in ('initializing', 'running')) as empty`,
  { empty: col.bool },
);
const EARLIER_WORK = statement(
  'archive-load-earlier-work',
  `select (select count(*) from history) changes, (select count(*) from ingest_operation) imports,
    (select count(*) from media_trash where emptied_at is null) trashed_media`,
  { changes: col.int, imports: col.int, trashed_media: col.int } satisfies ColumnsOf<EarlierWork>,
);
const DOCUMENTS = statement(
  'archive-load-documents',
  `select key from ingest_operation, unnest(array[document_key, text_key]) key where key is not null`,
  { key: col.text },
);
const CLEAR = statementsFor(RECORD_TABLES, (table) => statement(`archive-load-clear-${table}`, `delete from ${table}`));
const LOAD = statement('archive-load-rows', 'select load_records($1, $2::jsonb) as count', { count: col.int });
const CONTINUE = statement('archive-load-continue', 'select continue_numbering($1)');

/** Prevents other transactions from writing records until this one ends. */
export const lockRecords = (executor: StatementExecutor) => executor.execute(LOCK);

export const isArchiveEmpty = async (executor: StatementExecutor) => (await executor.row(IS_EMPTY))?.empty === true;

/** What deleted records left; null in a new archive. */
export async function earlierWork(executor: StatementExecutor): Promise<EarlierWork | null> {
  const row = await executor.row(EARLIER_WORK);
  return row && row.changes + row.imports + row.trashed_media > 0 ? row : null;
}

/** Storage keys of the documents of imports. */
export const importedDocuments = async (executor: StatementExecutor) =>
  (await executor.rows(DOCUMENTS)).map(({ key }) => key);

/** Deletes the known presidents, the history, the rows of earlier imports, and curators' decisions in these imports. */
export async function clearRecords(executor: StatementExecutor): Promise<void> {
  // Not with truncate, which would lock out readers until the transaction ends.
  for (const table of RECORD_TABLES.toReversed()) await executor.execute(CLEAR[table]);
}

/**
 * Inserts rows unchanged, including their ids and versions. Doesn't write history.
 * @param json an array of objects with one property per column
 * @returns the number of rows
 */
export const loadRecords = async (executor: StatementExecutor, table: string, json: string) =>
  (await executor.row(LOAD, [table, json]))?.count ?? 0;

/** Makes the ids of new rows continue after those of the loaded rows. */
export const continueNumbering = (executor: StatementExecutor, table: string) => executor.execute(CONTINUE, [table]);
