import { Injectable } from '@nestjs/common';
import { notFound, Problem } from '../../common/index.ts';
import { col, type ColumnsOf, Database, statement } from '../../database/index.ts';
import { type Apps, type Revision, Revisions } from './revisions.ts';
import { FrontendVersions, type VersionRow } from './versions.ts';

export interface Verdict {
  passed: boolean;
  problems: string[];
  /** The registry revision whose other apps were on the page during the check. */
  revision: number;
}

interface VerdictRow extends Verdict {
  name: string;
  version: string;
  digest: string;
  by: string;
  at: string;
}

const VALID_DAYS = 7;
const DAY_MS = 86_400_000;

const COLUMNS = {
  name: col.text,
  version: col.text,
  digest: col.text,
  revision: col.int,
  passed: col.bool,
  problems: col.json<string[]>(),
  by: col.text,
  at: col.timestamp,
} satisfies ColumnsOf<VerdictRow>;
const NAMES = 'name, version, digest, revision, passed, problems, created_by as by, created_at as at';

const ADD = statement(
  'frontend-verdict-add',
  `insert into frontend_verdict (name, version, digest, revision, passed, problems, created_by)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);
const LATEST = statement(
  'frontend-verdict-latest',
  `select ${NAMES} from frontend_verdict where name = $1 and version = $2 order by id desc limit 1`,
  COLUMNS,
);
const ALL_LATEST = statement(
  'frontend-verdicts-latest',
  `select distinct on (name, version) ${NAMES} from frontend_verdict order by name, version, id desc`,
  COLUMNS,
);

/** Results of verifiers that opened builds in a browser. Append-only; the latest verdict on a build applies. */
@Injectable()
export class Verdicts {
  constructor(
    private readonly database: Database,
    private readonly revisions: Revisions,
    private readonly versions: FrontendVersions,
  ) {}

  /**
   * @throws Problem 404 for an unknown version, 409 if the version has another build or the revision doesn't exist
   */
  async record(name: string, version: string, digest: string, verdict: Verdict, recordedBy: string): Promise<void> {
    const row = await this.versions.find(name, version);
    if (!row) throw notFound(`${name} has no version ${version}.`);
    if (row.digest !== digest) throw new Problem(409, `${name} ${version} is another build than the one checked.`);
    if (!(await this.revisions.atRevision(verdict.revision)))
      throw new Problem(409, `There is no revision ${verdict.revision} of the registry.`);
    const { revision, passed, problems } = verdict;
    await this.database.execute(ADD, [name, version, digest, revision, passed, JSON.stringify(problems), recordedBy]);
  }

  latest(name: string, version: string): Promise<VerdictRow | undefined> {
    return this.database.row(LATEST, [name, version]);
  }

  /** The latest verdict on each version. */
  all(): Promise<VerdictRow[]> {
    return this.database.rows(ALL_LATEST);
  }

  /**
   * Why a published build may not be promoted into a revision; undefined if it may. Local builds need no verdict: they were tested with the
   * server.
   */
  async objection({ name, version, digest }: VersionRow, live: Revision): Promise<string | undefined> {
    if (digest === null) return undefined;
    const verdict = await this.latest(name, version);
    const checked = verdict && (await this.revisions.atRevision(verdict.revision));
    return objectionTo({ name, version, digest }, verdict, checked, live.apps);
  }
}

/** Why a verdict does not allow a promotion; undefined if it does. `checked` are the apps that the build was checked with. */
export function objectionTo(
  { name, version, digest }: { name: string; version: string; digest: string },
  verdict: VerdictRow | undefined,
  checked: Apps | undefined,
  live: Apps,
): string | undefined {
  const recheckHint = `Check it again with "npm run mfe -- verify ${name} ${version}".`;
  if (!verdict || verdict.digest !== digest)
    return `No verifier has checked ${name} ${version} yet. Run "npm run mfe -- verify ${name} ${version}".`;
  if (!verdict.passed) return `${name} ${version} failed its check in a browser: ${verdict.problems.join(' ')}`;
  const days = Math.floor((Date.now() - new Date(verdict.at).getTime()) / DAY_MS);
  if (days >= VALID_DAYS)
    return `${name} ${version} was checked ${days} days ago, and a check counts for ${VALID_DAYS} days. ${recheckHint}`;
  for (const [otherName, { version: now, canary }] of Object.entries(live)) {
    if (otherName === name) continue;
    const then = checked?.[otherName];
    if (then?.version !== now)
      return `${name} ${version} was checked with ${otherName} ${then?.version ?? 'missing'}, and ${otherName} ${now} is live now. ${recheckHint}`;
    // A former canary has since gone live (checked above) or ended. But a new canary was never on a page with this build.
    if (canary && then.canary?.version !== canary.version)
      return `${name} ${version} was checked before the canary ${otherName} ${canary.version}, which a share of the sessions gets. ${recheckHint}`;
  }
  return undefined;
}
