import { z } from 'zod';
import { BODY_BYTES, defineOperation } from './operation.ts';
import { instantSchema, pagingShape, slugSchema } from './common.ts';
import { personListItemSchema, personUpdateSchema } from './people.ts';

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

const personParams = z.object({ person_slug: slugSchema });
const pairParams = personParams.extend({ other_slug: slugSchema });

export const personMergeOperations = {
  duplicateCandidates: defineOperation({
    id: 'people.duplicateCandidates',
    method: 'GET',
    path: '/api/curator/people/duplicate-candidates',
    summary: 'Possible duplicates: pairs of people with similar names, most similar first',
    cacheable: true,
    query: z.strictObject({ person_slug: slugSchema.optional(), ...pagingShape(50) }),
    response: z.array(duplicateCandidateSchema),
    paged: true,
  }),
  notDuplicates: defineOperation({
    id: 'people.notDuplicates',
    method: 'GET',
    path: '/api/curator/people/not-duplicates',
    summary: 'Dismissed duplicates, latest first',
    cacheable: true,
    query: z.strictObject(pagingShape(50)),
    response: z.array(notDuplicateSchema),
    paged: true,
  }),
  dismissDuplicate: defineOperation({
    id: 'people.dismissDuplicate',
    method: 'PUT',
    path: '/api/curator/people/{person_slug}/not-duplicates/{other_slug}',
    summary: 'Dismiss a possible duplicate',
    params: pairParams,
    status: 204,
    errors: [404, 409],
  }),
  undoDismissal: defineOperation({
    id: 'people.undoDismissal',
    method: 'DELETE',
    path: '/api/curator/people/{person_slug}/not-duplicates/{other_slug}',
    summary: 'Undo a dismissal',
    params: pairParams,
    status: 204,
    errors: [404],
  }),
  merge: defineOperation({
    id: 'people.merge',
    method: 'POST',
    path: '/api/curator/people/{person_slug}/merge',
    summary: 'Merge two records of the same person; links, roles and notes of both stay, and the old address redirects',
    params: personParams,
    /** `record` updates the survivor: absent fields keep their value. */
    bodyBytes: BODY_BYTES.record,
    body: z.object({ from: slugSchema, record: personUpdateSchema }),
    response: mergeSchema,
    conditional: true,
    errors: [404, 409, 412],
  }),
  merges: defineOperation({
    id: 'people.merges',
    method: 'GET',
    path: '/api/curator/people/{person_slug}/merges',
    summary: 'Records that were merged into a person, newest first',
    cacheable: true,
    params: personParams,
    response: z.array(mergeSchema),
    errors: [404],
  }),
  undo: defineOperation({
    id: 'people.undoMerge',
    method: 'POST',
    path: '/api/curator/people/{person_slug}/merges/{merge}/undo',
    summary: 'Undo a merge',
    params: personParams.extend({ merge: z.coerce.number().int().min(1) }),
    response: z.object({ person_slug: slugSchema }),
    errors: [404, 409],
  }),
};
