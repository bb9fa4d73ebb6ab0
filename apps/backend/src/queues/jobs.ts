/** Queues by name: noun first. Each has one worker in the worker process. */
export const QUEUE_NAMES = [
  'ingest',
  'media-fetch',
  'derivatives',
  'viewer-files',
  'playback',
  'file-texts',
  'storage-cleanup',
  'storage-check',
  'maintenance',
] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

/**
 * Jobs of a queue that one worker process runs at once: one import; two renderings, so that a large file does not block all others;
 * more downloads, which mostly wait for the network; one viewer file, one conversion and one text, which can wait.
 */
export const QUEUE_CONCURRENCY: Record<QueueName, number> = {
  ingest: 1,
  'media-fetch': 6,
  derivatives: 2,
  'viewer-files': 1,
  playback: 1,
  'file-texts': 1,
  'storage-cleanup': 4,
  'storage-check': 1,
  maintenance: 1,
};

/** Every job and its payload: ids and plain JSON, never a record. */
export interface Jobs {
  /** Runs an import. `attempt` is the attempt in its row; a job of an earlier attempt does nothing. */
  'ingest-run': { operation_id: string; attempt: number };
  /** Downloads a file that a document links to. `attempt` as above. */
  'media-file-fetch': { fetch_id: number; attempt: number };
  /** Renders the derivatives of a media file. */
  'derivatives-make': { media_id: number };
  /** Generates the tiles or pages of a media file. `version` is the storage key of the preview that they belong to. */
  'viewer-file-make': { media_id: number; version: string };
  /** Converts a media file for browsers. `version` as above. */
  'playback-make': { media_id: number; version: string };
  /** Reads the text of a media file. `attempt` is that of its row. */
  'file-text-read': { media_id: number; attempt: number };
  /** Deletes an orphaned file. */
  'storage-file-delete': { cleanup_id: number };
  /** Deletes the media that were emptied from the trash. */
  'trash-empty': Record<string, never>;
  /** Continues a storage check. `attempt` as above. */
  'storage-check-run': { check_id: number; attempt: number };
  /** Queues jobs again that are missing from their queue. */
  'derivatives-resume': Record<string, never>;
  'viewer-files-resume': Record<string, never>;
  'playback-resume': Record<string, never>;
  'file-texts-resume': Record<string, never>;
  'storage-cleanup-resume': Record<string, never>;
  'storage-checks-resume': Record<string, never>;
  /** Starts the nightly storage check when it is due. */
  'storage-check-nightly': Record<string, never>;
  /** Deletes expired data: see `RETENTION`. */
  'retention-run': Record<string, never>;
}
export type JobName = keyof Jobs;

export const JOB_QUEUES = {
  'ingest-run': 'ingest',
  'media-file-fetch': 'media-fetch',
  'derivatives-make': 'derivatives',
  'viewer-file-make': 'viewer-files',
  'playback-make': 'playback',
  'file-text-read': 'file-texts',
  'storage-file-delete': 'storage-cleanup',
  'trash-empty': 'storage-cleanup',
  'storage-check-run': 'storage-check',
  'derivatives-resume': 'maintenance',
  'viewer-files-resume': 'maintenance',
  'playback-resume': 'maintenance',
  'file-texts-resume': 'maintenance',
  'storage-cleanup-resume': 'maintenance',
  'storage-checks-resume': 'maintenance',
  'storage-check-nightly': 'maintenance',
  'retention-run': 'maintenance',
} as const satisfies Record<JobName, QueueName>;

/**
 * Attempts of a failing job in all, and milliseconds before the second, doubled each time. A job without an entry runs once: its module
 * handles retries.
 */
export const JOB_RETRIES: Partial<Record<JobName, { attempts: number; delayMs: number }>> = {
  'derivatives-make': { attempts: 6, delayMs: 1000 },
  'playback-make': { attempts: 6, delayMs: 1000 },
  'viewer-file-make': { attempts: 6, delayMs: 1000 },
  'file-text-read': { attempts: 6, delayMs: 1000 },
  'storage-file-delete': { attempts: 8, delayMs: 1000 },
  'trash-empty': { attempts: 8, delayMs: 1000 },
};

const MINUTE_MS = 60_000;

/** Repeated jobs and their intervals in milliseconds. They have no payload. */
export const JOB_REPEATS = {
  'derivatives-resume': MINUTE_MS,
  'viewer-files-resume': MINUTE_MS,
  'playback-resume': MINUTE_MS,
  'file-texts-resume': MINUTE_MS,
  'storage-cleanup-resume': MINUTE_MS,
  'storage-checks-resume': MINUTE_MS,
  'storage-check-nightly': 60 * MINUTE_MS,
  'retention-run': 60 * MINUTE_MS,
} as const satisfies Partial<Record<JobName, number>>;
export type RepeatedJob = keyof typeof JOB_REPEATS;

export const JOB_NAMES = Object.keys(JOB_QUEUES) as JobName[];

/** Runs a job. It may run twice for the same payload, and must then have its effect only once. */
export type JobHandler<N extends JobName> = (payload: Jobs[N]) => Promise<void>;
export type JobHandlerMap = { [N in JobName]: JobHandler<N> };
