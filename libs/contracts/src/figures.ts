import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { slugSchema } from './common.ts';
import { placeKindSchema } from './records/place.fields.ts';
import { ATTRIBUTES, VOYAGE_DAYS, VOYAGE_HOURS } from './voyage-fields.ts';
import { voyageFilterQuerySchema } from './voyages.ts';

/** How many people and places the figures name, and between how many people they count shared voyages. */
export const MAX_FIGURES = { people: 20, companions: 10, places: 20 } as const;

const voyages = z.number().int().min(1).meta({ description: 'Number of voyages.' });

export const figuresSchema = z.object({
  voyages: z.number().int().meta({ description: 'Number of voyages that match the filters.' }),
  presidents: z
    .array(
      z.object({
        president_slug: slugSchema.nullable(),
        president_name: z.string().nullable(),
        presidential: z.boolean(),
        voyages,
      }),
    )
    .meta({ description: 'Presidents and owners, earliest voyage first. Null: voyages without one.' }),
  years: z
    .array(
      z.object({
        year: z.number().int(),
        president_slug: slugSchema.nullable(),
        voyages,
        uncertain: z.number().int().meta({
          description: 'How many of them may have been in another year: “about 1940”, “1939 or 1941”, “the 1930s”.',
        }),
      }),
    )
    .meta({
      description:
        'A voyage counts in each year in which it was, or may have been: the voyages that the list has from the first to the last day of the year. Years outside of the filters, and without voyages, are left out.',
    }),
  months: z
    .array(z.object({ month: z.number().int().min(1).max(12), voyages }))
    .meta({ description: 'By the month in which voyages started, in any year.' }),
  months_unknown: z
    .number()
    .int()
    .meta({ description: 'Number of voyages whose month is unknown or uncertain. They count in no month.' }),
  days: z.array(z.object({ days: z.enum(VOYAGE_DAYS), voyages })).meta({
    description: 'By calendar days from the first to the last; a voyage without an end date lasts one day.',
  }),
  hours: z
    .array(z.object({ hours: z.enum(VOYAGE_HOURS), voyages }))
    .meta({ description: 'By hours from start to end. Known for voyages with both days and both times.' }),
  people: z
    .array(
      z.object({
        person_slug: slugSchema,
        full_name: z.string(),
        voyages,
        as_crew: z.number().int().meta({ description: 'How many of them as crew.' }),
      }),
    )
    .max(MAX_FIGURES.people)
    .meta({ description: 'People most often aboard, crew included.' }),
  companions: z.array(z.object({ person_slug: slugSchema, companion_slug: slugSchema, voyages })).meta({
    description: `Voyages that two of the first ${MAX_FIGURES.companions} people shared, each pair once. Pairs without any are left out.`,
  }),
  places: z
    .array(z.object({ place: z.string(), voyages }))
    .max(MAX_FIGURES.places)
    .meta({
      description: 'Places where most voyages started or ended. Wordings that differ in case and accents count as one.',
    }),
  attributes: z
    .array(z.object({ attribute: z.enum(ATTRIBUTES), voyages }))
    .meta({ description: 'Voyages that the filter by the attribute finds. Attributes without any are left out.' }),
});
export type Figures = z.output<typeof figuresSchema>;

/** A place on the map. */
export const mapPlaceSchema = z.object({
  place_slug: slugSchema,
  name: z.string(),
  kind: placeKindSchema,
  latitude: z.number(),
  longitude: z.number(),
  uncertainty: z.number().int().nullable().meta({ description: 'In meters.' }),
  voyages,
});
export type MapPlace = z.output<typeof mapPlaceSchema>;

const count = z.number().int();

export const voyageMapSchema = z.object({
  voyages: count.meta({ description: 'Number of voyages that match the filters.' }),
  voyages_not_on_map: count.meta({ description: 'How many of them name no place that has coordinates.' }),
  places: z.array(mapPlaceSchema).meta({ description: 'Places that have coordinates, most voyages first.' }),
  places_not_on_map: count.meta({ description: 'Number of places of these voyages that have no coordinates.' }),
});
export type VoyageMap = z.output<typeof voyageMapSchema>;

export const figuresOperations = {
  get: defineOperation({
    id: 'figures.get',
    method: 'GET',
    path: '/api/figures',
    access: 'reader',
    summary: 'Count voyages by year, president, month, length, people, places and attributes',
    description:
      'Takes the filters of `voyages.list`. With the filter of a number added to them, the list has exactly the voyages that the number counts.',
    cacheable: true,
    query: voyageFilterQuerySchema,
    response: figuresSchema,
  }),
  map: defineOperation({
    id: 'figures.map',
    method: 'GET',
    path: '/api/figures/map',
    access: 'reader',
    summary: 'Count voyages by the places on the map that they name',
    description:
      'Takes the filters of `voyages.list`. With the filter `place` added to them, the list has exactly the voyages that a place counts. A voyage counts at each of its places.',
    cacheable: true,
    query: voyageFilterQuerySchema,
    response: voyageMapSchema,
  }),
};
