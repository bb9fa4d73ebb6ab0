import type {
  OperationResponse,
  OperationBody,
  MediaRevision,
  MediaUsage,
  bulkMediaOperations,
} from '@archive/contracts';
import { mutationOptions, type QueryClient } from '@archive/query';
import { invalidateRecords } from './keys.ts';
import { messageOf } from './problem.ts';
import { request } from './request.ts';

type Operations = typeof bulkMediaOperations;

export type MediaChangesBody = OperationBody<Operations['update']>['changes'];
export type MediaChangePlan = OperationResponse<Operations['update']>;

/** Items per request: few enough for a request to finish before it times out, and to show progress. */
const BATCH_SIZE = 200;
/** Larger, because the password is asked for each batch. */
export const CONFIRMED_BATCH_SIZE = 1000;

/** Results of a bulk operation, with a reason for each failure. */
export interface Outcome<T> {
  done: T[];
  failures: { slug: string; reason: string }[];
}

const NO_RECORD = 'This record no longer exists.';

/** Voyages and albums that use any of these media. */
export const fetchBulkUsage = (slugs: readonly string[]): Promise<MediaUsage> =>
  request('media.bulkUsage', { body: { media_slugs: [...slugs] } });

type Progress = (done: number) => void;

/** Runs a bulk operation in batches. A failed batch doesn't stop the others. */
export async function inBatches<T>(
  slugs: readonly string[],
  onProgress: Progress,
  call: (batch: string[]) => Promise<{ done: T[]; missing: string[] }>,
  batchSize = BATCH_SIZE,
): Promise<Outcome<T>> {
  const outcome: Outcome<T> = { done: [], failures: [] };
  for (let index = 0; index < slugs.length; index += batchSize) {
    const batch = slugs.slice(index, index + batchSize);
    try {
      const { done, missing } = await call(batch);
      outcome.done.push(...done);
      outcome.failures.push(...missing.map((slug) => ({ slug, reason: NO_RECORD })));
    } catch (error) {
      outcome.failures.push(...batch.map((slug) => ({ slug, reason: messageOf(error) })));
    }
    onProgress(Math.min(slugs.length, index + batchSize));
  }
  return outcome;
}

export interface Detached {
  /** Slugs of the voyages from which the media were detached. */
  voyages: string[];
  /** Revisions that undo the operation. */
  revisions: MediaRevision[];
  failures: Outcome<string>['failures'];
}

/** Detaches media from all voyages. */
export const bulkDetachMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async ({
      slugs,
      onProgress,
    }: {
      slugs: readonly string[];
      onProgress: Progress;
    }): Promise<Detached> => {
      const voyages = new Set<string>();
      const { done, failures } = await inBatches(slugs, onProgress, async (media_slugs) => {
        const response = await request('media.bulkDetach', { body: { media_slugs } });
        for (const slug of response.voyages) voyages.add(slug);
        return { done: response.detached, missing: response.missing };
      });
      return { voyages: [...voyages], revisions: done, failures };
    },
    onSettled: () => void invalidateRecords(client),
  });

/** Deletes records with their stored files. Resolves to the deleted `media_slug`s. */
export const bulkDeleteMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ slugs, onProgress }: { slugs: readonly string[]; onProgress: Progress }) =>
      inBatches(
        slugs,
        onProgress,
        async (media_slugs) => {
          const { deleted, missing } = await request('media.bulkDelete', {
            body: { media_slugs, delete_from_s3: true },
          });
          return { done: deleted, missing };
        },
        CONFIRMED_BATCH_SIZE,
      ),
    onSettled: () => void invalidateRecords(client),
  });

/** Moves records to the trash with their files. Resolves to the `media_slug`s. */
export const bulkTrashMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ slugs, onProgress }: { slugs: readonly string[]; onProgress: Progress }) =>
      inBatches(slugs, onProgress, async (media_slugs) => {
        const { deleted, missing } = await request('media.bulkDelete', { body: { media_slugs } });
        return { done: deleted, missing };
      }),
    onSettled: () => void invalidateRecords(client),
  });

/** Previews a bulk update (dry run). */
export const planMediaChanges = (slugs: readonly string[], changes: MediaChangesBody): Promise<MediaChangePlan> =>
  request('media.bulkUpdate', {
    query: { dry_run: 'true' },
    body: { media: slugs.map((media_slug) => ({ media_slug })), changes },
  });

/** Updates the previewed versions, all or none. Rejects with a 409 `ApiError` if one has changed since. */
export const bulkUpdateMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ plan, changes }: { plan: MediaChangePlan; changes: MediaChangesBody }) =>
      request('media.bulkUpdate', {
        body: { media: plan.changed.map(({ media_slug, version }) => ({ media_slug, version })), changes },
      }),
    onSuccess: () => void invalidateRecords(client),
  });

/** Reverts one change per record. The response lists records that have changed since. */
export const bulkUndoMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (revisions: MediaRevision[]) => request('media.bulkUndo', { body: { revisions } }),
    onSuccess: () => void invalidateRecords(client),
  });
