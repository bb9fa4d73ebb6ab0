import { ApiError, messageOf } from '@archive/api-client';
import { Button, EmptyState, FailedState, Loading, NoMatchesState, SkeletonBlock, TextLink } from '@archive/ui';
import type { PeopleFilters } from '../params.ts';

export function LoadingPeople({ label }: { label: string }) {
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

interface LoadFailedProps {
  error: unknown;
  onRetry: () => void;
  onClear: () => void;
}

/** Shown when the list can't be loaded. A retry can't fix an invalid search in the URL, so that search can be cleared instead. */
export function LoadFailed({ error, onRetry, onClear }: LoadFailedProps) {
  const isInvalid = error instanceof ApiError && error.status === 422;
  return (
    <FailedState
      title={isInvalid ? 'This search isn’t valid' : 'Can’t load passengers'}
      action={
        isInvalid ? <Button onClick={onClear}>Show all passengers</Button> : <Button onClick={onRetry}>Retry</Button>
      }
    >
      {messageOf(error)}
    </FailedState>
  );
}

interface NoPeopleProps {
  filters: PeopleFilters;
  onClear: () => void;
}

/** The empty list: no search results, or no passengers in the archive yet. */
export function NoPeople({ filters: { q, ...others }, onClear }: NoPeopleProps) {
  const isFiltered = Object.keys(others).length > 0;
  if (q !== undefined || isFiltered)
    return (
      <NoMatchesState title="No passengers found" action={<Button onClick={onClear}>Show all passengers</Button>}>
        {isFiltered ? 'No one matches your search and filter.' : `No name, role, or title contains “${q}”.`}
      </NoMatchesState>
    );
  return (
    <EmptyState title="No passengers found">
      Passengers and crew appear here once a voyage lists them. Browse the <TextLink href="/voyages">voyages</TextLink>.
    </EmptyState>
  );
}
