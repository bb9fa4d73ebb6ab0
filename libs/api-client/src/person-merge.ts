import type { OperationBody, OperationParams, personMergeOperations } from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { invalidateRecords, keys } from './keys.ts';
import { type ChangeOptions, request, requestPage } from './request.ts';

type Operations = typeof personMergeOperations;

/** Possible duplicates of one person, or of all, most likely first: `{items, total}`. */
export const duplicateCandidatesQuery = (slug?: string) =>
  queryOptions({
    queryKey: [...keys.people, 'duplicate-candidates', slug ?? ''],
    queryFn: ({ signal }) =>
      requestPage('people.duplicateCandidates', { query: slug ? { person_slug: slug } : { limit: 200 }, signal }),
  });

/** Pairs that a curator marked as different people, newest first: `{items, total}`. */
export const notDuplicatesQuery = () =>
  queryOptions({
    queryKey: [...keys.people, 'not-duplicates'],
    queryFn: ({ signal }) => requestPage('people.notDuplicates', { query: { limit: 200 }, signal }),
  });

/** Two people, by slug. */
type Pair = OperationParams<Operations['dismissDuplicate']>;

/** Marks two people as different. */
export const dismissDuplicateMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (params: Pair) => request('people.dismissDuplicate', { params }),
    onSuccess: () => void invalidateRecords(client),
  });

export const restoreDuplicateMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (params: Pair) => request('people.undoDismissal', { params }),
    onSuccess: () => void invalidateRecords(client),
  });

/** Records merged into a person, newest first. */
export const mergesQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.people, 'merges', slug],
    queryFn: ({ signal }) => request('people.merges', { params: { person_slug: slug }, signal }),
  });

/** Merges the person `from` into the person `slug`, who receives the values in `record`. */
export const mergePeopleMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({
      slug,
      ifMatch,
      ...body
    }: { slug: string } & OperationBody<Operations['merge']> & Pick<ChangeOptions, 'ifMatch'>) =>
      request('people.merge', { params: { person_slug: slug }, body, ifMatch }),
    onSuccess: () => void invalidateRecords(client),
  });

/** Undoes a merge. Resolves to the slug of the restored record. */
export const undoMergeMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (params: { person_slug: string; merge: number }) => request('people.undoMerge', { params }),
    onSuccess: () => void invalidateRecords(client),
  });
