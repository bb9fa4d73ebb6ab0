import type { apiTokenOperations, OperationBody } from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { keys } from './keys.ts';
import { request } from './request.ts';

type Operations = typeof apiTokenOperations;

/** Tokens of programs, newest first. */
export const apiTokensQuery = () =>
  queryOptions({ queryKey: keys.apiTokens, queryFn: ({ signal }) => request('tokens.list', { signal }), staleTime: 0 });

const invalidate = (client: QueryClient) => () =>
  Promise.all([keys.apiTokens, keys.frontends].map((queryKey) => client.invalidateQueries({ queryKey })));

/** Resolves to the token, which the server returns only once. */
export const createApiTokenMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: OperationBody<Operations['create']>) => request('tokens.create', { body }),
    onSettled: invalidate(client),
  });

export const revokeApiTokenMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (token_id: number) => request('tokens.revoke', { params: { token_id } }),
    onSettled: invalidate(client),
  });
