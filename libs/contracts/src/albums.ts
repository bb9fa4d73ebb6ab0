import { z } from 'zod';
import { BODY_BYTES, defineOperation, UPDATE_DESCRIPTION } from './operation.ts';
import { PROPOSED } from './proposals.ts';
import { countBeforeSchema, requiredSlugSchema, slugSchema, voyageSlugParams } from './common.ts';
import { mediaItemSchema } from './media-item.ts';
import { albumFields } from './records/album.fields.ts';
import { createShape, readShape, updateShape } from './records/field.ts';

export const albumSchema = z.object({
  album_slug: slugSchema,
  ...readShape(albumFields),
  voyage_slug: slugSchema.nullable().meta({ description: 'Null for a collection.' }),
  sort_order: z.number().int(),
  media_count: z.number().int(),
});
export type Album = z.output<typeof albumSchema>;

/** A collection: an album that belongs to no voyage. */
export const collectionSchema = albumSchema.extend({
  thumbnail_url: z.string().nullable().meta({ description: 'The first image.' }),
});
export type Collection = z.output<typeof collectionSchema>;

export const albumWithMediaSchema = albumSchema.extend({ media: z.array(mediaItemSchema) });
export type AlbumWithMedia = z.output<typeof albumWithMediaSchema>;

export const albumCreateSchema = z.object({
  ...createShape(albumFields),
  voyage_slug: slugSchema.nullable().meta({ description: 'Null creates a collection.' }),
  sort_order: countBeforeSchema,
});

export type AlbumCreate = z.output<typeof albumCreateSchema>;

export const albumUpdateSchema = z.object({
  ...updateShape(albumFields),
  sort_order: countBeforeSchema.meta({
    description: 'Number of albums in the list that come before this one; moves it there.',
  }),
});
export type AlbumUpdate = z.output<typeof albumUpdateSchema>;

export const albumEntrySchema = z.object({
  media_slug: requiredSlugSchema('Please select media to add'),
  sort_order: countBeforeSchema,
});
export type AlbumEntry = z.output<typeof albumEntrySchema>;

/** Maximum number of media in an album. */
export const MAX_ALBUM_MEDIA = 1000;

export const albumMediaSchema = z.object({
  media_slugs: z.array(requiredSlugSchema('Please select media to add')).max(MAX_ALBUM_MEDIA),
});
export type AlbumMedia = z.output<typeof albumMediaSchema>;

const albumParams = z.object({ album_slug: slugSchema });

export const albumOperations = {
  byVoyage: defineOperation({
    id: 'albums.byVoyage',
    method: 'GET',
    path: '/api/curator/albums/by-voyage/{voyage_slug}',
    access: 'reader',
    summary: 'List the albums of a voyage, in order',
    description: 'Each album comes with its media in their order. A voyage without albums returns an empty list.',
    cacheable: true,
    params: voyageSlugParams,
    response: z.array(albumSchema),
    errors: [404],
  }),
  collections: defineOperation({
    id: 'albums.collections',
    method: 'GET',
    path: '/api/curator/collections',
    access: 'reader',
    summary: 'List the collections, in order',
    description:
      'A collection is an album that belongs to no voyage. Its description is its introduction, in Markdown.',
    cacheable: true,
    response: z.array(collectionSchema),
  }),
  get: defineOperation({
    id: 'albums.get',
    method: 'GET',
    path: '/api/curator/albums/{album_slug}',
    access: 'reader',
    summary: 'Get an album with its media',
    description: 'The response has the ETag that updates of the album and of its media take in `If-Match`.',
    cacheable: true,
    params: albumParams,
    response: albumWithMediaSchema,
    errors: [404],
  }),
  create: defineOperation({
    id: 'albums.create',
    method: 'POST',
    path: '/api/curator/albums',
    access: 'contributor',
    summary: 'Create an album on a voyage, or a collection',
    description:
      'The album is added after the other albums of the voyage and starts empty. Its slug comes from the title. Without a voyage (`null`) it is a collection, which comes after the other collections.',
    bodyBytes: BODY_BYTES.shortFields,
    body: albumCreateSchema,
    response: albumSchema,
    otherResponses: [PROPOSED],
    status: 201,
    idempotent: true,
    errors: [404],
  }),
  update: defineOperation({
    id: 'albums.update',
    method: 'PUT',
    path: '/api/curator/albums/{album_slug}',
    access: 'contributor',
    summary: 'Update an album’s title and description, or move it',
    description: `${UPDATE_DESCRIPTION} \`sort_order\` says how many albums of the voyage, or collections, come before it.`,
    params: albumParams,
    bodyBytes: BODY_BYTES.shortFields,
    body: albumUpdateSchema,
    response: albumWithMediaSchema,
    otherResponses: [PROPOSED],
    conditional: true,
    errors: [404, 412],
  }),
  remove: defineOperation({
    id: 'albums.remove',
    method: 'DELETE',
    path: '/api/curator/albums/{album_slug}',
    access: 'curator',
    summary: 'Delete an album; its media are kept',
    description: 'The media stay in the library and on the voyage. History can restore the album.',
    params: albumParams,
    status: 204,
    conditional: true,
    errors: [404, 412],
  }),
  setMedia: defineOperation({
    id: 'albums.setMedia',
    method: 'PUT',
    path: '/api/curator/albums/{album_slug}/media',
    access: 'curator',
    summary: 'Set the media of an album and their order',
    description:
      'The album then contains exactly these media, in this order. Send `If-Match` so that media someone else added since is not removed.',
    params: albumParams,
    bodyBytes: BODY_BYTES.slugs,
    body: albumMediaSchema,
    response: albumWithMediaSchema,
    conditional: true,
    errors: [404, 412],
  }),
  addMedia: defineOperation({
    id: 'albums.addMedia',
    method: 'POST',
    path: '/api/curator/albums/{album_slug}/media',
    access: 'curator',
    summary: 'Add media to an album',
    description: 'The media item becomes the last one of the album. Returns 409 if the album already has it.',
    params: albumParams,
    body: albumEntrySchema,
    response: albumWithMediaSchema,
    conditional: true,
    idempotent: true,
    errors: [404, 409, 412],
  }),
  removeMedia: defineOperation({
    id: 'albums.removeMedia',
    method: 'DELETE',
    path: '/api/curator/albums/{album_slug}/media/{media_slug}',
    access: 'curator',
    summary: 'Remove media from an album',
    description: 'The media item stays in the library and on the voyage, and the others keep their order.',
    params: z.object({ album_slug: slugSchema, media_slug: slugSchema }),
    status: 204,
    conditional: true,
    errors: [404, 412],
  }),
};
