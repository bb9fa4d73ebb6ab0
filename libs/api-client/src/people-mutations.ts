import type { OperationBody, peopleOperations, presidentOperations } from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { invalidateRecords } from './keys.ts';
import { type ChangeOptions, endpoint, request, requestWithEtag } from './request.ts';

type People = typeof peopleOperations;
type Presidents = typeof presidentOperations;

export type PersonFields = OperationBody<People['create']>;
export type PersonChanges = OperationBody<People['update']>;
export type PresidentBody = OperationBody<Presidents['create']>;

const get = endpoint<People['get']>('GET', '/api/people/{slug}');
const create = endpoint<People['create']>('POST', '/api/curator/people');
const update = endpoint<People['update']>('PUT', '/api/curator/people/{person_slug}');
const remove = endpoint<People['remove']>('DELETE', '/api/curator/people/{person_slug}');
const unlink = endpoint<People['unlink']>('DELETE', '/api/curator/people/unlink-from-voyage');
const createPresident = endpoint<Presidents['create']>('POST', '/api/curator/presidents');

/** Refetches records in the background, without delaying the mutation. */
const refetchRecords = (client: QueryClient) => () => void invalidateRecords(client);

/** A person with their ETag, fetched each time editing starts. */
export const personToEditQuery = (slug: string) =>
  queryOptions({
    queryKey: ['person-to-edit', slug],
    queryFn: ({ signal }) => requestWithEtag(get, { params: { slug }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: false,
  });

/** The current version, to merge with after a conflict. */
export const fetchPersonWithEtag = (slug: string) => requestWithEtag(get, { params: { slug } });

export const createPersonMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ body, ...options }: { body: PersonFields } & Pick<ChangeOptions, 'idempotencyKey'>) =>
      request(create, { body, ...options }),
    onSuccess: refetchRecords(client),
  });

/** Updates a person. Rejects with a 412 `ApiError` if the ETag no longer matches `ifMatch`. */
export const updatePersonMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ slug, body, ...options }: { slug: string; body: PersonChanges } & Pick<ChangeOptions, 'ifMatch'>) =>
      request(update, { params: { person_slug: slug }, body, ...options }),
    onSuccess: refetchRecords(client),
  });

/** Sets or removes the portrait of a person. `before` is the previous portrait. */
export const setPortraitMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ slug, portrait }: { slug: string; portrait: string | null }) => {
      const previousPortrait = (await request(get, { params: { slug } })).portrait;
      await request(update, { params: { person_slug: slug }, body: { portrait } });
      return { before: previousPortrait };
    },
    onSuccess: refetchRecords(client),
  });

/** Deletes a person without voyages. */
export const removePersonMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (slug: string) => request(remove, { params: { person_slug: slug } }),
    onSuccess: refetchRecords(client),
  });

/** Removes a person from a voyage. `person_deleted` in the response says whether the person was deleted too. */
export const unlinkPersonMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (link: { person_slug: string; voyage_slug: string }) => request(unlink, { query: link }),
    onSuccess: refetchRecords(client),
  });

export const createPresidentMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ body, ...options }: { body: PresidentBody } & Pick<ChangeOptions, 'idempotencyKey'>) =>
      request(createPresident, { body, ...options }),
    onSuccess: refetchRecords(client),
  });
