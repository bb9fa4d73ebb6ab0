import { decideNamesMutation, messageOf } from '@archive/api-client';
import type { IngestName, NameDecision } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { toast } from '@archive/ui';

/** Sends a decision about a name for the whole document, or uses the name for all of its spellings; null undoes the decision. */
export function useDecideName(id: string, { key, person, spellings }: IngestName) {
  const { mutate, isPending } = useMutation(decideNamesMutation(useQueryClient()));
  const send = (decisions: { key: string; decision: NameDecision | null }[]) =>
    mutate({ id, decisions }, { onError: (error) => toast.error(`Couldn’t save your choice: ${messageOf(error)}`) });
  return {
    decide: (decision: NameDecision | null) => send([{ key, decision }]),
    useForAll: () =>
      send(
        spellings.map((other) => ({ key: other.key, decision: { kind: 'split', names: [person?.full_name ?? ''] } })),
      ),
    isPending,
  };
}
