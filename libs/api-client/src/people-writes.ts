import type { CallBody, historyCalls, peopleCalls, presidentCalls } from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { invalidateRecords, keys } from './keys.ts';
import { type ChangeTerms, endpoint, request, requestPage, requestTagged } from './request.ts';

type People = typeof peopleCalls;
type Presidents = typeof presidentCalls;
type History = typeof historyCalls;

export type PersonFields = CallBody<People['create']>;
export type PresidentBody = CallBody<Presidents['create']>;
export type HistoryKind = 'voyage' | 'person' | 'president' | 'media' | 'album';

const get = endpoint<People['get']>('GET', '/api/people/{slug}');
const create = endpoint<People['create']>('POST', '/api/curator/people');
const update = endpoint<People['update']>('PUT', '/api/curator/people/{person_slug}');
const remove = endpoint<People['remove']>('DELETE', '/api/curator/people/{person_slug}');
const unlink = endpoint<People['unlink']>('DELETE', '/api/curator/people/unlink-from-voyage');
const createPresident = endpoint<Presidents['create']>('POST', '/api/curator/presidents');
const history = endpoint<History['list']>('GET', '/api/curator/history/{kind}/{slug}');
const restore = endpoint<History['restore']>('POST', '/api/curator/history/{kind}/{slug}/{revision}/restore');

/** After a change every view asks anew; the one who made it does not wait for that. */
const seenAtOnce = (client: QueryClient) => () => void invalidateRecords(client);

/** A person as the archive has it now, with the tag to change it by: asked for anew each time somebody begins to edit. */
export const personToEditQuery = (slug: string) =>
  queryOptions({
    queryKey: ['person-to-edit', slug],
    queryFn: ({ signal }) => requestTagged(get, { params: { slug }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: false,
  });

/** The same, at once: what somebody else has made of a person meanwhile. */
export const fetchPersonTagged = (slug: string) => requestTagged(get, { params: { slug } });

export const createPersonMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ body, ...terms }: { body: PersonFields } & Pick<ChangeTerms, 'repeatKey'>) =>
      request(create, { body, ...terms }),
    onSuccess: seenAtOnce(client),
  });

/** Replaces a record; a 412 when it is no longer the one of `ifMatch`. */
export const updatePersonMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ slug, body, ...terms }: { slug: string; body: PersonFields } & Pick<ChangeTerms, 'ifMatch'>) =>
      request(update, { params: { person_slug: slug }, body, ...terms }),
    onSuccess: seenAtOnce(client),
  });

/** Deletes somebody who is aboard no voyage. */
export const removePersonMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (slug: string) => request(remove, { params: { person_slug: slug } }),
    onSuccess: seenAtOnce(client),
  });

/** Takes somebody off a voyage; answers whether the person went with that. */
export const unlinkPersonMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (link: { person_slug: string; voyage_slug: string }) => request(unlink, { query: link }),
    onSuccess: seenAtOnce(client),
  });

export const createPresidentMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ body, ...terms }: { body: PresidentBody } & Pick<ChangeTerms, 'repeatKey'>) =>
      request(createPresident, { body, ...terms }),
    onSuccess: seenAtOnce(client),
  });

/** The changes of one record, newest first: `{items, total}`. */
export const historyQuery = (kind: HistoryKind, slug: string, limit = 100) =>
  queryOptions({
    queryKey: [...keys.history, kind, slug, limit],
    queryFn: ({ signal }) => requestPage(history, { params: { kind, slug }, query: { limit }, signal }),
  });

/** Brings a record back as it was before one of its changes. */
export const restoreMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ kind, slug, revision }: { kind: HistoryKind; slug: string; revision: number }) =>
      request(restore, { params: { kind, slug, revision } }),
    onSuccess: seenAtOnce(client),
  });

/** Undoes the deletion that was just made of a record: brings back what its last change took, with its links. */
export const undeleteMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ kind, slug }: { kind: HistoryKind; slug: string }) => {
      const { items } = await requestPage(history, { params: { kind, slug }, query: { limit: 1 } });
      const [last] = items;
      if (last?.action !== 'delete') throw new Error('There is no deletion to undo.');
      return request(restore, { params: { kind, slug, revision: last.revision } });
    },
    onSuccess: seenAtOnce(client),
  });
