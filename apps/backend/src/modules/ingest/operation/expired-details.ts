import { Injectable } from '@nestjs/common';
import { col, Database, LONG_STATEMENT_MS, statement } from '../../../database/index.ts';
import { Retention } from '../../../queues/index.ts';

const BATCH_SIZE = 20;

/** $1: true for previews, false for imports. $2: days since they finished. Returns the numbers of operations and of deleted rows. */
const DELETE = statement(
  'ingest-details-expire',
  `with expired as (
    update ingest_operation o set details_deleted_at = now()
    where id in (
      select id from ingest_operation o
      where dry_run = $1 and finished_at < now() - make_interval(days => $2) and details_deleted_at is null and undo_by is null
        and not exists (
          select from ingest_operation a where a.applies = o.id and (a.finished_at is null or a.status = 'failed'))
        and ($1 or not exists (
          select from ingest_item i cross join jsonb_array_elements(i.conflicts) c
          where i.operation_id = o.id and i.action = 'conflict' and c ->> 'choice' is null))
      order by finished_at limit ${BATCH_SIZE} for update skip locked)
    returning id),
  items as (delete from ingest_item using expired where operation_id = expired.id returning 1),
  problems as (delete from ingest_problem using expired where operation_id = expired.id returning 1),
  names as (delete from ingest_name using expired where operation_id = expired.id returning 1)
  select (select count(*) from expired)::int operations,
    ((select count(*) from items) + (select count(*) from problems) + (select count(*) from names))::int removed`,
  { operations: col.int, removed: col.int },
);

/** Deletes the items, problems and names of old imports and previews. Runs in the worker. */
@Injectable()
export class ExpiredDetails {
  constructor(
    private readonly database: Database,
    retention: Retention,
  ) {
    retention.enforce('preview-details', () => this.#delete(true, 90));
    retention.enforce('import-details', () => this.#delete(false, 365));
  }

  async #delete(previews: boolean, days: number): Promise<number> {
    let removed = 0;
    for (;;) {
      const row = await this.database.transaction((executor) => executor.row(DELETE, [previews, days]), {
        statementMs: LONG_STATEMENT_MS,
      });
      removed += row?.removed ?? 0;
      if ((row?.operations ?? 0) < BATCH_SIZE) return removed;
    }
  }
}
