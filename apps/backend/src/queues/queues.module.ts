import { BullModule, getQueueToken } from '@nestjs/bullmq';
import { Global, Inject, Module } from '@nestjs/common';
import { type Queue, setDefaultBackendFactory } from 'bullmq';
import { Health, Liveness } from '../common/index.ts';
import { CONFIG, type Config } from '../config/index.ts';
import { JobHandlers } from './job-runner.ts';
import { JobQueues } from './job-queues.ts';
import { QUEUE_NAMES } from './jobs.ts';
import { queueBackend, queueConnection } from './queue-backend.ts';

setDefaultBackendFactory(queueBackend);

/** Number of timeouts before the process ends, as for the database. Silently lost connections are replaced after one timeout. */
const RECOVERY_TIMEOUTS = 4;

const queues = BullModule.registerQueue(...QUEUE_NAMES.map((name) => ({ name })));

/** Provides the queues to every process: in Redis if it is configured, or else in the archive's database. */
@Global()
@Module({
  imports: [
    BullModule.forRootAsync({
      inject: [CONFIG],
      useFactory: ({ redisUrl, database: { url, statementMs } }: Config) => ({
        connection: queueConnection({ url: redisUrl ?? url, statementMs }),
      }),
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
  constructor(jobQueues: JobQueues, health: Health, liveness: Liveness, @Inject(CONFIG) { database }: Config) {
    health.watch('queue', () => jobQueues.ping());
    liveness.watch({
      reason: 'A queue connection of this process does not work, although the queue answers new ones.',
      limitMs: RECOVERY_TIMEOUTS * database.statementMs,
      works: () => jobQueues.checkConnections(),
      worksOnNewConnection: () => jobQueues.pingOnNewConnection(),
    });
  }
}
