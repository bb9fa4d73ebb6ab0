import { z } from 'zod';
import { defineCall } from './call.ts';
import { instantSchema, pagingShape, slugSchema } from './common.ts';
import { personCreateSchema, personListItemSchema } from './people.ts';

/** Two records that may be of the same person. */
export const lookAlikeSchema = z.object({
  people: z.array(personListItemSchema).length(2),
  /** From 0 to 1, the surest first. */
  likeness: z.number(),
});
export type LookAlike = z.output<typeof lookAlikeSchema>;

/** A record that went into another one. */
export const mergeSchema = z.object({
  merge: z.number().int(),
  gone_slug: slugSchema,
  gone_name: z.string(),
  merged_by: z.string(),
  merged_at: instantSchema,
});
export type Merge = z.output<typeof mergeSchema>;

/** Two records of two people, however alike their names. */
export const apartSchema = z.object({
  people: z.array(personListItemSchema).length(2),
  said_by: z.string(),
  said_at: instantSchema,
});
export type Apart = z.output<typeof apartSchema>;

const personParams = z.object({ person_slug: slugSchema });
const pairParams = personParams.extend({ other_slug: slugSchema });

export const mergeCalls = {
  lookAlikes: defineCall({
    id: 'people.lookAlikes',
    method: 'GET',
    path: '/api/curator/people/look-alikes',
    summary: 'Pairs of people whose names look alike, the surest first',
    kept: true,
    query: z.strictObject({ person_slug: slugSchema.optional(), ...pagingShape(50) }),
    answer: z.array(lookAlikeSchema),
    paged: true,
  }),
  apart: defineCall({
    id: 'people.apart',
    method: 'GET',
    path: '/api/curator/people/apart',
    summary: 'Pairs of whom a curator has said that they are two people, the latest first',
    kept: true,
    query: z.strictObject(pagingShape(50)),
    answer: z.array(apartSchema),
    paged: true,
  }),
  setApart: defineCall({
    id: 'people.setApart',
    method: 'PUT',
    path: '/api/curator/people/{person_slug}/apart/{other_slug}',
    summary: 'Say that two records are of two people: they are offered as look-alikes no more',
    params: pairParams,
    status: 204,
    refusals: [404, 409],
  }),
  takeApartBack: defineCall({
    id: 'people.takeApartBack',
    method: 'DELETE',
    path: '/api/curator/people/{person_slug}/apart/{other_slug}',
    summary: 'Take back that two records are of two people',
    params: pairParams,
    status: 204,
    refusals: [404],
  }),
  merge: defineCall({
    id: 'people.merge',
    method: 'POST',
    path: '/api/curator/people/{person_slug}/merge',
    summary:
      'Make one of two records of the same person: links, roles, notes and places of both stay, and the old address leads here',
    params: personParams,
    /** `record` is what the one that stays says from now on. */
    body: z.object({ from: slugSchema, record: personCreateSchema }),
    answer: mergeSchema,
    conditional: true,
    refusals: [404, 409, 412],
  }),
  merges: defineCall({
    id: 'people.merges',
    method: 'GET',
    path: '/api/curator/people/{person_slug}/merges',
    summary: 'The records that went into a person, newest first',
    kept: true,
    params: personParams,
    answer: z.array(mergeSchema),
    refusals: [404],
  }),
  undo: defineCall({
    id: 'people.undoMerge',
    method: 'POST',
    path: '/api/curator/people/{person_slug}/merges/{merge}/undo',
    summary: 'Make two records of one again, as they were',
    params: personParams.extend({ merge: z.coerce.number().int().min(1) }),
    answer: z.object({ person_slug: slugSchema }),
    refusals: [404, 409],
  }),
};
