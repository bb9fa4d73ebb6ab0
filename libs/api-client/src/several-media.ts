import type { CallAnswer, CallBody, MediaRevision, MediaUsage, severalMediaCalls } from '@archive/contracts';
import { mutationOptions, type QueryClient } from '@archive/query';
import { invalidateRecords } from './keys.ts';
import { messageOf } from './problem.ts';
import { endpoint, request } from './request.ts';

type Several = typeof severalMediaCalls;

export type MediaChangesBody = CallBody<Several['describe']>['changes'];
export type MediaChangePlan = CallAnswer<Several['describe']>;

const usage = endpoint<Several['usage']>('POST', '/api/curator/media/usage');
const detach = endpoint<Several['detach']>('POST', '/api/curator/media/detach-several');
const remove = endpoint<Several['remove']>('POST', '/api/curator/media/delete-several');
const describe = endpoint<Several['describe']>('POST', '/api/curator/media/describe-several');
const undo = endpoint<Several['undo']>('POST', '/api/curator/media/undo-several');

/** As many as a call is sure to be done with in its time, while the page says how far it is. */
const PER_CALL = 200;

/** What was done to a selection, and what of it could not be, each with the reason. */
export interface Outcome<T> {
  done: T[];
  failures: { slug: string; reason: string }[];
}

const GONE = 'There is no record of it any more.';

/** Voyages and albums that show any of these media. */
export const fetchUsageOfSeveral = (slugs: readonly string[]): Promise<MediaUsage> =>
  request(usage, { body: { media_slugs: [...slugs] } });

type Progress = (done: number) => void;

/** Does something to a selection, so many at a time; what fails stops nothing else. */
async function inCalls<T>(
  slugs: readonly string[],
  onProgress: Progress,
  call: (some: string[]) => Promise<{ done: T[]; missing: string[] }>,
): Promise<Outcome<T>> {
  const outcome: Outcome<T> = { done: [], failures: [] };
  for (let at = 0; at < slugs.length; at += PER_CALL) {
    const some = slugs.slice(at, at + PER_CALL);
    try {
      const { done, missing } = await call(some);
      outcome.done.push(...done);
      outcome.failures.push(...missing.map((slug) => ({ slug, reason: GONE })));
    } catch (error) {
      outcome.failures.push(...some.map((slug) => ({ slug, reason: messageOf(error) })));
    }
    onProgress(Math.min(slugs.length, at + PER_CALL));
  }
  return outcome;
}

export interface Detached {
  /** Addresses of the voyages that showed them. */
  voyages: string[];
  /** What undoing takes. */
  revisions: MediaRevision[];
  failures: Outcome<string>['failures'];
}

/** Takes media off every voyage. */
export const detachSeveralMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async ({
      slugs,
      onProgress,
    }: {
      slugs: readonly string[];
      onProgress: Progress;
    }): Promise<Detached> => {
      const voyages = new Set<string>();
      const { done, failures } = await inCalls(slugs, onProgress, async (media_slugs) => {
        const answer = await request(detach, { body: { media_slugs } });
        for (const slug of answer.voyages) voyages.add(slug);
        return { done: answer.detached, missing: answer.missing };
      });
      return { voyages: [...voyages], revisions: done, failures };
    },
    onSettled: () => void invalidateRecords(client),
  });

/** Deletes records with their stored files; answers the addresses of those that are gone now. */
export const removeSeveralMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ slugs, onProgress }: { slugs: readonly string[]; onProgress: Progress }) =>
      inCalls(slugs, onProgress, async (media_slugs) => {
        const { deleted, missing } = await request(remove, { body: { media_slugs, delete_from_s3: true } });
        return { done: deleted, missing };
      }),
    onSettled: () => void invalidateRecords(client),
  });

/** What would become of each of these records. */
export const planMediaChanges = (slugs: readonly string[], changes: MediaChangesBody): Promise<MediaChangePlan> =>
  request(describe, {
    query: { dry_run: 'true' },
    body: { media: slugs.map((media_slug) => ({ media_slug })), changes },
  });

/** Changes records as they were looked at, all or none; a 409 when one is other than it was. */
export const describeSeveralMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ plan, changes }: { plan: MediaChangePlan; changes: MediaChangesBody }) =>
      request(describe, {
        body: { media: plan.changed.map(({ media_slug, version }) => ({ media_slug, version })), changes },
      }),
    onSuccess: () => void invalidateRecords(client),
  });

/** Brings records back as they were before one change each; names those that have been changed since. */
export const undoMediaMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (revisions: MediaRevision[]) => request(undo, { body: { revisions } }),
    onSuccess: () => void invalidateRecords(client),
  });
