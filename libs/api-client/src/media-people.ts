import type { mediaPeopleOperations, OperationBody } from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { invalidateRecords, keys } from './keys.ts';
import { type ChangeOptions, endpoint, requestPage, requestWithEtag } from './request.ts';

type Operations = typeof mediaPeopleOperations;

const get = endpoint<Operations['get']>('GET', '/api/media/{media_slug}/people');
const set = endpoint<Operations['set']>('PUT', '/api/curator/media/{media_slug}/people');
const pictures = endpoint<Operations['pictures']>('GET', '/api/people/{slug}/pictures');

/** Who is in a picture, and its ETag. */
export const mediaPeopleQuery = (slug: string) =>
  queryOptions({
    queryKey: [...keys.media, 'people', slug],
    queryFn: ({ signal }) => requestWithEtag(get, { params: { media_slug: slug }, signal }),
  });

/** Sets who is in a picture. Rejects with a 412 `ApiError` if its ETag no longer matches `ifMatch`. */
export const setMediaPeopleMutation = (client: QueryClient, slug: string) =>
  mutationOptions({
    mutationFn: ({ people, ...options }: OperationBody<Operations['set']> & Pick<ChangeOptions, 'ifMatch'>) =>
      requestWithEtag(set, { params: { media_slug: slug }, body: { people }, ...options }),
    onSuccess: (stored) => {
      client.setQueryData(mediaPeopleQuery(slug).queryKey, stored);
      void invalidateRecords(client);
    },
  });

/** Media in which a person is marked: `{items, total}`. */
export const personPicturesQuery = (slug: string, limit: number) =>
  queryOptions({
    queryKey: [...keys.people, 'pictures', slug, limit],
    queryFn: ({ signal }) => requestPage(pictures, { params: { slug }, query: { limit }, signal }),
  });
