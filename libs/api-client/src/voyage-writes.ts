import type { CallBody, mediaCalls, peopleCalls, voyageCalls } from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { invalidateRecords, keys } from './keys.ts';
import { linkMedia } from './media-writes.ts';
import { endpoint, request, requestTagged } from './request.ts';
import { presentTag } from './voyage-tags.ts';

type Voyages = typeof voyageCalls;
type People = typeof peopleCalls;
type Media = typeof mediaCalls;

/** A voyage as it is sent. */
export type VoyageBody = CallBody<Voyages['update']>;
export type PassengerBody = CallBody<People['link']>;

const get = endpoint<Voyages['get']>('GET', '/api/voyages/{slug}');
const create = endpoint<Voyages['create']>('POST', '/api/curator/voyages');
const update = endpoint<Voyages['update']>('PUT', '/api/curator/voyages/{voyage_slug}');
const remove = endpoint<Voyages['remove']>('DELETE', '/api/curator/voyages/{voyage_slug}');
const search = endpoint<People['search']>('GET', '/api/curator/people/search');
const link = endpoint<People['link']>('POST', '/api/curator/people/link-to-voyage');
const relink = endpoint<People['relink']>('PUT', '/api/curator/people/link-to-voyage');
const unlink = endpoint<People['unlink']>('DELETE', '/api/curator/people/unlink-from-voyage');
const unlinkMedia = endpoint<Media['unlink']>('DELETE', '/api/curator/media/unlink-from-voyage');
const reorder = endpoint<People['reorder']>('POST', '/api/curator/people/reorder-passenger');

/** A voyage as it is now, with its tag: read afresh each time somebody begins to edit it, and kept for nobody else. */
export const voyageToEditQuery = (slug: string) =>
  queryOptions({
    queryKey: ['voyage-to-edit', slug],
    queryFn: ({ signal }) => requestTagged(get, { params: { slug }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: false,
  });

/** Logs a voyage. The same `repeatKey` with the same body logs it once, however often it is sent. */
export const createVoyage = (body: VoyageBody, repeatKey: string) => requestTagged(create, { body, repeatKey });

/**
 * Replaces a voyage; with `ifMatch` only the version that was read, or what this page has made of it since: an `ApiError` 412 when
 * somebody else was first.
 */
export const changeVoyage = (slug: string, body: VoyageBody, ifMatch: string | undefined) =>
  requestTagged(update, { params: { voyage_slug: slug }, body, ifMatch: presentTag(ifMatch) });

/** Deletes a voyage with its links and albums. Its history brings it back. */
export const deleteVoyage = (slug: string) => request(remove, { params: { voyage_slug: slug } });

/** People whose name looks like what is typed. */
export const peopleSearchQuery = (q: string) =>
  queryOptions({
    queryKey: [...keys.people, 'search', q],
    queryFn: ({ signal }) => request(search, { query: { q }, signal }),
    staleTime: 30_000,
  });

/** Puts a person aboard. */
export const linkPerson = (body: PassengerBody) => request(link, { body });

/** Replaces what is said of a person aboard; the place among the others stays. */
export const relinkPerson = (body: PassengerBody) => request(relink, { body });

/** Takes a person off a voyage; `person_deleted` when it was their only one. */
export const unlinkPerson = (voyage_slug: string, person_slug: string) =>
  request(unlink, { query: { voyage_slug, person_slug } });

/** Moves a passenger one place; answers the passengers in their new order. */
export const reorderPassenger = (voyage_slug: string, person_slug: string, direction: 'up' | 'down') =>
  request(reorder, { query: { voyage_slug, person_slug, direction } });

/** Which of the library's media, and which voyage. */
interface MediaOfVoyage {
  media_slug: string;
  voyage_slug: string;
}

/** Attaches media of the library to a voyage, as a source and behind all others. */
export const attachMediaMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (link: MediaOfVoyage) => linkMedia({ ...link, media_category: 'source', sort_order: null, notes: '' }),
    onSuccess: () => invalidateRecords(client),
  });

/** Takes media off one voyage, and out of its albums; record and file stay. */
export const unlinkMediaMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (link: MediaOfVoyage) => request(unlinkMedia, { query: link }),
    onSuccess: () => invalidateRecords(client),
  });
