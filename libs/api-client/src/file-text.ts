import type { fileTextOperations, OperationBody } from '@archive/contracts';
import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { invalidateRecords, keys } from './keys.ts';
import { request } from './request.ts';

type Operations = typeof fileTextOperations;

/** Polling interval while the worker extracts the text of a file. */
const POLL_MS = 3000;

/** A page of the text of a file; the first one that matches `q` unless `page` is given. */
export const fileTextQuery = (slug: string, page: number | undefined, q: string) =>
  queryOptions({
    queryKey: [...keys.media, 'text', slug, page, q],
    queryFn: ({ signal }) =>
      request('media.text', {
        params: { media_slug: slug },
        query: { ...(page === undefined ? {} : { page: String(page) }), ...(q === '' ? {} : { q }) },
        signal,
      }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? POLL_MS : false),
  });

interface Correction extends OperationBody<Operations['correct']> {
  slug: string;
  page: number;
}

/** Saves a curator's text for a page; null restores the extracted text. */
export const correctTextMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ slug, page, ...body }: Correction) =>
      request('media.correctText', { params: { media_slug: slug, page: String(page) }, body }),
    onSuccess: () => invalidateRecords(client),
  });

/** Extracts the text of a file again. */
export const readTextMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (slug: string) => request('media.readText', { params: { media_slug: slug } }),
    onSuccess: () => invalidateRecords(client),
  });
