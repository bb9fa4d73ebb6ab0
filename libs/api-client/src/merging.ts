import type { CallBody, CallParams, mergeCalls } from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { invalidateRecords, keys } from './keys.ts';
import { type ChangeTerms, endpoint, request, requestPage } from './request.ts';

type Calls = typeof mergeCalls;

const lookAlikes = endpoint<Calls['lookAlikes']>('GET', '/api/curator/people/look-alikes');
const apart = endpoint<Calls['apart']>('GET', '/api/curator/people/apart');
const setApart = endpoint<Calls['setApart']>('PUT', '/api/curator/people/{person_slug}/apart/{other_slug}');
const takeApartBack = endpoint<Calls['takeApartBack']>(
  'DELETE',
  '/api/curator/people/{person_slug}/apart/{other_slug}',
);
const merge = endpoint<Calls['merge']>('POST', '/api/curator/people/{person_slug}/merge');
const merges = endpoint<Calls['merges']>('GET', '/api/curator/people/{person_slug}/merges');
const undo = endpoint<Calls['undo']>('POST', '/api/curator/people/{person_slug}/merges/{merge}/undo');

/** Pairs of people whose names look alike, the surest first: `{items, total}`. Of one person, or of everybody. */
export const lookAlikesQuery = (slug?: string) =>
  queryOptions({
    queryKey: [...keys.people, 'look-alikes', slug ?? ''],
    queryFn: ({ signal }) => requestPage(lookAlikes, { query: slug ? { person_slug: slug } : { limit: 200 }, signal }),
  });

/** Pairs of whom a curator has said that they are two people, the latest first: `{items, total}`. */
export const apartQuery = () =>
  queryOptions({
    queryKey: [...keys.people, 'apart'],
    queryFn: ({ signal }) => requestPage(apart, { query: { limit: 200 }, signal }),
  });

/** Two records, by their addresses. */
type Pair = CallParams<Calls['setApart']>;

/** Says that two look-alikes are two people. */
export const setApartMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (params: Pair) => request(setApart, { params }),
    onSuccess: () => void invalidateRecords(client),
  });

export const takeApartBackMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (params: Pair) => request(takeApartBack, { params }),
    onSuccess: () => void invalidateRecords(client),
  });

/** The records that went into a person, newest first. */
export const mergesQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.people, 'merges', slug],
    queryFn: ({ signal }) => request(merges, { params: { person_slug: slug }, signal }),
  });

/** Merges `from` into the person at `slug`, who says `record` from then on. */
export const mergePeopleMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({
      slug,
      ifMatch,
      ...body
    }: { slug: string } & CallBody<Calls['merge']> & Pick<ChangeTerms, 'ifMatch'>) =>
      request(merge, { params: { person_slug: slug }, body, ifMatch }),
    onSuccess: () => void invalidateRecords(client),
  });

/** Makes two records again; answers the address of the one that comes back. */
export const undoMergeMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (params: { person_slug: string; merge: number }) => request(undo, { params }),
    onSuccess: () => void invalidateRecords(client),
  });
