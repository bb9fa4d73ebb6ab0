import type { FrontendStatus } from '@archive/contracts';
import {
  Badge,
  Button,
  formatCount,
  formatDateTime,
  formatPercent,
  TextLink,
  VisuallyHidden,
  type BadgeProps,
} from '@archive/ui';

type Version = FrontendStatus['versions'][number];

const PHASES: Record<NonNullable<Version['last_phase']>, string> = {
  load: 'while loading',
  render: 'while rendering',
  event: 'while in use',
  promise: 'in the background',
};

/** Characters of a commit hash, as Git shows it. */
const SHORT_HASH = 8;

const BADGES: Record<Version['state'], { text: string; tone: BadgeProps['tone'] }> = {
  live: { text: 'Live', tone: 'sea' },
  canary: { text: 'Canary', tone: 'brass' },
  candidate: { text: 'Candidate', tone: 'plain' },
  earlier: { text: 'Earlier', tone: 'plain' },
  removed: { text: 'Removed', tone: 'plain' },
};

function failuresOf({ sessions, failed_sessions, failures }: Version): string {
  if (failures === 0)
    return sessions === 0 ? 'No failures reported' : `No failures in ${formatCount(sessions, 'session')}`;
  const total = formatCount(failures, 'failure');
  if (failed_sessions === sessions) return `${total} in ${formatCount(sessions, 'session')}`;
  const share = formatPercent(failed_sessions / sessions);
  return `${total} in ${failed_sessions} of ${formatCount(sessions, 'session')} (${share})`;
}

/** Commit and pipeline run that a build comes from. */
function Source({ version: { commit, pipeline_url: pipeline } }: { version: Version }) {
  if (!commit && !pipeline) return null;
  return (
    <p className="wrap-anywhere">
      {commit && (
        <>
          Commit <code>{commit.slice(0, SHORT_HASH)}</code>
        </>
      )}
      {commit && pipeline && ' · '}
      {pipeline && <TextLink href={pipeline}>Pipeline run</TextLink>}
    </p>
  );
}

/** What the latest check in a browser found, and why the version can't be promoted now. */
function Verdict({ version: { verdict, objection } }: { version: Version }) {
  return (
    <>
      {verdict?.passed && (
        <p>
          Passed the browser check on {formatDateTime(verdict.at)} ({verdict.by})
        </p>
      )}
      {objection && <p className={verdict && !verdict.passed ? 'text-signal' : 'text-ink'}>{objection}</p>}
    </>
  );
}

interface VersionRowProps {
  version: Version;
  /** URL at which a curator can preview the version, after agreeing. */
  previewUrl: string;
  onPromote: () => void;
}

/** A version with its state and reported failures. */
export function VersionRow({ version, previewUrl, onPromote }: VersionRowProps) {
  const {
    version: number,
    state,
    stored,
    objection,
    published_at,
    published_by,
    failures,
    last_failure,
    last_phase,
  } = version;
  const isOffered = state !== 'live' && state !== 'removed';
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-48 text-13 text-faded">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-serif text-17 text-ink tabular-nums">{number}</span>
          <Badge tone={BADGES[state].tone}>{BADGES[state].text}</Badge>
        </p>
        <p>
          {stored
            ? `Published ${formatDateTime(published_at)} by ${published_by}`
            : `Included with the server since ${formatDateTime(published_at)}`}
        </p>
        <p className={failures > 0 ? 'text-signal' : undefined}>{failuresOf(version)}</p>
        {last_failure && (
          <p className="line-clamp-3 wrap-anywhere">
            Latest failure{last_phase && ` (${PHASES[last_phase]})`}: {last_failure}
          </p>
        )}
        {stored && <Source version={version} />}
        {version.signed_by && (
          <p>
            Signed with key <code>{version.signed_by}</code>
          </p>
        )}
        {state === 'removed' && (
          <p>
            The files of this version were deleted after the retention period. Publish the version again to promote it.
          </p>
        )}
        {stored && isOffered && <Verdict version={version} />}
        {stored && isOffered && (
          <p>
            {/* A plain link, because the previewed version replaces the live one during a page load. */}
            <a href={previewUrl} className="underline underline-offset-3 hover:text-ink">
              Preview<VisuallyHidden> {number}</VisuallyHidden>
            </a>
          </p>
        )}
      </div>
      {isOffered && objection === null && (
        <Button size="small" onClick={onPromote}>
          Promote<VisuallyHidden> {number}</VisuallyHidden>
        </Button>
      )}
    </li>
  );
}
