import { z } from 'zod';
import { wholeNumberQuery } from './common.ts';
import { isRightsUrl } from './rights.ts';

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

/** The place of a file among those that are uploaded together. */
export const batchShape = {
  batch_id: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional()
    .meta({
      description:
        'Any name that the files of one upload share. Their voyage and album show them in the order of `batch_position`, whenever each arrives.',
    }),
  batch_position: wholeNumberQuery(0, 1_000_000).optional().meta({
    description: 'Position of the file in its batch; 0 if absent. Equal ones are in the order of arrival.',
  }),
};

/** Rights: the URL of a RightsStatements.org statement or a Creative Commons license; null for unknown. */
export const rightsSchema = z
  .union([z.string().max(200), z.null()])
  .transform((url) => url?.trim() || null)
  .refine(
    (url) => url === null || isRightsUrl(url),
    'Enter the address of a RightsStatements.org statement or a Creative Commons license.',
  );
