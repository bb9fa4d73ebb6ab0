import { z } from 'zod';
import { defineCall } from './call.ts';
import {
  optionalPartialDateSchema,
  optionalTextSchema,
  pagingShape,
  requiredPartialDateSchema,
  requiredTextSchema,
  slugParams,
  slugSchema,
} from './common.ts';
import { endsBefore } from './partial-date.ts';
import { checkLife, ownSlugSchema, tagsInputSchema, webAddressInputSchema, yearInputSchema } from './people.ts';

export const presidentSchema = z.object({
  president_slug: slugSchema,
  full_name: z.string(),
  party: z.string().nullable(),
  /** A president of the United States, by party; private owners and the Navy are not (01-decisions). */
  presidential: z.boolean(),
  initials: z.string().nullable(),
  term_start: z.string().nullable(),
  term_end: z.string().nullable(),
  birth_year: z.number().int().nullable(),
  death_year: z.number().int().nullable(),
  wikipedia_url: z.string().nullable(),
  tags: z.array(z.string()),
  voyage_count: z.number().int(),
});
export type President = z.output<typeof presidentSchema>;

const presidentShape = {
  president_slug: ownSlugSchema,
  full_name: requiredTextSchema(300, 'Please enter a full name'),
  party: optionalTextSchema(100),
  term_start: requiredPartialDateSchema('Please enter the start date of presidency/ownership'),
  term_end: optionalPartialDateSchema,
  birth_year: yearInputSchema,
  death_year: yearInputSchema,
  organization: optionalTextSchema(300),
  wikipedia_url: webAddressInputSchema,
  notes_internal: optionalTextSchema(100_000),
  tags: tagsInputSchema,
};

/** Of a president or owner and of the person of the same address. An update takes the address of its path alone. */
export const presidentWriteSchema = z
  .object(presidentShape)
  .superRefine(checkLife)
  .superRefine(({ term_start, term_end }, context) => {
    if (term_end !== null && endsBefore(term_end, term_start))
      context.addIssue({ code: 'custom', path: ['term_end'], message: 'The term ends before it starts.' });
  });
export type PresidentWrite = z.output<typeof presidentWriteSchema>;

const presidentParams = z.object({ president_slug: slugSchema });

export const presidentCalls = {
  list: defineCall({
    id: 'presidents.list',
    method: 'GET',
    path: '/api/presidents',
    summary: 'Presidents and owners, by start of term',
    kept: true,
    query: z.strictObject(pagingShape(1000)),
    answer: z.array(presidentSchema),
    paged: true,
  }),
  get: defineCall({
    id: 'presidents.get',
    method: 'GET',
    path: '/api/presidents/{slug}',
    summary: 'One president or owner',
    kept: true,
    params: slugParams,
    answer: presidentSchema,
    refusals: [404],
  }),
  create: defineCall({
    id: 'presidents.create',
    method: 'POST',
    path: '/api/curator/presidents',
    summary: 'Add a president or owner, and the person of the same address',
    body: presidentWriteSchema,
    answer: presidentSchema,
    status: 201,
    repeatable: true,
    refusals: [409],
  }),
  update: defineCall({
    id: 'presidents.update',
    method: 'PUT',
    path: '/api/curator/presidents/{president_slug}',
    summary: 'Replace the record of a president or owner, and of the person',
    params: presidentParams,
    body: presidentWriteSchema,
    answer: presidentSchema,
    conditional: true,
    refusals: [404, 409, 412],
  }),
  remove: defineCall({
    id: 'presidents.remove',
    method: 'DELETE',
    path: '/api/curator/presidents/{president_slug}',
    summary: 'Make a president or owner without voyages and media a mere person again',
    params: presidentParams,
    status: 204,
    conditional: true,
    refusals: [404, 409, 412],
  }),
};
