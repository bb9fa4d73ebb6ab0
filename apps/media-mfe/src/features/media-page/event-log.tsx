import type { PreservationEvent } from '@archive/contracts';
import { Button, FailedState, formatDateTime, Loading, SkeletonList } from '@archive/ui';

const LABELS: Record<PreservationEvent['type'], string> = {
  ingestion: 'Added',
  fixity_check: 'Checked',
  derivation: 'Previews generated',
  replacement: 'File replaced',
  metadata_modification: 'Details changed',
  deletion: 'Deleted',
  restoration: 'Restored',
};

const labelOf = ({ type, outcome }: PreservationEvent) =>
  type === 'derivation' && outcome === 'failure' ? 'Previews not generated' : LABELS[type];

/** The event type's term in PREMIS, the standard for preservation metadata. */
const termOf = ({ type }: PreservationEvent) => type.replace('_', ' ');

interface EventLogProps {
  /** Newest first; undefined until they are loaded. */
  events: readonly PreservationEvent[] | undefined;
  /** Why they can't be loaded. */
  problem: string | null;
  onRetry: () => void;
}

/** The preservation events of a file: when, what, who and with which outcome. */
export function EventLog({ events, problem, onRetry }: EventLogProps) {
  return (
    <section aria-labelledby="event-log" className="space-y-3">
      <h2 id="event-log" className="text-21">
        Event log
      </h2>
      {problem !== null ? (
        <FailedState title="Can’t load the event log" action={<Button onClick={onRetry}>Retry</Button>}>
          {problem}
        </FailedState>
      ) : events ? (
        <ol className="divide-y divide-rule border-y border-rule">
          {events.map((event) => (
            <li
              key={`${event.occurred_at} ${event.type}`}
              className="grid gap-x-6 py-2.5 sm:grid-cols-[13rem_10rem_1fr]"
            >
              <time dateTime={event.occurred_at} className="text-13 leading-6 text-faded tabular-nums">
                {formatDateTime(event.occurred_at)}
              </time>
              <span>
                <span className="block font-medium">{labelOf(event)}</span>
                <span className="block text-13 text-faded">{termOf(event)}</span>
              </span>
              <span className="min-w-0 wrap-anywhere">
                <span className={event.outcome === 'failure' ? 'text-signal' : 'text-sea'}>
                  {event.outcome === 'failure' ? 'Failed' : 'Succeeded'}
                </span>
                {' · '}
                {event.detail} <span className="text-faded">By {event.agent ?? 'the system'}.</span>
              </span>
            </li>
          ))}
        </ol>
      ) : (
        <Loading label="Loading the event log...">
          <SkeletonList />
        </Loading>
      )}
    </section>
  );
}
