import { text as textFrom } from 'node:stream/consumers';
import type { DocumentFormat, IngestColumn, IngestMarks, ingestOperations, TableReading } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { notFound, type OperationInput, Problem } from '../../common/index.ts';
import { col, Database, type RowOf, statement } from '../../database/index.ts';
import { Storage } from '../storage/index.ts';
import { parseDocument, type ParsedDocument, parseInThread, type ParseRequest } from './formats/parse-document.ts';
import { ingestNotFound, valuesOf } from './ingest-queries.ts';
import { recallColumns } from './operation/columns.ts';

const MARKED = {
  dryRun: col.bool,
  status: col.text,
  expired: col.bool,
  applied: col.bool,
  format: col.text.as<DocumentFormat>().nullable(),
  key: col.text,
  clearEmpty: col.bool,
  marks: col.json<number[]>().nullable(),
  version: col.int,
  columns: col.json<IngestColumn[]>().nullable(),
  chosenBy: col.text.nullable(),
  reading: col.json<TableReading>().nullable(),
};
const SELECT = `
  select o.dry_run as "dryRun", o.status, o.details_deleted_at is not null as expired, o.format, coalesce(o.text_key, o.document_key) as key,
    o.clear_empty as "clearEmpty", o.marks -> 'lines' as marks, coalesce((o.marks ->> 'version')::int, 0) as version, o.columns, o.columns_chosen_by as "chosenBy", o.reading,
    exists (select from ingest_operation a where a.applies = o.id) as applied
  from ingest_operation o where o.id = $1`;
const READ = statement('ingest-marks', SELECT, MARKED);
const LOCK = statement('ingest-marks-lock', `${SELECT} for update`, MARKED);

/** The preview waits for its columns again, without the plan that it had. */
const SAVE = statement(
  'ingest-marks-save',
  `with items as (delete from ingest_item where operation_id = $1),
    problems as (delete from ingest_problem where operation_id = $1),
    names as (delete from ingest_name where operation_id = $1)
  update ingest_operation set marks = jsonb_build_object('version', coalesce((marks ->> 'version')::int, 0) + 1, 'lines', $2::jsonb), columns = $3, columns_chosen_by = $4, needs_columns = true,
    status = 'completed', error_message = null, cancelled = false, current_step = 'Waiting for the columns', plan = outcome, voyages_total = 0,
    validation_errors = 0, media_warnings = 0, removals = '[]', same_day = 0, empty_ignored = 0, planned_at = null, approved_by = null, prepared_by = prepared_by || $5::text, updated_at = now()
  where id = $1`,
);

const NOTHING_CHOSEN: TableReading = { encoding: null, separator: null, date_order: null, sheet: null };
/** Longer texts are read in a thread, so that other requests don’t wait. */
const MAX_OWN_CHARACTERS = 16 * 1024;
const THREAD_MS = 10_000;

/** Marks at which the voyages of a document begin, and what the passages between them would become. */
@Injectable()
export class DocumentMarks {
  readonly #database: Database;
  readonly #storage: Storage;
  /** One thread at a time, because a session may have many requests. */
  #lastThread: Promise<unknown> = Promise.resolve();

  constructor(database: Database, storage: Storage) {
    this.#database = database;
    this.#storage = storage;
  }

  /** The marks of a preview. Proposes some for a document that has none yet. */
  async get(id: string): Promise<IngestMarks> {
    const row = await this.#database.row(READ, [id]);
    if (!row) throw ingestNotFound();
    requirePreview(row);
    const text = await this.#textOf(row);
    return this.#read(row, text, row.marks ?? 'propose');
  }

  /**
   * Saves marks and the fields that the parts of passages fill. The preview then waits for ingest.mapColumns.
   * @throws Problem 409 if someone else has changed the marks, and unless it is a finished preview of a text
   */
  async save(
    id: string,
    { version, marks, columns }: OperationInput<typeof ingestOperations.mark>['body'],
    username: string,
  ): Promise<IngestMarks> {
    const found = await this.#database.row(READ, [id]);
    if (!found) throw ingestNotFound();
    requirePreview(found);
    const text = await this.#textOf(found);
    const chosen = columns?.map((column) => ({ ...column, samples: [] })) ?? found.columns;
    const read = await this.#read({ ...found, columns: chosen }, text, marks);
    await this.#database.transaction(async (executor) => {
      const row = await executor.row(LOCK, [id]);
      if (!row) throw ingestNotFound();
      requirePreview(row);
      if (row.version !== version)
        throw new Problem(409, 'Someone else has changed the marks of this document. Reload the page to see them.');
      await executor.execute(SAVE, [
        id,
        JSON.stringify(marks),
        JSON.stringify(read.columns),
        read.columns_chosen_by,
        username,
      ]);
    });
    return { ...read, version: version + 1 };
  }

  async #textOf({ key }: RowOf<typeof MARKED>): Promise<string> {
    const file = await this.#storage.open(key);
    if (!file) throw notFound('The document is no longer in storage.');
    return textFrom(file);
  }

  #parseInThread(request: ParseRequest): Promise<ParsedDocument> {
    const parsed = this.#lastThread.then(() => parseInThread(request, AbortSignal.timeout(THREAD_MS)));
    this.#lastThread = parsed.catch(() => undefined);
    return parsed;
  }

  async #read(row: RowOf<typeof MARKED>, text: string, wanted: readonly number[] | 'propose'): Promise<IngestMarks> {
    const parse = (
      columns: readonly IngestColumn[] | null,
      reading: TableReading | null,
      marks: ParseRequest['marks'] = wanted,
    ) => {
      const { clearEmpty, format } = row;
      const request = { text: { format: format ?? 'markdown', text }, choice: { columns, reading }, marks, clearEmpty };
      return text.length > MAX_OWN_CHARACTERS ? this.#parseInThread(request) : parseDocument(request);
    };
    const first = await parse(row.columns, row.reading);
    const saved = row.columns || !first.table ? undefined : await recallColumns(this.#database, first.table.columns);
    const parsed = saved ? await parse(saved.columns, saved.reading ?? NOTHING_CHOSEN, first.marks) : first;
    const reading = parsed.error === null ? parsed.reading : undefined;
    const voyages = new Map(reading?.voyages.map((voyage) => [voyage.line, voyage]));
    const problems = Map.groupBy(reading?.problems ?? [], ({ line }) => line);
    const starts = [...new Set(first.marks)].toSorted((a, b) => a - b);
    return {
      version: row.version,
      marks: starts,
      columns: parsed.table?.columns ?? [],
      columns_chosen_by: saved?.by ?? row.chosenBy,
      rows: starts.map((line) => {
        const voyage = voyages.get(line);
        return {
          line,
          end_line: voyage?.end_line ?? line,
          values: voyage
            ? valuesOf({ ...voyage, owner: reading?.document.sections[voyage.section ?? -1] ?? null })
            : [],
          problems: parsed.error === null ? (problems.get(line) ?? []).map(({ message }) => message) : [parsed.error],
        };
      }),
    };
  }
}

function requirePreview({ dryRun, applied, expired, status, format }: RowOf<typeof MARKED>): void {
  if (!dryRun || applied) throw new Problem(409, 'Voyages can be marked only in a preview, before it is imported.');
  if (expired)
    throw new Problem(409, 'This preview is more than 90 days old. Import the document again for a new one.');
  if (status !== 'completed' && status !== 'failed')
    throw new Problem(409, 'This preview hasn’t finished yet. Try again in a moment.');
  if (format !== 'markdown' && format !== 'docx')
    throw new Problem(409, 'Voyages can be marked in texts and Word documents only.');
}
