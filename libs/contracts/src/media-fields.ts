import { z } from 'zod';
import { slugSchema } from './common.ts';

/** Media types of the editor, and `pdf` of the picker and the upload (SPEC section 3). */
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

const STATEMENTS =
  /^https?:\/\/rightsstatements\.org\/(?:vocab|page)\/(?:InC|InC-OW-EU|InC-EDU|InC-NC|InC-RUU|NoC-CR|NoC-NC|NoC-OKLR|NoC-US|CNE|UND|NKC)\/1\.0\/?$/;
const LICENSES =
  /^https?:\/\/creativecommons\.org\/(?:licenses\/(?:by|by-sa|by-nd|by-nc|by-nc-sa|by-nc-nd)\/[1-4]\.\d(?:\/[a-z]{2,6})?|publicdomain\/(?:zero|mark)\/1\.0)(?:\/deed(?:\.[A-Za-z_-]{2,10})?)?\/?$/;

/** Rights: the address of a RightsStatements.org statement or a Creative Commons license; null for unknown. */
export const rightsSchema = z
  .union([z.string().max(200), z.null()])
  .transform((address) => address?.trim() || null)
  .refine(
    (address) => address === null || STATEMENTS.test(address) || LICENSES.test(address),
    'Enter the address of a RightsStatements.org statement or a Creative Commons license.',
  );

/** Embedded metadata of a file, suggested where a curator has entered nothing. */
export const suggestionsSchema = z.object({
  title: z.string().nullable(),
  date: z.string().nullable(),
  credit: z.string().nullable(),
});

/** Thumbnails are generated after the upload: `waiting` until then, `failed` when the file has none. */
export const previewStateSchema = z.enum(['waiting', 'ready', 'failed']);

/** A media record; with `media_category` and `sort_order` in responses about one voyage. */
export const mediaItemSchema = z.object({
  media_slug: slugSchema,
  title: z.string(),
  media_type: mediaTypeSchema,
  /** Address of the file: behind the login, or external. */
  url: z.string().nullable(),
  s3_url: z.string().nullable(),
  public_derivative_url: z.string().nullable(),
  thumbnail_url: z.string().nullable(),
  /** Null for files other than images and PDFs, and for external files. */
  preview_state: previewStateSchema.nullable(),
  /** Why there is no thumbnail, as a sentence. */
  preview_error: z.string().nullable(),
  content_type: z.string().nullable(),
  /** Bytes. */
  size: z.number().int().nullable(),
  /** Pixels of an image as displayed, points of a PDF's first page. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  date: z.string().nullable(),
  credit: z.string().nullable(),
  description_markdown: z.string().nullable(),
  alt_text: z.string().nullable(),
  rights: z.string().nullable(),
  rights_note: z.string().nullable(),
  tags: z.array(z.string()),
  suggested: suggestionsSchema.nullable(),
  president_slug: slugSchema.nullable(),
  media_category: mediaCategorySchema.optional(),
  sort_order: z.number().int().optional(),
});
export type MediaItem = z.output<typeof mediaItemSchema>;
