import type { OperationBody, OperationParams, personMergeOperations } from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { invalidateRecords, keys } from './keys.ts';
import { type ChangeOptions, endpoint, request, requestPage } from './request.ts';

type Operations = typeof personMergeOperations;

const duplicateCandidates = endpoint<Operations['duplicateCandidates']>(
  'GET',
  '/api/curator/people/duplicate-candidates',
);
const notDuplicates = endpoint<Operations['notDuplicates']>('GET', '/api/curator/people/not-duplicates');
const dismissDuplicate = endpoint<Operations['dismissDuplicate']>(
  'PUT',
  '/api/curator/people/{person_slug}/not-duplicates/{other_slug}',
);
const restoreDuplicate = endpoint<Operations['undoDismissal']>(
  'DELETE',
  '/api/curator/people/{person_slug}/not-duplicates/{other_slug}',
);
const merge = endpoint<Operations['merge']>('POST', '/api/curator/people/{person_slug}/merge');
const merges = endpoint<Operations['merges']>('GET', '/api/curator/people/{person_slug}/merges');
const undo = endpoint<Operations['undo']>('POST', '/api/curator/people/{person_slug}/merges/{merge}/undo');

/** Possible duplicates of one person, or of all, most likely first: `{items, total}`. */
export const duplicateCandidatesQuery = (slug?: string) =>
  queryOptions({
    queryKey: [...keys.people, 'duplicate-candidates', slug ?? ''],
    queryFn: ({ signal }) =>
      requestPage(duplicateCandidates, { query: slug ? { person_slug: slug } : { limit: 200 }, signal }),
  });

/** Pairs that a curator marked as different people, newest first: `{items, total}`. */
export const notDuplicatesQuery = () =>
  queryOptions({
    queryKey: [...keys.people, 'not-duplicates'],
    queryFn: ({ signal }) => requestPage(notDuplicates, { query: { limit: 200 }, signal }),
  });

/** Two people, by slug. */
type Pair = OperationParams<Operations['dismissDuplicate']>;

/** Marks two people as different. */
export const dismissDuplicateMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (params: Pair) => request(dismissDuplicate, { params }),
    onSuccess: () => void invalidateRecords(client),
  });

export const restoreDuplicateMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (params: Pair) => request(restoreDuplicate, { params }),
    onSuccess: () => void invalidateRecords(client),
  });

/** Records merged into a person, newest first. */
export const mergesQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.people, 'merges', slug],
    queryFn: ({ signal }) => request(merges, { params: { person_slug: slug }, signal }),
  });

/** Merges the person `from` into the person `slug`, who receives the values in `record`. */
export const mergePeopleMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({
      slug,
      ifMatch,
      ...body
    }: { slug: string } & OperationBody<Operations['merge']> & Pick<ChangeOptions, 'ifMatch'>) =>
      request(merge, { params: { person_slug: slug }, body, ifMatch }),
    onSuccess: () => void invalidateRecords(client),
  });

/** Undoes a merge. Resolves to the slug of the restored record. */
export const undoMergeMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (params: { person_slug: string; merge: number }) => request(undo, { params }),
    onSuccess: () => void invalidateRecords(client),
  });
