export { JobHandlers } from './job-runner.ts';
export { JobQueues } from './job-queues.ts';
export { DRAIN_MS, QueueWorkersModule } from './queue-workers.ts';
export { QueuesModule } from './queues.module.ts';
export type { Jobs } from './jobs.ts';
export { Retention } from './retention.ts';
export { PERMANENT_TABLES, RETENTION, RETENTION_NAMES, type RetentionName } from './retention-rules.ts';
