import type { intakeOperations, OperationBody } from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { keys } from './keys.ts';
import { endpoint, request } from './request.ts';

type Operations = typeof intakeOperations;

const attach = endpoint<Operations['attach']>('POST', '/api/curator/media/{media_slug}/attach');
const tokens = endpoint<Operations['tokens']>('GET', '/api/curator/upload-tokens');
const createToken = endpoint<Operations['createToken']>('POST', '/api/curator/upload-tokens');
const revokeToken = endpoint<Operations['revokeToken']>('DELETE', '/api/curator/upload-tokens/{token_id}');

/** Attaches a media item to a voyage, an album and people. What it is already attached to stays. */
export const attachMedia = (media_slug: string, body: OperationBody<Operations['attach']>) =>
  request(attach, { params: { media_slug }, body });

/** Tokens for programs that upload files. */
export const uploadTokensQuery = () =>
  queryOptions({
    queryKey: keys.uploadTokens,
    queryFn: ({ signal }) => request(tokens, { signal }),
    staleTime: 0,
  });

/** Resolves to the token, which the server returns only once. */
export const createUploadTokenMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: OperationBody<Operations['createToken']>) => request(createToken, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.uploadTokens }),
  });

export const revokeUploadTokenMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (token_id: number) => request(revokeToken, { params: { token_id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.uploadTokens }),
  });
