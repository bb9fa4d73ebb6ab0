import { messageOf, startIngestMutation } from '@archive/api-client';
import { useRepeatKey } from '@archive/editing';
import { useMutation, useQueryClient } from '@archive/query';
import { useNavigate } from '@archive/router';
import { useState } from 'react';

/** Begins the trial run of a document and goes to it. Nothing of the archive changes by that. */
export function useStartImport() {
  const navigate = useNavigate();
  const { mutateAsync, isPending } = useMutation(startIngestMutation(useQueryClient()));
  const keyOf = useRepeatKey();
  const [failure, setFailure] = useState<string>();
  const start = async (file: File) => {
    setFailure(undefined);
    try {
      const repeatKey = keyOf([file.name, file.size, file.lastModified]);
      const { operation_id } = await mutateAsync({ file, dryRun: true, repeatKey });
      await navigate(`/voyages/import/${operation_id}`);
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  return { start, refuse: setFailure, busy: isPending, failure };
}
