import { z } from 'zod';
import { defineCall } from './call.ts';
import { requiredTextSchema, slugSchema, wholeNumberQuery } from './common.ts';

/** Text cut into runs, the ones that match marked; never HTML. */
export const excerptSchema = z.array(z.object({ text: z.string(), match: z.boolean() }));

export const searchHitSchema = z.object({
  kind: z.enum(['voyage', 'person', 'media']),
  slug: slugSchema,
  title: z.string(),
  subtitle: z.string().nullable(),
  excerpt: excerptSchema,
});
export type SearchHit = z.output<typeof searchHitSchema>;

export const searchCalls = {
  all: defineCall({
    id: 'search.all',
    method: 'GET',
    path: '/api/search',
    summary: 'Voyages, people and media in one ranked answer',
    kept: true,
    query: z.strictObject({
      q: requiredTextSchema(200, 'Say what to look for.'),
      limit: wholeNumberQuery(1, 100).default(30),
    }),
    answer: z.array(searchHitSchema),
  }),
};
