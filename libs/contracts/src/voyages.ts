import { z } from 'zod';
import { BODY_BYTES, defineOperation, UPDATE_DESCRIPTION } from './operation.ts';
import {
  edtfDateSchema,
  flagQuery,
  instantSchema,
  pagingShape,
  searchQuery,
  repeatableQuery,
  slugParams,
  slugSchema,
  textInputSchema,
  textSchema,
  voyageSlugParams,
} from './common.ts';
import { PROPOSED } from './proposals.ts';
import { endsBefore, isDay } from './dates/index.ts';
import { mediaItemSchema } from './media-item.ts';
import { personCreateSchema } from './people.ts';
import { passengerSchema } from './people-fields.ts';
import { OWNER_PROPOSALS } from './owner-proposal.ts';
import { presidentCreateSchema } from './presidents.ts';
import { createShape, fieldsWith, readShape, refineWith, updateShape } from './records/field.ts';
import { passengerFields } from './records/person.fields.ts';
import { voyageFields, type VoyageValues } from './records/voyage.fields.ts';
import {
  ATTRIBUTES,
  attributesShape,
  type Spin,
  spinsInputSchema,
  VOYAGE_DAYS,
  VOYAGE_HOURS,
  voyageTypeSchema,
} from './voyage-fields.ts';

const coreShape = {
  voyage_slug: slugSchema,
  ...readShape(fieldsWith(voyageFields, 'listed')),
  president_slug_from_voyage: slugSchema.nullable(),
  president_name: z.string().nullable(),
  president_party: z.string().nullable(),
  /** False for owners before and after the yacht's presidential service, and for voyages without an owner. */
  presidential: z.boolean(),
  ...attributesShape,
};

/** A voyage in a list. */
export const voyageListItemSchema = z.object({
  ...coreShape,
  people_count: z.number().int(),
  /** Full names of the first three people, in passenger order. */
  people_names: z.array(z.string()),
  thumbnail_url: z.string().nullable(),
  /** For a voyage without an owner: the president or owner aboard, or the one whose term includes the date. */
  proposed_owner: z
    .object({
      president_slug: slugSchema,
      president_name: z.string(),
      presidential: z.boolean(),
      reason: z.enum(OWNER_PROPOSALS),
    })
    .optional(),
});
export type VoyageListItem = z.output<typeof voyageListItemSchema>;

/** The fields of a voyage on the timeline (`fields=timeline`). */
export const voyageTimelineItemSchema = z.object({
  voyage_slug: slugSchema,
  title: z.string(),
  start_date: z.string(),
  end_date: z.string().nullable(),
  president_slug_from_voyage: slugSchema.nullable(),
});
export type VoyageTimelineItem = z.output<typeof voyageTimelineItemSchema>;

/** A voyage with its people and media, in order. */
export const voyageSchema = z.object({
  ...coreShape,
  ...readShape(voyageFields),
  /** Computed in America/New_York; null if the date has no day or the voyage has no time. */
  start_timestamp: instantSchema.nullable(),
  end_timestamp: instantSchema.nullable(),
  passengers: z.array(passengerSchema),
  media: z.array(mediaItemSchema),
  created_at: instantSchema,
  updated_at: instantSchema,
});
export type Voyage = z.output<typeof voyageSchema>;

const filterShape = {
  q: searchQuery.optional(),
  /** An approximate date matches on every day from its first to its last possible day. */
  date_from: edtfDateSchema.optional(),
  date_to: edtfDateSchema.optional(),
  /** `none` for voyages without a president or owner. */
  president_slug: repeatableQuery(slugSchema).optional(),
  voyage_type: voyageTypeSchema.optional(),
  significant: flagQuery.optional(),
  royalty: flagQuery.optional(),
  has_media: flagQuery.optional(),
  /** All of these people were aboard. */
  person: repeatableQuery(slugSchema).optional(),
  /** The voyage started or ended at each of these places, as written, without regard to case and accents. */
  place_name: repeatableQuery(textSchema(500)).optional(),
  /** The month in which it started, in any year: 1 to 12, or `unknown`. */
  month: z
    .string()
    .regex(/^(?:[1-9]|1[0-2]|unknown)$/, 'Enter a month from 1 to 12, or unknown.')
    .optional(),
  days: z.enum(VOYAGE_DAYS).optional(),
  hours: z.enum(VOYAGE_HOURS).optional(),
  place: slugSchema.optional().meta({ description: 'Voyages that name this place.' }),
  ...(Object.fromEntries(ATTRIBUTES.map((name) => [name, flagQuery.optional()])) as Record<
    (typeof ATTRIBUTES)[number],
    z.ZodOptional<typeof flagQuery>
  >),
};

/** Filters of a voyage list. A voyage must have all of the chosen attributes. */
export const voyageFilterQuerySchema = z.strictObject(filterShape);
export type VoyageFilterQuery = z.output<typeof voyageFilterQuerySchema>;

export const voyageListQuerySchema = z.strictObject({
  ...filterShape,
  ...pagingShape(50),
  sort: z.enum(['date', '-date']).default('date'),
  fields: z.enum(['timeline']).optional(),
});
export type VoyageListQuery = z.output<typeof voyageListQuerySchema>;

export const voyagePositionQuerySchema = z
  .strictObject({
    ...filterShape,
    voyage: slugSchema.optional(),
    /** Slug of the president or owner, `none` for voyages without one for whom none is proposed. */
    administration: slugSchema.optional(),
  })
  .refine(({ voyage, administration }) => (voyage === undefined) !== (administration === undefined), {
    message: 'Enter either a voyage or an administration.',
    path: ['voyage'],
  });
export type VoyagePositionQuery = z.output<typeof voyagePositionQuerySchema>;

/** A president or owner with voyages that match the filters, proposed ones included: a section of the list. */
export const administrationSchema = z.object({
  president_slug: slugSchema.nullable(),
  president_name: z.string().nullable(),
  president_party: z.string().nullable(),
  presidential: z.boolean(),
  term_start: z.string().nullable(),
  term_end: z.string().nullable(),
  voyage_count: z.number().int(),
  first_start_date: z.string(),
});
export type Administration = z.output<typeof administrationSchema>;

const adjacentVoyage = z.object({ voyage_slug: slugSchema, title: z.string(), start_date: z.string() });
export const adjacentVoyagesSchema = z.object({ previous: adjacentVoyage.nullable(), next: adjacentVoyage.nullable() });
export type AdjacentVoyages = z.output<typeof adjacentVoyagesSchema>;

/** The lines of a document that say what a voyage was. */
export const voyagePassageSchema = z.object({
  /** Its file name. */
  document: z.string(),
  line: z.int(),
  end_line: z.int(),
  text: z.string(),
});
export type VoyagePassage = z.output<typeof voyagePassageSchema>;

const presidentInput = z.union([slugSchema, z.literal(''), z.null()]).transform((slug) => slug || null);

/** Aliases of fields, accepted from clients. */
const aliasShape = {
  origin: textInputSchema(500).optional(),
  destination: textInputSchema(500).optional(),
  spins: spinsInputSchema.optional(),
  spin_source: textInputSchema(4000).optional(),
};

type Aliases = z.output<z.ZodObject<typeof aliasShape>>;

interface AliasedFields {
  start_location?: string | null | undefined;
  end_location?: string | null | undefined;
  spin?: Spin[] | undefined;
}

const fieldOrAlias = <T>(field: T | null | undefined, alias: T | null | undefined) =>
  field ?? alias ?? (field === null || alias === null ? null : undefined);

const quotesOf = (spin: Spin[] | undefined, spins: Spin[] | undefined) =>
  spin?.length ? spin : spins?.length ? spins : (spin ?? spins);

/** Replaces field aliases with the field names. */
function withoutAliases<V extends AliasedFields>({ origin, destination, spins, spin_source, ...voyage }: V & Aliases) {
  const quotes = quotesOf(voyage.spin, spins);
  const [only] = quotes ?? [];
  const spin =
    only && quotes?.length === 1 && only.source === null && spin_source ? [{ ...only, source: spin_source }] : quotes;
  return {
    ...voyage,
    start_location: fieldOrAlias(voyage.start_location, origin),
    end_location: fieldOrAlias(voyage.end_location, destination),
    spin,
  };
}

type Times = Pick<VoyageValues, 'start_date' | 'end_date' | 'start_time' | 'end_time'>;

const onOneDay = ({ start_date, end_date }: Times) =>
  isDay(start_date) && (end_date === null || end_date === start_date);

/** Checks the times of a voyage; reports the field to correct. */
export function voyageTimeErrors(times: Times): { path: string; message: string }[] {
  const { start_date, end_date, start_time, end_time } = times;
  if (end_date !== null && endsBefore(end_date, start_date))
    return [{ path: 'end_date', message: 'The voyage ends before it starts.' }];
  if (onOneDay(times) && start_time !== null && end_time !== null && end_time < start_time)
    return [
      {
        path: 'end_time',
        message: 'The voyage ends before it starts. If it ended after midnight, enter the end date.',
      },
    ];
  return [];
}

/** Someone who is not in the archive yet, with their role on the voyage. */
export const newPassengerSchema = z.object({ person: personCreateSchema, ...createShape(passengerFields) });
export type NewPassenger = z.output<typeof newPassengerSchema>;

/** People who are saved together with a voyage. */
const newPeopleShape = {
  aboard: z
    .array(z.object({ person_slug: slugSchema, ...updateShape(passengerFields) }))
    .max(1000)
    .optional()
    .meta({
      description:
        'Everyone of the archive who is aboard, in order. Others are removed from the voyage; their records stay. Absent: nobody is removed.',
    }),
  /** Added after all other passengers, in this order. */
  new_passengers: z.array(newPassengerSchema).max(500).default([]),
  /** Takes precedence over `president_slug_from_voyage`. */
  new_president: presidentCreateSchema.nullish(),
};

const NEW_PEOPLE =
  '`new_passengers` and `new_president` are created in the same transaction as the voyage. In the response the new passengers come ' +
  'last, in the order of the request.';

/** A new voyage. A blank title is generated from date and place. */
export const voyageCreateSchema = z
  .object({
    ...createShape(voyageFields),
    president_slug_from_voyage: presidentInput.default(null),
    ...newPeopleShape,
    ...aliasShape,
  })
  .superRefine(refineWith(voyageTimeErrors))
  .transform((voyage) => {
    const { start_location, end_location, spin, ...rest } = withoutAliases(voyage);
    return { ...rest, start_location: start_location ?? null, end_location: end_location ?? null, spin: spin ?? [] };
  });
export type VoyageCreate = z.output<typeof voyageCreateSchema>;

/** Absent fields keep their value, null clears them. */
export const voyageUpdateSchema = z
  .object({
    ...updateShape(voyageFields),
    president_slug_from_voyage: presidentInput.optional(),
    ...newPeopleShape,
    ...aliasShape,
  })
  .transform(withoutAliases);
export type VoyageUpdate = z.output<typeof voyageUpdateSchema>;

export const voyageOperations = {
  list: defineOperation({
    id: 'voyages.list',
    method: 'GET',
    path: '/api/voyages',
    access: 'reader',
    summary: 'List voyages by date, with filters',
    description:
      'Filters combine, and dates match by overlap. `fields=timeline` returns items with fewer fields, for calendars.',
    cacheable: true,
    query: voyageListQuerySchema,
    response: z.array(voyageListItemSchema),
    otherResponses: [
      {
        when: 'With fields=timeline: only the fields of the timeline.',
        schema: z.array(voyageTimelineItemSchema),
        example: [
          {
            voyage_slug: '1976-06-16-ford-gerald-r-dinner-for-pierre-trudeau',
            title: 'Dinner for Pierre Trudeau',
            start_date: '1976-06-16',
            end_date: null,
            president_slug_from_voyage: 'ford-gerald-r',
          },
        ],
      },
    ],
    paged: true,
    cappedTotal: true,
  }),
  administrations: defineOperation({
    id: 'voyages.administrations',
    method: 'GET',
    path: '/api/voyages/administrations',
    access: 'reader',
    summary: 'List presidents and owners with voyages that match the filters, earliest first',
    description:
      'Each with its number of matching voyages. It takes the same filters as voyages.list, so that both agree.',
    cacheable: true,
    query: voyageFilterQuerySchema,
    response: z.array(administrationSchema),
  }),
  position: defineOperation({
    id: 'voyages.position',
    method: 'GET',
    path: '/api/voyages/position',
    access: 'reader',
    summary: 'Get the position of a voyage, or of the first one of an administration, in the list by date',
    description:
      'To open the page of a long list that has a given voyage. Returns 404 if the voyage does not match the filters.',
    cacheable: true,
    query: voyagePositionQuerySchema,
    /** `place` is the position in the list, counted from 0. */
    response: z.object({ place: z.number().int() }),
    errors: [404],
  }),
  get: defineOperation({
    id: 'voyages.get',
    method: 'GET',
    path: '/api/voyages/{slug}',
    access: 'reader',
    summary: 'Get a voyage with its people and media',
    description:
      'Includes passengers, media, sources and quotes. The response has the ETag that updates take in `If-Match`.',
    cacheable: true,
    params: slugParams,
    response: voyageSchema,
    errors: [404],
  }),
  passage: defineOperation({
    id: 'voyages.passage',
    method: 'GET',
    path: '/api/voyages/{slug}/passage',
    access: 'reader',
    summary: 'Get the lines of the document that a voyage was last imported from; null for a voyage without one',
    description:
      'The text stays as the document had it, also after the voyage is edited. It is cut after 20,000 characters.',
    params: slugParams,
    response: voyagePassageSchema.nullable(),
    errors: [404],
  }),
  adjacent: defineOperation({
    id: 'voyages.adjacent',
    method: 'GET',
    path: '/api/voyages/{slug}/adjacent',
    access: 'reader',
    summary: 'Get the previous and next voyage, by start date, then slug',
    description: 'For links to the previous and next voyage. Either is null at the end of the archive.',
    cacheable: true,
    params: slugParams,
    response: adjacentVoyagesSchema,
    errors: [404],
  }),
  create: defineOperation({
    id: 'voyages.create',
    method: 'POST',
    path: '/api/curator/voyages',
    access: 'contributor',
    summary: 'Create a voyage',
    description: NEW_PEOPLE,
    bodyBytes: BODY_BYTES.record,
    body: voyageCreateSchema,
    ignoredFieldsOf: [voyageListItemSchema],
    response: voyageSchema,
    otherResponses: [PROPOSED],
    status: 201,
    idempotent: true,
    errors: [409],
  }),
  update: defineOperation({
    id: 'voyages.update',
    method: 'PUT',
    path: '/api/curator/voyages/{voyage_slug}',
    access: 'contributor',
    summary: 'Update a voyage',
    description: `${UPDATE_DESCRIPTION} A generated title follows date and place unless a title is sent; a cleared title is generated. ${NEW_PEOPLE}`,
    params: voyageSlugParams,
    bodyBytes: BODY_BYTES.record,
    body: voyageUpdateSchema,
    ignoredFieldsOf: [voyageListItemSchema],
    response: voyageSchema,
    otherResponses: [PROPOSED],
    conditional: true,
    idempotent: true,
    errors: [404, 409, 412],
  }),
  remove: defineOperation({
    id: 'voyages.remove',
    method: 'DELETE',
    path: '/api/curator/voyages/{voyage_slug}',
    access: 'curator',
    summary: 'Delete a voyage with its albums; people and media are kept',
    description:
      'Its passenger list and its media associations are deleted with it. History restores the voyage with both.',
    params: voyageSlugParams,
    status: 204,
    conditional: true,
    errors: [404, 412],
  }),
};
