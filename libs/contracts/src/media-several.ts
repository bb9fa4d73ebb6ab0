import { z } from 'zod';
import { defineCall } from './call.ts';
import { flagQuery, partialDateSchema, problemSchema, requiredTextSchema, slugSchema, textSchema } from './common.ts';
import { mediaTypeSchema, rightsSchema } from './media-fields.ts';
import { mediaUsageSchema } from './media.ts';
import { tagsInputSchema } from './people.ts';

/** What is done to a selection is one call, and one transaction, for up to so many media. */
export const MOST_MEDIA_AT_ONCE = 10_000;

const slugs = z.array(slugSchema).min(1).max(MOST_MEDIA_AT_ONCE);
const selected = z.object({ media_slugs: slugs });

const named = z.object({ media_slug: slugSchema, title: z.string() });
const revisionOf = z.object({ media_slug: slugSchema, revision: z.number().int() });
/** A change of a record as history numbers it: what undoing asks for. */
export type MediaRevision = z.output<typeof revisionOf>;

const set = <T extends z.ZodType>(value: T) => z.strictObject({ mode: z.literal('set'), value });
const clear = z.strictObject({ mode: z.literal('clear') });
const append = <T extends z.ZodType>(value: T) => z.strictObject({ mode: z.literal('append'), value });

const TO_WRITE = 'Say what is to be written.';
const written = (max: number) => requiredTextSchema(max, TO_WRITE);
const textChange = (max: number) => z.union([set(written(max)), append(written(max)), clear]);
const tags = tagsInputSchema.refine((list) => list.length > 0, TO_WRITE);

/**
 * What is to become of each field of several records: written anew, added to what stands there, or emptied. A field that is not
 * named stays as it is. Text is added behind what is there: after a blank line to a description, else in the same line.
 */
export const mediaChangesSchema = z
  .strictObject({
    title: z.union([set(written(500)), append(written(500))]),
    media_type: set(mediaTypeSchema),
    date: z.union([set(partialDateSchema), clear]),
    credit: textChange(500),
    description_markdown: textChange(100_000),
    tags: z.union([set(tags), append(tags), clear]),
    alt_text: textChange(2000),
    rights: z.union([set(rightsSchema.refine((address) => address !== null, TO_WRITE)), clear]),
    rights_note: textChange(2000),
  })
  .partial()
  .refine((changes) => Object.keys(changes).length > 0, 'Choose at least one field to change.');
export type MediaChanges = z.output<typeof mediaChangesSchema>;
export type MediaChangesInput = z.input<typeof mediaChangesSchema>;
export type MediaChangeField = keyof MediaChanges;

/** One record and what becomes of it. */
const mediaChangeSchema = named.extend({
  /** Of the record as it stands; sent back, it holds the change to what was seen. */
  version: z.string(),
  /** Of the change that was made; null of one that was only looked at. */
  revision: z.number().int().nullable(),
  /** Fields that become another: as text, tags separated by commas, null for nothing. */
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
});
export type MediaChange = z.output<typeof mediaChangeSchema>;

/** Refusal of a change that somebody else's came before: nothing was changed, and these are other than they were, or gone. */
export const changedMeanwhileSchema = problemSchema.extend({ media_slugs: z.array(slugSchema) });

export const severalMediaCalls = {
  usage: defineCall({
    id: 'media.usageOfSeveral',
    method: 'POST',
    path: '/api/curator/media/usage',
    summary: 'Voyages and albums that show any of several media',
    body: selected,
    answer: mediaUsageSchema,
  }),
  detach: defineCall({
    id: 'media.detachSeveral',
    method: 'POST',
    path: '/api/curator/media/detach-several',
    summary: 'Detach several media from every voyage, and take them out of the albums there',
    body: selected,
    answer: z.object({
      voyages: z.array(slugSchema),
      /** Of each that was shown anywhere. */
      detached: z.array(revisionOf),
      /** Of which there is no record any more. */
      missing: z.array(slugSchema),
    }),
  }),
  remove: defineCall({
    id: 'media.deleteSeveral',
    method: 'POST',
    path: '/api/curator/media/delete-several',
    summary: 'Delete several media records, and their files when asked',
    body: selected.extend({ delete_from_s3: z.boolean().default(false) }),
    answer: z.object({ deleted: z.array(slugSchema), missing: z.array(slugSchema) }),
  }),
  describe: defineCall({
    id: 'media.describeSeveral',
    method: 'POST',
    path: '/api/curator/media/describe-several',
    summary: 'Change what is said of several media, all or none; or look at what that would change',
    query: z.strictObject({ dry_run: flagQuery.default(false) }),
    body: z.object({
      /** With the `version` that was seen, a record that has changed since refuses the whole. */
      media: z
        .array(z.object({ media_slug: slugSchema, version: textSchema(100).optional() }))
        .min(1)
        .max(MOST_MEDIA_AT_ONCE),
      changes: mediaChangesSchema,
    }),
    answer: z.object({
      changed: z.array(mediaChangeSchema),
      /** Records that have all of it already. */
      unchanged: z.number().int(),
      /** Of which there is no record any more; never when it is done. */
      missing: z.array(slugSchema),
    }),
    otherAnswers: [
      {
        when: 'Somebody has changed or deleted one of them since it was looked at. Nothing was changed.',
        status: 409,
        problem: true,
        schema: changedMeanwhileSchema,
        example: {
          type: 'about:blank',
          title: 'Conflict',
          status: 409,
          detail: 'One of these records has been changed by someone else meanwhile. Nothing was changed.',
          media_slugs: ['media-at-the-rail-1976-06-16-4821'],
        },
      },
    ],
    refusals: [409],
  }),
  undo: defineCall({
    id: 'media.undoSeveral',
    method: 'POST',
    path: '/api/curator/media/undo-several',
    summary: 'Bring several media records back as they were before one change each, in one transaction',
    body: z.object({ revisions: z.array(revisionOf).min(1).max(MOST_MEDIA_AT_ONCE) }),
    answer: z.object({
      restored: z.array(slugSchema),
      /** Changed again since, or gone: they stay as they are. */
      left: z.array(named),
    }),
    refusals: [409],
  }),
};
