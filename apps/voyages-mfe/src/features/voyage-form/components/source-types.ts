import type { Source } from '@archive/contracts';

/** The kinds of a source, as the API has them (SPEC section 3). */
export const SOURCE_MEDIA_TYPES: readonly Source['media_type'][] = [
  'article',
  'document',
  'logbook',
  'image',
  'video',
  'audio',
  'book',
  'other',
  'unchecked',
];
