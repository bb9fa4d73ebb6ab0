import { z } from 'zod';
import { defineCall } from './call.ts';
import { severalQuery, slugSchema } from './common.ts';

export const timelineDateSchema = z.object({ date: z.string(), voyages: z.number().int(), media: z.number().int() });
export type TimelineDate = z.output<typeof timelineDateSchema>;

export const timelineCalls = {
  dates: defineCall({
    id: 'timeline.dates',
    method: 'GET',
    path: '/api/timeline/dates',
    summary: 'Each date, as written, that has voyages or media',
    kept: true,
    query: z.strictObject({ president_slug: severalQuery(slugSchema).optional() }),
    answer: z.array(timelineDateSchema),
  }),
};
