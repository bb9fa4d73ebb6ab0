import { z } from 'zod';
import { instantSchema, slugSchema } from './common.ts';
import { defineOperation } from './operation.ts';

export const EDITION_STATES = ['waiting', 'running', 'completed', 'failed', 'cancelled'] as const;

/** The kinds of records that have a page of their own in an edition. */
export const PUBLISHED_KINDS = ['voyage', 'person', 'media', 'album', 'place'] as const;
export type PublishedKind = (typeof PUBLISHED_KINDS)[number];

/** What an edition does with a record, compared with the current one. */
export const EDITION_ACTIONS = ['added', 'changed', 'withdrawn'] as const;
export type EditionAction = (typeof EDITION_ACTIONS)[number];

/** What a curator should know before publishing. A published record may have any of them. */
export const EDITION_WARNINGS = ['rights', 'no_preview', 'no_alt_text', 'living_person'] as const;
export type EditionWarning = (typeof EDITION_WARNINGS)[number];

/** Records that are listed by name; the others are only counted. */
export const LISTED_RECORDS = 50;

const publishedRecordSchema = z.object({ kind: z.enum(PUBLISHED_KINDS), slug: slugSchema, title: z.string() });
export type PublishedRecord = z.output<typeof publishedRecordSchema>;

const recordListSchema = z.object({
  kind: z.enum(PUBLISHED_KINDS),
  count: z.number().int(),
  /** The first `LISTED_RECORDS` of them. */
  records: z.array(publishedRecordSchema),
});

export const editionSchema = z.object({
  number: z.number().int(),
  state: z.enum(EDITION_STATES),
  /** What the worker is doing, for people. */
  step: z.string(),
  /** Percent. */
  progress: z.number().int().min(0).max(100),
  /** Numbers of files, and of those that differ from the edition before; null until it is completed. */
  counts: z.object({ files: z.number().int(), written: z.number().int(), bytes: z.number().int() }).nullable(),
  /** Why it failed, in one sentence; null otherwise. */
  error: z.string().nullable(),
  started_by: z.string(),
  created_at: instantSchema,
  finished_at: instantSchema.nullable(),
});
export type Edition = z.output<typeof editionSchema>;

const editionRightsSchema = z.object({
  /** A rights statement. */
  value: z.string(),
  /** Media with it. */
  media_count: z.number().int(),
  /** Whether their files are published. */
  published: z.boolean(),
});

export const editionStatusSchema = z.object({
  /** The edition that readers see; null while nothing is published. */
  current: z.number().int().nullable(),
  /** The newest editions first. */
  editions: z.array(editionSchema),
  rights: z.array(editionRightsSchema),
});
export type EditionStatus = z.output<typeof editionStatusSchema>;

export const editionPreviewSchema = z.object({
  /** Numbers of records by kind that the next edition has. */
  totals: z.record(z.enum(PUBLISHED_KINDS), z.number().int()),
  changes: z.array(recordListSchema.extend({ action: z.enum(EDITION_ACTIONS) })),
  warnings: z.array(recordListSchema.extend({ warning: z.enum(EDITION_WARNINGS) })),
  /** Records that curators keep out of editions. */
  withheld: z.array(publishedRecordSchema),
});
export type EditionPreview = z.output<typeof editionPreviewSchema>;

export const editionOperations = {
  status: defineOperation({
    id: 'edition.status',
    method: 'GET',
    path: '/api/curator/edition',
    access: 'curator',
    summary: 'List the editions, and which one readers see',
    description:
      'The newest edition may be one that a worker is publishing: its `state`, `step` and `progress` say so.',
    noStore: true,
    response: editionStatusSchema,
  }),
  preview: defineOperation({
    id: 'edition.preview',
    method: 'GET',
    path: '/api/curator/edition/preview',
    access: 'curator',
    summary: 'Compare what the next edition has with the current one',
    description: `Lists the first ${LISTED_RECORDS} records of each kind and action, with their number. Warnings prevent nothing.`,
    noStore: true,
    response: editionPreviewSchema,
  }),
  publish: defineOperation({
    id: 'edition.publish',
    method: 'POST',
    path: '/api/curator/edition',
    access: 'curator',
    summary: 'Publish an edition',
    description:
      'A worker writes all pages that have changed, and then makes the edition the current one in one step: until then, and if it fails or is canceled, readers see the edition before. edition.status has its progress. 409 while another edition is being published.',
    storedCopies: 0,
    response: editionSchema,
    status: 202,
    errors: [409],
  }),
  cancel: defineOperation({
    id: 'edition.cancel',
    method: 'DELETE',
    path: '/api/curator/edition',
    access: 'curator',
    summary: 'Cancel the publishing of an edition',
    description: 'An edition that has just been completed stays completed.',
    response: editionStatusSchema,
  }),
  choose: defineOperation({
    id: 'edition.choose',
    method: 'PUT',
    path: '/api/curator/edition/current',
    access: 'curator',
    summary: 'Show readers another edition, or none',
    description:
      '`number` null ends the publication: all its addresses get 404. 404 for an edition that was never completed.',
    body: z.strictObject({ number: z.number().int().min(1).nullable() }),
    response: editionStatusSchema,
    errors: [404],
  }),
  chooseRights: defineOperation({
    id: 'edition.chooseRights',
    method: 'PUT',
    path: '/api/curator/edition/rights',
    access: 'curator',
    summary: 'Choose the rights statements whose media are published',
    description: 'Media with another statement, or without one, are in no later edition.',
    body: z.strictObject({ rights: z.array(z.string().max(300)).max(50) }),
    response: editionStatusSchema,
  }),
  withhold: defineOperation({
    id: 'edition.withhold',
    method: 'PUT',
    path: '/api/curator/edition/withheld',
    access: 'curator',
    summary: 'Keep a record out of editions, or publish it again',
    description: 'Applies to the next edition. Other pages no longer name the record.',
    body: z.strictObject({ kind: z.enum(PUBLISHED_KINDS), slug: slugSchema, withheld: z.boolean() }),
    response: z.object({ withheld: z.boolean() }),
    errors: [404],
  }),
};
