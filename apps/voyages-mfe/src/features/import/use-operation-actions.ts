import {
  applyIngestMutation,
  ApiError,
  cancelIngestMutation,
  messageOf,
  retryIngestMutation,
  standsAgainst,
  undoIngestMutation,
} from '@archive/api-client';
import type { UndoRefusal } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { useNavigate } from '@archive/router';
import { toast } from '@archive/ui';
import { useState } from 'react';

export interface Refused {
  title: string;
  message: string;
  /** The archive has changed since the trial run: it has to be made again. */
  outdated: boolean;
  standsAgainst: UndoRefusal['stands_against'];
}

const CONFLICT = 409;

/** What can be done with an operation; `refused` says why the last thing was not. */
export function useOperationActions(id: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [refused, setRefused] = useState<Refused>();
  const cancel = useMutation(cancelIngestMutation(client));
  const retry = useMutation(retryIngestMutation(client));
  const apply = useMutation(applyIngestMutation(client));
  const undo = useMutation(undoIngestMutation(client));

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
    undo: () =>
      attempt('The import could not be undone.', async () => {
        await undo.mutateAsync(id);
        toast.success('The import was undone.');
      }),
  };
}
