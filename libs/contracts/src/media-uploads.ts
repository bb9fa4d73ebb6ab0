import { z } from 'zod';
import { RESPONSE_TIMEOUT_SECONDS } from './budget.ts';
import { BODY_BYTES, defineOperation } from './operation.ts';
import { mediaOperations, mediaUploadSchema } from './media.ts';

/**
 * Large files go to `/media-uploads` with the tus protocol, which resumes after an interruption. The upload's URL ends in its id. This
 * operation creates the record of a complete upload, like an upload in one request.
 */
export const uploadOperations = {
  finish: defineOperation({
    id: 'media.finishUpload',
    method: 'POST',
    path: '/api/curator/media/uploads/{upload_id}',
    summary: 'Create the media record of a file uploaded to /media-uploads',
    description:
      'For large files: send the parts to /media-uploads with the tus protocol, then create the record here. Returns 410 if the upload has expired.',
    params: z.object({ upload_id: z.string().regex(/^[0-9a-f]{32}$/, 'This isn’t a valid upload ID.') }),
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
