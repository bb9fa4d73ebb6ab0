import { z } from 'zod';
import { defineOperation } from './operation.ts';

const state = z.object({ status: z.enum(['up', 'down']), detail: z.string().nullable() });
export const healthSchema = z.object({
  status: z.enum(['up', 'down']),
  dependencies: z.record(z.string(), state),
  /** What needs attention although every dependency is up, as sentences. */
  warnings: z.array(z.string()),
});
export type Health = z.output<typeof healthSchema>;

export const healthOperations = {
  live: defineOperation({
    id: 'health.live',
    method: 'GET',
    path: '/health/live',
    summary: 'Check liveness',
    description:
      'Responds while the process runs, also when the database is unavailable. Use it to decide whether to restart the process.',
    response: z.object({ status: z.literal('up') }),
    public: true,
  }),
  ready: defineOperation({
    id: 'health.ready',
    method: 'GET',
    path: '/health/ready',
    summary: 'Check readiness of each dependency',
    description:
      'Names the database, the queue and the storage, each up or down. Use it in a load balancer; it is 503 while one is down or the process is stopping.',
    response: healthSchema,
    noStore: true,
    otherResponses: [
      {
        when: 'A dependency is unavailable.',
        status: 503,
        schema: healthSchema,
        example: {
          status: 'down',
          dependencies: { database: { status: 'down', detail: 'Does not respond.' } },
          warnings: [],
        },
      },
    ],
    public: true,
  }),
};
