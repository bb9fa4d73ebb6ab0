import { z } from 'zod';
import { defineCall } from './call.ts';

const state = z.object({ status: z.enum(['up', 'down']), detail: z.string().nullable() });
export const healthSchema = z.object({ status: z.enum(['up', 'down']), dependencies: z.record(z.string(), state) });
export type Health = z.output<typeof healthSchema>;

export const healthCalls = {
  live: defineCall({
    id: 'health.live',
    method: 'GET',
    path: '/health/live',
    summary: 'The process answers',
    answer: z.object({ status: z.literal('up') }),
    open: true,
  }),
  ready: defineCall({
    id: 'health.ready',
    method: 'GET',
    path: '/health/ready',
    summary: 'Each dependency by name',
    answer: healthSchema,
    fleeting: true,
    otherAnswers: [
      {
        when: 'A dependency is away.',
        status: 503,
        schema: healthSchema,
        example: {
          status: 'down',
          dependencies: { database: { status: 'down', detail: 'The database is not available at the moment.' } },
        },
      },
    ],
    open: true,
  }),
};
