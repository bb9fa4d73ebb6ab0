import type { OperationBody, TaggedRevision, tagOperations } from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { invalidateRecords, keys } from './keys.ts';
import { endpoint, request } from './request.ts';

type Operations = typeof tagOperations;

const list = endpoint<Operations['list']>('GET', '/api/tags');
const rename = endpoint<Operations['rename']>('POST', '/api/curator/tags/rename');
const undo = endpoint<Operations['undo']>('POST', '/api/curator/tags/undo');

/** The tags of media and people, with the number of records that have each tag. */
export const tagsQuery = () =>
  queryOptions({
    queryKey: [...keys.search, 'tags'],
    queryFn: ({ signal }) => request(list, { signal }),
  });

/** Renames a tag, or merges tags into one. */
export const renameTagsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: OperationBody<Operations['rename']>) => request(rename, { body }),
    onSuccess: () => invalidateRecords(client),
  });

/** Undoes a rename of tags. */
export const undoTagsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (revisions: TaggedRevision[]) => request(undo, { body: { changed: revisions } }),
    onSuccess: () => invalidateRecords(client),
  });
