import { z } from 'zod';
import { defineCall } from './call.ts';
import {
  optionalPartialDateSchema,
  optionalTextSchema,
  pagingShape,
  partialDateSchema,
  requiredTextSchema,
  slugSchema,
} from './common.ts';
import { tagsInputSchema, webAddressInputSchema, yearInputSchema } from './people.ts';

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

export const presidentCreateSchema = z.object({
  president_slug: z.union([z.literal('auto'), slugSchema]).optional(),
  full_name: requiredTextSchema(300, 'Please enter a full name'),
  party: optionalTextSchema(100),
  term_start: z
    .union([partialDateSchema, z.literal('')])
    .refine((date) => date !== '', 'Please enter the start date of presidency/ownership'),
  term_end: optionalPartialDateSchema,
  birth_year: yearInputSchema,
  death_year: yearInputSchema,
  organization: optionalTextSchema(300),
  wikipedia_url: webAddressInputSchema,
  notes_internal: optionalTextSchema(100_000),
  tags: tagsInputSchema,
});
export type PresidentCreate = z.output<typeof presidentCreateSchema>;

export const presidentCalls = {
  list: defineCall({
    id: 'presidents.list',
    method: 'GET',
    path: '/api/presidents',
    summary: 'Presidents and owners, by start of term',
    query: z.strictObject(pagingShape(1000)),
    answer: z.array(presidentSchema),
    paged: true,
  }),
  create: defineCall({
    id: 'presidents.create',
    method: 'POST',
    path: '/api/curator/presidents',
    summary: 'Add a president or owner, and the person of the same address',
    body: presidentCreateSchema,
    answer: presidentSchema,
    status: 201,
    refusals: [409],
  }),
};
