import { Injectable } from '@nestjs/common';
import { Database, col, statement } from '../../database/index.ts';
import { Retention } from '../../queues/index.ts';
import { Storage } from '../storage/index.ts';
import { Revisions, rollbackPath } from './revisions.ts';
import { keyOf } from './versions.ts';

/** Number of days that the files of a version are retained after the version was published or last live. */
const RETENTION_DAYS = 90;

/** Published builds that are older than that and were live at no time since: neither in later revisions nor in the one at its start. */
const EXPIRED = statement(
  'frontend-builds-expired',
  `select v.name, v.version, v.digest, v.files from frontend_version v
   where v.digest is not null and v.files_stored_at < now() - make_interval(days => $1)
     and (v.files_deleted_at is null or v.files_deleted_at < v.files_stored_at)
     and not exists (
       select from frontend_revision r
       where (r.created_at >= now() - make_interval(days => $1)
              or r.revision = (select max(revision) from frontend_revision
                               where created_at < now() - make_interval(days => $1)))
         and (r.apps -> v.name ->> 'version' = v.version or r.apps -> v.name -> 'canary' ->> 'version' = v.version))
   order by v.name, v.published_at limit 100`,
  { name: col.text, version: col.text, digest: col.text, files: col.json<Record<string, string>>() },
);
const DELETED = statement(
  'frontend-build-deleted',
  'update frontend_version set files_deleted_at = clock_timestamp() where name = $1 and version = $2',
);

/** Deletes the files of old builds in the worker. The version stays in the history, and can be published again. */
@Injectable()
export class ExpiredBuilds {
  constructor(
    private readonly database: Database,
    private readonly revisions: Revisions,
    private readonly storage: Storage,
    retention: Retention,
  ) {
    retention.enforce('frontend-builds', () => this.delete());
  }

  async delete(): Promise<number> {
    const expired = await this.database.rows(EXPIRED, [RETENTION_DAYS]);
    const revisions = await this.revisions.all();
    let deleted = 0;
    for (const { name, version, digest, files } of expired) {
      if (rollbackPath(revisions, name).at(-2) === version) continue;
      // Marked before its files are deleted, so that nothing promotes the version in the meantime.
      deleted += await this.database.execute(DELETED, [name, version]);
      for (const path of Object.keys(files)) await this.storage.remove(keyOf(name, digest, path));
    }
    return deleted;
  }
}

const DELETE_REPORTS = statement(
  'frontend-reports-expire',
  `delete from frontend_report where reported_at < now() - interval '30 days'`,
);
const DELETE_PAGES = statement(
  'frontend-page-reports-expire',
  `delete from frontend_page_report where reported_at < now() - interval '30 days'`,
);

/** Deletes old browser reports in the worker. */
@Injectable()
export class ExpiredReports {
  constructor(database: Database, retention: Retention) {
    retention.enforce(
      'frontend-reports',
      async () => (await database.execute(DELETE_REPORTS)) + (await database.execute(DELETE_PAGES)),
    );
  }
}
