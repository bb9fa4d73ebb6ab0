import type { FrontendStatus } from '@archive/contracts';
import {
  Badge,
  Button,
  formatCount,
  formatDateTime,
  formatPercent,
  VisuallyHidden,
  type BadgeProps,
} from '@archive/ui';

type Version = FrontendStatus['versions'][number];

const TONES: Record<Version['state'], BadgeProps['tone']> = {
  live: 'sea',
  canary: 'brass',
  candidate: 'plain',
  earlier: 'plain',
};

/** Only canaries report successes too, so a failure rate is known for them alone. */
function failuresOf({ state, sessions, failed_sessions, failures }: Version): string {
  if (failures === 0)
    return sessions === 0 ? 'No failures reported' : `No failures in ${formatCount(sessions, 'session')}`;
  const total = formatCount(failures, 'failure');
  if (state !== 'canary' && failed_sessions === sessions) return `${total} in ${formatCount(sessions, 'session')}`;
  const share = formatPercent(failed_sessions / sessions);
  return `${total} in ${failed_sessions} of ${formatCount(sessions, 'session')} (${share})`;
}

/** A version with its state and reported failures. */
export function VersionRow({ version, onPromote }: { version: Version; onPromote: () => void }) {
  const { version: number, state, smoke, stored, published_at, published_by, failures, last_failure } = version;
  const blocked = stored && !smoke?.passed;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-48 text-13 text-faded">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-serif text-17 text-ink tabular-nums">{number}</span>
          <Badge tone={TONES[state]}>{state}</Badge>
        </p>
        <p>
          {stored
            ? `Published ${formatDateTime(published_at)} by ${published_by}`
            : `Built with the server, registered ${formatDateTime(published_at)}`}
        </p>
        <p className={failures > 0 ? 'text-signal' : undefined}>{failuresOf(version)}</p>
        {last_failure && <p className="line-clamp-3 wrap-anywhere">Latest failure: {last_failure}</p>}
        {stored && smoke && !smoke.passed && (
          <p className="text-signal">Smoke test failed: {smoke.problems.join(' ')}</p>
        )}
        {stored && !smoke && <p>Not smoke-tested yet</p>}
      </div>
      {state !== 'live' && !blocked && (
        <Button size="small" onClick={onPromote}>
          Promote<VisuallyHidden> {number}</VisuallyHidden>
        </Button>
      )}
    </li>
  );
}
