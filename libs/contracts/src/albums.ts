import { z } from 'zod';
import { defineCall } from './call.ts';
import {
  optionalTextSchema,
  orderInputSchema,
  requiredSlugSchema,
  requiredTextSchema,
  slugSchema,
  voyageSlugParams,
} from './common.ts';
import { mediaItemSchema } from './media-fields.ts';

export const albumSchema = z.object({
  album_slug: slugSchema,
  title: z.string(),
  description: z.string().nullable(),
  voyage_slug: slugSchema,
  sort_order: z.number().int(),
  media_count: z.number().int(),
});
export type Album = z.output<typeof albumSchema>;

export const albumWithMediaSchema = albumSchema.extend({ media: z.array(mediaItemSchema) });
export type AlbumWithMedia = z.output<typeof albumWithMediaSchema>;

export const albumCreateSchema = z.object({
  title: requiredTextSchema(300, 'Album title is required'),
  description: optionalTextSchema(10_000),
  voyage_slug: slugSchema,
  sort_order: orderInputSchema(0),
});

export type AlbumCreate = z.output<typeof albumCreateSchema>;

export const albumEntrySchema = z.object({
  media_slug: requiredSlugSchema('Please select media to add'),
  sort_order: orderInputSchema(0),
});
export type AlbumEntry = z.output<typeof albumEntrySchema>;

const albumParams = z.object({ album_slug: slugSchema });

export const albumCalls = {
  byVoyage: defineCall({
    id: 'albums.byVoyage',
    method: 'GET',
    path: '/api/curator/albums/by-voyage/{voyage_slug}',
    summary: 'Albums of a voyage, in their order',
    kept: true,
    params: voyageSlugParams,
    answer: z.array(albumSchema),
    refusals: [404],
  }),
  get: defineCall({
    id: 'albums.get',
    method: 'GET',
    path: '/api/curator/albums/{album_slug}',
    summary: 'An album with its media',
    kept: true,
    params: albumParams,
    answer: albumWithMediaSchema,
    refusals: [404],
  }),
  create: defineCall({
    id: 'albums.create',
    method: 'POST',
    path: '/api/curator/albums',
    summary: 'Make an album on a voyage',
    body: albumCreateSchema,
    answer: albumSchema,
    status: 201,
    repeatable: true,
    refusals: [404],
  }),
  remove: defineCall({
    id: 'albums.remove',
    method: 'DELETE',
    path: '/api/curator/albums/{album_slug}',
    summary: 'Delete an album, not its media',
    params: albumParams,
    status: 204,
    conditional: true,
    refusals: [404, 412],
  }),
  addMedia: defineCall({
    id: 'albums.addMedia',
    method: 'POST',
    path: '/api/curator/albums/{album_slug}/media',
    summary: 'Put media into an album',
    params: albumParams,
    body: albumEntrySchema,
    answer: albumWithMediaSchema,
    conditional: true,
    repeatable: true,
    refusals: [404, 409, 412],
  }),
  removeMedia: defineCall({
    id: 'albums.removeMedia',
    method: 'DELETE',
    path: '/api/curator/albums/{album_slug}/media/{media_slug}',
    summary: 'Take media out of an album',
    params: z.object({ album_slug: slugSchema, media_slug: slugSchema }),
    status: 204,
    conditional: true,
    refusals: [404, 412],
  }),
};
