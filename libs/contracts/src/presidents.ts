import { z } from 'zod';
import { BODY_BYTES, defineOperation, UPDATE_DESCRIPTION } from './operation.ts';
import { pagingShape, slugParams, slugSchema } from './common.ts';
import { endsBefore } from './dates/index.ts';
import { lifeDateErrors, ownSlugSchema } from './people.ts';
import { createShape, readShape, refineWith, updateShape } from './records/field.ts';
import { personFields } from './records/person.fields.ts';
import { presidentFields, type PresidentValues } from './records/president.fields.ts';

/** Person fields included in a president. */
const { birth_year, death_year, wikipedia_url, tags } = readShape(personFields);

export const presidentSchema = z.object({
  president_slug: slugSchema,
  full_name: z.string(),
  ...readShape(presidentFields),
  /** A president of the United States, by party; private owners and the Navy are not (decision 0004). */
  presidential: z.boolean(),
  birth_year,
  death_year,
  wikipedia_url,
  tags,
  voyage_count: z.number().int(),
});
export type President = z.output<typeof presidentSchema>;

/** Checks a term; reports the field to correct. */
export const termErrors = ({ term_start, term_end }: Pick<PresidentValues, 'term_start' | 'term_end'>) =>
  term_start !== null && term_end !== null && endsBefore(term_end, term_start)
    ? [{ path: 'term_end', message: 'The term ends before it starts.' }]
    : [];

/** All but the portrait, which a president's form does not edit. */
const { portrait: _portrait, ...writtenPersonFields } = personFields;
const { initials: _initials, ...writtenFields } = presidentFields;

/** A president or owner with the person of the same slug (SPEC section 7). */
export const presidentCreateSchema = z
  .object({ president_slug: ownSlugSchema, ...createShape(writtenPersonFields), ...createShape(writtenFields) })
  .superRefine(refineWith(lifeDateErrors))
  .superRefine(refineWith(termErrors));
export type PresidentCreate = z.output<typeof presidentCreateSchema>;

/** Absent fields keep their value, null clears them. */
export const presidentUpdateSchema = z.object({
  president_slug: ownSlugSchema,
  ...updateShape(writtenPersonFields),
  ...updateShape(writtenFields),
});
export type PresidentUpdate = z.output<typeof presidentUpdateSchema>;

const presidentParams = z.object({ president_slug: slugSchema });

export const presidentOperations = {
  list: defineOperation({
    id: 'presidents.list',
    method: 'GET',
    path: '/api/presidents',
    access: 'reader',
    summary: 'List presidents and owners, by start of term',
    description:
      'Includes the owners before and after the presidents. `party` tells which of them count as presidential.',
    cacheable: true,
    query: z.strictObject(pagingShape(1000)),
    response: z.array(presidentSchema),
    paged: true,
  }),
  get: defineOperation({
    id: 'presidents.get',
    method: 'GET',
    path: '/api/presidents/{slug}',
    access: 'reader',
    summary: 'Get a president or owner',
    description: 'The response has the ETag that updates take in `If-Match`. Biographical details are in people.get.',
    cacheable: true,
    params: slugParams,
    response: presidentSchema,
    errors: [404],
  }),
  create: defineOperation({
    id: 'presidents.create',
    method: 'POST',
    path: '/api/curator/presidents',
    access: 'curator',
    summary: 'Add a president or owner, and a person with the same slug',
    description:
      '`party` decides whether voyages count as presidential: `Private Owner` and `U.S. Navy` do not. Returns 409 if the slug is taken.',
    bodyBytes: BODY_BYTES.record,
    body: presidentCreateSchema,
    response: presidentSchema,
    status: 201,
    idempotent: true,
    errors: [409],
  }),
  update: defineOperation({
    id: 'presidents.update',
    method: 'PUT',
    path: '/api/curator/presidents/{president_slug}',
    access: 'curator',
    summary: 'Update a president or owner, and the person with the same slug',
    description: UPDATE_DESCRIPTION,
    params: presidentParams,
    bodyBytes: BODY_BYTES.record,
    body: presidentUpdateSchema,
    response: presidentSchema,
    conditional: true,
    errors: [404, 409, 412],
  }),
  remove: defineOperation({
    id: 'presidents.remove',
    method: 'DELETE',
    path: '/api/curator/presidents/{president_slug}',
    access: 'curator',
    summary: 'Remove a president or owner who has no voyages or media; the person is kept',
    description:
      'The person and their voyages as a passenger are kept. Returns 409 while voyages or media refer to the president or owner.',
    params: presidentParams,
    status: 204,
    conditional: true,
    errors: [404, 409, 412],
  }),
};
