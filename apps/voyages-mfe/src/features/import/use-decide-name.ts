import { decideNamesMutation, messageOf } from '@archive/api-client';
import type { IngestName, NameDecision } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { toast } from '@archive/ui';

/** Decides about one name for the whole document; null undoes the decision. */
export function useDecideName(id: string, { key }: IngestName) {
  const { mutate, isPending } = useMutation(decideNamesMutation(useQueryClient()));
  const decide = (decision: NameDecision | null) =>
    mutate(
      { id, decisions: [{ key, decision }] },
      { onError: (error) => toast.error(`Choice not saved: ${messageOf(error)}`) },
    );
  return { decide, isPending };
}
