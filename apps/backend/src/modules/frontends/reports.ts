import { createHash } from 'node:crypto';
import type { FrontendsStatus } from '@archive/contracts';
import { Injectable, Logger } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Metrics, Problem } from '../../common/index.ts';
import { col, type ColumnsOf, Database, statement } from '../../database/index.ts';
import { Judgments } from './judgments.ts';
import { FrontendVersions } from './versions.ts';

type Phase = NonNullable<FrontendsStatus['apps'][number]['versions'][number]['last_phase']>;

export interface ReportCounts {
  name: string;
  version: string;
  sessions: number;
  failed_sessions: number;
  failures: number;
  last_failure: string | null;
  last_phase: Phase | null;
}

export interface Report {
  name: string;
  version: string;
  /** Absent if the version rendered. */
  message?: string;
  phase?: string | undefined;
  /** Versions of all micro-frontends on the page. If absent, only the reported version counts. */
  page?: Record<string, string> | undefined;
}

/** Maximum number of reports per session and minute. */
const MAX_REPORTS = 30;
const WINDOW_SECONDS = 60;

const UNKNOWN = { name: 'other', version: 'other' };

const ADD = statement(
  'frontend-report-add',
  `insert into frontend_report (name, version, session, failures, last_failure, last_phase)
  values ($1, $2, $3, case when $4::text is null then 0 else 1 end, $4, $5)
  on conflict (name, version, session) do update
    set failures = frontend_report.failures + excluded.failures,
        last_failure = coalesce(excluded.last_failure, frontend_report.last_failure),
        last_phase = case when excluded.last_failure is null then frontend_report.last_phase else excluded.last_phase end,
        reported_at = now()`,
);

const COUNTS = statement(
  'frontend-report-counts',
  `select name, version, count(*) as sessions, count(*) filter (where failures > 0) as failed_sessions,
         coalesce(sum(failures), 0)::int as failures,
         (array_agg(last_failure order by reported_at desc) filter (where last_failure is not null))[1] as last_failure,
         (array_agg(last_phase order by reported_at desc) filter (where last_failure is not null))[1] as last_phase
    from frontend_report group by name, version`,
  {
    name: col.text,
    version: col.text,
    sessions: col.int,
    failed_sessions: col.int,
    failures: col.int,
    last_failure: col.text.nullable(),
    last_phase: col.text.as<Phase>().nullable(),
  } satisfies ColumnsOf<ReportCounts>,
);

const ADD_PAGE = statement(
  'frontend-page-report-add',
  `insert into frontend_page_report (session, page, failures) values ($1, $2, $3)
   on conflict (session, page) do update
     set failures = frontend_page_report.failures + excluded.failures, reported_at = now()`,
);

/** Records browser reports on versions and pages. A failure may roll back new versions on its page. */
@Injectable()
export class FrontendReports {
  readonly #log = new Logger('Frontends');
  /** Cache of existing versions, as `name version`. Versions are never deleted. */
  readonly #releases = new Set<string>();
  readonly #limiter = new RateLimiterMemory({ points: MAX_REPORTS, duration: WINDOW_SECONDS });
  readonly #failures: Counter<'name' | 'version'>;

  constructor(
    private readonly database: Database,
    private readonly judgments: Judgments,
    private readonly versions: FrontendVersions,
    metrics: Metrics,
  ) {
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
        headers: { 'retry-after': String(WINDOW_SECONDS) },
      });
    });
    const { name, version } = await this.#knownVersion(report);
    if (report.message !== undefined) {
      this.#log.warn(`A browser failed to load ${name} ${version}: ${report.message}`);
      this.#failures.inc({ name, version });
    }
    if (name === UNKNOWN.name) return;
    const hasFailed = report.message !== undefined;
    await this.database.execute(ADD, [name, version, key, report.message ?? null, report.phase ?? null]);
    const page = await this.#knownParts({ ...report.page, [name]: version });
    await this.database.execute(ADD_PAGE, [key, JSON.stringify(page), hasFailed ? 1 : 0]);
    if (hasFailed) await this.judgments.judge(page);
  }

  counts(): Promise<ReportCounts[]> {
    return this.database.rows(COUNTS);
  }

  /** Reports are untrusted: only existing versions get a row and a metric label. */
  async #knownVersion({ name, version }: Report): Promise<{ name: string; version: string }> {
    return (await this.#isKnown(name, version)) ? { name, version } : UNKNOWN;
  }

  /** Removes unknown versions from a page, so that made-up versions add no rows. */
  async #knownParts(page: Record<string, string>): Promise<Record<string, string>> {
    const parts = await Promise.all(
      Object.entries(page).map(async ([name, version]) => [name, version, await this.#isKnown(name, version)] as const),
    );
    return Object.fromEntries(parts.filter(([, , isKnown]) => isKnown).map(([name, version]) => [name, version]));
  }

  async #isKnown(name: string, version: string): Promise<boolean> {
    const key = `${name} ${version}`;
    if (this.#releases.has(key)) return true;
    const isKnown = (await this.versions.find(name, version)) !== undefined;
    if (isKnown) this.#releases.add(key);
    return isKnown;
  }
}
