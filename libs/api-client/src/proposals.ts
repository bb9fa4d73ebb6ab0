import type { OperationBody, proposalOperations } from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { invalidateRecords, keys } from './keys.ts';
import { request } from './request.ts';

/** All proposals for curators, their own for contributors. */
export const proposalsQuery = () =>
  queryOptions({
    queryKey: keys.proposals,
    queryFn: ({ signal }) => request('proposals.list', { signal }),
    staleTime: 0,
  });

/** A proposal, with what the record has now. */
export const proposalQuery = (proposal_id: number) =>
  queryOptions({
    queryKey: [...keys.proposals, proposal_id],
    queryFn: ({ signal }) => request('proposals.get', { params: { proposal_id }, signal }),
    staleTime: 0,
  });

const invalidate = (client: QueryClient) => () => client.invalidateQueries({ queryKey: keys.proposals });

export const withdrawProposalMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (proposal_id: number) => request('proposals.withdraw', { params: { proposal_id } }),
    onSettled: invalidate(client),
  });

type Decision = OperationBody<(typeof proposalOperations)['decide']>;

export const decideProposalMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ proposal_id, ...body }: Decision & { proposal_id: number }) =>
      request('proposals.decide', { params: { proposal_id }, body }),
    onSuccess: () => void invalidateRecords(client),
    onSettled: invalidate(client),
  });
