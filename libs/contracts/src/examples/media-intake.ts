import { intakeOperations } from '../media-intake.ts';
import { exampleOf } from './example.ts';
import { ALBUM_SLUG, MEDIA, MEDIA_SLUG, PERSON_SLUG, PRESIDENT_SLUG, VOYAGE_SLUG } from './records.ts';

export const mediaIntakeExamples = [
  exampleOf(intakeOperations.attach, {
    params: { media_slug: MEDIA_SLUG },
    body: { voyage_slug: VOYAGE_SLUG, album_slug: ALBUM_SLUG, people: [PERSON_SLUG] },
    response: MEDIA,
  }),
  exampleOf(intakeOperations.attachFile, {
    body: {
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      voyage_slug: VOYAGE_SLUG,
    },
  }),
  exampleOf(intakeOperations.check, {
    body: { voyages: [VOYAGE_SLUG], presidents: [PRESIDENT_SLUG], albums: [ALBUM_SLUG], people: ['nobody'] },
    response: { voyages: [], presidents: [], albums: [], people: ['nobody'] },
  }),
];
