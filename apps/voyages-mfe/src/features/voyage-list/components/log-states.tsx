import { messageOf } from '@archive/api-client';
import { useArchive } from '@archive/shell-api';
import { Button, EmptyState, FailedState, NothingMatches, TextLink } from '@archive/ui';

/** No voyage has been logged yet. */
export function LogIsEmpty({ busy, onLookAgain }: { busy: boolean; onLookAgain(): void }) {
  const { migration_document_url: document } = useArchive();
  return (
    <EmptyState
      title="No voyages found."
      action={
        <Button busy={busy} onClick={onLookAgain}>
          Look again
        </Button>
      }
    >
      The log is still blank. Edit Mode, above, logs a voyage or takes in a document of voyages; while one is being
      read, a line at the top of the page says so.
      {document && (
        <>
          {' '}
          Until then, they stand in <TextLink href={document}>the shared document</TextLink>.
        </>
      )}
    </EmptyState>
  );
}

/** There are voyages, but none that fits. */
export function NothingFits({ onClear }: { onClear(): void }) {
  return (
    <NothingMatches title="No voyages found." action={<Button onClick={onClear}>Clear search and filters</Button>}>
      Nothing in the log fits everything that is asked for. Take off a filter above, or all of them.
    </NothingMatches>
  );
}

export function LogFailed({ error, busy, onRetry }: { error: Error; busy: boolean; onRetry(): void }) {
  return (
    <FailedState
      title="The log could not be read."
      action={
        <Button busy={busy} onClick={onRetry}>
          Retry
        </Button>
      }
    >
      {messageOf(error)}
    </FailedState>
  );
}
