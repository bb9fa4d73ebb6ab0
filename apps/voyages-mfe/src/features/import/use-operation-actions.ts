import {
  applyIngestMutation,
  approveIngestMutation,
  cancelIngestMutation,
  invalidateRecords,
  messageOf,
  retryIngestMutation,
  undoBlockersOf,
  undoIngestMutation,
} from '@archive/api-client';
import type { IngestReport, UndoBlockers } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { useNavigate } from '@archive/router';
import { toast } from '@archive/ui';
import { useEffect, useRef, useState } from 'react';

export interface ActionFailure {
  title: string;
  message: string;
  blockers: UndoBlockers['blockers'];
}

const NOT_UNDONE = 'Import not undone';
const EDITED = 'A record from this import was edited afterward. Choose “Undo this import” again to see which one.';

/** Actions on an import; `failure` explains why the last one failed. */
export function useOperationActions(report: IngestReport) {
  const { operation_id: id, undoing, undone_at } = report;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<ActionFailure>();
  const cancel = useMutation(cancelIngestMutation(client));
  const retry = useMutation(retryIngestMutation(client));
  const apply = useMutation(applyIngestMutation(client));
  const approve = useMutation(approveIngestMutation(client));
  const undo = useMutation(undoIngestMutation(client));

  const [previous, setPrevious] = useState(undoing);
  if (previous !== undoing) {
    setPrevious(undoing);
    if (undoing === null && undone_at === null) setFailure({ title: NOT_UNDONE, message: EDITED, blockers: [] });
  }
  const wasUndone = useRef(undone_at !== null);
  useEffect(() => {
    if (!wasUndone.current && undone_at !== null) {
      toast.success('Import undone');
      void invalidateRecords(client);
    }
    wasUndone.current = undone_at !== null;
  }, [client, undone_at]);

  const attempt = async (title: string, work: () => Promise<unknown>) => {
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure({ title, message: messageOf(error), blockers: undoBlockersOf(error) });
    }
  };

  return {
    failure,
    busy: cancel.isPending || retry.isPending || apply.isPending || approve.isPending || undo.isPending,
    cancel: () => attempt('Can’t cancel the import', () => cancel.mutateAsync(id)),
    retry: () => attempt('Can’t resume the import', () => retry.mutateAsync(id)),
    apply: (confirmed: { confirmRemovals: boolean; confirmSameDay: boolean; confirmNames: boolean }) =>
      attempt('Document not imported', async () => {
        const { operation_id } = await apply.mutateAsync({ id, ...confirmed });
        await navigate(`/voyages/import/${operation_id}`);
      }),
    approve: () => attempt('Not approved', () => approve.mutateAsync(report)),
    undo: () => attempt(NOT_UNDONE, () => undo.mutateAsync(id)),
  };
}
