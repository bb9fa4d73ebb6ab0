import { z } from 'zod';
import { slugSchema } from './common.ts';
import { batchShape, mediaCategorySchema } from './media-fields.ts';
import { mediaItemSchema } from './media-item.ts';
import { MAX_MEDIA_PEOPLE } from './media-people.ts';
import { BODY_BYTES, defineOperation } from './operation.ts';
import { slugsInputSchema } from './records/inputs.ts';

/** The records that a file can be attached to. */
export const mediaAttachSchema = z.object({
  voyage_slug: slugSchema.optional(),
  media_category: mediaCategorySchema.default('source').meta({ description: 'Category of the file on the voyage.' }),
  album_slug: slugSchema.optional(),
  people: slugsInputSchema(MAX_MEDIA_PEOPLE).default([]).meta({
    description: 'Slugs of people in the image or video. Existing marks stay.',
  }),
  ...batchShape,
});
export type MediaAttach = z.output<typeof mediaAttachSchema>;

export const mediaFileAttachSchema = mediaAttachSchema.extend({
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'Enter the SHA-256 of the file as 64 hexadecimal digits.')
    .meta({ description: 'SHA-256 of the file, in hexadecimal digits.' }),
});
export type MediaFileAttach = z.output<typeof mediaFileAttachSchema>;

/** Maximum number of slugs of one kind in a request. */
const MAX_CHECKED = 1000;

const checkedSchema = z.array(slugSchema).max(MAX_CHECKED).default([]);
export const checkedSlugsSchema = z.object({
  voyages: checkedSchema,
  presidents: checkedSchema,
  albums: checkedSchema,
  people: checkedSchema,
});
/** Slugs by kind of record. */
export type CheckedSlugs = z.output<typeof checkedSlugsSchema>;

const slugsSchema = z.array(slugSchema);
export const missingSlugsSchema = z.object({
  voyages: slugsSchema,
  presidents: slugsSchema,
  albums: slugsSchema,
  people: slugsSchema,
});
export type MissingSlugs = z.output<typeof missingSlugsSchema>;

export const intakeOperations = {
  attach: defineOperation({
    id: 'media.attach',
    method: 'POST',
    path: '/api/curator/media/{media_slug}/attach',
    access: 'curator',
    summary: 'Attach media to a voyage, an album and people at once',
    description: 'For a file that the library already has. Adds only missing links, so it is safe to repeat.',
    params: z.object({ media_slug: slugSchema }),
    bodyBytes: BODY_BYTES.shortFields,
    body: mediaAttachSchema,
    response: mediaItemSchema,
    errors: [404],
  }),
  attachFile: defineOperation({
    id: 'media.attachFile',
    method: 'POST',
    path: '/api/curator/media/attach-file',
    access: 'curator',
    summary: 'Attach a file that the library already has, named by its checksum',
    description:
      'For programs with a token for uploads, which may not read records: after a 409 for a file, its SHA-256 names the record. Adds only missing links, so it is safe to repeat. Without links, it tells whether the library has the file.',
    bodyBytes: BODY_BYTES.shortFields,
    body: mediaFileAttachSchema,
    status: 204,
    machineAuth: 'upload',
    errors: [404],
  }),
  check: defineOperation({
    id: 'media.checkLinks',
    method: 'POST',
    path: '/api/curator/media/check-links',
    access: 'curator',
    summary: 'Find slugs that don’t exist, before an import uploads files',
    description: 'Takes the slugs in the metadata of an import. Changes nothing.',
    bodyBytes: BODY_BYTES.record,
    body: checkedSlugsSchema,
    response: missingSlugsSchema,
    noStore: true,
    machineAuth: 'upload',
  }),
};
