import { z } from 'zod';
import { slugParams, slugSchema } from './common.ts';
import { mediaItemSchema } from './media-item.ts';
import { BODY_BYTES, defineOperation } from './operation.ts';

/** Maximum number of the 144 hash bits in which similar images may differ. Recompressed, resized and recolored copies differ in fewer. */
export const SIMILAR_DISTANCE = 20;
const MAX_DISTANCE = 40;
const MAX_SIMILAR = 50;

const similarMediaSchema = mediaItemSchema.extend({
  distance: z.number().int().meta({ description: 'Bits in which the hashes of the images differ, 0 to 144.' }),
});
export type SimilarMedia = z.output<typeof similarMediaSchema>;

const mergedMediaSchema = z.object({
  media_slug: slugSchema,
  into: slugSchema,
  file_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .meta({ description: 'SHA-256 of the file that the remaining record received; null if it kept its own.' }),
  voyages: z.array(slugSchema).meta({ description: 'Records that the remaining record was attached to.' }),
  albums: z.array(slugSchema),
  people: z.array(slugSchema),
});
/** The changes that a merge made, to undo it. */
export type MergedMedia = z.output<typeof mergedMediaSchema>;

export const similarMediaOperations = {
  similar: defineOperation({
    id: 'media.similar',
    method: 'GET',
    path: '/api/media/{slug}/similar',
    access: 'reader',
    summary: 'List media that look like a media item, the most similar first',
    description:
      'Compares the hashes of thumbnails. Media without a hash, such as recordings and blank pages, are never similar. Media with exactly the same file are not listed.',
    params: slugParams,
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(MAX_SIMILAR).default(12),
      distance: z.coerce.number().int().min(0).max(MAX_DISTANCE).default(SIMILAR_DISTANCE),
    }),
    response: z.object({ items: z.array(similarMediaSchema) }),
    noStore: true,
    errors: [404],
  }),
  merge: defineOperation({
    id: 'media.merge',
    method: 'POST',
    path: '/api/curator/media/{media_slug}/merge',
    access: 'curator',
    summary: 'Merge a media item into another one, and move it to the trash',
    description:
      'The remaining record is attached to the voyages, albums and people of the other one. With `keep_file: new` the two swap their files first, so that the previous file is in the trash. The response is what `undo-merge` takes.',
    params: z.object({ media_slug: slugSchema }),
    bodyBytes: BODY_BYTES.shortFields,
    body: z.strictObject({
      into: slugSchema,
      keep_file: z
        .enum(['existing', 'new'])
        .meta({ description: '`existing`: of the remaining record; `new`: of the record that is merged.' }),
    }),
    response: mergedMediaSchema,
    errors: [404, 409],
  }),
  undoMerge: defineOperation({
    id: 'media.undoMerge',
    method: 'POST',
    path: '/api/curator/media/{media_slug}/undo-merge',
    access: 'curator',
    summary: 'Undo a merge while the record is in the trash',
    description:
      'Restores the record with its file and links, and detaches the other one from what it was attached to.',
    params: z.object({ media_slug: slugSchema }),
    bodyBytes: BODY_BYTES.shortFields,
    body: mergedMediaSchema.omit({ media_slug: true }),
    response: mediaItemSchema,
    errors: [404, 409],
  }),
};
