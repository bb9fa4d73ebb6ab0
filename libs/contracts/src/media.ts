import { z } from 'zod';
import { RESPONSE_TIMEOUT_SECONDS } from './budget.ts';
import { BODY_BYTES, defineOperation, UPDATE_DESCRIPTION } from './operation.ts';
import { PROPOSED } from './proposals.ts';
import {
  edtfDateSchema,
  pagingShape,
  partialDateSchema,
  positionInputSchema,
  problemSchema,
  searchQuery,
  repeatableQuery,
  requiredTextSchema,
  slugParams,
  slugSchema,
  textInputSchema,
  textSchema,
  flagQuery,
  voyageSlugParams,
} from './common.ts';
import { batchShape, mediaCategorySchema, mediaTypeSchema } from './media-fields.ts';
import { mediaItemSchema, previewFailureSchema, previewStateSchema } from './media-item.ts';
import { MAX_MEDIA_PEOPLE } from './media-people.ts';
import { createShape, updateShape } from './records/field.ts';
import { slugsInputSchema } from './records/inputs.ts';
import { mediaFields, mediaLinkFields } from './records/media.fields.ts';

/** Filters of a list of media. A media item must match all of them. */
const mediaFilterShape = {
  q: searchQuery.optional().meta({ description: 'Words, and prefixes such as `tag:` and `person:`.' }),
  media_type: z.union([mediaTypeSchema, z.literal('all')]).optional(),
  /** An approximate date matches on every day from its first to its last possible day. */
  date_from: edtfDateSchema.optional(),
  date_to: edtfDateSchema.optional(),
  /** Media filed under a president or owner, or attached to one of their voyages. */
  president_slug: repeatableQuery(slugSchema).optional(),
  person: slugSchema.optional().meta({ description: 'Media of voyages with this person aboard.' }),
  place: textSchema(500).optional().meta({ description: 'Media of voyages that start or end at this place.' }),
  /** Compared with the date of a media item or, if it has none, the dates of its voyages. */
  from: partialDateSchema.optional(),
  to: partialDateSchema.optional(),
  tag: textSchema(100).optional(),
  rights: textSchema(200).optional().meta({ description: 'URL of the statement or license.' }),
};

/** `newest`: most recently added first. When sorted by date, media without a date come last. */
export const MEDIA_SORTS = ['newest', 'date', '-date', 'title', 'size'] as const;

export const mediaListQuerySchema = z.strictObject({
  ...mediaFilterShape,
  sort: z.enum(MEDIA_SORTS).default('newest'),
  ...pagingShape(500),
});
export type MediaListQuery = z.output<typeof mediaListQuerySchema>;

/** A stored file of the library, with its record if it has one. */
export const storedFileSchema = z.object({
  name: z.string(),
  path: z.string(),
  url: z.string(),
  type: z.string(),
  /** In bytes. */
  size: z.number().int(),
  last_modified: z.string(),
  media_slug: slugSchema.nullable(),
  title: z.string().nullable(),
  credit: z.string().nullable(),
  date: z.string().nullable(),
  description_markdown: z.string().nullable(),
  alt_text: z.string().nullable(),
  rights: z.string().nullable(),
  rights_note: z.string().nullable(),
  creator: z.string().nullable(),
  place: z.string().nullable(),
  identifier: z.string().nullable(),
  provenance: z.string().nullable(),
  original_filename: z.string().nullable(),
  tags: z.array(z.string()),
  /** Size of an image or video as displayed, in pixels, or of a PDF's first page, in points. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** Null except for a PDF or a TIFF file with multiple pages. */
  page_count: z.number().int().nullable(),
  /** Null except for an animated picture. */
  frame_count: z.number().int().nullable(),
  /** Name of the ICC profile in the file. */
  color_profile: z.string().nullable(),
  /** Bits per channel. */
  bit_depth: z.number().int().nullable(),
  /** Length of a video or recording in seconds. */
  duration: z.number().nullable(),
  /** Codecs of a video or recording, as people write them: `H.264, AAC`. */
  codecs: z.string().nullable(),
  thumbnail_url: z.string().nullable(),
  public_derivative_url: z.string().nullable(),
  preview_state: previewStateSchema.nullable(),
  preview_error: z.string().nullable(),
  preview_failure: previewFailureSchema.nullable(),
});
export type StoredFile = z.output<typeof storedFileSchema>;

export const browseQuerySchema = z.strictObject({
  prefix: textSchema(1024).default(''),
  bucket: textSchema(200).optional(),
});

/** Content of one folder of the library: folders sorted by name, files by newest first and then by name. */
export const browseResultSchema = z.object({
  files: z.array(storedFileSchema),
  folders: z.array(z.object({ name: z.string(), path: z.string() })),
  breadcrumbs: z.array(z.object({ name: z.string(), path: z.string() })),
  total_items: z.number().int(),
});
export type BrowseResult = z.output<typeof browseResultSchema>;

export const mediaLinkSchema = z.object({
  media_slug: slugSchema,
  voyage_slug: slugSchema,
  ...createShape(mediaLinkFields),
  /** Position in its category, from 1; absent or null means last. */
  sort_order: positionInputSchema,
});
export type MediaLink = z.output<typeof mediaLinkSchema>;

/** Maximum number of media in the order of a voyage. */
export const MAX_ORDERED_MEDIA = 2000;

export const mediaOrderSchema = z.object({
  media: z
    .array(
      z.object({
        media_slug: slugSchema,
        media_category: mediaCategorySchema.optional().meta({ description: 'If absent, it stays in its category.' }),
      }),
    )
    .max(MAX_ORDERED_MEDIA),
});
export type MediaOrder = z.output<typeof mediaOrderSchema>;

const { media_type: _type, ...uploadShape } = createShape(mediaFields);

/** HTML forms send an empty string if nothing is chosen. */
const allowBlank = <T extends z.ZodType>(schema: T) =>
  z
    .union([schema, z.literal('')])
    .optional()
    .transform((value) => (value === '' ? undefined : (value as z.output<T> | undefined)));

/** The multipart fields sent along with `file`, in any order. */
export const mediaUploadSchema = z.object({
  ...uploadShape,
  media_slug: z.union([z.literal('auto'), slugSchema]).default('auto'),
  title: requiredTextSchema(500, 'Please select a file and provide a title'),
  /** If absent, detected from the content. */
  media_type: allowBlank(mediaTypeSchema),
  media_category: allowBlank(mediaCategorySchema).transform((category) => category ?? 'source'),
  voyage_slug: allowBlank(slugSchema),
  president_slug: allowBlank(slugSchema),
  album_slug: allowBlank(slugSchema),
  people: slugsInputSchema(MAX_MEDIA_PEOPLE)
    .default([])
    .meta({ description: 'Slugs of the people in the image or video, separated by commas.' }),
  ...batchShape,
  /** Store the file even if the library already has an identical one. */
  allow_duplicate: flagQuery.default(false),
});
export type MediaUpload = z.output<typeof mediaUploadSchema>;

/** The error for a file that is already in the library. It names the existing record, or the item in the trash. */
export const duplicateProblemSchema = problemSchema.extend({
  media_slug: slugSchema.optional(),
  trashed_slug: slugSchema.optional(),
  /** For a program with a token, which learns neither title nor address: the library has the file. Absent for a file in the trash. */
  duplicate: z.literal(true).optional(),
});
export type DuplicateProblem = z.output<typeof duplicateProblemSchema>;

/**
 * Absent fields stay unchanged; null clears a field. The card sends five fields, the editor all of them (SPEC section 7).
 * `description` is an alias of `description_markdown`.
 */
export const mediaUpdateSchema = z
  .object({ ...updateShape(mediaFields), description: textInputSchema(100_000).optional() })
  .transform(({ description, ...media }) => ({
    ...media,
    description_markdown: media.description_markdown === undefined ? description : media.description_markdown,
  }));
export type MediaUpdate = z.output<typeof mediaUpdateSchema>;

const mediaParams = z.object({ media_slug: slugSchema });

/** Where media are used: voyages, directly or through an album, albums, and the people whose portrait it is. */
export const mediaUsageSchema = z.object({
  voyages: z.array(z.object({ title: z.string(), voyage_slug: slugSchema })),
  albums: z.array(z.object({ title: z.string(), album_slug: slugSchema, voyage_slug: slugSchema.nullable() })),
  people: z.array(z.object({ full_name: z.string(), person_slug: slugSchema })),
});
export type MediaUsage = z.output<typeof mediaUsageSchema>;

/** Maximum number of media in one bulk request, which is one transaction. */
export const MAX_BULK_MEDIA = 10_000;

export const mediaOperations = {
  list: defineOperation({
    id: 'media.list',
    method: 'GET',
    path: '/api/media',
    access: 'reader',
    summary: 'List the media of the library',
    description: 'Filters combine, and dates match by overlap. `X-Total-Count` has the number of all matches.',
    cacheable: true,
    query: mediaListQuerySchema,
    response: z.array(mediaItemSchema),
    paged: true,
  }),
  get: defineOperation({
    id: 'media.get',
    method: 'GET',
    path: '/api/media/{slug}',
    access: 'reader',
    summary: 'Get a media record',
    description:
      'The response has the ETag that updates take in `If-Match`, and the URLs of the file and its thumbnails.',
    cacheable: true,
    params: slugParams,
    response: mediaItemSchema,
    errors: [404],
  }),
  matches: defineOperation({
    id: 'media.matches',
    method: 'GET',
    path: '/api/curator/media/matches',
    access: 'reader',
    summary: 'List slugs and titles of all media that match, to change them together',
    description: 'Takes the filters of the list of media, without pages.',
    cacheable: true,
    query: z.strictObject(mediaFilterShape),
    response: z.object({
      media: z
        .array(z.object({ media_slug: slugSchema, title: z.string() }))
        .meta({ description: `Newest first; at most ${MAX_BULK_MEDIA}.` }),
      total: z.number().int(),
    }),
  }),
  byVoyage: defineOperation({
    id: 'media.byVoyage',
    method: 'GET',
    path: '/api/media/by-voyage/{slug}',
    access: 'reader',
    summary: 'List the media of a voyage, in order',
    description: 'Each item has its category on this voyage. The order is the one that curators chose.',
    cacheable: true,
    params: slugParams,
    response: z.array(mediaItemSchema),
    errors: [404],
  }),
  browse: defineOperation({
    id: 'media.browse',
    method: 'GET',
    path: '/api/s3/browse',
    access: 'reader',
    summary: 'List a folder of the library',
    description:
      'Folders and files as they are in storage, including files without a record. `prefix` names the folder and ends with a slash; other buckets than the configured one get 403.',
    query: browseQuerySchema,
    response: browseResultSchema,
    errors: [403],
  }),
  search: defineOperation({
    id: 'media.search',
    method: 'GET',
    path: '/api/curator/media/search',
    access: 'reader',
    summary: 'Find media by credit, date and folder, for the duplicate check',
    description:
      'Shows whether a file is already in the library before it is uploaded. `folder` is the folder of its storage path.',
    cacheable: true,
    query: z.strictObject({
      credit: searchQuery.optional(),
      date: searchQuery.optional(),
      folder: searchQuery.optional(),
      ...pagingShape(1000),
    }),
    response: z.array(mediaItemSchema),
    paged: true,
  }),
  upload: defineOperation({
    id: 'media.upload',
    method: 'POST',
    path: '/api/curator/media/upload',
    access: 'curator',
    summary: 'Upload a file with its metadata',
    description:
      'Send the fields first and `file` last, so that a wrong field is reported before the file is sent. The type is detected from the content; other types get 415.',
    multipart: mediaUploadSchema,
    responseTimeoutSeconds: RESPONSE_TIMEOUT_SECONDS.file,
    storedCopies: 1,
    response: mediaItemSchema.extend({ linked_to_voyage: z.boolean() }),
    otherResponses: [
      {
        when: 'With an API token, which may not read records.',
        schema: z.object({ media_slug: slugSchema }),
        example: { media_slug: 'media-at-the-rail-1976-06-16-4821' },
      },
      {
        when: 'The library already has this file, or it is in the trash.',
        status: 409,
        problem: true,
        schema: duplicateProblemSchema,
        example: {
          type: 'about:blank',
          title: 'Conflict',
          status: 409,
          detail: 'This file is already in the media library as “At the rail”.',
          media_slug: 'media-at-the-rail-1976-06-16-4821',
        },
      },
    ],
    status: 201,
    machineAuth: 'upload',
    idempotent: true,
    errors: [404, 408, 409, 413, 415],
  }),
  link: defineOperation({
    id: 'media.link',
    method: 'POST',
    path: '/api/curator/media/link-to-voyage',
    access: 'curator',
    summary: 'Attach media to a voyage',
    description: 'The media item is added after the others in its category. Returns 409 if it is already attached.',
    bodyBytes: BODY_BYTES.shortFields,
    body: mediaLinkSchema,
    response: mediaItemSchema,
    conditional: true,
    changesVoyage: true,
    idempotent: true,
    errors: [404, 409, 412],
  }),
  unlink: defineOperation({
    id: 'media.unlink',
    method: 'DELETE',
    path: '/api/curator/media/unlink-from-voyage',
    access: 'curator',
    summary: 'Detach media from a voyage',
    description: 'The record and the file stay in the library. Albums of the voyage lose the media item as well.',
    query: z.strictObject({ media_slug: slugSchema, voyage_slug: slugSchema }),
    status: 204,
    conditional: true,
    changesVoyage: true,
    errors: [404, 412],
  }),
  setOrder: defineOperation({
    id: 'media.setOrder',
    method: 'PUT',
    path: '/api/curator/voyages/{voyage_slug}/media',
    access: 'curator',
    summary: 'Set the order and the categories of the media of a voyage',
    description:
      'The list must contain all media of the voyage exactly once. Each category has an order of its own, and sources come before additional sources. Returns 409 if media were attached or detached since.',
    params: voyageSlugParams,
    bodyBytes: BODY_BYTES.slugs,
    body: mediaOrderSchema,
    response: z.array(mediaItemSchema),
    conditional: true,
    changesVoyage: true,
    errors: [404, 409, 412],
  }),
  update: defineOperation({
    id: 'media.update',
    method: 'PUT',
    path: '/api/curator/media/{media_slug}',
    access: 'contributor',
    summary: 'Update the metadata of a media item',
    description: UPDATE_DESCRIPTION,
    params: mediaParams,
    bodyBytes: BODY_BYTES.record,
    body: mediaUpdateSchema,
    response: mediaItemSchema,
    otherResponses: [PROPOSED],
    conditional: true,
    errors: [404, 412],
  }),
  usage: defineOperation({
    id: 'media.usage',
    method: 'GET',
    path: '/api/curator/media/{media_slug}/usage',
    access: 'reader',
    summary: 'List the voyages and albums that use a media item',
    description: 'Tells what a deletion would affect, before it is made.',
    cacheable: true,
    params: mediaParams,
    response: mediaUsageSchema,
    errors: [404],
  }),
  detach: defineOperation({
    id: 'media.detach',
    method: 'POST',
    path: '/api/curator/media/{media_slug}/detach-from-all-voyages',
    access: 'curator',
    summary: 'Detach media from every voyage',
    description:
      'The media item is removed from every voyage and its albums. It stays in collections and in the library.',
    params: mediaParams,
    response: z.object({
      voyages_affected: z.number().int(),
      /** Revision in the media item's history, to undo this; null if the item was not attached. */
      revision: z.number().int().nullable(),
    }),
    errors: [404],
  }),
  remove: defineOperation({
    id: 'media.remove',
    method: 'DELETE',
    path: '/api/curator/media/{media_slug}',
    access: 'curator',
    summary: 'Delete a media record, and optionally its file',
    description:
      'Links to voyages and albums are removed as well. Without `delete_from_s3` the media item moves to the trash with its file, and can be restored from there.',
    params: mediaParams,
    query: z.strictObject({ delete_from_s3: flagQuery.default(false) }),
    status: 204,
    conditional: true,
    errors: [404, 412],
  }),
  removeFiles: defineOperation({
    id: 'media.removeFiles',
    method: 'POST',
    path: '/api/curator/media/delete-from-s3',
    access: 'curator',
    summary: 'Delete files that have no record',
    description: 'For files that the storage check found without a record. Returns 409 if a record uses one of them.',
    bodyBytes: BODY_BYTES.record,
    body: z.object({ urls: z.array(textSchema(4000)).min(1).max(1000) }),
    response: z.object({ deleted_count: z.number().int() }),
    errors: [403, 409],
  }),
};
