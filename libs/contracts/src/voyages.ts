import { z } from 'zod';
import { defineCall } from './call.ts';
import {
  flagQuery,
  instantSchema,
  optionalPartialDateSchema,
  optionalTextSchema,
  optionalTimeSchema,
  pagingShape,
  partialDateSchema,
  requiredPartialDateSchema,
  searchQuery,
  severalQuery,
  slugParams,
  slugSchema,
  voyageSlugParams,
} from './common.ts';
import { mediaItemSchema } from './media-fields.ts';
import { endsBefore } from './partial-date.ts';
import { passengerSchema } from './people-fields.ts';
import {
  ATTRIBUTES,
  attributesShape,
  EDITABLE_ATTRIBUTES,
  sourceSchema,
  sourcesInputSchema,
  spinSchema,
  spinsInputSchema,
  voyageTypeSchema,
} from './voyage-fields.ts';

const coreShape = {
  voyage_slug: slugSchema,
  title: z.string(),
  /** As written: a day, a month or a year. */
  start_date: z.string(),
  end_date: z.string().nullable(),
  start_time: z.string().nullable(),
  end_time: z.string().nullable(),
  start_location: z.string().nullable(),
  end_location: z.string().nullable(),
  voyage_type: voyageTypeSchema.nullable(),
  president_slug_from_voyage: slugSchema.nullable(),
  president_name: z.string().nullable(),
  president_party: z.string().nullable(),
  /** False for owners before and after presidential service, and where none is known. */
  presidential: z.boolean(),
  ...attributesShape,
};

/** A voyage in a list: what a log entry shows before it is opened. */
export const voyageListItemSchema = z.object({
  ...coreShape,
  people_count: z.number().int(),
  /** Full names of the first three people, in passenger order. */
  people_names: z.array(z.string()),
  thumbnail_url: z.string().nullable(),
});
export type VoyageListItem = z.output<typeof voyageListItemSchema>;

/** The light form of a voyage that the timeline draws (`fields=timeline`). */
export const voyageTimelineItemSchema = z.object({
  voyage_slug: slugSchema,
  title: z.string(),
  start_date: z.string(),
  end_date: z.string().nullable(),
  president_slug_from_voyage: slugSchema.nullable(),
});
export type VoyageTimelineItem = z.output<typeof voyageTimelineItemSchema>;

/** A whole voyage, with its people and media in their order. */
export const voyageSchema = z.object({
  ...coreShape,
  /** Computed in America/New_York; null when the date has no day or there is no time. */
  start_timestamp: instantSchema.nullable(),
  end_timestamp: instantSchema.nullable(),
  summary_markdown: z.string().nullable(),
  additional_information: z.string().nullable(),
  notes: z.string().nullable(),
  notes_internal: z.string().nullable(),
  original_markdown: z.string().nullable(),
  spin: z.array(spinSchema),
  source_urls: z.array(sourceSchema),
  additional_sources: z.array(sourceSchema),
  presidential_initials: z.string().nullable(),
  royalty_details: z.string().nullable(),
  foreign_leader_country: z.string().nullable(),
  /** Guests that are counted and not named, as written: "19 other guests". */
  additional_guests: z.string().nullable(),
  passengers: z.array(passengerSchema),
  media: z.array(mediaItemSchema),
  created_at: instantSchema,
  updated_at: instantSchema,
});
export type Voyage = z.output<typeof voyageSchema>;

const filterShape = {
  q: searchQuery.optional(),
  date_from: partialDateSchema.optional(),
  date_to: partialDateSchema.optional(),
  president_slug: severalQuery(slugSchema).optional(),
  voyage_type: voyageTypeSchema.optional(),
  significant: flagQuery.optional(),
  royalty: flagQuery.optional(),
  has_media: flagQuery.optional(),
  person: slugSchema.optional(),
  ...(Object.fromEntries(ATTRIBUTES.map((name) => [name, flagQuery.optional()])) as Record<
    (typeof ATTRIBUTES)[number],
    z.ZodOptional<typeof flagQuery>
  >),
};

/** Filters of a voyage list, several chosen attributes meaning that all must hold. */
export const voyageFilterQuerySchema = z.strictObject(filterShape);
export type VoyageFilterQuery = z.output<typeof voyageFilterQuerySchema>;

export const voyageListQuerySchema = z.strictObject({
  ...filterShape,
  ...pagingShape(50),
  sort: z.enum(['date', '-date']).default('date'),
  fields: z.enum(['timeline']).optional(),
});
export type VoyageListQuery = z.output<typeof voyageListQuerySchema>;

/** One president/owner who has voyages under the filters: a section of the list. */
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

const neighbour = z.object({ voyage_slug: slugSchema, title: z.string(), start_date: z.string() });
export const adjacentVoyagesSchema = z.object({ previous: neighbour.nullable(), next: neighbour.nullable() });
export type AdjacentVoyages = z.output<typeof adjacentVoyagesSchema>;

const writeShape = {
  title: optionalTextSchema(500),
  start_date: requiredPartialDateSchema('Start date is required'),
  end_date: optionalPartialDateSchema,
  start_time: optionalTimeSchema,
  end_time: optionalTimeSchema,
  start_location: optionalTextSchema(500),
  origin: optionalTextSchema(500),
  end_location: optionalTextSchema(500),
  destination: optionalTextSchema(500),
  voyage_type: z
    .union([voyageTypeSchema, z.literal('none'), z.literal(''), z.null()])
    .optional()
    .transform((type) => (type === 'none' || !type ? null : type)),
  summary_markdown: optionalTextSchema(100_000),
  additional_information: optionalTextSchema(100_000),
  notes: optionalTextSchema(100_000),
  notes_internal: optionalTextSchema(100_000),
  original_markdown: optionalTextSchema(200_000),
  spin: spinsInputSchema,
  spins: spinsInputSchema,
  spin_source: optionalTextSchema(4000),
  source_urls: sourcesInputSchema,
  additional_sources: sourcesInputSchema,
  president_slug_from_voyage: z
    .union([slugSchema, z.literal(''), z.null()])
    .optional()
    .transform((slug) => slug || null),
  presidential_initials: optionalTextSchema(20),
  royalty_details: optionalTextSchema(1000),
  foreign_leader_country: optionalTextSchema(1000),
  additional_guests: optionalTextSchema(2000),
  ...(Object.fromEntries(EDITABLE_ATTRIBUTES.map((name) => [name, z.boolean().default(false)])) as Record<
    (typeof EDITABLE_ATTRIBUTES)[number],
    z.ZodDefault<z.ZodBoolean>
  >),
};

interface Times {
  start_date: string;
  end_date: string | null;
  start_time: string | null;
  end_time: string | null;
}

const onOneDay = ({ start_date, end_date }: Times) =>
  start_date.length === 10 && (end_date === null || end_date === start_date);

/** Where a voyage ends before it starts: the field to be looked at, and why. */
function endedTooSoon(times: Times): { path: 'end_date' | 'end_time'; message: string } | undefined {
  const { start_date, end_date, start_time, end_time } = times;
  if (end_date !== null && endsBefore(end_date, start_date))
    return { path: 'end_date', message: 'The voyage ends before it starts.' };
  if (onOneDay(times) && start_time !== null && end_time !== null && end_time < start_time)
    return {
      path: 'end_time',
      message: 'The voyage ends before it starts. When it ended after midnight, give the end date.',
    };
  return undefined;
}

/** What a curator sends of a voyage, both spellings of each doubtful field folded into one (01-decisions). */
export const voyageWriteSchema = z
  .object(writeShape)
  .superRefine((voyage, context) => {
    const problem = endedTooSoon(voyage);
    if (problem) context.addIssue({ code: 'custom', path: [problem.path], message: problem.message });
  })
  .transform(({ origin, destination, spins, spin, spin_source, ...voyage }) => ({
    ...voyage,
    start_location: voyage.start_location ?? origin,
    end_location: voyage.end_location ?? destination,
    spin: (spin.length > 0 ? spin : spins).map((one, _, all) =>
      one.source === null && spin_source !== null && all.length === 1 ? { ...one, source: spin_source } : one,
    ),
  }));
export type VoyageWrite = z.output<typeof voyageWriteSchema>;

export const voyageCalls = {
  list: defineCall({
    id: 'voyages.list',
    method: 'GET',
    path: '/api/voyages',
    summary: 'Voyages under filters, by date',
    kept: true,
    query: voyageListQuerySchema,
    answer: z.array(voyageListItemSchema),
    otherAnswers: [
      {
        when: 'With fields=timeline: the light form that the timeline draws.',
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
    countsSoFar: true,
  }),
  administrations: defineCall({
    id: 'voyages.administrations',
    method: 'GET',
    path: '/api/voyages/administrations',
    summary: 'Presidents and owners who have voyages under the filters, earliest first',
    kept: true,
    query: voyageFilterQuerySchema,
    answer: z.array(administrationSchema),
  }),
  get: defineCall({
    id: 'voyages.get',
    method: 'GET',
    path: '/api/voyages/{slug}',
    summary: 'One voyage with its people and media',
    kept: true,
    params: slugParams,
    answer: voyageSchema,
    refusals: [404],
  }),
  adjacent: defineCall({
    id: 'voyages.adjacent',
    method: 'GET',
    path: '/api/voyages/{slug}/adjacent',
    summary: 'The voyages before and after, by start date, then slug',
    kept: true,
    params: slugParams,
    answer: adjacentVoyagesSchema,
    refusals: [404],
  }),
  create: defineCall({
    id: 'voyages.create',
    method: 'POST',
    path: '/api/curator/voyages',
    summary: 'Log a voyage',
    body: voyageWriteSchema,
    answer: voyageSchema,
    status: 201,
    repeatable: true,
  }),
  update: defineCall({
    id: 'voyages.update',
    method: 'PUT',
    path: '/api/curator/voyages/{voyage_slug}',
    summary: 'Replace a voyage; with If-Match only when nobody changed it since',
    params: voyageSlugParams,
    body: voyageWriteSchema,
    answer: voyageSchema,
    conditional: true,
    refusals: [404, 412],
  }),
  remove: defineCall({
    id: 'voyages.remove',
    method: 'DELETE',
    path: '/api/curator/voyages/{voyage_slug}',
    summary: 'Delete a voyage with its links and albums; people and media stay',
    params: voyageSlugParams,
    status: 204,
    conditional: true,
    refusals: [404, 412],
  }),
};
