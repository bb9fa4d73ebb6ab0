import { similarMediaOperations } from '../media-similar.ts';
import { exampleOf } from './example.ts';
import { ALBUM_SLUG, MEDIA, MEDIA_SLUG, PERSON_SLUG, VOYAGE_SLUG } from './records.ts';

const COPY_SLUG = 'media-at-the-rail-19760616-7310';
const mergeChanges = {
  into: MEDIA_SLUG,
  file_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  voyages: [VOYAGE_SLUG],
  albums: [ALBUM_SLUG],
  people: [PERSON_SLUG],
};

export const similarMediaExamples = [
  exampleOf(similarMediaOperations.similar, {
    params: { slug: COPY_SLUG },
    query: { limit: 12 },
    response: { items: [{ ...MEDIA, distance: 4 }] },
  }),
  exampleOf(similarMediaOperations.merge, {
    params: { media_slug: COPY_SLUG },
    body: { into: MEDIA_SLUG, keep_file: 'new' },
    response: { media_slug: COPY_SLUG, ...mergeChanges },
  }),
  exampleOf(similarMediaOperations.undoMerge, {
    params: { media_slug: COPY_SLUG },
    body: mergeChanges,
    response: { ...MEDIA, media_slug: COPY_SLUG },
  }),
];
