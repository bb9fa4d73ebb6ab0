import { messageOf, startIngestMutation } from '@archive/api-client';
import { useIdempotencyKey } from '@archive/editing';
import { useMutation, useQueryClient } from '@archive/query';
import { useNavigate } from '@archive/router';
import { useState } from 'react';

/** Starts the preview of a document and opens it. A preview changes nothing in the archive. */
export function useStartImport() {
  const navigate = useNavigate();
  const { mutateAsync, isPending } = useMutation(startIngestMutation(useQueryClient()));
  const keyOf = useIdempotencyKey();
  const [failure, setFailure] = useState<string>();
  const start = async (file: File, { clearEmpty = false } = {}) => {
    setFailure(undefined);
    try {
      const idempotencyKey = keyOf([file.name, file.size, file.lastModified, clearEmpty]);
      const { operation_id } = await mutateAsync({ file, dryRun: true, clearEmpty, askColumns: true, idempotencyKey });
      await navigate(`/voyages/import/${operation_id}`);
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  return { start, reject: setFailure, busy: isPending, failure };
}
