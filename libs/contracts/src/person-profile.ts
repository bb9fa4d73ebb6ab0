import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { pagingShape, slugParams, slugSchema } from './common.ts';
import { mediaItemSchema } from './media-item.ts';
import { portraitUrlSchema } from './people-fields.ts';

/** Someone who sailed with a person. */
export const companionSchema = z.object({
  person_slug: slugSchema,
  full_name: z.string(),
  role_title: z.string().nullable(),
  is_president: z.boolean(),
  portrait_url: portraitUrlSchema,
  /** Number of voyages that both sailed on. */
  shared_count: z.number().int(),
});
export type Companion = z.output<typeof companionSchema>;

/** A media item, with the first of the person's voyages that it is attached to. */
export const personMediaSchema = mediaItemSchema
  .omit({ media_category: true, sort_order: true })
  .extend({ voyage_slug: slugSchema, voyage_title: z.string() });
export type PersonMedia = z.output<typeof personMediaSchema>;

export const personProfileOperations = {
  companions: defineOperation({
    id: 'people.companions',
    method: 'GET',
    path: '/api/people/{slug}/companions',
    access: 'reader',
    summary: 'List the people who sailed with a person, most shared voyages first',
    description: 'Counts only voyages that both sailed on. `limit` and `offset` page through the list.',
    cacheable: true,
    params: slugParams,
    query: z.strictObject(pagingShape(12)),
    response: z.array(companionSchema),
    paged: true,
    errors: [404],
  }),
  media: defineOperation({
    id: 'people.media',
    method: 'GET',
    path: '/api/people/{slug}/media',
    access: 'reader',
    summary: 'List the media of a person’s voyages in voyage order, without duplicates',
    description:
      'A media item that belongs to more than one voyage is listed once, with the first voyage. Images in which the person is marked are listed by `/api/people/{slug}/pictures` instead.',
    cacheable: true,
    params: slugParams,
    query: z.strictObject(pagingShape(24)),
    response: z.array(personMediaSchema),
    paged: true,
    errors: [404],
  }),
};
