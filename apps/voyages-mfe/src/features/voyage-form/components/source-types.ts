import type { Source } from '@archive/contracts';

/** Source types of the API (SPEC section 3). */
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
