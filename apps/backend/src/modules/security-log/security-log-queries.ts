import { Injectable } from '@nestjs/common';
import { col, Database, type RowOf, statement } from '../../database/index.ts';
import type { SecurityEventKind } from './security-log.ts';

const PAGE_SIZE = 100;

const COLUMNS = {
  id: col.int,
  at: col.timestamp,
  kind: col.text.as<SecurityEventKind>(),
  actor: col.text.nullable(),
  address: col.text.nullable(),
  details: col.json<Record<string, string | number>>(),
  request_id: col.text.nullable(),
};
export type SecurityEventRow = RowOf<typeof COLUMNS>;

/** $1: kind. $2: actor. $3: address. $4, $5: first and last day in UTC. $6: an id that all events precede. Null means any. */
const LIST = statement(
  'security-events',
  `select ${Object.keys(COLUMNS).join(', ')} from security_event
   where ($1::text is null or kind = $1) and ($2::text is null or actor = $2) and ($3::text is null or address = $3)
     and ($4::date is null or at >= $4::date) and ($5::date is null or at < $5::date + 1)
     and ($6::bigint is null or id < $6)
   order by id desc limit ${PAGE_SIZE + 1}`,
  COLUMNS,
);
const ACTORS = statement(
  'security-event-actors',
  'select actor from security_event where actor is not null group by actor order by actor collate natural_order limit 100',
  { actor: col.text },
);

export interface SecurityEventFilters {
  kind: SecurityEventKind | null;
  actor: string | null;
  address: string | null;
  /** First and last day in UTC, as `YYYY-MM-DD`. */
  from: string | null;
  to: string | null;
  /** The id of the last event of the previous page, to continue the list. */
  before: number | null;
}

@Injectable()
export class SecurityLogQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Up to a hundred events, newest first. `nextBefore` is the value of `before` for the next page. */
  async list({ kind, actor, address, from, to, before }: SecurityEventFilters) {
    const rows = await this.#database.rows(LIST, [kind, actor, address, from, to, before]);
    const events = rows.slice(0, PAGE_SIZE);
    return { events, nextBefore: rows.length > PAGE_SIZE ? (events.at(-1)?.id ?? null) : null };
  }

  async actors(): Promise<string[]> {
    const rows = await this.#database.rows(ACTORS);
    return rows.map(({ actor }) => actor);
  }
}
