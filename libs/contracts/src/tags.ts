import { z } from 'zod';
import { requiredTextSchema, slugSchema } from './common.ts';
import { MAX_BULK_MEDIA } from './media.ts';
import { BODY_BYTES, defineOperation } from './operation.ts';
import { tagInputSchema } from './records/inputs.ts';

/** A tag in its most common spelling. Spellings that differ only in case or accents are the same tag. */
export const tagSchema = z.object({
  tag: z.string(),
  media_count: z.number().int(),
  people_count: z.number().int(),
});
export type Tag = z.output<typeof tagSchema>;

/** A record whose tags changed, with the revision in its history. */
const taggedRevisionSchema = z.object({
  kind: z.enum(['media', 'person']),
  slug: slugSchema,
  revision: z.number().int(),
});
export type TaggedRevision = z.output<typeof taggedRevisionSchema>;

/** Maximum number of records that one request changes, in one transaction. */
export const MAX_TAGGED = MAX_BULK_MEDIA;

const NO_TAG = 'Enter a tag.';

export const tagOperations = {
  list: defineOperation({
    id: 'tags.list',
    method: 'GET',
    path: '/api/tags',
    access: 'reader',
    summary: 'List the tags of media and people, with the number of records for each',
    description: 'A tag appears once, in its most common spelling. Sorted alphabetically.',
    cacheable: true,
    response: z.array(tagSchema),
  }),
  rename: defineOperation({
    id: 'tags.rename',
    method: 'POST',
    path: '/api/curator/tags/rename',
    access: 'curator',
    summary: 'Rename a tag, or merge tags into one, on all media and people',
    description:
      'Everything changes in one transaction, and each record gets a revision. Returns 404 if no record has one of the tags.',
    bodyBytes: BODY_BYTES.shortFields,
    body: z.object({
      tags: z.array(requiredTextSchema(100, NO_TAG)).min(1).max(100),
      to: requiredTextSchema(100, NO_TAG).pipe(tagInputSchema),
    }),
    response: z.object({ changed: z.array(taggedRevisionSchema) }),
    errors: [404],
  }),
  undo: defineOperation({
    id: 'tags.undo',
    method: 'POST',
    path: '/api/curator/tags/undo',
    access: 'curator',
    summary: 'Restore the tags that records had before a rename or merge',
    description: 'Send what the rename returned. A record that has changed since keeps its tags.',
    bodyBytes: BODY_BYTES.bulk,
    body: z.object({ changed: z.array(taggedRevisionSchema).min(1).max(MAX_TAGGED) }),
    response: z.object({
      restored: z.number().int(),
      /** Number of records that have been changed again or deleted since. They stay unchanged. */
      left: z.number().int(),
    }),
  }),
};
