import { createHash, randomUUID } from 'node:crypto';
import { text as textFrom } from 'node:stream/consumers';
import { ingestOperations, MAX_DOCUMENT_BYTES } from '@archive/contracts';
import { moveMarks } from '@archive/voyage-document';
import { Injectable } from '@nestjs/common';
import { type JsonText, jsonText, Problem } from '../../common/index.ts';
import { type IdempotentRequest, runOnce } from '../idempotency/index.ts';
import { afterCommit, col, Database, statement, type StatementExecutor } from '../../database/index.ts';
import { Storage, DOCUMENTS_PREFIX } from '../storage/index.ts';
import { TOO_LARGE } from './document-upload.ts';
import { ingestNotFound } from './ingest-queries.ts';
import type { Confirmations } from './plan/confirmation.ts';
import { IngestJobs, LARGE_DOCUMENT_BYTES } from './operation/ingest-jobs.ts';

const INSERT = statement(
  'ingest-start',
  `insert into ingest_operation (id, filename, document_key, document_sha256, dry_run, started_by, clear_empty, confirmed_removals,
               confirmed_same_day, confirmed_names, large, ask_columns)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
);

const PREVIEW = statement(
  'ingest-refresh-preview',
  `select dry_run, filename, format, marks -> 'lines' as marks, coalesce(text_key, document_key) as key from ingest_operation where id = $1`,
  {
    dry_run: col.bool,
    filename: col.text,
    format: col.text.nullable(),
    marks: col.json<number[]>().nullable(),
    key: col.text,
  },
);

/** The fields of the columns that nobody has checked are found again, and asked for again. */
const CHOSEN_COLUMNS = 'case when ask_columns and marks is null then null else columns end';

/** The decisions about names, unless the preview was imported and that was undone. */
const DECISIONS = `case when exists (select from ingest_operation a where a.applies = ingest_operation.id and a.undone_at is not null) then '{}' else decisions end`;

/** The new preview is also the work of those who prepared the one that it replaces. */
const PREPARED = 'started_by || prepared_by';

/** A new preview of another preview's document. */
const REFRESH = statement(
  'ingest-refresh',
  `
  insert into ingest_operation (id, filename, document_key, document_sha256, format, text_key, dry_run, refreshes, started_by, clear_empty, decisions, columns,
    columns_chosen_by, reading, found_reading, large, ask_columns, marks, prepared_by)
  select $2, filename, document_key, document_sha256, format, text_key, true, id, $3, clear_empty, ${DECISIONS}, ${CHOSEN_COLUMNS},
    columns_chosen_by, reading, found_reading, large, ask_columns, marks, ${PREPARED} from ingest_operation where id = $1`,
);
const REFRESH_CORRECTED = statement(
  'ingest-refresh-corrected',
  `
  insert into ingest_operation (id, filename, document_key, document_sha256, dry_run, refreshes, started_by, clear_empty, decisions, columns,
    columns_chosen_by, reading, found_reading, large, ask_columns, marks, prepared_by)
  select $2, $4, $5, $6, true, id, $3, clear_empty, ${DECISIONS}, ${CHOSEN_COLUMNS},
    columns_chosen_by, reading || '{"encoding": null, "sheet": null}', found_reading, $7, ask_columns, $8, ${PREPARED} from ingest_operation where id = $1`,
);

const TEXT = { ending: 'md', type: 'text/markdown; charset=utf-8' };
const BYTES = { ending: 'bin', type: 'application/octet-stream' };

interface NewOperation {
  document: string;
  encoding: 'utf-8' | 'base64';
  filename: string;
  dryRun: boolean;
  startedBy: string;
  /** Whether empty fields of the document clear the fields of the archive. */
  clearEmpty: boolean;
  /** Whether a preview waits until someone has checked the columns of a table. */
  askColumns: boolean;
  /** For an import without a preview: which removals, new voyages on days that already have one, and names to review are confirmed. */
  confirmed: Confirmations;
}

const isLarge = (bytes: Buffer) => bytes.length > LARGE_DOCUMENT_BYTES;

/** Binds an idempotency key to a document and file name, regardless of the request's format. */
const fingerprintOf = ({ fingerprint }: IdempotentRequest, sha256: Buffer, filename: string) =>
  createHash('sha256').update(fingerprint).update(sha256).update(filename).digest();

/** Starts imports. */
@Injectable()
export class IngestService {
  readonly #database: Database;
  readonly #storage: Storage;
  readonly #jobs: IngestJobs;

  constructor(database: Database, storage: Storage, jobs: IngestJobs) {
    this.#database = database;
    this.#storage = storage;
    this.#jobs = jobs;
  }

  /**
   * Stores the document and the operation, and queues the operation after the commit. Rejects while the queue is unavailable. A repeated
   * request returns the operation of the first one.
   */
  async start(
    { document, encoding, filename, dryRun, startedBy, clearEmpty, askColumns, confirmed }: NewOperation,
    idempotency?: IdempotentRequest,
  ): Promise<JsonText> {
    const bytes = Buffer.from(document, encoding);
    const { ending, type } = encoding === 'base64' ? BYTES : TEXT;
    if (bytes.length > MAX_DOCUMENT_BYTES) throw new Problem(413, TOO_LARGE);
    const sha256 = createHash('sha256').update(bytes).digest();
    const request = idempotency && { ...idempotency, fingerprint: fingerprintOf(idempotency, sha256, filename) };
    const id = randomUUID();
    const key = `${DOCUMENTS_PREFIX}${id}.${ending}`;
    let isSaved = false;
    await this.#jobs.checkQueue();
    await this.#storage.put(key, bytes, type);
    try {
      const response = await this.#database.transaction((executor) =>
        runOnce(executor, request, async () => {
          const { removals, sameDay, names } = confirmed;
          const large = isLarge(bytes);
          const ask = askColumns && dryRun;
          const values = [
            id,
            filename,
            key,
            sha256,
            dryRun,
            startedBy,
            clearEmpty,
            removals,
            sameDay,
            names,
            large,
            ask,
          ];
          await executor.execute(INSERT, values);
          // If adding the job fails, the worker finds the operation in the table.
          afterCommit(() => this.#jobs.add(id, 1));
          return acceptedResponse(id);
        }),
      );
      isSaved = response.text.includes(id);
      return response;
    } finally {
      if (!isSaved) await this.#storage.remove(key).catch(() => undefined);
    }
  }

  /**
   * Starts a new preview of a preview's document against the current archive. Keeps the choices made in conflicts. A corrected `document`
   * replaces the original one; for a Word document, it is Markdown, and for a workbook CSV.
   * @throws Problem 409 for an import
   */
  async refresh(preview: string, document: string | undefined, startedBy: string): Promise<JsonText> {
    const row = await this.#database.row(PREVIEW, [preview]);
    if (!row) throw ingestNotFound();
    if (!row.dry_run) throw new Problem(409, 'Only a preview can be refreshed. Choose the document again.');
    const id = randomUUID();
    await this.#jobs.checkQueue();
    if (document === undefined) {
      await this.#insertPreview(id, (executor) => executor.execute(REFRESH, [preview, id, startedBy]));
      return acceptedResponse(id);
    }
    const bytes = Buffer.from(document);
    if (bytes.length > MAX_DOCUMENT_BYTES) throw new Problem(413, TOO_LARGE);
    const ending = { docx: '.md', xlsx: '.csv' }[row.format ?? ''] ?? '';
    const filename = `${row.filename}${ending}`;
    const key = `${DOCUMENTS_PREFIX}${id}.${TEXT.ending}`;
    const sha256 = createHash('sha256').update(bytes).digest();
    const original = row.marks && (await this.#storage.open(row.key));
    const lines = original && moveMarks(await textFrom(original), document, row.marks ?? []);
    const marks = lines && { version: 1, lines };
    await this.#storage.put(key, bytes, TEXT.type);
    try {
      await this.#insertPreview(id, (executor) =>
        executor.execute(REFRESH_CORRECTED, [preview, id, startedBy, filename, key, sha256, isLarge(bytes), marks]),
      );
    } catch (error) {
      await this.#storage.remove(key).catch(() => undefined);
      throw error;
    }
    return acceptedResponse(id);
  }

  #insertPreview(id: string, insert: (executor: StatementExecutor) => Promise<unknown>): Promise<void> {
    return this.#database.transaction(async (executor) => {
      await insert(executor);
      afterCommit(() => this.#jobs.add(id, 1));
    });
  }
}

/** URL path of an operation. */
export const operationPath = (id: string) => ingestOperations.get.path.replace('{operation_id}', id);

/** The response with the id and URL of a new operation. */
export const acceptedResponse = (id: string) =>
  jsonText(JSON.stringify({ operation_id: id }), { headers: { location: operationPath(id) } });
