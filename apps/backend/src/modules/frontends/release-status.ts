import { type FrontendHistory, type FrontendsStatus, type FrontendStatus, PUBLISHABLE } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { type ReportCounts, FrontEndReports } from './reports.ts';
import { type App, type RevisionRow, Revisions, rollbackPath } from './revisions.ts';
import { FrontEndVersions, type VersionRow } from './versions.ts';

const HISTORY = 100;

/** A timestamp in API format. */
const instant = (text: string) => new Date(text).toISOString();

/** Release status: live versions, since when and by whom, and their browser reports. */
@Injectable()
export class ReleaseStatus {
  readonly #revisions: Revisions;
  readonly #versions: FrontEndVersions;
  readonly #reports: FrontEndReports;

  constructor(revisions: Revisions, versions: FrontEndVersions, reports: FrontEndReports) {
    this.#revisions = revisions;
    this.#versions = versions;
    this.#reports = reports;
  }

  async status(): Promise<FrontendsStatus> {
    const [revisions, versions, reports] = await Promise.all([
      this.#revisions.all(),
      this.#versions.all(),
      this.#reports.counts(),
    ]);
    const newest = revisions.at(-1);
    return {
      revision: newest?.revision ?? 0,
      apps: PUBLISHABLE.map((name) => statusOf(name, newest?.apps[name], revisions, versions, reports)),
    };
  }

  async history(): Promise<FrontendHistory> {
    const revisions = await this.#revisions.all();
    return revisions
      .slice(-HISTORY)
      .reverse()
      .map(({ revision, at, by, action, name, version, note }) => ({
        revision,
        at: instant(at),
        by,
        action,
        name: publishedName(name),
        version,
        note,
      }));
  }
}

const publishedName = (name: string | null) => PUBLISHABLE.find((known) => known === name) ?? null;

function statusOf(
  name: FrontendStatus['name'],
  app: App | undefined,
  revisions: RevisionRow[],
  versions: VersionRow[],
  reports: ReportCounts[],
): FrontendStatus {
  const liveSince = (version: string, of: (apps: RevisionRow['apps']) => string | undefined) => {
    let first = revisions.at(-1);
    for (const row of revisions.toReversed()) {
      if (of(row.apps) !== version) break;
      first = row;
    }
    return { version, since: instant(first?.at ?? ''), by: first?.by ?? '' };
  };
  const stateOf = (version: string) => {
    if (version === app?.version) return 'live';
    if (version === app?.canary?.version) return 'canary';
    return revisions.some(({ apps }) => apps[name]?.version === version) ? 'earlier' : 'candidate';
  };
  return {
    name,
    live: app ? liveSince(app.version, (apps) => apps[name]?.version) : null,
    canary: app?.canary
      ? { ...liveSince(app.canary.version, (apps) => apps[name]?.canary?.version), share: app.canary.share }
      : null,
    rollback_to: app?.canary ? app.version : (rollbackPath(revisions, name).at(-2) ?? null),
    versions: versions
      .filter((row) => row.name === name)
      .map(({ version, contract, published_at, published_by, digest, smoke }) => {
        const found = reports.find((report) => report.name === name && report.version === version);
        return {
          version,
          state: stateOf(version),
          contract,
          published_at: instant(published_at),
          published_by,
          stored: digest !== null,
          smoke,
          sessions: found?.sessions ?? 0,
          failed_sessions: found?.failed_sessions ?? 0,
          failures: found?.failures ?? 0,
          last_failure: found?.last_failure ?? null,
        };
      }),
  };
}
