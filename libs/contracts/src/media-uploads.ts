import { z } from 'zod';
import { defineCall } from './call.ts';
import { mediaCalls, mediaUploadSchema } from './media.ts';

/**
 * A large file is sent to `/media-uploads` by the protocol of tus.io, which goes on where it broke off; the address that it was
 * given ends in its id. When all of it has come, this makes the record of it: the same as an upload in one request.
 */
export const uploadCalls = {
  finish: defineCall({
    id: 'media.finishUpload',
    method: 'POST',
    path: '/api/curator/media/uploads/{upload_id}',
    summary: 'Store a file that was sent to /media-uploads with its record',
    params: z.object({ upload_id: z.string().regex(/^[0-9a-f]{32}$/, 'There can be no such upload.') }),
    body: mediaUploadSchema,
    answer: mediaCalls.upload.answer,
    otherAnswers: mediaCalls.upload.otherAnswers,
    status: 201,
    repeatable: true,
    refusals: [404, 409, 410, 413, 415],
  }),
};
