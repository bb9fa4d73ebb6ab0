import { mutationOptions, queryOptions, type QueryClient } from '@archive/query';
import { invalidateRecords, keys } from './keys.ts';
import { CONFIRMED_BATCH_SIZE, inBatches, type Outcome } from './media-bulk.ts';
import { request } from './request.ts';

const PAGE_SIZE = 1000;

/** Deleted media, most recently deleted first. Below the media key, because deleting or restoring media changes the list. */
export const trashQuery = (limit: number) =>
  queryOptions({
    queryKey: [...keys.media, 'trash', limit],
    queryFn: ({ signal }) => request('trash.list', { query: { limit }, signal }),
    staleTime: 0,
    placeholderData: (previous) => previous,
  });

/** All media in the trash. */
export async function fetchTrash() {
  for (let items: Awaited<ReturnType<typeof trashPage>>['items'] = []; ;) {
    const page = await trashPage(items.length);
    items = [...items, ...page.items];
    if (page.items.length === 0 || items.length >= page.total) return items;
  }
}
const trashPage = (offset: number) => request('trash.list', { query: { limit: PAGE_SIZE, offset } });

interface RestoreRequest {
  slugs: readonly string[];
  onProgress: (done: number) => void;
}

/** Restores media. Items that the server didn't get to within its time limit are sent again. Resolves to the restored slugs. */
async function restoreAll({ slugs, onProgress }: RestoreRequest): Promise<Outcome<string>> {
  const reasons: Outcome<string>['failures'] = [];
  const outcome = await inBatches(slugs, onProgress, async (batch) => {
    const done: string[] = [];
    for (let rest = batch; rest.length > 0;) {
      const { restored, failures } = await request('trash.restore', { body: { media_slugs: rest } });
      done.push(...restored);
      reasons.push(...failures.map(({ media_slug: slug, reason }) => ({ slug, reason })));
      const attempted = new Set([...restored, ...failures.map(({ media_slug }) => media_slug)]);
      if (attempted.size === 0) throw new Error('Nothing was restored.');
      rest = rest.filter((slug) => !attempted.has(slug));
    }
    return { done, missing: [] };
  });
  return { done: outcome.done, failures: [...reasons, ...outcome.failures] };
}

export const restoreFromTrashMutation = (client: QueryClient) =>
  mutationOptions({ mutationFn: restoreAll, onSettled: () => void invalidateRecords(client) });

/** Deletes media in the trash permanently. Resolves to the deleted slugs. */
export const deleteFromTrashMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ slugs, onProgress }: RestoreRequest) =>
      inBatches(
        slugs,
        onProgress,
        async (media_slugs) => {
          const { deleted, missing } = await request('trash.delete', { body: { media_slugs } });
          return { done: deleted, missing };
        },
        CONFIRMED_BATCH_SIZE,
      ),
    onSettled: () => void invalidateRecords(client),
  });

/** Deletes everything that was in the trash at a given time. The server does this in the background. */
export const emptyTrashMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (until: string) => request('trash.empty', { body: { until } }),
    onSettled: () => void invalidateRecords(client),
  });
