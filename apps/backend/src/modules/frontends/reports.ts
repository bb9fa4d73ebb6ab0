import { createHash } from 'node:crypto';
import { PUBLISHABLE } from '@archive/contracts';
import { Injectable, Logger } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Metrics, Problem } from '../../common/index.ts';
import { col, type ColumnsOf, Database, statement } from '../../database/index.ts';
import { SecurityLog } from '../security-log/index.ts';
import { FrontEndRegistry } from './registry.ts';
import { Releases, THE_SERVER } from './releases.ts';
import { FrontEndVersions } from './versions.ts';

export interface ReportCounts {
  name: string;
  version: string;
  sessions: number;
  failed_sessions: number;
  failures: number;
  last_failure: string | null;
}

export interface Report {
  name: string;
  version: string;
  /** Absent if the version rendered. */
  message?: string;
}

/** Reports per session and minute. */
const REPORTS = 30;
const SECONDS = 60;

/** A canary ends after this many failed sessions, if they exceed this share of its sessions. */
export const FAILED_SESSIONS = 3;
export const FAILED_SHARE = 0.2;

const UNKNOWN = { name: 'other', version: 'other' };

const ADD = statement(
  'frontend-report-add',
  `insert into frontend_report (name, version, session, failures, last_failure)
  values ($1, $2, $3, case when $4::text is null then 0 else 1 end, $4)
  on conflict (name, version, session) do update
    set failures = frontend_report.failures + excluded.failures,
        last_failure = coalesce(excluded.last_failure, frontend_report.last_failure),
        reported_at = now()`,
);

const COUNTS = statement(
  'frontend-report-counts',
  `select name, version, count(*) as sessions, count(*) filter (where failures > 0) as failed_sessions,
         coalesce(sum(failures), 0)::int as failures,
         (array_agg(last_failure order by reported_at desc) filter (where last_failure is not null))[1] as last_failure
    from frontend_report group by name, version`,
  {
    name: col.text,
    version: col.text,
    sessions: col.int,
    failed_sessions: col.int,
    failures: col.int,
    last_failure: col.text.nullable(),
  } satisfies ColumnsOf<ReportCounts>,
);

const CANARY_COUNTS = statement(
  'frontend-report-canary-counts',
  `select count(*) as sessions, count(*) filter (where failures > 0) as failed
    from frontend_report
   where name = $1 and version = $2 and reported_at >= (select created_at from frontend_revision where revision = $3)`,
  { sessions: col.int, failed: col.int },
);

/** Browser reports on versions; ends a canary that fails. */
@Injectable()
export class FrontEndReports {
  readonly #log = new Logger('FrontEnd');
  readonly #database: Database;
  readonly #registry: FrontEndRegistry;
  readonly #releases: Releases;
  readonly #securityLog: SecurityLog;
  readonly #versions: FrontEndVersions;
  readonly #limiter = new RateLimiterMemory({ points: REPORTS, duration: SECONDS });
  readonly #failures: Counter<'name' | 'version'>;

  constructor(
    database: Database,
    registry: FrontEndRegistry,
    releases: Releases,
    securityLog: SecurityLog,
    versions: FrontEndVersions,
    metrics: Metrics,
  ) {
    this.#database = database;
    this.#registry = registry;
    this.#releases = releases;
    this.#securityLog = securityLog;
    this.#versions = versions;
    this.#failures = metrics.counter({
      name: 'frontend_failures_total',
      help: 'Browser reports of a micro-frontend version that failed to load',
      labelNames: ['name', 'version'],
    });
  }

  async record(session: string, report: Report): Promise<void> {
    const key = createHash('sha256').update(`report ${session}`).digest();
    await this.#limiter.consume(key.toString('base64')).catch(() => {
      throw new Problem(429, 'Too many reports. Please wait a minute.', {
        headers: { 'retry-after': String(SECONDS) },
      });
    });
    const { name, version } = await this.#knownVersion(report);
    if (report.message !== undefined) {
      this.#log.warn(`A browser failed to load ${name} ${version}: ${report.message}`);
      this.#failures.inc({ name, version });
    }
    if (name === UNKNOWN.name) return;
    await this.#database.execute(ADD, [name, version, key, report.message ?? null]);
    if (report.message !== undefined) await this.#rollBackIfFailing(name, version);
  }

  counts(): Promise<ReportCounts[]> {
    return this.#database.rows(COUNTS);
  }

  /** Reports are untrusted: only existing versions get a row and a metric label. */
  async #knownVersion({ name, version }: Report): Promise<{ name: string; version: string }> {
    const known = PUBLISHABLE.some((item) => item === name) && (await this.#versions.find(name, version)) !== undefined;
    return known ? { name, version } : UNKNOWN;
  }

  async #rollBackIfFailing(name: string, version: string): Promise<void> {
    const { apps } = await this.#registry.fresh();
    const canary = apps[name]?.canary;
    if (canary?.version !== version) return;
    const counts = await this.#database.row(CANARY_COUNTS, [name, version, canary.revision]);
    const { sessions = 0, failed = 0 } = counts ?? {};
    if (failed < FAILED_SESSIONS || failed <= sessions * FAILED_SHARE) return;
    const reason = `${failed} of ${sessions} sessions failed to load ${version}`;
    const live = await this.#releases.endCanary(name, version, reason);
    if (live === undefined) return;
    const details = { name, version: live, reason };
    this.#securityLog.record({ kind: 'release-rolled-back', actor: THE_SERVER, address: null, details });
  }
}
