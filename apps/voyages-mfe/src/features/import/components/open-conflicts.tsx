import { messageOf, resolveConflictsMutation } from '@archive/api-client';
import type { ConflictChoice, IngestReport } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, ConfirmDialog, formatCount, toast } from '@archive/ui';
import { useState } from 'react';

/** Shows the number of unresolved conflicts, with buttons to resolve all of them at once after a confirmation. */
export function OpenConflicts({ report: { operation_id: id, open_conflicts, dry_run } }: { report: IngestReport }) {
  const { mutate, isPending } = useMutation(resolveConflictsMutation(useQueryClient()));
  const [confirming, setConfirming] = useState<ConflictChoice>();
  const resolve = (choice: ConflictChoice) => {
    setConfirming(undefined);
    mutate({ id, all: choice }, { onError: (error) => toast.error(`Couldn’t save your choice: ${messageOf(error)}`) });
  };
  return (
    <div className="flex flex-col gap-2">
      <p>
        The document has {formatCount(open_conflicts, 'conflict')} with curators’ edits. If you don’t choose, the
        archive’s version is kept.
      </p>
      {open_conflicts > 1 && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" busy={isPending} onClick={() => setConfirming('keep')}>
            Keep archive version everywhere
          </Button>
          <Button size="small" busy={isPending} onClick={() => setConfirming('take')}>
            Use document version everywhere
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={confirming !== undefined}
        onOpenChange={() => setConfirming(undefined)}
        title={`${confirming === 'take' ? 'Use the document’s version' : 'Keep the archive’s version'} in ${formatCount(open_conflicts, 'conflict')}?`}
        description={
          dry_run
            ? 'This applies to every conflict in this document that you haven’t decided yet. You can still change individual choices before you import.'
            : 'This applies to every conflict in this document that you haven’t decided yet, and changes the voyages immediately.'
        }
        confirmText={confirming === 'take' ? 'Use document versions' : 'Keep archive versions'}
        onConfirm={() => confirming && resolve(confirming)}
      />
    </div>
  );
}
