import { z } from 'zod';
import { instantSchema, requiredTextSchema, slugSchema } from './common.ts';
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

const uploadTokenSchema = z.object({
  token_id: z.number().int(),
  label: z.string(),
  created_at: instantSchema,
  created_by: z.string(),
  created_with: z.array(z.string()).meta({
    description: 'Versions of micro-frontends that pages could run when it was created, such as `people 1.4.0`.',
  }),
  last_used_at: instantSchema.nullable(),
  revoked_at: instantSchema.nullable(),
});
export type UploadToken = z.output<typeof uploadTokenSchema>;

export const intakeOperations = {
  attach: defineOperation({
    id: 'media.attach',
    method: 'POST',
    path: '/api/curator/media/{media_slug}/attach',
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
    summary: 'Attach a file that the library already has, named by its checksum',
    description:
      'For programs with an upload token, which may not read records: after a 409 for a file, its SHA-256 names the record. Adds only missing links, so it is safe to repeat. Without links, it tells whether the library has the file.',
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
    summary: 'Find slugs that don’t exist, before an import uploads files',
    description: 'Takes the slugs in the metadata of an import. Changes nothing.',
    bodyBytes: BODY_BYTES.record,
    body: checkedSlugsSchema,
    response: missingSlugsSchema,
    noStore: true,
    machineAuth: 'upload',
  }),
  tokens: defineOperation({
    id: 'media.uploadTokens',
    method: 'GET',
    path: '/api/curator/upload-tokens',
    summary: 'List upload tokens, newest first',
    description: 'Returns labels and dates. The tokens themselves are not stored.',
    response: z.array(uploadTokenSchema),
    noStore: true,
  }),
  createToken: defineOperation({
    id: 'media.createUploadToken',
    method: 'POST',
    path: '/api/curator/upload-tokens',
    summary: 'Create an upload token, shown only once',
    description:
      'A program with the token can upload files and attach them to records, and nothing else. The server stores only its hash.',
    body: z.object({ label: requiredTextSchema(100, 'Enter a label for the token.') }),
    confirmation: ({ label }) => `Create the upload token “${String(label)}”`,
    errors: [403],
    response: uploadTokenSchema.extend({ token: z.string() }),
  }),
  revokeToken: defineOperation({
    id: 'media.revokeUploadToken',
    method: 'DELETE',
    path: '/api/curator/upload-tokens/{token_id}',
    summary: 'Revoke an upload token',
    description: 'Further requests with the token are rejected. Files uploaded with it are kept.',
    params: z.object({ token_id: z.coerce.number().int().positive() }),
    status: 204,
    errors: [404],
  }),
};
