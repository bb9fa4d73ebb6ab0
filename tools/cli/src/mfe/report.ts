import type { Standing, Status, Version } from './archive.ts';

const minute = (instant: string) => instant.slice(0, 16).replace('T', ' ');

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

/** A share only where browsers tell of success too, as they do of a canary: of the others failures alone are known. */
function failures({ state, failures: times, failed_sessions: failed, sessions }: Version): string {
  if (times === 0) return sessions > 0 ? `no failures in ${counted(sessions, 'session')}` : '';
  if (state !== 'canary' && failed === sessions)
    return `${counted(times, 'failure')} in ${counted(sessions, 'session')}`;
  const share = Math.round((failed / sessions) * 100);
  return `${counted(times, 'failure')} in ${failed} of ${sessions} sessions (${share} %)`;
}

function looked({ stored, smoke }: Version): string {
  if (!stored || smoke?.passed) return '';
  return smoke ? `a browser found: ${smoke.problems.join(' ')}` : 'no browser has looked at it';
}

function lines({ name, live, canary, rollback_to: back, versions }: Standing): string[] {
  const head = live ? `${live.version} live since ${minute(live.since)}, by ${live.by}` : 'nothing is live';
  return [
    `${name.padEnd(9)}${head}`,
    ...(canary
      ? [`         ${canary.version} for ${canary.share} % of sessions since ${minute(canary.since)}, by ${canary.by}`]
      : []),
    ...(back ? [`         rollback leads to ${back}`] : []),
    ...versions.map((version) =>
      [
        `           ${version.version.padEnd(14)} ${version.state.padEnd(10)} ${minute(version.published_at)}`,
        failures(version),
        looked(version),
      ]
        .filter(Boolean)
        .join('  '),
    ),
  ];
}

/** What is live, as lines for a terminal. */
export function report({ revision, apps }: Status, origin: string, name?: string): string {
  const some = apps.filter((standing) => name === undefined || standing.name === name);
  return [
    `Revision ${revision} of ${origin}, times in UTC`,
    ...some.flatMap((standing) => ['', ...lines(standing)]),
  ].join('\n');
}
