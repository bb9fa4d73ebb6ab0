import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { repeatableQuery, slugSchema } from './common.ts';

export const timelineDateSchema = z.object({
  /** A day, a month, or a year. An approximate date is counted under its first month or year. */
  date: z.string(),
  voyages: z.number().int(),
  media: z.number().int(),
  /**
   * The voyages' own dates, if all of them are approximate: `1946-22`, the EDTF
   * code for summer 1946, for a voyage counted in `1946-06`. Absent otherwise.
   */
  approximate: z.array(z.string()).optional(),
  /** The same for the dates of media. */
  approximate_media: z.array(z.string()).optional(),
  /**
   * The last day, month or year of each voyage that starts on the date and goes on after it: `1975-05-05`
   * for a voyage from `1975-05-03`. Absent if there is none.
   */
  voyages_until: z.array(z.string()).optional(),
  /** The same for media whose date is a period. */
  media_until: z.array(z.string()).optional(),
});
export type TimelineDate = z.output<typeof timelineDateSchema>;

export const timelineOperations = {
  dates: defineOperation({
    id: 'timeline.dates',
    method: 'GET',
    path: '/api/timeline/dates',
    access: 'reader',
    summary: 'List the dates that have voyages or media',
    description: 'For calendars and date pickers. `president_slug` limits them to one president or owner.',
    cacheable: true,
    query: z.strictObject({ president_slug: repeatableQuery(slugSchema).optional() }),
    response: z.array(timelineDateSchema),
  }),
};
