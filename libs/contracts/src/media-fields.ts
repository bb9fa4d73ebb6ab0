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

const STATEMENTS =
  /^https?:\/\/rightsstatements\.org\/(?:vocab|page)\/(?:InC|InC-OW-EU|InC-EDU|InC-NC|InC-RUU|NoC-CR|NoC-NC|NoC-OKLR|NoC-US|CNE|UND|NKC)\/1\.0\/?$/;
const LICENCES =
  /^https?:\/\/creativecommons\.org\/(?:licenses\/(?:by|by-sa|by-nd|by-nc|by-nc-sa|by-nc-nd)\/[1-4]\.\d(?:\/[a-z]{2,6})?|publicdomain\/(?:zero|mark)\/1\.0)(?:\/deed(?:\.[A-Za-z_-]{2,10})?)?\/?$/;

/** What may be done with media: the address of a statement of RightsStatements.org or of a Creative Commons licence; null for unknown. */
export const rightsSchema = z
  .union([z.string().max(200), z.null()])
  .transform((address) => address?.trim() || null)
  .refine(
    (address) => address === null || STATEMENTS.test(address) || LICENCES.test(address),
    'Give the address of a RightsStatements.org statement or of a Creative Commons licence.',
  );

/** What a file says of itself, to be offered where a curator has said nothing. */
export const suggestedSchema = z.object({
  title: z.string().nullable(),
  date: z.string().nullable(),
  credit: z.string().nullable(),
});

/** Pictures of a file are made after its upload: until then `waiting`, and `failed` where there is none to be had. */
export const previewStateSchema = z.enum(['waiting', 'ready', 'failed']);

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
  /** Null where the file is no picture and no PDF, or lies outside. */
  preview_state: previewStateSchema.nullable(),
  /** Why there is no picture of it, as a sentence. */
  preview_error: z.string().nullable(),
  content_type: z.string().nullable(),
  /** Bytes. */
  size: z.number().int().nullable(),
  /** Pixels of a picture as it is seen, points of a PDF's first page. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  date: z.string().nullable(),
  credit: z.string().nullable(),
  description_markdown: z.string().nullable(),
  alt_text: z.string().nullable(),
  rights: z.string().nullable(),
  rights_note: z.string().nullable(),
  tags: z.array(z.string()),
  suggested: suggestedSchema.nullable(),
  president_slug: slugSchema.nullable(),
  media_category: mediaCategorySchema.optional(),
  sort_order: z.number().int().optional(),
});
export type MediaItem = z.output<typeof mediaItemSchema>;
