import { z } from 'zod';
import { BODY_BYTES, defineOperation } from './operation.ts';
import { instantSchema, pagingShape, slugSchema } from './common.ts';
import { MERGED_FIELDS, mergeSidesOf } from './merge.ts';
import { personListItemSchema, personUpdateSchema } from './people.ts';
import type { PersonField } from './records/person.fields.ts';

/** Two records that may be the same person. */
export const duplicateCandidateSchema = z.object({
  people: z.array(personListItemSchema).length(2),
  /** Similarity of the names, 0 to 1. */
  similarity: z.number(),
});
export type DuplicateCandidate = z.output<typeof duplicateCandidateSchema>;

/** A record that was merged into another one. */
export const mergeSchema = z.object({
  merge: z.number().int(),
  merged_slug: slugSchema,
  merged_name: z.string(),
  merged_by: z.string(),
  merged_at: instantSchema,
});
export type Merge = z.output<typeof mergeSchema>;

/** Two records that a curator has dismissed as duplicates. */
export const notDuplicateSchema = z.object({
  people: z.array(personListItemSchema).length(2),
  dismissed_by: z.string(),
  dismissed_at: instantSchema,
});
export type NotDuplicate = z.output<typeof notDuplicateSchema>;

const sideSchema = (field: PersonField) => z.enum(mergeSidesOf(field)).optional();

/** Which value each field has after a merge. */
const mergeChoicesSchema = z.strictObject(
  Object.fromEntries(MERGED_FIELDS.map((field) => [field, sideSchema(field)])) as Record<
    PersonField,
    ReturnType<typeof sideSchema>
  >,
);

const personParams = z.object({ person_slug: slugSchema });
const pairParams = personParams.extend({ other_slug: slugSchema });

export const personMergeOperations = {
  duplicateCandidates: defineOperation({
    id: 'people.duplicateCandidates',
    method: 'GET',
    path: '/api/curator/people/duplicate-candidates',
    access: 'reader',
    summary: 'List possible duplicates, which are pairs of people with similar names, most similar first',
    description: 'Pairs that were dismissed are left out. With `person_slug` only the pairs of one person are listed.',
    cacheable: true,
    query: z.strictObject({ person_slug: slugSchema.optional(), ...pagingShape(50) }),
    response: z.array(duplicateCandidateSchema),
    paged: true,
  }),
  notDuplicates: defineOperation({
    id: 'people.notDuplicates',
    method: 'GET',
    path: '/api/curator/people/not-duplicates',
    access: 'reader',
    summary: 'List dismissed duplicates, newest first',
    description: 'Pairs of people that a curator has declared to be different. Undo one with people.undoDismissal.',
    cacheable: true,
    query: z.strictObject(pagingShape(50)),
    response: z.array(notDuplicateSchema),
    paged: true,
  }),
  dismissDuplicate: defineOperation({
    id: 'people.dismissDuplicate',
    method: 'PUT',
    path: '/api/curator/people/{person_slug}/not-duplicates/{other_slug}',
    access: 'curator',
    summary: 'Dismiss a possible duplicate',
    description: 'The pair is no longer listed as a possible duplicate. Dismissing it twice has no further effect.',
    params: pairParams,
    status: 204,
    errors: [404, 409],
  }),
  undoDismissal: defineOperation({
    id: 'people.undoDismissal',
    method: 'DELETE',
    path: '/api/curator/people/{person_slug}/not-duplicates/{other_slug}',
    access: 'curator',
    summary: 'Undo a dismissal',
    description: 'The pair is listed as a possible duplicate again, if the names are still similar.',
    params: pairParams,
    status: 204,
    errors: [404],
  }),
  merge: defineOperation({
    id: 'people.merge',
    method: 'POST',
    path: '/api/curator/people/{person_slug}/merge',
    access: 'curator',
    summary: 'Merge two records of the same person; links, roles and notes of both are kept, and the old URL redirects',
    description:
      'A field that only one record has keeps that value; aliases, tags and internal notes are combined. Any other field that ' +
      'differs needs a side in `choices`, or a value in `record`; otherwise 422 lists it. `role_title` is the role that lists show. ' +
      '`from_etag` is the ETag of the merged record that was compared; 412 if it has changed since.',
    params: personParams,
    bodyBytes: BODY_BYTES.record,
    body: z.object({
      from: slugSchema,
      from_etag: z.string().max(200).optional(),
      choices: mergeChoicesSchema.default({}),
      /** Values entered for the survivor, used instead of either record's values. */
      record: personUpdateSchema.prefault({}),
    }),
    response: mergeSchema,
    conditional: true,
    errors: [404, 409, 412],
  }),
  merges: defineOperation({
    id: 'people.merges',
    method: 'GET',
    path: '/api/curator/people/{person_slug}/merges',
    access: 'reader',
    summary: 'List the records that were merged into a person, newest first',
    description:
      'Each merge can be undone with people.undoMerge while the records have not changed in ways that prevent it.',
    cacheable: true,
    params: personParams,
    response: z.array(mergeSchema),
    errors: [404],
  }),
  undo: defineOperation({
    id: 'people.undoMerge',
    method: 'POST',
    path: '/api/curator/people/{person_slug}/merges/{merge}/undo',
    access: 'curator',
    summary: 'Undo a merge',
    description:
      'Restores the values and voyages that both people had before the merge. Returns 409 if records have changed since.',
    params: personParams.extend({ merge: z.coerce.number().int().min(1) }),
    response: z.object({ person_slug: slugSchema }),
    errors: [404, 409],
  }),
};
