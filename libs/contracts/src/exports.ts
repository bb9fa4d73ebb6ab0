import { z } from 'zod';
import { defineCall } from './call.ts';
import { slugSchema, textSchema } from './common.ts';
import { mediaItemSchema } from './media-fields.ts';
import { mediaListQuerySchema } from './media.ts';
import { peopleListQuerySchema, personListItemSchema, personSchema } from './people.ts';
import { presidentSchema } from './presidents.ts';
import { EDITABLE_ATTRIBUTES, sourceSchema, spinSchema, voyageTypeSchema } from './voyage-fields.ts';
import { voyageFilterQuerySchema, voyageListQuerySchema } from './voyages.ts';

export const EXPORT_FORMATS = ['csv', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
const format = z.enum(EXPORT_FORMATS).default('csv');

const flags = Object.fromEntries(EDITABLE_ATTRIBUTES.map((name) => [name, z.boolean()])) as Record<
  (typeof EDITABLE_ATTRIBUTES)[number],
  z.ZodBoolean
>;

/**
 * A voyage as it is given to be kept and can be taken in again: what a document says of it, under the names of the document library
 * (`VoyageEntry`). Dates are as written, times HH:MM; places may have links besides, as Markdown.
 */
export const voyageEntrySchema = z.object({
  voyage_slug: slugSchema,
  owner: z
    .object({
      kind: z.enum(['president', 'owner']),
      name: z.string(),
      term_start: z.string().nullable(),
      term_end: z.string().nullable(),
    })
    .nullable(),
  /** The number that the voyage has in the curators' document, if any. */
  number: z.number().int().nullable(),
  start_date: z.string(),
  end_date: z.string().nullable(),
  /** Null where it is generated from place and date. */
  title: z.string().nullable(),
  voyage_type: voyageTypeSchema.nullable(),
  start_time: z.string().nullable(),
  end_time: z.string().nullable(),
  start_location: z.string().nullable(),
  end_location: z.string().nullable(),
  start_location_markdown: z.string().nullable(),
  end_location_markdown: z.string().nullable(),
  passengers: z.array(
    z.object({
      name: z.string(),
      wikipedia_url: z.string().nullable(),
      title: z.string().nullable(),
      role: z.string().nullable(),
      is_crew: z.boolean(),
    }),
  ),
  additional_guests: z.string().nullable(),
  summary_markdown: z.string().nullable(),
  additional_information: z.string().nullable(),
  notes: z.string().nullable(),
  notes_internal: z.string().nullable(),
  sources: z.array(sourceSchema),
  additional_sources: z.array(sourceSchema),
  spins: z.array(spinSchema),
  presidential_initials: z.string().nullable(),
  royalty_details: z.string().nullable(),
  foreign_leader_country: z.string().nullable(),
  ...flags,
  claims_photo: z.boolean(),
  claims_video: z.boolean(),
});
export type ExportedVoyage = z.output<typeof voyageEntrySchema>;

/** Somebody of the directory: what is known of the person, with form of address and role of the latest voyage that gives one. */
export const exportedPersonSchema = personSchema
  .omit({ voyages: true, is_president: true, created_at: true, updated_at: true })
  .extend(personListItemSchema.pick({ title: true, capacity_role: true }).shape);
export type ExportedPerson = z.output<typeof exportedPersonSchema>;

/** A record of the library without its pictures. */
export const exportedMediaSchema = mediaItemSchema.omit({
  s3_url: true,
  public_derivative_url: true,
  thumbnail_url: true,
  preview_state: true,
  preview_error: true,
  suggested: true,
  media_category: true,
  sort_order: true,
});
export type ExportedMedia = z.output<typeof exportedMediaSchema>;

export const exportVoyagesQuerySchema = voyageFilterQuerySchema.extend({
  format,
  sort: voyageListQuerySchema.shape.sort,
});
export type ExportVoyagesQuery = z.output<typeof exportVoyagesQuerySchema>;

export const exportPeopleQuerySchema = peopleListQuerySchema.omit({ limit: true, offset: true }).extend({ format });
export type ExportPeopleQuery = z.output<typeof exportPeopleQuerySchema>;

export const exportMediaQuerySchema = mediaListQuerySchema.omit({ limit: true, offset: true }).extend({
  format,
  /** Only what lies in this folder of the library, or below it. */
  folder: textSchema(1024).optional(),
  /** Only what has all of these words in its file's name, title, credit, date or description, as a folder is searched. */
  words: textSchema(200).optional(),
});
export type ExportMediaQuery = z.output<typeof exportMediaQuerySchema>;

export const exportCalls = {
  voyages: defineCall({
    id: 'exports.voyages',
    method: 'GET',
    path: '/api/export/voyages',
    summary: 'Voyages under filters as a file, in the form that an ingest reads',
    query: exportVoyagesQuerySchema,
    answer: z.array(voyageEntrySchema),
    fleeting: true,
    download: {
      'text/csv; charset=utf-8':
        'voyage_slug,owner,number,start_date\r\n1976-06-16-ford-gerald-dinner,"President Gerald Ford (August 9, 1974 to January 20, 1977)",2,1976-06-16\r\n',
    },
  }),
  people: defineCall({
    id: 'exports.people',
    method: 'GET',
    path: '/api/export/people',
    summary: 'People of the directory under filters as a file',
    query: exportPeopleQuerySchema,
    answer: z.array(exportedPersonSchema),
    fleeting: true,
    download: {
      'text/csv; charset=utf-8':
        'person_slug,full_name,voyage_count\r\ntrudeau-pierre-elliott,Pierre Elliott Trudeau,1\r\n',
    },
  }),
  media: defineCall({
    id: 'exports.media',
    method: 'GET',
    path: '/api/export/media',
    summary: 'Media records under filters as a file, newest first',
    query: exportMediaQuerySchema,
    answer: z.array(exportedMediaSchema),
    fleeting: true,
    download: {
      'text/csv; charset=utf-8':
        'media_slug,title,media_type\r\nmedia-at-the-rail-1976-06-16-4821,At the rail,image\r\n',
    },
  }),
  presidents: defineCall({
    id: 'exports.presidents',
    method: 'GET',
    path: '/api/export/presidents',
    summary: 'Presidents and owners as a file, by start of term',
    query: z.strictObject({ format }),
    answer: z.array(presidentSchema),
    fleeting: true,
    download: {
      'text/csv; charset=utf-8': 'president_slug,full_name,party\r\nford-gerald,Gerald Ford,Republican\r\n',
    },
  }),
  archive: defineCall({
    id: 'exports.archive',
    method: 'GET',
    path: '/api/export/archive',
    summary: 'All voyages as the document that an ingest reads',
    query: z.strictObject({}),
    fleeting: true,
    download: {
      'text/markdown; charset=utf-8':
        '# President Gerald Ford (August 9, 1974 to January 20, 1977)\n\n(GRF) (Menu)\n\n## 2. 1976-06-16\n\nLocation: Potomac River\n',
    },
  }),
};
