import { BullModule, getQueueToken } from '@nestjs/bullmq';
import { Global, Module } from '@nestjs/common';
import { type Queue, setDefaultBackendFactory } from 'bullmq';
import { Health } from '../common/index.ts';
import { CONFIG, type Config } from '../config/index.ts';
import { JobHandlers } from './job-handlers.ts';
import { JobQueues } from './job-queues.ts';
import { QUEUE_NAMES } from './jobs.ts';
import { queueBackend } from './queue-backend.ts';

setDefaultBackendFactory(queueBackend);

const queues = BullModule.registerQueue(...QUEUE_NAMES.map((name) => ({ name })));

/** The queues, for every process: on Redis where it is configured, otherwise in the archive's database. */
@Global()
@Module({
  imports: [
    BullModule.forRootAsync({
      inject: [CONFIG],
      useFactory: (config: Config) => ({ connection: { url: config.redisUrl ?? config.database.url } }),
    }),
    queues,
  ],
  providers: [
    {
      provide: JobQueues,
      useFactory: (...queues: Queue[]) => new JobQueues(queues),
      inject: QUEUE_NAMES.map((name) => getQueueToken(name)),
    },
    JobHandlers,
  ],
  exports: [JobQueues, JobHandlers],
})
export class QueuesModule {
  constructor(jobQueues: JobQueues, health: Health) {
    health.watch('queue', () => jobQueues.ping());
  }
}
