import { z } from 'zod';
import { pagingShape, requiredSlugSchema, slugParams, slugSchema } from './common.ts';
import { mediaItemSchema } from './media-item.ts';
import { BODY_BYTES, defineOperation } from './operation.ts';
import { portraitUrlSchema } from './people-fields.ts';

/** Maximum number of people in one picture. */
export const MAX_MEDIA_PEOPLE = 200;

const start = z.number().min(0).max(1);
const length = z.number().positive().max(1);
/** Tolerance, because sums of floating-point fractions are not exact. */
const ROUNDING = 1e-6;

/** A part of a picture, in fractions of its width and height from the left and the top. */
export const pictureRegionSchema = z
  .object({ x: start, y: start, width: length, height: length })
  .refine(({ x, width }) => x + width <= 1 + ROUNDING, {
    path: ['width'],
    message: 'The region extends beyond the image.',
  })
  .refine(({ y, height }) => y + height <= 1 + ROUNDING, {
    path: ['height'],
    message: 'The region extends beyond the image.',
  });
export type PictureRegion = z.output<typeof pictureRegionSchema>;

const region = pictureRegionSchema.nullable().meta({ description: 'Null for the whole image.' });

const shownPersonSchema = z.object({
  person_slug: slugSchema,
  full_name: z.string(),
  role_title: z.string().nullable(),
  portrait_url: portraitUrlSchema,
});

const markedPersonSchema = shownPersonSchema.extend({ region });
export type MarkedPerson = z.output<typeof markedPersonSchema>;

export const mediaPeopleSchema = z.object({
  media_slug: slugSchema,
  people: z.array(markedPersonSchema).meta({ description: 'Who is in the image, in order.' }),
  suggested: z.array(shownPersonSchema).meta({
    description: 'People aboard the voyages of the media item who aren’t marked yet.',
  }),
});
export type MediaPeople = z.output<typeof mediaPeopleSchema>;

export const mediaPeopleSetSchema = z.object({
  people: z.array(z.object({ person_slug: requiredSlugSchema('Choose a person.'), region })).max(MAX_MEDIA_PEOPLE),
});
export type MediaPeopleSet = z.output<typeof mediaPeopleSetSchema>;

/** A media item in which a person is marked. For media of their voyages, see `PersonMedia`. */
export const personPictureSchema = mediaItemSchema.omit({ media_category: true, sort_order: true }).extend({ region });
export type PersonPicture = z.output<typeof personPictureSchema>;

const params = z.object({ media_slug: slugSchema });

export const mediaPeopleOperations = {
  get: defineOperation({
    id: 'media.people',
    method: 'GET',
    path: '/api/media/{media_slug}/people',
    access: 'reader',
    summary: 'List the people in an image',
    description: 'The response has the ETag of the media record, which an update takes in `If-Match`.',
    cacheable: true,
    params,
    response: mediaPeopleSchema,
    errors: [404],
  }),
  set: defineOperation({
    id: 'media.setPeople',
    method: 'PUT',
    path: '/api/curator/media/{media_slug}/people',
    access: 'curator',
    summary: 'Set the people in an image, their regions and their order',
    description:
      'Exactly these people are then marked. It is a change of the media record, with a revision that can be restored. Send `If-Match` so that someone whom another curator marked since is not removed.',
    params,
    bodyBytes: BODY_BYTES.shortFields,
    body: mediaPeopleSetSchema,
    response: mediaPeopleSchema,
    conditional: true,
    errors: [404, 412],
  }),
  pictures: defineOperation({
    id: 'people.pictures',
    method: 'GET',
    path: '/api/people/{slug}/pictures',
    access: 'reader',
    summary: 'List the media in which a person is marked, by date',
    description: 'Media without a date come last. `limit` and `offset` page through the list.',
    cacheable: true,
    params: slugParams,
    query: z.strictObject(pagingShape(24)),
    response: z.array(personPictureSchema),
    paged: true,
    errors: [404],
  }),
};
