import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { requiredTextSchema, slugSchema, wholeNumberQuery } from './common.ts';

/** Text as segments, with the matches marked; never HTML. */
export const excerptSchema = z.array(z.object({ text: z.string(), match: z.boolean() }));

export const searchHitSchema = z.object({
  kind: z.enum(['voyage', 'person', 'media']),
  slug: slugSchema,
  title: z.string(),
  subtitle: z.string().nullable(),
  excerpt: excerptSchema,
});
export type SearchHit = z.output<typeof searchHitSchema>;

export const searchOperations = {
  all: defineOperation({
    id: 'search.all',
    method: 'GET',
    path: '/api/search',
    summary: 'Search voyages, people and media',
    cacheable: true,
    query: z.strictObject({
      q: requiredTextSchema(200, 'Enter a search term.'),
      limit: wholeNumberQuery(1, 100).default(30),
    }),
    response: z.array(searchHitSchema),
  }),
};
