import type { OperationBody, OperationQuery, peopleOperations, presidentOperations } from '@archive/contracts';
import { type QueryClient, mutationOptions, queryOptions } from '@archive/query';
import { invalidateRecords, keys } from './keys.ts';
import { type ChangeOptions, request, requestPage, requestWithEtag, withProposal } from './request.ts';

type PeopleOperations = typeof peopleOperations;
export type PeopleParams = OperationQuery<PeopleOperations['list']>;

/** A page of the directory: `{items, total}`. */
export const peopleQuery = (params: PeopleParams = {}) =>
  queryOptions({
    queryKey: [...keys.people, 'list', params],
    queryFn: ({ signal }) => requestPage('people.list', { query: params, signal }),
  });

/** One person with all of their voyages. */
export const personQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.people, 'detail', slug],
    queryFn: ({ signal }) => request('people.get', { params: { slug }, signal }),
  });

/** What a person with this name is filed under, unless a curator decides otherwise. */
export const filingProposalQuery = (name: string) =>
  queryOptions({
    queryKey: [...keys.people, 'filing-name', name],
    queryFn: ({ signal }) => request('people.filingName', { query: { full_name: name }, signal }),
    staleTime: Infinity,
  });

/** Former spellings of a name, and those of documents and merged records. */
export const spellingsQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.people, 'spellings', slug],
    queryFn: ({ signal }) => request('people.spellings', { params: { person_slug: slug }, signal }),
  });

/** Statistics shown above the directory. */
export const peopleStatsQuery = () =>
  queryOptions({
    queryKey: [...keys.people, 'stats'],
    queryFn: ({ signal }) => request('people.stats', { signal }),
  });

/**
 * People grouped by the president or owner they sailed with. With a `limit`, returns one page of people (with 0, none); each group’s
 * count still includes everyone.
 */
export const peopleByPresidentQuery = (params: OperationQuery<PeopleOperations['byPresident']> = {}) =>
  queryOptions({
    queryKey: [...keys.people, 'by-president', params],
    queryFn: ({ signal }) => request('people.byPresident', { query: params, signal }),
  });

/** Presidents and owners, by start of term: `{items, total}`. */
export const presidentsQuery = () =>
  queryOptions({
    queryKey: keys.presidents,
    queryFn: ({ signal }) => requestPage('presidents.list', { signal }),
  });

/** The roles of the matching people, in the same order as `peopleQuery({sort: 'role'})`. */
export const peopleRolesQuery = (filters: OperationQuery<PeopleOperations['roles']> = {}) =>
  queryOptions({
    queryKey: [...keys.people, 'roles', filters],
    queryFn: ({ signal }) => request('people.roles', { query: filters, signal }),
  });

/** The letters of the directory that have matching people. */
export const peopleLettersQuery = (filters: OperationQuery<PeopleOperations['letters']> = {}) =>
  queryOptions({
    queryKey: [...keys.people, 'letters', filters],
    queryFn: ({ signal }) => request('people.letters', { query: filters, signal }),
  });

type Presidents = typeof presidentOperations;

export type PersonFields = OperationBody<PeopleOperations['create']>;
export type PersonChanges = OperationBody<PeopleOperations['update']>;
export type PresidentBody = OperationBody<Presidents['create']>;

/** Refetches records in the background, without delaying the mutation. */
const refetchRecords = (client: QueryClient) => () => void invalidateRecords(client);

/** A person with their ETag, fetched each time editing starts. */
export const personToEditQuery = (slug: string, proposes = false) =>
  queryOptions({
    queryKey: ['person-to-edit', slug, proposes],
    queryFn: () => fetchPersonWithEtag(slug, proposes),
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: false,
  });

/** The current version, to merge with after a conflict. */
export const fetchPersonWithEtag = (slug: string, proposes = false) =>
  withProposal(proposes, { kind: 'person', slug }, requestWithEtag('people.get', { params: { slug } }));

export const createPersonMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ body, ...options }: { body: PersonFields } & Pick<ChangeOptions, 'idempotencyKey'>) =>
      request('people.create', { body, ...options }),
    onSuccess: refetchRecords(client),
  });

/** Updates a person. Rejects with a 412 `ApiError` if the ETag no longer matches `ifMatch`. */
export const updatePersonMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ slug, body, ...options }: { slug: string; body: PersonChanges } & Pick<ChangeOptions, 'ifMatch'>) =>
      request('people.update', { params: { person_slug: slug }, body, ...options }),
    onSuccess: refetchRecords(client),
  });

/** Removes a former spelling. Restore the revision in the result to undo it. */
export const removeSpellingMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ slug, name }: { slug: string; name: string }) =>
      request('people.removeSpelling', { params: { person_slug: slug }, query: { name } }),
    onSuccess: refetchRecords(client),
  });

/** Sets or removes the portrait of a person. `before` is the previous portrait. */
export const setPortraitMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ slug, portrait }: { slug: string; portrait: string | null }) => {
      const previousPortrait = (await request('people.get', { params: { slug } })).portrait;
      await request('people.update', { params: { person_slug: slug }, body: { portrait } });
      return { before: previousPortrait };
    },
    onSuccess: refetchRecords(client),
  });

/** Deletes a person without voyages. */
export const removePersonMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (slug: string) => request('people.remove', { params: { person_slug: slug } }),
    onSuccess: refetchRecords(client),
  });

/** Removes a person from a voyage. `person_deleted` in the response says whether the person was deleted too. */
export const unlinkPersonMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (link: { person_slug: string; voyage_slug: string }) => request('people.unlink', { query: link }),
    onSuccess: refetchRecords(client),
  });

export const createPresidentMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ body, ...options }: { body: PresidentBody } & Pick<ChangeOptions, 'idempotencyKey'>) =>
      request('presidents.create', { body, ...options }),
    onSuccess: refetchRecords(client),
  });

/** People a person sailed with, sorted by most shared voyages: `{items, total}`. */
export const companionsQuery = (slug: string, limit: number) =>
  queryOptions({
    queryKey: [...keys.people, 'companions', slug, limit],
    queryFn: ({ signal }) => requestPage('people.companions', { params: { slug }, query: { limit }, signal }),
  });

/** Media of a person's voyages, in voyage order: `{items, total}`. */
export const personMediaQuery = (slug: string, limit: number) =>
  queryOptions({
    queryKey: [...keys.people, 'media', slug, limit],
    queryFn: ({ signal }) => requestPage('people.media', { params: { slug }, query: { limit }, signal }),
  });
