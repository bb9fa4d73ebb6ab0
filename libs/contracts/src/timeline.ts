import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { repeatableQuery, slugSchema } from './common.ts';

export const timelineDateSchema = z.object({ date: z.string(), voyages: z.number().int(), media: z.number().int() });
export type TimelineDate = z.output<typeof timelineDateSchema>;

export const timelineOperations = {
  dates: defineOperation({
    id: 'timeline.dates',
    method: 'GET',
    path: '/api/timeline/dates',
    summary: 'List the dates that have voyages or media',
    cacheable: true,
    query: z.strictObject({ president_slug: repeatableQuery(slugSchema).optional() }),
    response: z.array(timelineDateSchema),
  }),
};
