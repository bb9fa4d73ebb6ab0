import { z } from 'zod';
import { RESPONSE_TIMEOUT_SECONDS } from './budget.ts';
import { BODY_BYTES, defineOperation } from './operation.ts';
import { mediaOperations, mediaUploadSchema } from './media.ts';

const uploadParams = z.object({
  upload_id: z.string().regex(/^[0-9a-f]{32}$/, 'This isn’t a valid upload ID.'),
});

export const directUploadSchema = z.object({
  upload_id: z.string().nullable().meta({ description: 'Null if the storage can’t be reached from browsers.' }),
  part_bytes: z.number().int().meta({ description: 'Size of each part but the last.' }),
});
export type DirectUpload = z.output<typeof directUploadSchema>;

export const directUploadStateSchema = z.object({
  size: z.number().int(),
  part_bytes: z.number().int(),
  parts: z.array(z.number().int()).meta({ description: 'Numbers of the parts that the storage has.' }),
});
export type DirectUploadState = z.output<typeof directUploadStateSchema>;

/** Maximum number of upload URLs per response. */
const MAX_ADDRESSES = 100;

export const directUploadPartsSchema = z.object({
  parts: z
    .array(
      z.object({
        number: z.number().int().min(1).meta({ description: 'From 1.' }),
        sha256: z
          .string()
          .regex(/^[A-Za-z0-9+/]{43}=$/, 'Enter a SHA-256 in Base64.')
          .meta({ description: 'Checksum of the part, in Base64.' }),
      }),
    )
    .min(1)
    .max(MAX_ADDRESSES),
});
export type DirectUploadParts = z.output<typeof directUploadPartsSchema>;

/**
 * Large files go to `/media-uploads` with the tus protocol, which resumes after an interruption. The upload's URL ends in its id. This
 * operation creates the record of a complete upload, like an upload in one request.
 */
export const uploadOperations = {
  startDirect: defineOperation({
    id: 'media.startDirectUpload',
    method: 'POST',
    path: '/api/curator/media/direct-uploads',
    access: 'curator',
    summary: 'Start uploading a large file directly to the storage',
    description:
      'If browsers can reach the storage (S3), they send the parts there instead of through the archive. Otherwise `upload_id` is null: use `/media-uploads`.',
    body: z.object({ size: z.number().int().positive().meta({ description: 'Bytes.' }) }),
    response: directUploadSchema,
    storedCopies: 0,
    errors: [413],
  }),
  directState: defineOperation({
    id: 'media.directUpload',
    method: 'GET',
    path: '/api/curator/media/direct-uploads/{upload_id}',
    access: 'reader',
    summary: 'List the parts of an upload that the storage has',
    description: 'To continue an upload that was interrupted.',
    params: uploadParams,
    response: directUploadStateSchema,
    noStore: true,
    errors: [404],
  }),
  directParts: defineOperation({
    id: 'media.directUploadParts',
    method: 'POST',
    path: '/api/curator/media/direct-uploads/{upload_id}/parts',
    access: 'curator',
    summary: 'Get the URLs for the parts of an upload',
    description:
      'Send each part with `PUT` and the headers to its URL, within an hour. A URL accepts only the part with this checksum. Then create the record with `media.finishUpload`.',
    params: uploadParams,
    body: directUploadPartsSchema,
    response: z.array(
      z.object({ number: z.number().int(), url: z.string(), headers: z.record(z.string(), z.string()) }),
    ),
    noStore: true,
    errors: [404],
  }),
  finish: defineOperation({
    id: 'media.finishUpload',
    method: 'POST',
    path: '/api/curator/media/uploads/{upload_id}',
    access: 'curator',
    summary: 'Create the media record of a file uploaded to /media-uploads',
    description:
      'For large files: send the parts to /media-uploads with the tus protocol, then create the record here. Returns 410 if the upload has expired.',
    params: uploadParams,
    bodyBytes: BODY_BYTES.record,
    body: mediaUploadSchema,
    responseTimeoutSeconds: RESPONSE_TIMEOUT_SECONDS.file,
    storedCopies: 0,
    response: mediaOperations.upload.response,
    otherResponses: mediaOperations.upload.otherResponses,
    status: 201,
    idempotent: true,
    errors: [404, 409, 410, 413, 415],
  }),
};
