import { z } from 'zod';
import { defineOperation } from './operation.ts';

const state = z.object({
  status: z.enum(['up', 'down']),
  detail: z.string().nullable(),
  rejected: z.literal(true).optional().meta({
    description: 'Set while the storage rejects requests until an operator acts. `detail` says what to do.',
  }),
});
export const healthSchema = z.object({
  status: z.enum(['up', 'down']),
  dependencies: z.record(z.string(), state),
  /** Problems that need attention although every dependency is up, as sentences. */
  warnings: z.array(z.string()),
});
export type Health = z.output<typeof healthSchema>;

/** `detail`: why the process can't recover. */
const livenessSchema = z.object({ status: z.enum(['up', 'down']), detail: z.string().optional() });

export const healthOperations = {
  live: defineOperation({
    id: 'health.live',
    method: 'GET',
    path: '/health/live',
    access: 'public',
    summary: 'Check liveness',
    description:
      'Responds while the process runs, also when the database is unavailable. It is 503 when the process cannot recover and is about to end, so that its supervisor starts it again.',
    response: livenessSchema,
    noStore: true,
    otherResponses: [
      {
        when: 'The process cannot recover without a restart.',
        status: 503,
        schema: livenessSchema,
        example: {
          status: 'down',
          detail: 'No database connection of this process works, although the database answers new ones.',
        },
      },
    ],
  }),
  ready: defineOperation({
    id: 'health.ready',
    method: 'GET',
    path: '/health/ready',
    access: 'public',
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
  }),
};
