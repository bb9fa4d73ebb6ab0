import { text as textFrom } from 'node:stream/consumers';
import type {
  DocumentFormat,
  IngestDocument,
  IngestItem,
  IngestOperation,
  IngestProblem,
  IngestReport,
  IngestStatus,
} from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { notFound, type Page, page, Problem } from '../../common/index.ts';
import { Database } from '../../database/index.ts';
import { Storage } from '../storage/index.ts';
import { OPERATION_COLUMNS } from './operation-columns.ts';

const NEWEST = 50;

const OPEN_CONFLICTS = `(
  select count(*) from ingest_item i cross join jsonb_array_elements(i.conflicts) c
  where i.operation_id = o.id and i.action = 'conflict' and c ->> 'choice' is null)`;

const ITEM_COLUMNS = `
  i.ordinal, i.action, i.voyage_slug, i.title, i.start_date, i.line, i.end_line, i.changes,
  (select coalesce(jsonb_agg(c - 'values' order by at), '[]') from jsonb_array_elements(i.conflicts) with ordinality e (c, at)) as conflicts`;

export interface PlanFilter {
  action: readonly string[] | undefined;
  limit: number;
  offset: number;
}

/** Reads operations, plans and reports. */
@Injectable()
export class IngestReads {
  readonly #database: Database;
  readonly #storage: Storage;

  constructor(database: Database, storage: Storage) {
    this.#database = database;
    this.#storage = storage;
  }

  async status(): Promise<IngestStatus> {
    const operations = await this.#database.rows<IngestOperation>(
      'ingest.status',
      `select ${OPERATION_COLUMNS} from ingest_operation o order by o.created_at desc, o.id limit ${NEWEST}`,
    );
    return { operations };
  }

  /** The operations with these ids, without unknown ones. */
  async operations(ids: readonly string[]): Promise<IngestOperation[]> {
    return this.#database.rows<IngestOperation>(
      'ingest.operations',
      `select ${OPERATION_COLUMNS} from ingest_operation o where o.id = any($1::uuid[])`,
      [ids],
    );
  }

  async operation(id: string): Promise<IngestOperation> {
    const [operation] = await this.operations([id]);
    if (!operation) throw noIngest();
    return operation;
  }

  async report(id: string): Promise<IngestReport> {
    const operation = await this.#database.row<Omit<IngestReport, 'problems'>>(
      'ingest.operation',
      `select ${OPERATION_COLUMNS}, o.plan, ${OPEN_CONFLICTS} as open_conflicts from ingest_operation o where o.id = $1`,
      [id],
    );
    if (!operation) throw noIngest();
    return { ...operation, problems: await this.problems(id) };
  }

  async problems(id: string): Promise<IngestProblem[]> {
    return this.#database.rows<IngestProblem>(
      'ingest.problems',
      `select line, voyage, field, severity, message, suggestion from ingest_problem
       where operation_id = $1 order by line nulls first, ordinal`,
      [id],
    );
  }

  /** Items in document order. */
  async plan(id: string, { action, limit, offset }: PlanFilter): Promise<Page<IngestItem>> {
    await this.operation(id);
    const wanted = [id, action ?? null];
    const [items, counted] = await Promise.all([
      this.#database.rows<IngestItem>(
        'ingest.plan',
        `select ${ITEM_COLUMNS} from ingest_item i where i.operation_id = $1 and ($2::text[] is null or i.action = any($2))
         order by i.ordinal limit $3 offset $4`,
        [...wanted, limit, offset],
      ),
      this.#database.row<{ total: number }>(
        'ingest.plan-count',
        `select count(*) as total from ingest_item i where i.operation_id = $1 and ($2::text[] is null or i.action = any($2))`,
        wanted,
      ),
    ]);
    return page(items, counted?.total ?? 0);
  }

  /** Up to `limit` items after an ordinal. */
  async itemsAfter(id: string, ordinal: number, limit: number): Promise<IngestItem[]> {
    return this.#database.rows<IngestItem>(
      'ingest.items-after',
      `select ${ITEM_COLUMNS} from ingest_item i where i.operation_id = $1 and i.ordinal > $2 order by i.ordinal limit $3`,
      [id, ordinal, limit],
    );
  }

  /** The items with these ordinals, in document order. */
  async items(id: string, ordinals: readonly number[]): Promise<IngestItem[]> {
    return this.#database.rows<IngestItem>(
      'ingest.items-of',
      `select ${ITEM_COLUMNS} from ingest_item i where i.operation_id = $1 and i.ordinal = any($2::int[]) order by i.ordinal`,
      [id, ordinals],
    );
  }

  async document(id: string): Promise<IngestDocument> {
    const row = await this.#database.row<{ filename: string; format: DocumentFormat | null; key: string }>(
      'ingest.document',
      `select filename, format, coalesce(text_key, document_key) as key from ingest_operation where id = $1`,
      [id],
    );
    if (!row) throw noIngest();
    const { filename, format, key } = row;
    if (format === null) throw new Problem(409, 'The document hasn’t been read yet.');
    const file = await this.#storage.open(key);
    if (!file) throw notFound('The document is no longer in storage.');
    return { filename, format, text: await textFrom(file) };
  }
}

export const noIngest = () => notFound('Import not found.');
