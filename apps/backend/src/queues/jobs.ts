/** Queues by name: noun first. Each has one worker in the worker process. */
export const QUEUE_NAMES = ['ingest', 'maintenance'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

/** Every job of the archive and what it is given: ids and plain JSON, never a record. */
export interface Jobs {
  /** Runs an ingest operation. `attempt` is that of its row; a job of an earlier attempt does nothing. */
  'ingest-run': { operation_id: string; attempt: number };
  /** Removes finished jobs that nobody will look at any more. */
  'finished-jobs-clean': Record<string, never>;
}
export type JobName = keyof Jobs;

export const JOB_QUEUES = {
  'ingest-run': 'ingest',
  'finished-jobs-clean': 'maintenance',
} as const satisfies Record<JobName, QueueName>;

export const JOB_NAMES = Object.keys(JOB_QUEUES) as JobName[];

/** Does a job. It may be called twice for the same payload, and must then do no more than once. */
export type JobHandler<N extends JobName> = (payload: Jobs[N]) => Promise<void>;
export type JobHandlerMap = { [N in JobName]: JobHandler<N> };
