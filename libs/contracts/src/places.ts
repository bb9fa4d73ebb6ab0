import { z } from 'zod';
import {
  flagQuery,
  instantSchema,
  pagingShape,
  requiredTextSchema,
  searchQuery,
  slugParams,
  slugSchema,
  textSchema,
} from './common.ts';
import { BODY_BYTES, defineOperation, UPDATE_DESCRIPTION } from './operation.ts';
import { letterSchema, personListItemSchema } from './people.ts';
import { personMediaSchema } from './person-profile.ts';
import { PROPOSED } from './proposals.ts';
import { createShape, fieldsWith, readShape, refineWith, updateShape } from './records/field.ts';
import { MAX_WORDING, placeErrors, placeFields, placeKindSchema } from './records/place.fields.ts';

const voyageCount = z.number().int().meta({ description: 'Voyages that name the place.' });

/** A place in a list. */
export const placeListItemSchema = z.object({
  place_slug: slugSchema,
  ...readShape(fieldsWith(placeFields, 'listed')),
  part_of_name: z.string().nullable(),
  voyage_count: voyageCount,
});
export type PlaceListItem = z.output<typeof placeListItemSchema>;

export const placeSchema = z.object({
  place_slug: slugSchema,
  ...readShape(placeFields),
  part_of_name: z.string().nullable().meta({ description: 'Null if that place was deleted.' }),
  /** The places that are part of this one. */
  parts: z.array(z.object({ place_slug: slugSchema, name: z.string() })),
  /** The spellings that voyages use, most common first, and the other spellings that none uses. */
  wordings: z.array(
    z.object({
      wording: z.string(),
      voyage_count: voyageCount,
      is_name: z.boolean().meta({ description: 'Whether it is a form of the name, and not of another spelling.' }),
    }),
  ),
  voyage_count: voyageCount,
  created_at: instantSchema,
  updated_at: instantSchema,
});
export type Place = z.output<typeof placeSchema>;

const filterShape = {
  q: searchQuery.optional(),
  kind: placeKindSchema.optional(),
  unplaced: flagQuery.optional().meta({ description: 'Only places without coordinates.' }),
};

export const placeListQuerySchema = z.strictObject({
  ...filterShape,
  letter: letterSchema.optional(),
  sort: z.enum(['name', 'voyages']).default('name'),
  ...pagingShape(200),
});
export type PlaceListQuery = z.output<typeof placeListQuerySchema>;

export const placeLetterSchema = z.object({ letter: letterSchema, place_count: z.number().int() });
export type PlaceLetter = z.output<typeof placeLetterSchema>;

export const placeCreateSchema = z.object(createShape(placeFields)).superRefine(refineWith(placeErrors));
export type PlaceCreate = z.output<typeof placeCreateSchema>;

/** Absent fields keep their value, null clears them. */
export const placeUpdateSchema = z.object(updateShape(placeFields));
export type PlaceUpdate = z.output<typeof placeUpdateSchema>;

/** A place of a voyage, as its source writes it. Without a record, all but `wording` are null. */
export const voyagePlaceSchema = z.object({
  wording: z.string(),
  place_slug: slugSchema.nullable(),
  name: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  uncertainty: z.number().int().nullable(),
});
export type VoyagePlace = z.output<typeof voyagePlaceSchema>;

const wordingSchema = textSchema(MAX_WORDING);

/** A town with the name that is asked for, and its position, from GeoNames. */
export const placeCandidateSchema = z.object({
  geonames: z.string(),
  name: z.string(),
  region: z.string().nullable().meta({ description: 'Postal code of the state, in the United States.' }),
  country: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  uncertainty: z
    .number()
    .int()
    .meta({ description: 'Meters that the town may reach from this point, estimated from the number of inhabitants.' }),
  population: z.number().int(),
  near: z
    .object({ name: z.string(), kilometers: z.number().int() })
    .nullable()
    .meta({ description: 'The nearest place of the same voyages; of all voyages if those have no other coordinates.' }),
});
export type PlaceCandidate = z.output<typeof placeCandidateSchema>;

/** How voyages write a place that has no record. Spellings that differ only in case, accents and punctuation are one. */
export const placeWordingSchema = z.object({
  /** The most common spelling. */
  wording: z.string(),
  voyage_count: voyageCount,
  /** The first voyages that have it. */
  examples: z.array(z.object({ voyage_slug: slugSchema, title: z.string(), start_date: z.string() })),
  /** Places with a similar name or spelling, most similar first. */
  proposals: z.array(
    z.object({
      place_slug: slugSchema,
      name: z.string(),
      /** 0 to 1. */
      similarity: z.number(),
    }),
  ),
  /** Towns with this name, most likely first. */
  candidates: z.array(placeCandidateSchema),
  /** Similar wordings have the same number. */
  group: z.number().int(),
});
export type PlaceWording = z.output<typeof placeWordingSchema>;

/** What wordings of voyages are. */
export const WORDING_DECISIONS = ['spelling', 'new_places', 'one_place', 'not_a_place', 'undecided'] as const;

export const placeDecisionSchema = z
  .object({
    wordings: z.array(wordingSchema).min(1).max(200),
    decision: z.enum(WORDING_DECISIONS).meta({
      description:
        '`spelling` of the place `place_slug`; `new_places`, one for each wording, which is no longer a spelling of another place then; `one_place`, with the first as its name; `not_a_place`, such as “at sea”; `undecided` removes another spelling or `not_a_place`.',
    }),
    place_slug: slugSchema.optional(),
    positions: z
      .array(z.object({ wording: wordingSchema, geonames: z.string().regex(/^\d{1,12}$/) }))
      .max(200)
      .optional()
      .meta({ description: 'The candidates that new places take their coordinates from.' }),
  })
  .refine(({ decision, place_slug }) => (decision === 'spelling') === (place_slug !== undefined), {
    message: 'Choose the place that is written this way.',
    path: ['place_slug'],
  });
export type PlaceDecision = z.output<typeof placeDecisionSchema>;

/** Changed places with the revision of the change, in the order in which they are undone. */
export const placeRevisionsSchema = z.array(z.object({ place_slug: slugSchema, revision: z.number().int() }));
export type PlaceRevisions = z.output<typeof placeRevisionsSchema>;

const placeParams = z.object({ place_slug: slugSchema });

export const placeOperations = {
  list: defineOperation({
    id: 'places.list',
    method: 'GET',
    path: '/api/places',
    access: 'reader',
    summary: 'List places by name, or most voyages first',
    description: '`q` searches names, other spellings and notes. `X-Total-Count` has the number of all matches.',
    cacheable: true,
    query: placeListQuerySchema,
    response: z.array(placeListItemSchema),
    paged: true,
  }),
  letters: defineOperation({
    id: 'places.letters',
    method: 'GET',
    path: '/api/places/by-letter',
    access: 'reader',
    summary: 'List the first letters of places with their number, # last',
    description: 'For filters of the directory. Letters without places are left out.',
    cacheable: true,
    query: z.strictObject(filterShape),
    response: z.array(placeLetterSchema),
  }),
  byVoyage: defineOperation({
    id: 'places.byVoyage',
    method: 'GET',
    path: '/api/places/by-voyage/{slug}',
    access: 'reader',
    summary: 'List the places of a voyage in order, with their records',
    description:
      'Departure, stops and arrival, as the source writes them; stops are separated by semicolons. The name or a spelling leads to the record.',
    cacheable: true,
    params: slugParams,
    response: z.array(voyagePlaceSchema),
    errors: [404],
  }),
  get: defineOperation({
    id: 'places.get',
    method: 'GET',
    path: '/api/places/{slug}',
    access: 'reader',
    summary: 'Get a place',
    description: 'A slug that was merged into another place returns that place.',
    cacheable: true,
    params: slugParams,
    response: placeSchema,
    errors: [404],
  }),
  people: defineOperation({
    id: 'places.people',
    method: 'GET',
    path: '/api/places/{slug}/people',
    access: 'reader',
    summary: 'List the people on voyages that name a place, most such voyages first',
    description: '`place_count` is the number of these voyages.',
    cacheable: true,
    params: slugParams,
    query: z.strictObject(pagingShape(12)),
    response: z.array(
      personListItemSchema
        .pick({ person_slug: true, full_name: true, role_title: true, portrait_url: true })
        .extend({ place_count: z.number().int() }),
    ),
    paged: true,
    errors: [404],
  }),
  media: defineOperation({
    id: 'places.media',
    method: 'GET',
    path: '/api/places/{slug}/media',
    access: 'reader',
    summary: 'List the media of voyages that name a place in voyage order, without duplicates',
    description: 'A media item that belongs to more than one of these voyages is listed once, with the first voyage.',
    cacheable: true,
    params: slugParams,
    query: z.strictObject(pagingShape(24)),
    response: z.array(personMediaSchema),
    paged: true,
    errors: [404],
  }),
  create: defineOperation({
    id: 'places.create',
    method: 'POST',
    path: '/api/curator/places',
    access: 'contributor',
    summary: 'Create a place',
    description:
      'The slug comes from the name. Voyages lead to it by its name and other spellings, so 409 if another place has one of them.',
    bodyBytes: BODY_BYTES.record,
    body: placeCreateSchema,
    response: placeSchema,
    otherResponses: [PROPOSED],
    status: 201,
    idempotent: true,
    errors: [409],
  }),
  update: defineOperation({
    id: 'places.update',
    method: 'PUT',
    path: '/api/curator/places/{place_slug}',
    access: 'contributor',
    summary: 'Update a place',
    description: UPDATE_DESCRIPTION,
    params: placeParams,
    bodyBytes: BODY_BYTES.record,
    body: placeUpdateSchema,
    response: placeSchema,
    otherResponses: [PROPOSED],
    conditional: true,
    errors: [404, 409, 412],
  }),
  remove: defineOperation({
    id: 'places.remove',
    method: 'DELETE',
    path: '/api/curator/places/{place_slug}',
    access: 'curator',
    summary: 'Delete a place',
    description: 'Voyages keep their text. History can restore the place. Returns 409 if other places are part of it.',
    params: placeParams,
    status: 204,
    conditional: true,
    errors: [404, 409, 412],
  }),
  wordings: defineOperation({
    id: 'places.wordings',
    method: 'GET',
    path: '/api/curator/places/wordings',
    access: 'reader',
    summary: 'List how voyages write places that have no record, most voyages first',
    description:
      'With `not_places`, those that a curator has declared not to be places. Similar wordings follow each other.',
    cacheable: true,
    query: z.strictObject({ not_places: flagQuery.optional(), ...pagingShape(100) }),
    response: z.array(placeWordingSchema),
    paged: true,
  }),
  candidates: defineOperation({
    id: 'places.candidates',
    method: 'GET',
    path: '/api/curator/places/candidates',
    access: 'reader',
    summary: 'Find towns with a name, and their coordinates',
    description:
      'Large towns near the other places of the voyages that name it come first. A state or country after a comma must match. The data, GeoNames as of March 2023 (CC BY 4.0), is part of the archive and has towns of 500 inhabitants or more, but no waters or landmarks.',
    cacheable: true,
    query: z.strictObject({ name: requiredTextSchema(300, 'Enter a name') }),
    response: z.array(placeCandidateSchema),
  }),
  decide: defineOperation({
    id: 'places.decide',
    method: 'POST',
    path: '/api/curator/places/wordings',
    access: 'curator',
    summary: 'Decide what wordings of voyages are',
    description:
      'A decision serves all voyages that have the wording. Returns the places that changed, for `places.undo`. The opposite of `not_a_place` is `undecided`.',
    bodyBytes: BODY_BYTES.slugs,
    body: placeDecisionSchema,
    response: placeRevisionsSchema,
    errors: [404, 409],
  }),
  merge: defineOperation({
    id: 'places.merge',
    method: 'POST',
    path: '/api/curator/places/{place_slug}/merge',
    access: 'curator',
    summary: 'Merge a place into another one; its name becomes another spelling, and its address leads on',
    description:
      'Empty fields of the other place get the values of this one; other spellings and sources are combined. Places that are part of this one become part of the other. Returns the places that changed, for `places.undo`.',
    params: placeParams,
    body: z.object({ into: slugSchema }),
    response: placeRevisionsSchema,
    conditional: true,
    errors: [404, 409, 412],
  }),
  undo: defineOperation({
    id: 'places.undo',
    method: 'POST',
    path: '/api/curator/places/undo',
    access: 'curator',
    summary: 'Undo decisions about wordings, or a merge',
    description:
      'Undoes the changes that `places.decide` or `places.merge` returned, all or none. Later changes of the same places are kept. Returns 409 if one of them prevents it.',
    bodyBytes: BODY_BYTES.slugs,
    body: z.object({ changes: placeRevisionsSchema.min(1).max(1000) }),
    status: 204,
    errors: [404, 409],
  }),
};
