import { z } from 'zod';

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

/** Rights: the URL of a RightsStatements.org statement or a Creative Commons license; null for unknown. */
export const rightsSchema = z
  .union([z.string().max(200), z.null()])
  .transform((url) => url?.trim() || null)
  .refine(
    (url) => url === null || STATEMENTS.test(url) || LICENSES.test(url),
    'Enter the address of a RightsStatements.org statement or a Creative Commons license.',
  );
