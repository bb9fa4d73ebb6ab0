import { type FrontendHistory, publishableNameSchema } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { col, type ColumnsOf, Database, statement } from '../../database/index.ts';

type Event = FrontendHistory[number];

const LENGTH = 100;

/**
 * Combines the events that the other tables store, so that the history needs no table of its own. Revisions that only repeat a newer event
 * at the same moment come after it. `$1` is the maximum number of events.
 */
const HISTORY = statement(
  'frontend-history',
  `select revision, at, by, action, name, version, note from (
     (select revision, created_at as at, created_by as by, action, name, version, note
        from frontend_revision order by revision desc limit $1)
     union all
     (select null, created_at, created_by, action, name, null, description ->> 'path'
        from frontend_registration order by id desc limit $1)
     union all
     (select null, published_at, published_by, 'publish', name, version, commit_hash
        from frontend_version where digest is not null order by published_at desc limit $1)
     union all
     (select null, files_deleted_at, 'the server', 'files-delete', name, version, null
        from frontend_version where files_deleted_at is not null order by files_deleted_at desc limit $1)
     union all
     (select null, created_at, created_by, 'verify', name, version, case when passed then 'passed' else 'failed' end
        from frontend_verdict order by id desc limit $1)
     union all
     (select null, created_at, created_by, 'token-create', nullif(substr(scope, 8), ''), null, label
        from api_token, unnest(scopes) scope where scope <> 'upload' order by id desc limit $1)
     union all
     (select null, revoked_at, coalesce(revoked_by, 'unknown'), 'token-revoke', nullif(substr(scope, 8), ''), null, label
        from api_token, unnest(scopes) scope where scope <> 'upload' and revoked_at is not null
        order by revoked_at desc limit $1)
   ) event
   order by at desc, revision desc nulls last limit $1`,
  {
    revision: col.int.nullable(),
    at: col.timestamp,
    by: col.text,
    action: col.text.as<Event['action']>(),
    name: col.text.nullable(),
    version: col.text.nullable(),
    note: col.text.nullable(),
  } satisfies ColumnsOf<Event>,
);

/** What happened to micro-frontends: registrations, builds, verdicts, releases and tokens. */
@Injectable()
export class ReleaseHistory {
  constructor(private readonly database: Database) {}

  /** Newest first. */
  async list(): Promise<FrontendHistory> {
    const events = await this.database.rows(HISTORY, [LENGTH]);
    return events.map((event) => ({
      ...event,
      at: new Date(event.at).toISOString(),
      name: publishableNameSchema.safeParse(event.name).data ?? null,
    }));
  }
}
