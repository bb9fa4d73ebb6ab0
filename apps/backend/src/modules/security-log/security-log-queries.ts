import type { SecurityEvent, SecurityEventKind, systemOperations } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import type { OperationInput } from '../../common/index.ts';
import { col, type ColumnsOf, Database, statement } from '../../database/index.ts';

const PAGE_SIZE = 100;

const COLUMNS = {
  id: col.int,
  at: col.text,
  kind: col.text.as<SecurityEventKind>(),
  actor: col.text.nullable(),
  address: col.text.nullable(),
  details: col.json<Record<string, string | number>>(),
  request_id: col.text.nullable(),
} satisfies ColumnsOf<SecurityEvent>;

/** $1: kind. $2: actor. $3: address. $4, $5: first and last day in UTC. $6: an id that all events precede. Null means any. */
const LIST = statement(
  'security-events',
  `select id, instant_text(at) as at, kind, actor, address, details, request_id from security_event
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

@Injectable()
export class SecurityLogQueries {
  constructor(private readonly database: Database) {}

  /** Up to a hundred events, newest first. */
  async list({
    kind,
    actor,
    address,
    from,
    to,
    before,
  }: OperationInput<typeof systemOperations.securityEvents>['query']) {
    const rows = await this.database.rows(
      LIST,
      [kind, actor, address, from, to, before].map((value) => value ?? null),
    );
    const events = rows.slice(0, PAGE_SIZE);
    return { events, next_before: rows.length > PAGE_SIZE ? (events.at(-1)?.id ?? null) : null };
  }

  async actors(): Promise<string[]> {
    const rows = await this.database.rows(ACTORS);
    return rows.map(({ actor }) => actor);
  }
}
