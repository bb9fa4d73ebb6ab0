import { Injectable, Logger } from '@nestjs/common';
import { Database, type Statements } from '../../../database/index.ts';
import { showWithVoyage } from '../../media/index.ts';
import { completeIfFetched, holdOperation } from './operation-fetching.ts';

/** A row that a worker is at. */
export interface Fetch {
  id: number;
  operation_id: string;
  attempt: number;
  url: string;
  host: string;
  started_by: string;
}

interface Wanting {
  id: number;
  voyage_id: number;
  category: 'source' | 'additional_source';
}

/** Rows of one operation that want the same file. */
const SAME = `
  select f.id, f.voyage_id, f.category from media_fetch f
  where f.operation_id = $1 and f.url = $2 and f.state = 'waiting' order by f.id`;

const DONE = `
  update media_fetch set state = 'done', media_id = $2 where id = any($1) and state = 'waiting'`;

const FAILED = `
  update media_fetch set state = 'failed', reason = $3 where operation_id = $1 and url = $2 and state = 'waiting'
  returning id`;

const WARN = `
  with warned as (
    insert into ingest_problem (operation_id, ordinal, line, voyage, field, severity, message, suggestion)
    select $1, coalesce((select max(ordinal) from ingest_problem where operation_id = $1), 0) + row_number() over (order by f.id),
      f.line, v.start_date, f.field, 'warning', $3, $4
    from media_fetch f join voyage v on v.id = f.voyage_id where f.id = any($2) returning 1)
  update ingest_operation set media_warnings = media_warnings + (select count(*) from warned), updated_at = now() where id = $1`;

const HOLD_VOYAGE = 'select 1 from voyage where id = $1 for update';
const IS_LINKED = 'select 1 from voyage_media where voyage_id = $1 and media_id = $2';

const BROUGHT = 'update media_fetch set media_id = $2 where id = $1';

/** Of what an operation has brought to a voyage: the places stay, and in them stands what the document names first. */
const IN_ORDER = `
  with brought as (
    select l.media_id, l.sort_order, row_number() over (order by l.sort_order) place, row_number() over (order by min(f.id)) due
    from media_fetch f join voyage_media l on l.voyage_id = f.voyage_id and l.media_id = f.media_id and l.media_category = f.category
    where f.operation_id = $1 and f.voyage_id = $2 group by l.media_id, l.sort_order, l.media_category
    having l.media_category = $3)
  update voyage_media l set sort_order = there.sort_order
  from brought one join brought there on there.place = one.due
  where l.voyage_id = $2 and l.media_id = one.media_id and l.sort_order <> there.sort_order`;

const SUGGESTION = 'Upload the file and link it to the voyage. The link itself stays as it is written.';

/** Writes down what became of a file, for all voyages of the operation that want it. */
@Injectable()
export class FetchSettling {
  readonly #log = new Logger('Ingest');
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The library has the file: every voyage that wants it shows it. */
  async done(fetch: Fetch, mediaId: number): Promise<void> {
    const wanting = await this.#database.rows<Wanting>('media-fetch-same', SAME, [fetch.operation_id, fetch.url]);
    // Voyages before the operation: in that order the ingest takes them too.
    for (const wanted of wanting)
      await this.#database.transaction((statements) => this.#link(statements, wanted, mediaId, fetch));
    const ids = wanting.map(({ id }) => id);
    await this.#settle(fetch, (statements) => statements.change('media-fetch-done', DONE, [ids, mediaId]));
  }

  /** It cannot be had: a warning for each voyage that names it. */
  async failed(fetch: Fetch, reason: string): Promise<void> {
    await this.#settle(fetch, async (statements, isRunning) => {
      const { operation_id: operation, url } = fetch;
      const failed = await statements.rows<{ id: number }>('media-fetch-failed', FAILED, [operation, url, reason]);
      const message = `${url} could not be fetched. ${reason}`;
      const ids = failed.map(({ id }) => id);
      if (isRunning) await statements.change('media-fetch-warn', WARN, [operation, ids, message, SUGGESTION]);
    });
  }

  async #settle(
    { operation_id: operationId }: Fetch,
    write: (statements: Statements, isRunning: boolean) => Promise<unknown>,
  ): Promise<void> {
    const ended = await this.#database.transaction(async (statements, client) => {
      const operation = await holdOperation(client, operationId);
      await write(statements, operation !== undefined);
      return operation?.saved === true && (await completeIfFetched(client, operationId));
    });
    if (ended) this.#log.log(`Operation ${operationId} is done: all its media are fetched, or told as warnings.`);
  }

  async #link(
    statements: Statements,
    { id, voyage_id: voyageId, category }: Wanting,
    mediaId: number,
    { started_by: changedBy, operation_id: operationId }: Fetch,
  ): Promise<void> {
    if (!(await statements.row('media-fetch-voyage', HOLD_VOYAGE, [voyageId]))) return;
    if (!(await statements.row('media-fetch-linked', IS_LINKED, [voyageId, mediaId])))
      await showWithVoyage(statements, voyageId, mediaId, category, { changedBy, operationId });
    await statements.change('media-fetch-brought', BROUGHT, [id, mediaId]);
    await statements.change('media-fetch-in-order', IN_ORDER, [operationId, voyageId, category]);
  }
}
