import { formatCount, formatPercent } from '@archive/contracts/format';
import type { FrontendStatus, Status, Version } from './archive.ts';

const minute = (instant: string) => instant.slice(0, 16).replace('T', ' ');

function failures({ failures: failureCount, failed_sessions: failed, sessions }: Version): string {
  if (failureCount === 0) return sessions > 0 ? `no failures in ${formatCount(sessions, 'session')}` : '';
  if (failed === sessions) return `${formatCount(failureCount, 'failure')} in ${formatCount(sessions, 'session')}`;
  return `${formatCount(failureCount, 'failure')} in ${failed} of ${sessions} sessions (${formatPercent(failed / sessions)})`;
}

function checkResult({ state, stored, verdict, objection }: Version): string {
  if (!stored || state === 'live' || objection === null) return '';
  if (!verdict) return 'not checked yet';
  return verdict.passed ? 'needs another check' : `check failed: ${verdict.problems.join(' ')}`;
}

function lines({ name, live, canary, rollback_to: rollbackVersion, versions }: FrontendStatus): string[] {
  const head = live ? `${live.version} live since ${minute(live.since)}, by ${live.by}` : 'nothing is live';
  return [
    `${name.padEnd(9)}${head}`,
    ...(canary
      ? [`         ${canary.version} for ${canary.share}% of sessions since ${minute(canary.since)}, by ${canary.by}`]
      : []),
    ...(rollbackVersion ? [`         rollback target ${rollbackVersion}`] : []),
    ...versions.map((version) =>
      [
        `           ${version.version.padEnd(14)} ${version.state.padEnd(10)} ${minute(version.published_at)}`,
        failures(version),
        checkResult(version),
      ]
        .filter(Boolean)
        .join('  '),
    ),
  ];
}

/** The status as lines for a terminal. */
export function report({ revision, apps }: Status, origin: string, name?: string): string {
  const selected = apps.filter((app) => name === undefined || app.name === name);
  return [`Revision ${revision} of ${origin}, times in UTC`, ...selected.flatMap((app) => ['', ...lines(app)])].join(
    '\n',
  );
}
