import {
  applyIngestMutation,
  ApiError,
  cancelIngestMutation,
  invalidateRecords,
  messageOf,
  retryIngestMutation,
  standsAgainst,
  undoIngestMutation,
} from '@archive/api-client';
import type { IngestReport, UndoRefusal } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { useNavigate } from '@archive/router';
import { toast } from '@archive/ui';
import { useEffect, useRef, useState } from 'react';

export interface Refused {
  title: string;
  message: string;
  /** The archive has changed since the trial run: it has to be made again. */
  outdated: boolean;
  standsAgainst: UndoRefusal['stands_against'];
}

const CONFLICT = 409;

const NOT_UNDONE = 'The import could not be undone.';
const EDITED = 'Something that it brought has been edited meanwhile. Undo it again to see what stands against it.';

/** What can be done with an operation; `refused` says why the last thing was not. */
export function useOperationActions({ operation_id: id, undoing, undone_at }: IngestReport) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [refused, setRefused] = useState<Refused>();
  const cancel = useMutation(cancelIngestMutation(client));
  const retry = useMutation(retryIngestMutation(client));
  const apply = useMutation(applyIngestMutation(client));
  const undo = useMutation(undoIngestMutation(client));

  const [before, setBefore] = useState(undoing);
  if (before !== undoing) {
    setBefore(undoing);
    if (undoing === null && undone_at === null)
      setRefused({ title: NOT_UNDONE, message: EDITED, outdated: false, standsAgainst: [] });
  }
  const wasUndone = useRef(undone_at !== null);
  useEffect(() => {
    if (!wasUndone.current && undone_at !== null) {
      toast.success('The import was undone.');
      void invalidateRecords(client);
    }
    wasUndone.current = undone_at !== null;
  }, [client, undone_at]);

  const attempt = async (title: string, work: () => Promise<unknown>, outdates = false) => {
    setRefused(undefined);
    try {
      await work();
    } catch (error) {
      const outdated = outdates && error instanceof ApiError && error.status === CONFLICT;
      setRefused({ title, message: messageOf(error), outdated, standsAgainst: standsAgainst(error) });
    }
  };

  return {
    refused,
    busy: cancel.isPending || retry.isPending || apply.isPending || undo.isPending,
    cancel: () => attempt('The import could not be cancelled.', () => cancel.mutateAsync(id)),
    retry: () => attempt('The import could not go on.', () => retry.mutateAsync(id)),
    apply: () =>
      attempt(
        'The document was not applied.',
        async () => {
          const { operation_id } = await apply.mutateAsync(id);
          await navigate(`/voyages/import/${operation_id}`);
        },
        true,
      ),
    undo: () => attempt(NOT_UNDONE, () => undo.mutateAsync(id)),
  };
}
