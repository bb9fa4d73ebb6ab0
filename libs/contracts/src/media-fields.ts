import { z } from 'zod';
import { isRightsUrl } from './rights.ts';

/** Media types: those that the editor offers, and `pdf`, which the picker and the upload dialog also have (SPEC section 3). */
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

/** Rights: the URL of a RightsStatements.org statement or a Creative Commons license; null for unknown. */
export const rightsSchema = z
  .union([z.string().max(200), z.null()])
  .transform((url) => url?.trim() || null)
  .refine(
    (url) => url === null || isRightsUrl(url),
    'Enter the address of a RightsStatements.org statement or a Creative Commons license.',
  );
