import { z } from 'zod';
import { defineCall } from './call.ts';
import {
  keptTextSchema,
  optionalPartialDateSchema,
  optionalTextSchema,
  orderInputSchema,
  pagingShape,
  partialDateSchema,
  problemSchema,
  requiredTextSchema,
  searchQuery,
  severalQuery,
  slugParams,
  slugSchema,
  textSchema,
  flagQuery,
} from './common.ts';
import { mediaCategorySchema, mediaItemSchema, mediaTypeSchema, rightsSchema } from './media-fields.ts';
import { keptTagsSchema, tagsInputSchema } from './people.ts';

export const mediaListQuerySchema = z.strictObject({
  q: searchQuery.optional(),
  media_type: z.union([mediaTypeSchema, z.literal('all')]).optional(),
  date_from: partialDateSchema.optional(),
  date_to: partialDateSchema.optional(),
  /** Of a president or owner: kept under the name, or shown with one of the voyages. */
  president_slug: severalQuery(slugSchema).optional(),
  ...pagingShape(500),
});
export type MediaListQuery = z.output<typeof mediaListQuerySchema>;

/** A file of the library as storage has it, with the record that knows it. */
export const storedFileSchema = z.object({
  name: z.string(),
  path: z.string(),
  url: z.string(),
  type: z.string(),
  /** Bytes. */
  size: z.number().int(),
  last_modified: z.string(),
  media_slug: slugSchema.nullable(),
  title: z.string().nullable(),
  credit: z.string().nullable(),
  date: z.string().nullable(),
  description_markdown: z.string().nullable(),
  alt_text: z.string().nullable(),
  rights: z.string().nullable(),
  /** Pixels of a picture as it is seen, points of a PDF's first page. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  thumbnail_url: z.string().nullable(),
});
export type StoredFile = z.output<typeof storedFileSchema>;

export const browseQuerySchema = z.strictObject({
  prefix: textSchema(1024).default(''),
  bucket: textSchema(200).optional(),
});

/** One folder of the library: its folders by name, its files newest first, then by name. */
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
  media_category: mediaCategorySchema.default('source'),
  sort_order: orderInputSchema(1),
  notes: optionalTextSchema(10_000),
});
export type MediaLink = z.output<typeof mediaLinkSchema>;

const describing = {
  credit: optionalTextSchema(500),
  date: optionalPartialDateSchema,
  description_markdown: optionalTextSchema(100_000),
  tags: tagsInputSchema,
  alt_text: optionalTextSchema(2000),
  rights: rightsSchema.optional().transform((address) => address ?? null),
  rights_note: optionalTextSchema(2000),
};

/** A form writes what was not chosen as an empty text. */
const orBlank = <T extends z.ZodType>(schema: T) =>
  z
    .union([schema, z.literal('')])
    .optional()
    .transform((value) => (value === '' ? undefined : (value as z.output<T> | undefined)));

/** The fields beside `file`, before it or after it. */
export const mediaUploadSchema = z.object({
  media_slug: z.union([z.literal('auto'), slugSchema]).default('auto'),
  title: requiredTextSchema(500, 'Please select a file and provide a title'),
  /** Absent: what the content of the file says. */
  media_type: orBlank(mediaTypeSchema),
  media_category: orBlank(mediaCategorySchema).transform((category) => category ?? 'source'),
  voyage_slug: orBlank(slugSchema),
  president_slug: orBlank(slugSchema),
  /** Store the file although the library has the very same already. */
  allow_duplicate: flagQuery.default(false),
  ...describing,
});
export type MediaUpload = z.output<typeof mediaUploadSchema>;

/** Refusal of a file that the library has: the problem says which record it is. */
export const duplicateProblemSchema = problemSchema.extend({ media_slug: slugSchema });
export type DuplicateProblem = z.output<typeof duplicateProblemSchema>;

/** What is not sent stays as it is: the card sends five fields, the editor all of them (SPEC section 7). */
export const mediaUpdateSchema = z
  .object({
    title: requiredTextSchema(500, 'A media record needs a title'),
    media_type: mediaTypeSchema.optional(),
    description: keptTextSchema(100_000),
    description_markdown: keptTextSchema(100_000),
    credit: keptTextSchema(500),
    date: z
      .union([partialDateSchema, z.literal(''), z.null()])
      .transform((date) => date || null)
      .optional(),
    tags: keptTagsSchema,
    alt_text: keptTextSchema(2000),
    rights: rightsSchema.optional(),
    rights_note: keptTextSchema(2000),
  })
  .transform(({ description, description_markdown, ...media }) => ({
    ...media,
    description_markdown: description_markdown === undefined ? description : description_markdown,
  }));
export type MediaUpdate = z.output<typeof mediaUpdateSchema>;

const mediaParams = z.object({ media_slug: slugSchema });

/** What shows media: voyages in their own right or by an album, and the albums. */
export const mediaUsageSchema = z.object({
  voyages: z.array(z.object({ title: z.string(), voyage_slug: slugSchema })),
  albums: z.array(z.object({ title: z.string(), album_slug: slugSchema, voyage_slug: slugSchema })),
});
export type MediaUsage = z.output<typeof mediaUsageSchema>;

export const mediaCalls = {
  list: defineCall({
    id: 'media.list',
    method: 'GET',
    path: '/api/media',
    summary: 'Media of the library',
    kept: true,
    query: mediaListQuerySchema,
    answer: z.array(mediaItemSchema),
    paged: true,
  }),
  get: defineCall({
    id: 'media.get',
    method: 'GET',
    path: '/api/media/{slug}',
    summary: 'One media record',
    kept: true,
    params: slugParams,
    answer: mediaItemSchema,
    refusals: [404],
  }),
  byVoyage: defineCall({
    id: 'media.byVoyage',
    method: 'GET',
    path: '/api/media/by-voyage/{slug}',
    summary: 'Media of a voyage, in their order',
    kept: true,
    params: slugParams,
    answer: z.array(mediaItemSchema),
    refusals: [404],
  }),
  browse: defineCall({
    id: 'media.browse',
    method: 'GET',
    path: '/api/s3/browse',
    summary: 'One folder of the library',
    query: browseQuerySchema,
    answer: browseResultSchema,
    refusals: [403],
  }),
  search: defineCall({
    id: 'media.search',
    method: 'GET',
    path: '/api/curator/media/search',
    summary: 'Media of a credit, date and folder: the duplicate check',
    kept: true,
    query: z.strictObject({
      credit: searchQuery.optional(),
      date: searchQuery.optional(),
      folder: searchQuery.optional(),
      ...pagingShape(1000),
    }),
    answer: z.array(mediaItemSchema),
    paged: true,
  }),
  upload: defineCall({
    id: 'media.upload',
    method: 'POST',
    path: '/api/curator/media/upload',
    summary: 'Store a file with its record',
    multipart: mediaUploadSchema,
    answer: mediaItemSchema.extend({ linked_to_voyage: z.boolean() }),
    otherAnswers: [
      {
        when: 'The library has the very same file.',
        status: 409,
        problem: true,
        schema: duplicateProblemSchema,
        example: {
          type: 'about:blank',
          title: 'Conflict',
          status: 409,
          detail: 'This file is already in the library as “At the rail”.',
          media_slug: 'media-at-the-rail-1976-06-16-4821',
        },
      },
    ],
    status: 201,
    repeatable: true,
    refusals: [408, 409, 413, 415],
  }),
  link: defineCall({
    id: 'media.link',
    method: 'POST',
    path: '/api/curator/media/link-to-voyage',
    summary: 'Attach media to a voyage',
    body: mediaLinkSchema,
    answer: mediaItemSchema,
    conditional: true,
    changesVoyage: true,
    repeatable: true,
    refusals: [404, 409, 412],
  }),
  unlink: defineCall({
    id: 'media.unlink',
    method: 'DELETE',
    path: '/api/curator/media/unlink-from-voyage',
    summary: 'Detach media from a voyage',
    query: z.strictObject({ media_slug: slugSchema, voyage_slug: slugSchema }),
    status: 204,
    conditional: true,
    changesVoyage: true,
    refusals: [404, 412],
  }),
  update: defineCall({
    id: 'media.update',
    method: 'PUT',
    path: '/api/curator/media/{media_slug}',
    summary: 'Replace what is said of a media item',
    params: mediaParams,
    body: mediaUpdateSchema,
    answer: mediaItemSchema,
    conditional: true,
    refusals: [404, 412],
  }),
  usage: defineCall({
    id: 'media.usage',
    method: 'GET',
    path: '/api/curator/media/{media_slug}/usage',
    summary: 'Voyages and albums that show a media item',
    kept: true,
    params: mediaParams,
    answer: mediaUsageSchema,
    refusals: [404],
  }),
  detach: defineCall({
    id: 'media.detach',
    method: 'POST',
    path: '/api/curator/media/{media_slug}/detach-from-all-voyages',
    summary: 'Detach media from every voyage',
    params: mediaParams,
    answer: z.object({
      voyages_affected: z.number().int(),
      /** Of the media's history: restoring it shows the media again where they were; null when nothing showed them. */
      revision: z.number().int().nullable(),
    }),
    refusals: [404],
  }),
  remove: defineCall({
    id: 'media.remove',
    method: 'DELETE',
    path: '/api/curator/media/{media_slug}',
    summary: 'Delete a media record, and its file when asked',
    params: mediaParams,
    query: z.strictObject({ delete_from_s3: flagQuery.default(false) }),
    status: 204,
    conditional: true,
    refusals: [404, 412],
  }),
  removeFiles: defineCall({
    id: 'media.removeFiles',
    method: 'POST',
    path: '/api/curator/media/delete-from-s3',
    summary: 'Delete files that no record knows',
    body: z.object({ urls: z.array(textSchema(4000)).min(1).max(1000) }),
    answer: z.object({ deleted_count: z.number().int() }),
    refusals: [403, 409],
  }),
};
