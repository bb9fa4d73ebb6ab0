export { JobHandlers } from './job-handlers.ts';
export { JobQueues } from './job-queues.ts';
export { QueueWorkersModule } from './queue-workers.module.ts';
export { DRAIN_MS } from './queue-workers.ts';
export { QueuesModule } from './queues.module.ts';
export type { JobName, Jobs } from './jobs.ts';
export { Retention } from './retention.ts';
export { PERMANENT_TABLES, RETENTION, RETENTION_NAMES, type RetentionName } from './retention-rules.ts';
