import { messageOf } from '@archive/api-client';
import { Button, EmptyState, FailedState, Loading, NothingMatches, SkeletonBlock, TextLink } from '@archive/ui';

export function Waiting({ label }: { label: string }) {
  return (
    <Loading label={label} className="min-h-dvh">
      <p aria-hidden className="mb-4 text-faded">
        {label}
      </p>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {Array.from({ length: 9 }, (_, index) => (
          <SkeletonBlock key={index} className="h-24" />
        ))}
      </div>
    </Loading>
  );
}

export function Unreachable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <FailedState title="The passengers cannot be shown" action={<Button onClick={onRetry}>Try again</Button>}>
      {messageOf(error)}
    </FailedState>
  );
}

/** Nobody: because of what was looked for, or because nobody is recorded yet. */
export function Nobody({ q, onClear }: { q: string; onClear: () => void }) {
  if (q !== '')
    return (
      <NothingMatches title="No passengers found" action={<Button onClick={onClear}>Show everybody</Button>}>
        Nobody has “{q}” in a name, a role or a title.
      </NothingMatches>
    );
  return (
    <EmptyState title="No passengers found">
      People appear here with the first voyage they sailed on. See the <TextLink href="/voyages">voyages</TextLink>.
    </EmptyState>
  );
}
