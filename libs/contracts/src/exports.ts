import { z } from 'zod';
import { RESPONSE_TIMEOUT_SECONDS } from './budget.ts';
import { BODY_BYTES, defineOperation } from './operation.ts';
import { flagQuery, instantSchema, pagingShape, repeatableQuery, slugSchema, textSchema } from './common.ts';
import { fieldChangeSchema } from './history.ts';
import { CONFLICT_CHOICES } from './ingest.ts';
import { mediaItemSchema } from './media-item.ts';
import { mediaListQuerySchema } from './media.ts';
import { peopleListQuerySchema, personListItemSchema } from './people.ts';
import { placeListItemSchema, placeListQuerySchema } from './places.ts';
import { presidentSchema } from './presidents.ts';
import { fieldsWith, readShape } from './records/field.ts';
import { mediaFields } from './records/media.fields.ts';
import { personFields } from './records/person.fields.ts';
import { placeFields } from './records/place.fields.ts';
import { voyageFields } from './records/voyage.fields.ts';
import { sourceSchema, spinSchema } from './voyage-fields.ts';
import { voyageFilterQuerySchema, voyageListQuerySchema } from './voyages.ts';

export const EXPORT_FORMATS = ['csv', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
const format = z.enum(EXPORT_FORMATS).default('csv');

/**
 * An exported voyage, which can be imported again: its fields in a document, named as in the document library (`VoyageEntry`). Dates are as
 * written in the document, times are HH:MM, and locations may contain Markdown links.
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
  /** The voyage's number in the curators' document, if any. */
  number: z.number().int().nullable(),
  ...readShape(fieldsWith(voyageFields, 'exported')),
  /** Null when it is generated from place and date. */
  title: z.string().nullable(),
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
  sources: z.array(sourceSchema),
  additional_sources: z.array(sourceSchema),
  spins: z.array(spinSchema),
  claims_photo: z.boolean(),
  claims_video: z.boolean(),
});
export type ExportedVoyage = z.output<typeof voyageEntrySchema>;

/** A person, with the title and role of the latest voyage that has one. */
export const exportedPersonSchema = z.object({
  person_slug: slugSchema,
  ...readShape(fieldsWith(personFields, 'exported')),
  ...personListItemSchema.pick({ filing_name: true, title: true, capacity_role: true, voyage_count: true }).shape,
});
export type ExportedPerson = z.output<typeof exportedPersonSchema>;

/** A place, with the number of voyages that name it. */
export const exportedPlaceSchema = z.object({
  place_slug: slugSchema,
  ...readShape(fieldsWith(placeFields, 'exported')),
  ...placeListItemSchema.pick({ voyage_count: true }).shape,
});
export type ExportedPlace = z.output<typeof exportedPlaceSchema>;

/** A media record without its derivatives. */
export const exportedMediaSchema = z.object({
  media_slug: slugSchema,
  ...readShape(fieldsWith(mediaFields, 'exported')),
  ...mediaItemSchema.pick({
    president_slug: true,
    url: true,
    content_type: true,
    size: true,
    width: true,
    height: true,
    page_count: true,
    frame_count: true,
    color_profile: true,
    bit_depth: true,
    duration: true,
    codecs: true,
  }).shape,
});
export type ExportedMedia = z.output<typeof exportedMediaSchema>;

export const exportVoyagesQuerySchema = voyageFilterQuerySchema.extend({
  format,
  sort: voyageListQuerySchema.shape.sort,
});
export type ExportVoyagesQuery = z.output<typeof exportVoyagesQuerySchema>;

export const exportPeopleQuerySchema = peopleListQuerySchema.omit({ limit: true, offset: true }).extend({ format });
export type ExportPeopleQuery = z.output<typeof exportPeopleQuerySchema>;

export const exportPlacesQuerySchema = placeListQuerySchema.omit({ limit: true, offset: true }).extend({ format });

export const exportMediaQuerySchema = mediaListQuerySchema.omit({ limit: true, offset: true }).extend({
  format,
  /** Only files in or below this folder. */
  folder: textSchema(1024).optional(),
  /** Only media with all of these words in file name, title, credit, date or description. */
  words: textSchema(200).optional(),
});
export type ExportMediaQuery = z.output<typeof exportMediaQuerySchema>;

export const PACKAGE_IMPORT_STATES = ['waiting', 'running', 'previewed', 'completed', 'failed', 'cancelled'] as const;

/** The kinds of records that a package brings into an archive with records, in the order in which they refer to each other. */
export const MERGED_KINDS = ['people', 'presidents', 'media', 'voyages', 'albums', 'places', 'stories'] as const;
export type MergedKind = (typeof MERGED_KINDS)[number];

/**
 * What a package does with a record. `add`: the archive doesn’t have it. `conflict`: some of its fields differ. `unclear`: a record with its
 * address may be a different one. `equal`: nothing.
 */
export const PACKAGE_ACTIONS = ['unclear', 'conflict', 'add', 'equal'] as const;
export type PackageAction = (typeof PACKAGE_ACTIONS)[number];

/** The comparison of a package with an archive that has records. */
export const packagePreviewSchema = z.object({
  /** Numbers of records. */
  add: z.number().int(),
  conflict: z.number().int(),
  unclear: z.number().int(),
  equal: z.number().int(),
  /** The archive has changed since an earlier preview, which this one replaces. */
  outdated: z.boolean(),
  /** It adds or changes more voyages than the archive allows one curator alone, so only an administrator can import it. */
  needs_administrator: z.boolean(),
});
export type PackagePreview = z.output<typeof packagePreviewSchema>;

export const packageRecordSchema = z.object({
  kind: z.enum(MERGED_KINDS),
  /** Address in the package. */
  slug: slugSchema,
  /** Name or title in the package. */
  title: z.string(),
  action: z.enum(PACKAGE_ACTIONS),
  /** Address of the record in the archive, or that the added record gets. */
  archive_slug: slugSchema,
  /** Version of the record in the archive; null if it doesn’t have it. */
  archive_version: z.number().int().nullable(),
  /** Why an unclear record may be a different one, in one sentence; null otherwise. */
  doubt: z.string().nullable(),
  /** The differing fields: `from` is the archive’s value, `to` that of the package. Long texts are cut short. */
  changes: z.array(fieldChangeSchema),
});
export type PackageRecord = z.output<typeof packageRecordSchema>;

/** A curator’s decision about a record of a package. */
export const packageChoiceSchema = z.strictObject({
  kind: z.enum(MERGED_KINDS),
  /** Address in the package. */
  slug: slugSchema,
  /** Whether an unclear record is that of the archive. Otherwise it is added under another address. */
  same: z.boolean().optional(),
  /** The fields that get the package’s value. The others keep that of the archive. Absent: `others` decides. */
  take: z.array(z.string().max(100)).max(100).optional(),
});
export type PackageChoice = z.output<typeof packageChoiceSchema>;

/** The import of a package, which a worker runs. It saves everything or nothing. */
export const packageImportSchema = z.object({
  import_id: z.uuid(),
  state: z.enum(PACKAGE_IMPORT_STATES),
  /** What it is doing, for people. */
  step: z.string(),
  /** Percent. */
  progress: z.number().int().min(0).max(100),
  /** The comparison with the archive, for a package that is imported into one with records; null before it. */
  preview: packagePreviewSchema.nullable(),
  /** Numbers of added records, changed records and added files; null until it is completed. */
  imported: z
    .object({
      voyages: z.number().int(),
      people: z.number().int(),
      media: z.number().int(),
      albums: z.number().int(),
      places: z.number().int(),
      stories: z.number().int(),
      files: z.number().int(),
      changed: z.number().int(),
    })
    .nullable(),
  /** Why it failed, in one sentence; null otherwise. */
  error: z.string().nullable(),
  /** Which package it is: the name of the file, and once it is unpacked, the archive that exported it and the day. */
  source: z.object({
    filename: z.string().nullable(),
    archive: z.string().nullable(),
    exported_on: z.string().nullable(),
  }),
  started_by: z.string(),
  created_at: instantSchema,
  finished_at: instantSchema.nullable(),
});
export type PackageImportReport = z.output<typeof packageImportSchema>;
export const packageImportStatusSchema = z.object({
  /** The newest import of a package; null before the first. */
  package_import: packageImportSchema.nullable(),
});

/** The import that someone has started, while others may start theirs. */
const ONE_IMPORT = z.strictObject({ import_id: z.uuid().optional() });

export const exportOperations = {
  voyages: defineOperation({
    id: 'exports.voyages',
    method: 'GET',
    path: '/api/export/voyages',
    access: 'reader',
    summary: 'Export filtered voyages in a format that can be imported',
    description:
      'The same filters as voyages.list, without pages. `format` chooses CSV, JSON or the document that an import reads.',
    query: exportVoyagesQuerySchema,
    response: z.array(voyageEntrySchema),
    noStore: true,
    download: {
      'text/csv; charset=utf-8':
        'voyage_slug,owner,number,start_date\r\n1976-06-16-ford-gerald-dinner,"President Gerald Ford (August 9, 1974 to January 20, 1977)",2,1976-06-16\r\n',
    },
  }),
  people: defineOperation({
    id: 'exports.people',
    method: 'GET',
    path: '/api/export/people',
    access: 'reader',
    summary: 'Export filtered people',
    description: 'The same filters as people.list, without pages. `format` chooses CSV or JSON.',
    query: exportPeopleQuerySchema,
    response: z.array(exportedPersonSchema),
    noStore: true,
    download: {
      'text/csv; charset=utf-8':
        'person_slug,full_name,voyage_count\r\ntrudeau-pierre-elliott,Pierre Elliott Trudeau,1\r\n',
    },
  }),
  media: defineOperation({
    id: 'exports.media',
    method: 'GET',
    path: '/api/export/media',
    access: 'reader',
    summary: 'Export filtered media records, newest first',
    description: 'The same filters as media.list, without pages. `format` chooses CSV or JSON.',
    query: exportMediaQuerySchema,
    response: z.array(exportedMediaSchema),
    noStore: true,
    download: {
      'text/csv; charset=utf-8':
        'media_slug,title,media_type\r\nmedia-at-the-rail-1976-06-16-4821,At the rail,image\r\n',
    },
  }),
  places: defineOperation({
    id: 'exports.places',
    method: 'GET',
    path: '/api/export/places',
    access: 'reader',
    summary: 'Export filtered places with their spellings, coordinates and sources',
    description: 'The same filters as places.list, without pages. `format` chooses CSV or JSON.',
    query: exportPlacesQuerySchema,
    response: z.array(exportedPlaceSchema),
    noStore: true,
    download: {
      'text/csv; charset=utf-8':
        'place_slug,name,latitude,longitude,voyage_count\r\nmount-vernon,Mount Vernon,38.708,-77.0861,3\r\n',
    },
  }),
  presidents: defineOperation({
    id: 'exports.presidents',
    method: 'GET',
    path: '/api/export/presidents',
    access: 'reader',
    summary: 'Export presidents and owners by start of term',
    description: '`format` chooses CSV or JSON. Everyone else is in exports.people.',
    query: z.strictObject({ format }),
    response: z.array(presidentSchema),
    noStore: true,
    download: {
      'text/csv; charset=utf-8': 'president_slug,full_name,party\r\nford-gerald,Gerald Ford,Republican\r\n',
    },
  }),
  archive: defineOperation({
    id: 'exports.archive',
    method: 'GET',
    path: '/api/export/archive',
    access: 'reader',
    summary: 'Export all voyages as a document that can be imported',
    description: 'The document has every field that an import reads, so that importing it again changes nothing.',
    query: z.strictObject({}),
    noStore: true,
    download: {
      'text/markdown; charset=utf-8':
        '# President Gerald Ford (August 9, 1974 to January 20, 1977)\n\n(GRF) (Menu)\n\n## 2. 1976-06-16\n\nLocation: Potomac River\n',
    },
  }),
  package: defineOperation({
    id: 'exports.package',
    method: 'GET',
    path: '/api/export/package',
    access: 'curator',
    summary: 'Export the whole archive as one ZIP (BagIt 1.0) that an empty archive can import',
    description:
      '`files=1` adds the media files and the documents of imports. The ZIP is written while it is sent, so it has no Content-Length.',
    query: z.strictObject({
      /** Includes media files and the documents of imports. */
      files: flagQuery.default(false),
    }),
    // The response starts only after all records are written to a temporary file.
    responseTimeoutSeconds: RESPONSE_TIMEOUT_SECONDS.file,
    noStore: true,
    download: { 'application/zip': 'PK' },
  }),
  importPackage: defineOperation({
    id: 'exports.importPackage',
    method: 'POST',
    path: '/api/curator/archive-package',
    access: 'curator',
    summary: 'Start the import of a package',
    description:
      'Send the ZIP as the part `file` of a multipart request. A worker checks and imports it; exports.packageImport has its progress. 409 if the archive has records or another package is being imported. If deleted records left history, imports or files in the trash, 409 unless an administrator sends `replace_earlier_work=1`, which deletes them permanently. With `preview=1`, for an archive with records, it is compared only; exports.applyPackage imports it.',
    query: z.strictObject({ replace_earlier_work: flagQuery.default(false), preview: flagQuery.default(false) }),
    multipart: z.object({}),
    body: z.object({}),
    responseTimeoutSeconds: RESPONSE_TIMEOUT_SECONDS.file,
    // The package itself in the storage and where it is unpacked, and its files there and in the storage.
    storedCopies: 4,
    confirmation: ({ replace_earlier_work: replaces, preview }) =>
      preview === '1' || preview === 'true'
        ? undefined
        : replaces === '1' || replaces === 'true'
          ? 'Import an archive package into this archive, and delete its history, imports and trash for good'
          : 'Import an archive package into this archive',
    response: packageImportSchema,
    status: 202,
    errors: [403, 409],
  }),
  packageImport: defineOperation({
    id: 'exports.packageImport',
    method: 'GET',
    path: '/api/curator/archive-package',
    access: 'curator',
    summary: 'Get the progress of an import of a package',
    description: 'The one with this `import_id`, otherwise the newest. `package_import` is null if none was started.',
    query: ONE_IMPORT,
    noStore: true,
    response: packageImportStatusSchema,
    errors: [404],
  }),
  packageRecords: defineOperation({
    id: 'exports.packageRecords',
    method: 'GET',
    path: '/api/curator/archive-package/records',
    access: 'curator',
    summary: 'List the records of a previewed package and how they differ from the archive’s',
    description:
      'Unclear records and conflicts come first. Filter by `action`. 404 if no package is previewed; a preview lasts a day. With `import_id`, 404 also if another one is previewed by now.',
    query: ONE_IMPORT.extend({ action: repeatableQuery(z.enum(PACKAGE_ACTIONS)).optional(), ...pagingShape(100) }),
    noStore: true,
    response: z.array(packageRecordSchema),
    paged: true,
    errors: [404],
  }),
  applyPackage: defineOperation({
    id: 'exports.applyPackage',
    method: 'POST',
    path: '/api/curator/archive-package/apply',
    access: 'curator',
    summary: 'Import a previewed package with a curator’s decisions',
    description:
      'A worker adds the records that the archive doesn’t have, and changes the others as decided, all or nothing. If the archive has changed since the preview, it is compared again and nothing is imported: `preview.outdated` is true then. 403 for `preview.needs_administrator` unless you are one, 409 if another package has been uploaded since, 422 while an unclear record is undecided.',
    query: z.strictObject({}),
    bodyBytes: BODY_BYTES.bulk,
    body: z.strictObject({
      /** The preview that the decisions are about. */
      import_id: z.uuid(),
      choices: z.array(packageChoiceSchema).max(20_000),
      /** What happens to conflicts without a choice. */
      others: z.enum(CONFLICT_CHOICES).default('keep'),
    }),
    storedCopies: 0,
    confirmation: () => 'Import the previewed package into this archive',
    response: packageImportSchema,
    status: 202,
    errors: [403, 409],
  }),
  cancelPackageImport: defineOperation({
    id: 'exports.cancelPackageImport',
    method: 'DELETE',
    path: '/api/curator/archive-package',
    access: 'curator',
    summary: 'Cancel the import of a package',
    description:
      'Nothing of the package stays. One that has just been completed stays completed. With `import_id`, only this import is canceled; without it, any that is running or previewed.',
    query: ONE_IMPORT,
    response: packageImportStatusSchema,
    errors: [404],
  }),
};
