import { z } from 'zod';
import { requiredTextSchema, slugSchema, textSchema } from '../common.ts';
import { sourceSchema, sourcesInputSchema } from '../voyage-fields.ts';
import { defineFields, optional, required, text, type ValuesOf } from './field.ts';
import { namesInputSchema } from './inputs.ts';

export const PLACE_KINDS = ['port', 'river', 'landmark', 'anchorage', 'other'] as const;
export const placeKindSchema = z.enum(PLACE_KINDS);
export type PlaceKind = z.output<typeof placeKindSchema>;

/** Characters of a location of a voyage, which can become a name or spelling. */
export const MAX_WORDING = 500;
/** Other spellings of one place, also after decisions and merges. */
export const MAX_SPELLINGS = 500;

/** A number as JSON or as typed text, within bounds; null and blank are null. */
const numberInput = (min: number, max: number, message: string) =>
  z
    .union([z.number(), z.string().regex(/^\s*(?:[-+]?\d{1,8}(?:\.\d{1,15})?)?\s*$/, message), z.null()])
    .transform((value) => (value === null || (typeof value === 'string' && value.trim() === '') ? null : Number(value)))
    .refine((value) => value === null || (value >= min && value <= max), message);

const coordinate = (label: string, max: number) =>
  optional(
    {
      label,
      column: 'double precision',
      input: numberInput(-max, max, `Enter degrees from -${max} to ${max}, for example 38.8737.`),
      output: z.number().nullable(),
      empty: null,
    },
    { listed: true, form: true, exported: true, public: true },
  );

/** An identifier, or the web address of its page; null and blank are null. */
const identifier = (label: string, page: RegExp, form: RegExp, message: string) =>
  optional(
    {
      label,
      column: 'text',
      input: z
        .union([textSchema(200), z.null()])
        .transform((value) => value?.trim().replace(page, '$1').toUpperCase() || null)
        .refine((value) => value === null || form.test(value), message),
      output: z.string().nullable(),
      empty: null,
    },
    { form: true, exported: true, public: true },
  );

/** A place that voyages name. */
export const placeFields = defineFields({
  name: required('Name', requiredTextSchema(MAX_WORDING, 'Enter a name'), z.string(), {
    search: 'A',
    listed: true,
    form: true,
    exported: true,
    public: true,
  }),
  /** Other spellings in the voyages' sources, which lead to the place as its name does. */
  variants: optional(
    {
      label: 'Other spellings',
      column: 'text[]',
      input: namesInputSchema({ most: MAX_SPELLINGS, characters: MAX_WORDING }),
      output: z.array(z.string()),
      empty: [],
    },
    { search: 'A', form: true, exported: true, public: true },
  ),
  kind: optional(
    {
      label: 'Kind',
      column: 'text',
      input: placeKindSchema.nullable().transform((kind) => kind ?? 'other'),
      output: placeKindSchema,
      empty: 'other',
    },
    { listed: true, form: true, exported: true, public: true },
  ),
  /** In degrees north, and east (WGS 84). */
  latitude: coordinate('Latitude', 90),
  longitude: coordinate('Longitude', 180),
  /** The place is within this many meters of its coordinates. */
  uncertainty: optional(
    {
      label: 'Uncertainty in meters',
      column: 'integer',
      input: numberInput(0, 1_000_000, 'Enter meters from 0 to 1,000,000.').refine(
        (value) => value === null || Number.isInteger(value),
        'Enter meters as a whole number.',
      ),
      output: z.number().int().nullable(),
      empty: null,
    },
    { form: true, exported: true, public: true },
  ),
  /** Slug of the place that this one is part of. */
  part_of: optional(
    {
      label: 'Part of',
      column: 'text',
      input: z.union([slugSchema, z.literal(''), z.null()]).transform((slug) => slug || null),
      output: slugSchema.nullable(),
      empty: null,
    },
    { listed: true, form: true, exported: true, public: true },
  ),
  wikidata: identifier(
    'Wikidata',
    /^https?:\/\/(?:www\.)?wikidata\.org\/(?:wiki|entity)\/(Q\d+).*$/i,
    /^Q[1-9]\d{0,11}$/,
    'Enter a Wikidata ID such as Q1165584, or its address.',
  ),
  geonames: identifier(
    'GeoNames',
    /^https?:\/\/(?:www\.|sws\.)?geonames\.org\/(\d+).*$/i,
    /^[1-9]\d{0,11}$/,
    'Enter a GeoNames ID such as 4140963, or its address.',
  ),
  notes: text('Notes', 100_000, { search: 'C', form: true, exported: true }),
  sources: optional(
    { label: 'Sources', column: 'jsonb', input: sourcesInputSchema, output: z.array(sourceSchema), empty: [] },
    { search: 'D', form: true, exported: true },
  ),
});

export type PlaceValues = ValuesOf<typeof placeFields>;

/** Coordinates come in pairs. */
export const placeErrors = ({ latitude, longitude }: Pick<PlaceValues, 'latitude' | 'longitude'>) =>
  (latitude === null) === (longitude === null)
    ? []
    : [{ path: latitude === null ? 'latitude' : 'longitude', message: 'Enter both latitude and longitude.' }];
