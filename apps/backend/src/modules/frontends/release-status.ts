import { type FrontendsStatus, type FrontendStatus, SHELL } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { BuildSignatures } from './build-signatures.ts';
import { type Registry, Registrations } from './registrations.ts';
import { type ReportCounts, FrontendReports } from './reports.ts';
import { type App, type RevisionRow, Revisions, rollbackPath } from './revisions.ts';
import { objectionTo, Verdicts } from './verdicts.ts';
import { FrontendVersions, type VersionRow } from './versions.ts';

type VersionStatus = FrontendStatus['versions'][number];

/** Converts a timestamp to the API's format. */
const instant = (text: string) => new Date(text).toISOString();

/** Reads the release status: live versions, when and by whom they were released, and their browser reports. */
@Injectable()
export class ReleaseStatus {
  constructor(
    private readonly revisions: Revisions,
    private readonly versions: FrontendVersions,
    private readonly reports: FrontendReports,
    private readonly registrations: Registrations,
    private readonly verdicts: Verdicts,
    private readonly signatures: BuildSignatures,
  ) {}

  async status(): Promise<FrontendsStatus> {
    const [revisions, versions, reports, verdicts, registered] = await Promise.all([
      this.revisions.all(),
      this.versions.all(),
      this.reports.counts(),
      this.verdicts.all(),
      this.registrations.all(),
    ]);
    const newest = revisions.at(-1);
    const verdictOf = (row: VersionRow): Pick<VersionStatus, 'verdict' | 'objection'> => {
      const verdict = verdicts.find(({ name, version }) => name === row.name && version === row.version);
      const checked = revisions.find(({ revision }) => revision === verdict?.revision)?.apps;
      const { name, version, digest } = row;
      const objection =
        digest === null ? undefined : objectionTo({ name, version, digest }, verdict, checked, newest?.apps ?? {});
      const verdictView = verdict && {
        passed: verdict.passed,
        problems: verdict.problems,
        revision: verdict.revision,
        at: instant(verdict.at),
        by: verdict.by,
      };
      return { verdict: verdictView ?? null, objection: objection ?? null };
    };
    return {
      revision: newest?.revision ?? 0,
      keys: this.signatures.accepted(),
      apps: [SHELL, ...sortedNames(registered)].map((name) => ({
        ...statusOf(name, newest?.apps[name], revisions, versions, reports, verdictOf),
        registration: registrationOf(registered, name),
      })),
    };
  }
}

/** Registered names in the order of their navigation links; those without a link come last. */
function sortedNames(registered: Registry): string[] {
  const positionOf = (name: string) => registered.get(name)?.description?.navigation?.position ?? Infinity;
  return [...registered]
    .filter(([, { description }]) => description !== null)
    .map(([name]) => name)
    .toSorted((a, b) => {
      const [first, second] = [positionOf(a), positionOf(b)];
      return first === second ? a.localeCompare(b) : first - second;
    });
}

function registrationOf(registered: Registry, name: string): FrontendStatus['registration'] {
  const row = registered.get(name);
  if (!row?.description) return null;
  return { description: row.description, registered_at: instant(row.created_at), registered_by: row.created_by };
}

function statusOf(
  name: FrontendStatus['name'],
  app: App | undefined,
  revisions: RevisionRow[],
  versions: VersionRow[],
  reports: ReportCounts[],
  verdictOf: (row: VersionRow) => Pick<VersionStatus, 'verdict' | 'objection'>,
): Omit<FrontendStatus, 'registration'> {
  const liveSince = (version: string, pickVersion: (apps: RevisionRow['apps']) => string | undefined) => {
    let first = revisions.at(-1);
    for (const row of revisions.toReversed()) {
      if (pickVersion(row.apps) !== version) break;
      first = row;
    }
    return { version, since: instant(first?.at ?? ''), by: first?.by ?? '' };
  };
  const stateOf = ({ version, files_deleted }: VersionRow) => {
    if (files_deleted) return 'removed';
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
      .map((row) => {
        const {
          version,
          contract,
          published_at,
          published_by,
          digest,
          commit_hash: commit,
          pipeline_url,
          signed_by,
        } = row;
        const report = reports.find((report) => report.name === name && report.version === version);
        return {
          version,
          state: stateOf(row),
          contract,
          published_at: instant(published_at),
          published_by,
          stored: digest !== null,
          digest,
          commit,
          pipeline_url,
          signed_by,
          ...verdictOf(row),
          sessions: report?.sessions ?? 0,
          failed_sessions: report?.failed_sessions ?? 0,
          failures: report?.failures ?? 0,
          last_failure: report?.last_failure ?? null,
          last_phase: report?.last_phase ?? null,
        };
      }),
  };
}
