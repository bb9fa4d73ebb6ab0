import { z } from 'zod';
import { BODY_BYTES, defineOperation } from './operation.ts';
import { edtfDateSchema, flagQuery, problemSchema, requiredTextSchema, slugSchema, textSchema } from './common.ts';
import { mediaTypeSchema, rightsSchema } from './media-fields.ts';
import { MAX_BULK_MEDIA, mediaUsageSchema } from './media.ts';
import { tagsInputSchema } from './records/inputs.ts';
import { listedSlugs } from './trash.ts';

const slugs = z.array(slugSchema).min(1).max(MAX_BULK_MEDIA);
const selected = z.object({ media_slugs: slugs });

const titledMedia = z.object({ media_slug: slugSchema, title: z.string() });
const revisionOf = z.object({ media_slug: slugSchema, revision: z.number().int() });
/** Identifies a change of a record by its revision in the history, to undo it. */
export type MediaRevision = z.output<typeof revisionOf>;

const set = <T extends z.ZodType>(value: T) => z.strictObject({ mode: z.literal('set'), value });
const clear = z.strictObject({ mode: z.literal('clear') });
const append = <T extends z.ZodType>(value: T) => z.strictObject({ mode: z.literal('append'), value });

/** Uses the metadata in the file of each record. Tags in the file are added to the record's tags. */
const embedded = z.strictObject({
  mode: z.literal('embedded'),
  /** Also replaces values of fields that are not blank. */
  replace: z.boolean().default(false),
});

const VALUE_REQUIRED = 'Enter a value.';
const requiredValue = (max: number) => requiredTextSchema(max, VALUE_REQUIRED);
const textChange = (max: number) => z.union([set(requiredValue(max)), append(requiredValue(max)), clear, embedded]);
const tags = tagsInputSchema.refine((list) => list.length > 0, VALUE_REQUIRED);

/**
 * Changes to the fields of the selected records: replace, append, clear, or use the metadata in the file. Absent fields stay unchanged.
 * Text appended to a description starts a new paragraph; in other fields it continues the line.
 */
export const mediaChangesSchema = z
  .strictObject({
    title: z.union([set(requiredValue(500)), append(requiredValue(500)), embedded]),
    media_type: set(mediaTypeSchema),
    date: z.union([set(edtfDateSchema), clear, embedded]),
    credit: textChange(500),
    description_markdown: textChange(100_000),
    tags: z.union([set(tags), append(tags), clear, embedded]),
    alt_text: textChange(2000),
    rights: z.union([set(rightsSchema.refine((url) => url !== null, VALUE_REQUIRED)), clear, embedded]),
    rights_note: textChange(2000),
    creator: textChange(500),
    place: textChange(500),
    identifier: textChange(200),
    provenance: z.union([set(requiredValue(2000)), append(requiredValue(2000)), clear]),
  })
  .partial()
  .refine((changes) => Object.keys(changes).length > 0, 'Choose at least one field to change.');
export type MediaChanges = z.output<typeof mediaChangesSchema>;
export type MediaChangesInput = z.input<typeof mediaChangesSchema>;
export type MediaChangeField = keyof MediaChanges;

/** One record and its changes. */
const mediaChangeSchema = titledMedia.extend({
  /** Current version. Send it back to reject the update if the record has changed since. */
  version: z.string(),
  /** Revision of the saved change; null in a preview. */
  revision: z.number().int().nullable(),
  /** Changed fields as text: tags separated by commas, null for empty. */
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
});
export type MediaChange = z.output<typeof mediaChangeSchema>;

/** The 409 response after someone else changed or deleted these records. Nothing was saved. */
export const changedSinceSchema = problemSchema.extend({ media_slugs: z.array(slugSchema) });

export const bulkMediaOperations = {
  usage: defineOperation({
    id: 'media.bulkUsage',
    method: 'POST',
    path: '/api/curator/media/usage',
    access: 'curator',
    summary: 'List the voyages and albums that use any of the selected media',
    description: 'Tells what a bulk deletion would affect, before it is made. It changes nothing.',
    bodyBytes: BODY_BYTES.bulk,
    body: selected,
    response: mediaUsageSchema,
  }),
  detach: defineOperation({
    id: 'media.bulkDetach',
    method: 'POST',
    path: '/api/curator/media/bulk-detach',
    access: 'curator',
    summary: 'Detach the selected media from every voyage and its albums',
    description:
      'All in one transaction; the records and their files are kept. The response has the revisions that media.bulkUndo takes.',
    bodyBytes: BODY_BYTES.bulk,
    body: selected,
    response: z.object({
      voyages: z.array(slugSchema),
      /** Revisions of the records that were attached to a voyage or album. */
      detached: z.array(revisionOf),
      /** Records that no longer exist. */
      missing: z.array(slugSchema),
    }),
  }),
  remove: defineOperation({
    id: 'media.bulkDelete',
    method: 'POST',
    path: '/api/curator/media/bulk-delete',
    access: 'curator',
    summary: 'Delete the selected media records, and optionally their files',
    description:
      'All in one transaction. Without `delete_from_s3` they move to the trash; with it, the password is required again. Slugs without a record are listed in `missing` and are not an error.',
    bodyBytes: BODY_BYTES.bulk,
    body: selected.extend({ delete_from_s3: z.boolean().default(false) }),
    confirmation: ({ media_slugs: slugs, delete_from_s3 }) =>
      delete_from_s3 === true ? `Delete for good, with their files: ${listedSlugs(slugs)}` : undefined,
    errors: [403],
    response: z.object({ deleted: z.array(slugSchema), missing: z.array(slugSchema) }),
  }),
  update: defineOperation({
    id: 'media.bulkUpdate',
    method: 'POST',
    path: '/api/curator/media/bulk-update',
    access: 'curator',
    summary: 'Update the metadata of the selected media in one transaction, or preview the changes',
    description:
      'With `dry_run=1` the response shows the values before and after, and nothing is saved. Returns 409 if records were changed since the preview.',
    query: z.strictObject({ dry_run: flagQuery.default(false) }),
    bodyBytes: BODY_BYTES.bulk,
    body: z.object({
      /** With `version`, the request fails if a record has a different version. */
      media: z
        .array(z.object({ media_slug: slugSchema, version: textSchema(100).optional() }))
        .min(1)
        .max(MAX_BULK_MEDIA),
      changes: mediaChangesSchema,
    }),
    response: z.object({
      changed: z.array(mediaChangeSchema),
      /** Records that already have these values. */
      unchanged: z.number().int(),
      /** Records that no longer exist; empty unless this is a preview. */
      missing: z.array(slugSchema),
    }),
    otherResponses: [
      {
        when: 'Someone has changed or deleted a selected record since the preview. Nothing was saved.',
        status: 409,
        problem: true,
        schema: changedSinceSchema,
        example: {
          type: 'about:blank',
          title: 'Conflict',
          status: 409,
          detail: 'One of these records has been changed by someone else. Nothing was saved.',
          media_slugs: ['media-at-the-rail-1976-06-16-4821'],
        },
      },
    ],
    errors: [409],
  }),
  undo: defineOperation({
    id: 'media.bulkUndo',
    method: 'POST',
    path: '/api/curator/media/bulk-undo',
    access: 'curator',
    summary: 'Undo one change of each selected record, in one transaction',
    description:
      'Takes the revisions that the bulk operation returned. Returns 409, and changes nothing, if a record has been edited since.',
    bodyBytes: BODY_BYTES.bulk,
    body: z.object({ revisions: z.array(revisionOf).min(1).max(MAX_BULK_MEDIA) }),
    response: z.object({
      restored: z.array(slugSchema),
      /** Records that have been changed again or deleted since. They stay unchanged. */
      left: z.array(titledMedia),
    }),
    errors: [409],
  }),
};
