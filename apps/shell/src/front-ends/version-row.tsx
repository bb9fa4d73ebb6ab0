import type { FrontendStanding } from '@archive/contracts';
import { Badge, Button, VisuallyHidden, type BadgeProps } from '@archive/ui';
import { when } from './when.ts';

type Version = FrontendStanding['versions'][number];

const TONES: Record<Version['state'], BadgeProps['tone']> = {
  live: 'sea',
  canary: 'brass',
  candidate: 'plain',
  earlier: 'plain',
};

const percent = (part: number, whole: number) => `${Math.round((part / whole) * 100)} %`;

const sessionsIn = (count: number) => (count === 1 ? '1 session' : `${count} sessions`);

/** A share only where browsers tell of success too, as they do of a canary: of the others failures alone are known. */
function failuresOf({ state, sessions, failed_sessions, failures }: Version): string {
  if (failures === 0) return sessions === 0 ? 'No failures reported' : `No failures in ${sessionsIn(sessions)}`;
  const times = failures === 1 ? '1 failure' : `${failures} failures`;
  if (state !== 'canary' && failed_sessions === sessions) return `${times}, in ${sessionsIn(sessions)}`;
  return `${times}, in ${failed_sessions} of ${sessions} sessions (${percent(failed_sessions, sessions)})`;
}

/** A version with what is known of it. */
export function VersionRow({ version, onPromote }: { version: Version; onPromote: () => void }) {
  const { version: number, state, smoke, stored, published_at, published_by, failures, last_failure } = version;
  const waits = stored && !smoke?.passed;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-48 text-13 text-faded">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-serif text-17 text-ink tabular-nums">{number}</span>
          <Badge tone={TONES[state]}>{state}</Badge>
        </p>
        <p>
          {stored ? 'Published' : 'Built here, found'} {when(published_at)}, by {published_by}
        </p>
        <p className={failures > 0 ? 'text-signal' : undefined}>{failuresOf(version)}</p>
        {last_failure && <p className="line-clamp-3 wrap-anywhere">Last: {last_failure}</p>}
        {stored && smoke && !smoke.passed && <p className="text-signal">A browser found: {smoke.problems.join(' ')}</p>}
        {stored && !smoke && <p>No browser has looked at it yet.</p>}
      </div>
      {state !== 'live' && !waits && (
        <Button size="small" onClick={onPromote}>
          Promote<VisuallyHidden> {number}</VisuallyHidden>
        </Button>
      )}
    </li>
  );
}
