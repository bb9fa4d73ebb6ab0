import { z } from 'zod';
import { RESPONSE_TIMEOUT_SECONDS } from './budget.ts';
import { instantSchema, slugParams, slugSchema } from './common.ts';
import { mediaItemSchema } from './media-item.ts';
import { defineOperation } from './operation.ts';

const neighborSchema = z.object({ media_slug: slugSchema, title: z.string() });

/** Event types from the PREMIS vocabulary for digital preservation. */
export const PRESERVATION_EVENTS = [
  'ingestion',
  'fixity_check',
  'derivation',
  'replacement',
  'metadata_modification',
  'deletion',
  'restoration',
] as const;

/** One event in the life of a file: when, by whom and with which outcome. */
export const preservationEventSchema = z.object({
  type: z.enum(PRESERVATION_EVENTS),
  occurred_at: instantSchema,
  /** Name of a curator; null for the archive's software. */
  agent: z.string().nullable(),
  outcome: z.enum(['success', 'failure']),
  /** What was done or found, as a sentence. */
  detail: z.string(),
});
export type PreservationEvent = z.output<typeof preservationEventSchema>;

/** What the page of a media item shows in addition to its record. */
export const mediaRecordOperations = {
  neighbors: defineOperation({
    id: 'media.neighbors',
    method: 'GET',
    path: '/api/media/{slug}/neighbors',
    access: 'reader',
    summary: 'Get the previous and the next media item of an album or folder',
    description:
      'In the order of the album, or newest first in the folder. Without `album`, or if the media item is not in it, its first album is used, then its folder.',
    cacheable: true,
    params: slugParams,
    query: z.strictObject({ album: slugSchema.optional() }),
    response: z.object({
      /** Null for a folder. */
      album: z.object({ album_slug: slugSchema, title: z.string(), voyage_slug: slugSchema.nullable() }).nullable(),
      previous: neighborSchema.nullable(),
      next: neighborSchema.nullable(),
    }),
    errors: [404],
  }),
  preservation: defineOperation({
    id: 'media.preservation',
    method: 'GET',
    path: '/api/media/{slug}/preservation',
    access: 'reader',
    summary: 'Get the checksum of a media file and the log of its preservation events',
    description:
      'The event types are those of PREMIS, newest first. They are derived from the history of the record, the previews and the latest completed storage check.',
    params: slugParams,
    response: z.object({
      /** SHA-256 in hexadecimal; null for external media and for files that have not been read yet. */
      sha256: z.string().nullable(),
      events: z.array(preservationEventSchema),
    }),
    errors: [404],
  }),
  replaceFile: defineOperation({
    id: 'media.replaceFile',
    method: 'POST',
    path: '/api/curator/media/{media_slug}/file',
    access: 'curator',
    summary: 'Replace the file of a media item by a better copy',
    description:
      'Takes `file` as multipart/form-data. The record, its address and its links stay, with a revision that has the previous checksum. The new file has to be of the same kind. The previous file stays in storage as long as deleted media stay in the trash.',
    params: z.object({ media_slug: slugSchema }),
    multipart: z.object({}),
    responseTimeoutSeconds: RESPONSE_TIMEOUT_SECONDS.file,
    storedCopies: 1,
    response: mediaItemSchema,
    conditional: true,
    errors: [404, 408, 409, 412, 413, 415],
  }),
  undoReplacement: defineOperation({
    id: 'media.undoReplacement',
    method: 'POST',
    path: '/api/curator/media/{media_slug}/file/undo',
    access: 'curator',
    summary: 'Restore the file that was replaced last',
    description:
      'Returns 409 when it has been deleted from storage. The other file is kept as a replaced one, so that this can be undone.',
    params: z.object({ media_slug: slugSchema }),
    response: mediaItemSchema,
    conditional: true,
    errors: [404, 409, 412],
  }),
};
