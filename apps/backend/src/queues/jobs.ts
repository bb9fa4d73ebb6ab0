/** Queues by name: noun first. Each has one worker in the worker process. */
export const QUEUE_NAMES = [
  'ingest',
  'media-fetch',
  'derivatives',
  'storage-deletion',
  'storage-check',
  'maintenance',
] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

/**
 * How many jobs of a queue one worker process does at a time. One document; pictures are drawn by native code beside the program, two at
 * once, so that a large one does not hold up all others. Files that are fetched are mostly waited for.
 */
export const QUEUE_CONCURRENCY: Record<QueueName, number> = {
  ingest: 1,
  'media-fetch': 6,
  derivatives: 2,
  'storage-deletion': 4,
  'storage-check': 1,
  maintenance: 1,
};

/** Every job of the archive and what it is given: ids and plain JSON, never a record. */
export interface Jobs {
  /** Runs an ingest operation. `attempt` is that of its row; a job of an earlier attempt does nothing. */
  'ingest-run': { operation_id: string; attempt: number };
  /** Fetches a file that a document links to. `attempt` is that of its row, as with operations. */
  'media-file-fetch': { fetch_id: number; attempt: number };
  /** Makes the smaller pictures of a media file, by the row of its task. */
  'derivatives-make': { media_id: number };
  /** Deletes a file that no record knows any more, by the row of its deletion. */
  'storage-file-delete': { deletion_id: number };
  /** Goes on with looking through storage. `attempt` is that of its row, as with operations. */
  'storage-check-run': { check_id: number; attempt: number };
  /** Puts back into the queue what should be there and is not. */
  'derivatives-resume': Record<string, never>;
  'storage-deletions-resume': Record<string, never>;
  'storage-checks-resume': Record<string, never>;
  /** Begins to look through storage when it is time for it: at night. */
  'storage-check-nightly': Record<string, never>;
  /** Removes what broken-off uploads have left in storage. */
  'storage-leftovers-clean': Record<string, never>;
  /** Removes uploads that nobody has gone on with. */
  'media-uploads-expire': Record<string, never>;
  /** Removes finished jobs that nobody will look at any more. */
  'finished-jobs-clean': Record<string, never>;
}
export type JobName = keyof Jobs;

export const JOB_QUEUES = {
  'ingest-run': 'ingest',
  'media-file-fetch': 'media-fetch',
  'derivatives-make': 'derivatives',
  'storage-file-delete': 'storage-deletion',
  'storage-check-run': 'storage-check',
  'derivatives-resume': 'maintenance',
  'storage-deletions-resume': 'maintenance',
  'storage-checks-resume': 'maintenance',
  'storage-check-nightly': 'maintenance',
  'storage-leftovers-clean': 'maintenance',
  'media-uploads-expire': 'maintenance',
  'finished-jobs-clean': 'maintenance',
} as const satisfies Record<JobName, QueueName>;

/**
 * How often a job that failed is tried in all, and milliseconds before its second time, doubled each time after. Without an entry
 * it is tried once: the module that knows it looks after the rest.
 */
export const JOB_TRIES: Partial<Record<JobName, { tries: number; pauseMs: number }>> = {
  'derivatives-make': { tries: 6, pauseMs: 1000 },
  'storage-file-delete': { tries: 8, pauseMs: 1000 },
};

const MINUTE_MS = 60_000;

/** Jobs that are done again and again, and the milliseconds between two times. They are given nothing. */
export const JOB_REPEATS = {
  'derivatives-resume': MINUTE_MS,
  'storage-deletions-resume': MINUTE_MS,
  'storage-checks-resume': MINUTE_MS,
  'storage-check-nightly': 60 * MINUTE_MS,
  'storage-leftovers-clean': 60 * MINUTE_MS,
  'media-uploads-expire': 60 * MINUTE_MS,
  'finished-jobs-clean': 60 * MINUTE_MS,
} as const satisfies Partial<Record<JobName, number>>;
export type RepeatedJob = keyof typeof JOB_REPEATS;

export const JOB_NAMES = Object.keys(JOB_QUEUES) as JobName[];

/** Does a job. It may be called twice for the same payload, and must then do no more than once. */
export type JobHandler<N extends JobName> = (payload: Jobs[N]) => Promise<void>;
export type JobHandlerMap = { [N in JobName]: JobHandler<N> };
