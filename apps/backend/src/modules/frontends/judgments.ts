import { Injectable, Logger } from '@nestjs/common';
import { Problem } from '../../common/index.ts';
import { col, type ColumnsOf, Database, statement } from '../../database/index.ts';
import { SecurityLog } from '../security-log/index.ts';
import { FrontendRegistry } from './registry.ts';
import { Releases, THE_SERVER } from './releases.ts';
import { Revisions } from './revisions.ts';

/** A new version is withdrawn after this many failed sessions, if they exceed this share of its sessions. */
const FAILED_SESSIONS = 3;
const FAILED_SHARE = 0.2;
/** Minimum ratio between the failure rates with and without the new version. */
const MIN_FAILURE_RATIO = 2;

/** Numbers of sessions in which a page had the new version, or the version that would replace it after a withdrawal. */
interface SessionCounts {
  with_sessions: number;
  with_failed: number;
  without_sessions: number;
  without_failed: number;
}

interface NewPart {
  name: string;
  version: string;
  /** The revision that released the version. */
  revision: number;
  /** The version that withdrawing it restores; null if the registry does not know it. */
  before: string | null;
  isCanary: boolean;
}

/**
 * $1: the name. $2: the new version. $3: the revision that released it. $4: the versions on the page that failed. $5: the version that a
 * withdrawal restores. Pages with other versions of the remaining parts, or with a third version of this part, are ignored, because these
 * versions may have failed and been withdrawn. Most sessions without a fully promoted version are from before the promotion; one day of
 * them is enough.
 */
const COUNTS = statement(
  'frontend-page-report-counts',
  `select count(*) filter (where has_it)::int as with_sessions,
          count(*) filter (where has_it and failed_with)::int as with_failed,
          count(*) filter (where not has_it)::int as without_sessions,
          count(*) filter (where not has_it and failed_without)::int as without_failed
     from (select session, bool_or(page ->> $1 = $2) as has_it,
                  bool_or(page ->> $1 = $2 and failures > 0) as failed_with,
                  bool_or(page ->> $1 <> $2 and failures > 0) as failed_without
             from frontend_page_report, (select created_at from frontend_revision where revision = $3) released
            where page ? $1 and (page ->> $1 = $2 or page - $1 <@ $4::jsonb and page ->> $1 = coalesce($5::text, page ->> $1))
              and reported_at >= case when page ->> $1 = $2 then created_at else created_at - interval '1 day' end
            group by session) sessions`,
  {
    with_sessions: col.int,
    with_failed: col.int,
    without_sessions: col.int,
    without_failed: col.int,
  } satisfies ColumnsOf<SessionCounts>,
);

/**
 * How much higher the share of failed sessions is with a new version than without it; undefined if the difference isn't evidence of a
 * failure.
 */
export function excessOf(counts: SessionCounts): number | undefined {
  const { with_sessions, with_failed, without_sessions, without_failed } = counts;
  const share = with_sessions > 0 ? with_failed / with_sessions : 0;
  // A few sessions prove nothing: otherwise one failure in the only session without the version would excuse all failures with it.
  const usual = without_failed / (without_sessions + FAILED_SESSIONS);
  const isFailing = with_failed >= FAILED_SESSIONS && share > FAILED_SHARE && share > usual * MIN_FAILURE_RATIO;
  return isFailing ? share - usual : undefined;
}

const reasonOf = (version: string, counts: SessionCounts) => {
  const { with_sessions, with_failed, without_sessions, without_failed } = counts;
  const withoutText = without_sessions > 0 ? `, and ${without_failed} of ${without_sessions} without it` : '';
  return `${with_failed} of ${with_sessions} sessions failed with ${version}${withoutText}`;
};

/**
 * Judges new versions: canaries, and versions promoted to everyone in the last ten minutes. A failure on a page counts against every new
 * version on it, even if it occurred in another part. The version that makes the largest difference is withdrawn.
 */
@Injectable()
export class Judgments {
  readonly #log = new Logger('Frontends');

  constructor(
    private readonly database: Database,
    private readonly registry: FrontendRegistry,
    private readonly releases: Releases,
    private readonly revisions: Revisions,
    private readonly securityLog: SecurityLog,
  ) {}

  /** Judges the new parts of a page that failed. */
  async judge(page: Readonly<Record<string, string>>): Promise<void> {
    const parts = (await this.#newParts()).filter(({ name, version }) => page[name] === version);
    const judged = await Promise.all(
      parts.map(async (part) => {
        const { name, version, revision, before } = part;
        const counts = await this.database.row(COUNTS, [name, version, revision, JSON.stringify(page), before]);
        const excess = counts && excessOf(counts);
        return counts && excess !== undefined ? [{ part, counts, excess }] : [];
      }),
    );
    const worstPart = judged.flat().toSorted((a, b) => b.excess - a.excess)[0];
    if (worstPart) await this.#withdraw(worstPart.part, reasonOf(worstPart.part.version, worstPart.counts));
  }

  async #newParts(): Promise<NewPart[]> {
    const { apps } = await this.registry.fresh();
    const canaries = Object.entries(apps).flatMap(([name, { canary, version: before }]) =>
      canary ? [{ name, version: canary.version, revision: canary.revision, before, isCanary: true }] : [],
    );
    const promoted = (await this.revisions.guarded()).filter(({ name, version }) => apps[name]?.version === version);
    const promotions = promoted.map(async (row) => {
      const earlier = await this.revisions.atRevision(row.revision - 1);
      return { ...row, before: earlier?.[row.name]?.version ?? null, isCanary: false };
    });
    return [...canaries, ...(await Promise.all(promotions))];
  }

  async #withdraw({ name, version, isCanary }: NewPart, reason: string): Promise<void> {
    try {
      const live = isCanary
        ? await this.releases.endCanary(name, version, reason)
        : await this.releases.withdraw(name, version, reason);
      if (live === undefined) return;
      this.#log.warn(`${name} ${version} was withdrawn, and ${live} is live again: ${reason}.`);
      const details = { name, version: live, reason };
      this.securityLog.record({ kind: 'release-rolled-back', actor: THE_SERVER, address: null, details });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#log.error(`${name} ${version} fails and cannot be withdrawn: ${error.detail} ${reason}.`);
    }
  }
}
