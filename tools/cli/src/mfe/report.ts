import { formatCount, formatPercent } from '@archive/contracts/format';
import type { FrontendStatus, Status, Version } from './archive.ts';

const minute = (instant: string) => instant.slice(0, 16).replace('T', ' ');

/** Only browsers with a canary report success, too; for other versions only failures are known. */
function failures({ state, failures: times, failed_sessions: failed, sessions }: Version): string {
  if (times === 0) return sessions > 0 ? `no failures in ${formatCount(sessions, 'session')}` : '';
  if (state !== 'canary' && failed === sessions)
    return `${formatCount(times, 'failure')} in ${formatCount(sessions, 'session')}`;
  return `${formatCount(times, 'failure')} in ${failed} of ${sessions} sessions (${formatPercent(failed / sessions)})`;
}

function smokeResult({ stored, smoke }: Version): string {
  if (!stored || smoke?.passed) return '';
  return smoke ? `smoke test failed: ${smoke.problems.join(' ')}` : 'no smoke test yet';
}

function lines({ name, live, canary, rollback_to: back, versions }: FrontendStatus): string[] {
  const head = live ? `${live.version} live since ${minute(live.since)}, by ${live.by}` : 'nothing is live';
  return [
    `${name.padEnd(9)}${head}`,
    ...(canary
      ? [`         ${canary.version} for ${canary.share}% of sessions since ${minute(canary.since)}, by ${canary.by}`]
      : []),
    ...(back ? [`         rollback target ${back}`] : []),
    ...versions.map((version) =>
      [
        `           ${version.version.padEnd(14)} ${version.state.padEnd(10)} ${minute(version.published_at)}`,
        failures(version),
        smokeResult(version),
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
