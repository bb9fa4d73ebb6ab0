import { z } from 'zod';
import { slugSchema } from './common.ts';

/** Kinds that a media record may have: the editor's, and `pdf` of the picker and the upload (SPEC section 3). */
export const MEDIA_TYPES = [
  'article',
  'document',
  'logbook',
  'image',
  'video',
  'audio',
  'book',
  'pdf',
  'other',
] as const;
export const mediaTypeSchema = z.enum(MEDIA_TYPES);

export const MEDIA_CATEGORIES = ['source', 'additional_source'] as const;
export const mediaCategorySchema = z.enum(MEDIA_CATEGORIES);

/** A media record; with `media_category` and `sort_order` where it is answered of one voyage. */
export const mediaItemSchema = z.object({
  media_slug: slugSchema,
  title: z.string(),
  media_type: mediaTypeSchema,
  /** Where the browser reads the file: behind the login, or an address outside. */
  url: z.string().nullable(),
  s3_url: z.string().nullable(),
  public_derivative_url: z.string().nullable(),
  thumbnail_url: z.string().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  date: z.string().nullable(),
  credit: z.string().nullable(),
  description_markdown: z.string().nullable(),
  alt_text: z.string().nullable(),
  rights: z.string().nullable(),
  rights_note: z.string().nullable(),
  tags: z.array(z.string()),
  president_slug: slugSchema.nullable(),
  media_category: mediaCategorySchema.optional(),
  sort_order: z.number().int().optional(),
});
export type MediaItem = z.output<typeof mediaItemSchema>;
