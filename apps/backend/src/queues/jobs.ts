/** Names of the queues, noun first. Each queue has one worker in the worker process. */
export const QUEUE_NAMES = [
  'ingest',
  'ingest-large',
  'media-fetch',
  'derivatives',
  'viewer-files',
  'playback',
  'file-texts',
  'editions',
  'storage-cleanup',
  'storage-check',
  'maintenance',
] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

/**
 * Number of concurrent jobs per queue in a worker process: two small documents, of which one at a time is saved, and one large one; two renderings, so that a large file doesn't block all others;
 * more downloads, which mostly wait for the network; and only one viewer file, conversion and text, because they aren't urgent.
 */
export const QUEUE_CONCURRENCY: Record<QueueName, number> = {
  ingest: 2,
  'ingest-large': 1,
  'media-fetch': 6,
  derivatives: 2,
  'viewer-files': 1,
  playback: 1,
  'file-texts': 1,
  editions: 1,
  'storage-cleanup': 4,
  'storage-check': 1,
  maintenance: 1,
};

/** All jobs and their payloads: ids and plain JSON, never records. */
export interface Jobs {
  /** Runs an import. `attempt` must equal the attempt in the import's row; jobs of earlier attempts do nothing. */
  'ingest-run': { operation_id: string; attempt: number };
  /** The same for a large document. */
  'large-ingest-run': { operation_id: string; attempt: number };
  /** Downloads a file that a document links to. `attempt` as above. */
  'media-file-fetch': { fetch_id: number; attempt: number };
  /** Renders the derivatives of a media file. */
  'derivatives-make': { media_id: number };
  /** Generates the tiles or pages of a media file. `version` is the storage key of the preview that they belong to. */
  'viewer-file-make': { media_id: number; version: string };
  /** Converts a media file for browsers. `version` as above. */
  'playback-make': { media_id: number; version: string };
  /** Reads the text of a media file. `attempt` as above. */
  'file-text-read': { media_id: number; attempt: number };
  /** Deletes an orphaned file. */
  'storage-file-delete': { cleanup_id: number };
  /** Deletes the media that were emptied from the trash. */
  'trash-empty': Record<string, never>;
  /** Continues a storage check. `attempt` as above. */
  'storage-check-run': { check_id: number; attempt: number };
  /** Imports a package. `attempt` as above. */
  'package-import-run': { import_id: string; attempt: number };
  /** Publishes an edition. `attempt` as above. */
  'edition-publish': { number: number; attempt: number };
  /** Requeues jobs that are missing from their queue. The same applies to all `…-resume` jobs. */
  'derivatives-resume': Record<string, never>;
  'viewer-files-resume': Record<string, never>;
  'playback-resume': Record<string, never>;
  'file-texts-resume': Record<string, never>;
  'storage-cleanup-resume': Record<string, never>;
  'storage-checks-resume': Record<string, never>;
  'package-imports-resume': Record<string, never>;
  'editions-resume': Record<string, never>;
  /** Starts the nightly storage check when it is due. */
  'storage-check-nightly': Record<string, never>;
  /** Deletes expired data (see `RETENTION`). */
  'retention-run': Record<string, never>;
}
export type JobName = keyof Jobs;

export const JOB_QUEUES = {
  'ingest-run': 'ingest',
  'large-ingest-run': 'ingest-large',
  'media-file-fetch': 'media-fetch',
  'derivatives-make': 'derivatives',
  'viewer-file-make': 'viewer-files',
  'playback-make': 'playback',
  'file-text-read': 'file-texts',
  'storage-file-delete': 'storage-cleanup',
  'trash-empty': 'storage-cleanup',
  'storage-check-run': 'storage-check',
  'package-import-run': 'ingest-large',
  'edition-publish': 'editions',
  'derivatives-resume': 'maintenance',
  'viewer-files-resume': 'maintenance',
  'playback-resume': 'maintenance',
  'file-texts-resume': 'maintenance',
  'storage-cleanup-resume': 'maintenance',
  'storage-checks-resume': 'maintenance',
  'package-imports-resume': 'maintenance',
  'editions-resume': 'maintenance',
  'storage-check-nightly': 'maintenance',
  'retention-run': 'maintenance',
} as const satisfies Record<JobName, QueueName>;

/**
 * Total number of attempts of a failing job, and the delay in milliseconds before the second attempt, which doubles with each further
 * attempt. A job without an entry runs once, because its module handles retries.
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

/** Repeated jobs, which have no payload, with their intervals in milliseconds. */
export const JOB_REPEATS = {
  'derivatives-resume': MINUTE_MS,
  'viewer-files-resume': MINUTE_MS,
  'playback-resume': MINUTE_MS,
  'file-texts-resume': MINUTE_MS,
  'storage-cleanup-resume': MINUTE_MS,
  'storage-checks-resume': MINUTE_MS,
  'package-imports-resume': MINUTE_MS,
  'editions-resume': MINUTE_MS,
  'storage-check-nightly': 60 * MINUTE_MS,
  'retention-run': 60 * MINUTE_MS,
} as const satisfies Partial<Record<JobName, number>>;
export type RepeatedJob = keyof typeof JOB_REPEATS;

export const JOB_NAMES = Object.keys(JOB_QUEUES) as JobName[];

/** Runs a job. It may run twice with the same payload, so it must be idempotent. */
export type JobHandler<N extends JobName> = (payload: Jobs[N]) => Promise<void>;
export type JobHandlerMap = { [N in JobName]: JobHandler<N> };
