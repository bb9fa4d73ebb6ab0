import { useArchive } from '@archive/shell-api';
import { Button, EmptyState, NoMatchesState, TextLink } from '@archive/ui';

/** Shown while the archive has no voyages. */
export function EmptyList({ busy, onRefresh }: { busy: boolean; onRefresh(): void }) {
  const { migration_document_url: document } = useArchive();
  return (
    <EmptyState
      title="No voyages found."
      action={
        <Button busy={busy} onClick={onRefresh}>
          Refresh
        </Button>
      }
    >
      Turn on Edit Mode to log a voyage or import a document. Import progress appears at the top of the page.
      {document && (
        <>
          {' '}
          Until voyages are added here, see <TextLink href={document}>the shared document</TextLink>.
        </>
      )}
    </EmptyState>
  );
}

/** Shown when no voyage matches the filters. */
export function NoMatches({ onClear }: { onClear(): void }) {
  return (
    <NoMatchesState title="No voyages found." action={<Button onClick={onClear}>Clear search and filters</Button>}>
      No voyages match your search and filters. Remove a filter, or clear them all.
    </NoMatchesState>
  );
}
