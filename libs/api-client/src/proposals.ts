import type { OperationBody, proposalOperations } from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { invalidateRecords, keys } from './keys.ts';
import { request } from './request.ts';

/** A page of proposals: all for curators, their own for contributors; with a limit of 0, how many are open. */
export const proposalsQuery = (query: { limit: number; offset?: number }) =>
  queryOptions({
    queryKey: [...keys.proposals, 'list', query],
    queryFn: ({ signal }) => request('proposals.list', { query, signal }),
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

export type ProposalDecision = OperationBody<(typeof proposalOperations)['decide']> & { proposal_id: number };

export const decideProposalMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ proposal_id, ...body }: ProposalDecision) =>
      request('proposals.decide', { params: { proposal_id }, body }),
    onSuccess: () => void invalidateRecords(client),
    onSettled: invalidate(client),
  });
