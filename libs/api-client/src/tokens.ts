import type { apiTokenOperations, OperationBody } from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { keys } from './keys.ts';
import { endpoint, request } from './request.ts';

type Operations = typeof apiTokenOperations;

const list = endpoint<Operations['list']>('GET', '/api/tokens');
const create = endpoint<Operations['create']>('POST', '/api/tokens');
const revoke = endpoint<Operations['revoke']>('DELETE', '/api/tokens/{token_id}');

/** Tokens of programs, newest first. */
export const apiTokensQuery = () =>
  queryOptions({ queryKey: keys.apiTokens, queryFn: ({ signal }) => request(list, { signal }), staleTime: 0 });

const invalidate = (client: QueryClient) => () =>
  Promise.all([keys.apiTokens, keys.frontends].map((queryKey) => client.invalidateQueries({ queryKey })));

/** Resolves to the token, which the server returns only once. */
export const createApiTokenMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: OperationBody<Operations['create']>) => request(create, { body }),
    onSettled: invalidate(client),
  });

export const revokeApiTokenMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (token_id: number) => request(revoke, { params: { token_id } }),
    onSettled: invalidate(client),
  });
