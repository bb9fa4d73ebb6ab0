import { z } from 'zod';
import { slugSchema, textSchema } from './common.ts';
import { mediaCategorySchema } from './media-fields.ts';
import { readShape } from './records/field.ts';
import { mediaFields } from './records/media.fields.ts';

const embeddedText = textSchema(10_000);

/** Metadata found in a file, by the field for which it is suggested. */
export const fileMetadataSchema = z
  .object({
    title: embeddedText,
    /** `1946`, `1946-03` or `1946-03-07`, or an approximate date such as `1946~`. */
    date: embeddedText,
    credit: embeddedText,
    description_markdown: embeddedText,
    tags: z.array(textSchema(100)).max(100),
    alt_text: embeddedText,
    creator: embeddedText,
    place: embeddedText,
    identifier: embeddedText,
    rights: embeddedText,
    rights_note: embeddedText,
  })
  .partial();
export type FileMetadata = z.output<typeof fileMetadataSchema>;

/** State of the thumbnail, which is generated after the upload: `waiting` until then, `failed` if none could be generated. */
export const previewStateSchema = z.enum(['waiting', 'ready', 'failed']);

/**
 * Why a file has no thumbnail: it is damaged, missing from storage, or not supported here although other programs may open it.
 * With a thumbnail, `damaged` says that parts of the file seem to be lost.
 */
export const previewFailureSchema = z.enum(['damaged', 'missing', 'unsupported']);

/** A media record; with `media_category` and `sort_order` in responses about one voyage. */
export const mediaItemSchema = z.object({
  media_slug: slugSchema,
  ...readShape(mediaFields),
  /** URL of the file: in the archive, which requires a login, or external. */
  url: z.string().nullable(),
  s3_url: z.string().nullable(),
  public_derivative_url: z.string().nullable(),
  thumbnail_url: z.string().nullable(),
  /** Null for files other than images, videos, recordings and PDFs, and for external files. */
  preview_state: previewStateSchema.nullable(),
  /** Why there is no thumbnail, as a sentence. */
  preview_error: z.string().nullable(),
  preview_failure: previewFailureSchema.nullable(),
  content_type: z.string().nullable(),
  /** In bytes. */
  size: z.number().int().nullable(),
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
  /** Metadata in the file. It is suggested to curators and not part of the record. */
  suggested: fileMetadataSchema.nullable(),
  president_slug: slugSchema.nullable(),
  media_category: mediaCategorySchema.optional(),
  sort_order: z.number().int().optional(),
});
export type MediaItem = z.output<typeof mediaItemSchema>;
