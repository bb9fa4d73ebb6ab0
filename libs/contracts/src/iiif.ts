import { z } from 'zod';
import { slugSchema, voyageSlugParams } from './common.ts';
import { defineOperation } from './operation.ts';

const uriSchema = z.string();

/** The capabilities of the image service of a picture or page. */
export const imageInfoSchema = z.object({
  '@context': z.literal('http://iiif.io/api/image/3/context.json'),
  id: uriSchema,
  type: z.literal('ImageService3'),
  protocol: z.literal('http://iiif.io/api/image'),
  profile: z.literal('level2'),
  width: z.number().int(),
  height: z.number().int(),
  maxWidth: z.number().int().meta({ description: 'Longest side of a response image.' }),
  sizes: z.array(z.object({ width: z.number().int(), height: z.number().int() })),
  tiles: z.array(
    z.object({ width: z.number().int(), height: z.number().int(), scaleFactors: z.array(z.number().int()) }),
  ),
  preferredFormats: z.array(z.string()).optional(),
  rights: z.string().optional(),
  extraQualities: z.array(z.string()),
  extraFormats: z.array(z.string()),
  extraFeatures: z.array(z.string()),
});
export type ImageInfo = z.output<typeof imageInfoSchema>;

/** Other properties as defined by the Presentation API. */
export const manifestSchema = z.looseObject({
  '@context': z.literal('http://iiif.io/api/presentation/3/context.json'),
  id: uriSchema,
  type: z.literal('Manifest'),
  label: z.record(z.string(), z.array(z.string())),
  items: z.array(z.looseObject({ id: uriSchema, type: z.literal('Canvas') })),
});
export type Manifest = z.output<typeof manifestSchema>;

const NEGOTIATION =
  'JSON-LD as `application/ld+json` with the profile of the specification, or `application/json` if `Accept` asks for it.';

export const iiifOperations = {
  imageInfo: defineOperation({
    id: 'iiif.imageInfo',
    method: 'GET',
    path: '/iiif/image/{media_slug}/{page}/info.json',
    access: 'reader',
    summary: 'Describe the IIIF image service of an image or page',
    description: `Image API 3.0, level 2. Images are at \`/iiif/image/{media_slug}/{page}/{region}/{size}/{rotation}/{quality}.{format}\`; use page 1 for an image. ${NEGOTIATION}`,
    anyOrigin: true,
    params: z.object({ media_slug: slugSchema, page: z.coerce.number().int().min(1).max(1_000_000) }),
    response: imageInfoSchema,
    errors: [404],
  }),
  mediaManifest: defineOperation({
    id: 'iiif.mediaManifest',
    method: 'GET',
    path: '/iiif/media/{media_slug}/manifest.json',
    access: 'reader',
    summary: 'Get the IIIF manifest of a media item',
    description: `Presentation API 3.0, with a canvas for each page of a document. Returns 404 if the item has no image. ${NEGOTIATION}`,
    anyOrigin: true,
    params: z.object({ media_slug: slugSchema }),
    response: manifestSchema,
    errors: [404],
  }),
  albumManifest: defineOperation({
    id: 'iiif.albumManifest',
    method: 'GET',
    path: '/iiif/albums/{album_slug}/manifest.json',
    access: 'reader',
    summary: 'Get the IIIF manifest of an album',
    description: `Presentation API 3.0, in album order. Returns 404 if the album has no images. ${NEGOTIATION}`,
    anyOrigin: true,
    params: z.object({ album_slug: slugSchema }),
    response: manifestSchema,
    errors: [404],
  }),
  voyageManifest: defineOperation({
    id: 'iiif.voyageManifest',
    method: 'GET',
    path: '/iiif/voyages/{voyage_slug}/manifest.json',
    access: 'reader',
    summary: 'Get the IIIF manifest of a voyage',
    description: `Presentation API 3.0: the voyage’s media in order, followed by media that are only in its albums. Returns 404 if the voyage has no images. ${NEGOTIATION}`,
    anyOrigin: true,
    params: voyageSlugParams,
    response: manifestSchema,
    errors: [404],
  }),
};
