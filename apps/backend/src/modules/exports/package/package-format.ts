import {
  albumFields,
  type Field,
  type Fields,
  HISTORY_ACTIONS,
  HISTORY_KINDS,
  INGEST_ACTIONS,
  INGEST_STATUSES,
  ingestChangeSchema,
  ingestColumnSchema,
  ingestConflictSchema,
  ingestPlanSchema,
  ingestRemovalSchema,
  languageSchema,
  lifeDateErrors,
  MAX_CAPTION_CHARACTERS,
  mediaFields,
  mediaLinkFields,
  passengerFields,
  personFields,
  placeErrors,
  placeFields,
  pictureRegionSchema,
  presidentFields,
  storyFields,
  RECORD_FIELDS,
  refineWith,
  requiredTextSchema,
  slugSchema,
  termErrors,
  textSchema,
  voyageFields,
  voyageTimeErrors,
} from '@archive/contracts';
import { z } from 'zod';
import { DERIVATIVES_PREFIX, DOCUMENTS_PREFIX, isStorageKey, SYSTEM_PREFIX } from '../../storage/index.ts';
import { Problem } from '../../../common/index.ts';
import { requireCaptions } from '../../media/index.ts';
import { RESERVED_SLUGS } from '../../people/index.ts';

/*
 * The records of a package: one schema for each kind, which is also published as a JSON schema. They only ever grow: what a later version
 * adds has a default, so that it reads the packages of earlier ones. A field that a version doesn't know is rejected, never dropped.
 */

/** A value that is returned by the API, and that a form would accept. Null is an empty field. */
const checked = ({ output, input }: Pick<Field, 'output' | 'input'>) =>
  output.transform((value, context) => {
    if (value === null) return null;
    const { data, error } = input.safeParse(value);
    for (const { message, path } of error?.issues ?? []) context.addIssue({ code: 'custom', message, path });
    return data;
  });

/** The fields of a record. Those that are declared later are empty in earlier packages. */
const shapeOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.empty === undefined ? checked(field) : checked(field).default(field.empty),
    ]),
  ) as unknown as { [K in keyof F]: F[K]['output'] };

const text = textSchema(MAX_CAPTION_CHARACTERS);
const id = z.int().min(1);
const count = z.int().min(0);
const percent = count.max(100);
const instant = z.iso.datetime({ offset: true });
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'Enter a SHA-256 checksum.');
const webAddress = textSchema(2000).refine((url) => /^https?:\/\//i.test(url), 'It must be a web address (https://…).');
const object = z.record(z.string(), z.unknown());

const startsWithAny = (key: string, prefixes: readonly string[]) => prefixes.some((prefix) => key.startsWith(prefix));
/** A file of the package. Its path is below `data/files/`, and in the storage of the archive. */
const fileOf = (isAllowed: (key: string) => boolean) =>
  z.string().refine((key) => isStorageKey(key) && isAllowed(key), 'It must be a valid file name.');
const mediaFile = fileOf((key) => !startsWithAny(key, [SYSTEM_PREFIX, DERIVATIVES_PREFIX]));
const documentFile = fileOf((key) => key.startsWith(DOCUMENTS_PREFIX));
const previewFile = fileOf((key) => key.startsWith(DERIVATIVES_PREFIX));

/** Reports captions that the player couldn't read. */
function captionErrors(content: string, context: z.RefinementCtx): void {
  try {
    requireCaptions(content);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    for (const { message } of error.errors ?? []) context.addIssue({ code: 'custom', message });
  }
}

const notReserved = (reserved: readonly string[]) =>
  slugSchema.refine((slug) => !reserved.includes(slug), 'This address is reserved for a page of the archive.');
const personSlug = notReserved(RESERVED_SLUGS);
const voyageSlug = notReserved(['new']);

/** The version counts the changes of the record. */
const stamps = { version: id, created_at: instant, updated_at: instant };

const person = z
  .strictObject({ id, person_slug: personSlug, ...shapeOf(personFields) })
  .extend({
    /** Other names from merges, renames and imports. */
    spellings: z.array(z.strictObject({ name_key: text, name: text.nullable(), operation_id: z.uuid().nullable() })),
    ...stamps,
  })
  .superRefine(refineWith(lifeDateErrors));

const president = z
  .strictObject({ president_slug: personSlug, ...shapeOf(presidentFields), ...stamps })
  .superRefine(refineWith(termErrors));

const media = z.strictObject({
  id,
  media_slug: slugSchema,
  ...shapeOf(mediaFields),
  president_slug: personSlug.nullable(),
  /** A file of the package, or at an address on the web. */
  file: z
    .strictObject({
      path: mediaFile.nullable(),
      external_url: webAddress.nullable(),
      content_type: z
        .string()
        .regex(/^[\w-]+\/[\w.+-]+(?:; charset=utf-8)?$/)
        .nullable(),
      size: count.nullable(),
      sha256: sha256.nullable(),
      width: id.nullable(),
      height: id.nullable(),
      page_count: id.nullable(),
      frame_count: id.nullable(),
      color_profile: text.nullable(),
      bit_depth: id.nullable(),
      duration: z.number().positive().nullable(),
      codecs: text.nullable(),
      playable: z.boolean().nullable(),
      picture_hash: z
        .string()
        .regex(/^[01]+$/)
        .nullable(),
    })
    .refine(
      ({ path, external_url }) => path !== null || external_url !== null,
      'A media item needs a file or an address.',
    ),
  /** Metadata that was found in the file. */
  suggested: object.nullable(),
  text_corrections: z.array(z.strictObject({ page: id, text })).nullable(),
  captions: z.array(
    z.strictObject({
      language: languageSchema,
      label: requiredTextSchema(100, 'Enter a name for these captions.'),
      content: text.superRefine(captionErrors),
    }),
  ),
  people: z.array(
    z.strictObject({ person_slug: personSlug, region: pictureRegionSchema.nullable(), sort_order: z.int() }),
  ),
  ...stamps,
});

const { notes: voyageNotes, ...passengerOnVoyage } = passengerFields;
const voyage = z
  .strictObject({
    id,
    voyage_slug: voyageSlug,
    president_slug_from_voyage: personSlug.nullable(),
    ...shapeOf(voyageFields),
    /** In their order. */
    passengers: z.array(
      z.strictObject({
        person_slug: personSlug,
        ...shapeOf(passengerOnVoyage),
        ...shapeOf({ voyage_notes: voyageNotes }),
      }),
    ),
    /** In their order within each category. */
    media: z.array(z.strictObject({ media_slug: slugSchema, ...shapeOf(mediaLinkFields) })),
    /** What the last import read, with which the next one compares. */
    imported: z
      .strictObject({
        key: text,
        operation_id: z.uuid().nullable(),
        digest: text.nullable(),
        fields: object,
        /** The passage that it read, with its lines in the document. */
        document: text.optional(),
        line: z.int().min(1).optional(),
        end_line: z.int().min(1).optional(),
        passage: text.optional(),
      })
      .nullable(),
    ...stamps,
  })
  .superRefine(refineWith(voyageTimeErrors));

const album = z.strictObject({
  id,
  album_slug: slugSchema,
  /** Null for a collection. */
  voyage_slug: voyageSlug.nullable(),
  ...shapeOf(albumFields),
  /** In their order. */
  media: z.array(slugSchema),
  ...stamps,
});

const place = z
  .strictObject({
    id,
    place_slug: slugSchema,
    ...shapeOf(placeFields),
    /** Addresses of places that were merged into it. */
    former_slugs: z.array(slugSchema),
    ...stamps,
  })
  .superRefine(refineWith(placeErrors));

const story = z.strictObject({ id, story_slug: slugSchema, ...shapeOf(storyFields), ...stamps });

const notAPlace = z.strictObject({ key: text, wording: text, dismissed_by: text, dismissed_at: instant });

const ingestImport = z.strictObject({
  operation_id: z.uuid(),
  filename: text,
  document: documentFile,
  document_sha256: sha256,
  /** The text that the document was converted to. */
  text: documentFile.nullable(),
  format: z.enum(['markdown', 'docx', 'json', 'csv', 'xlsx']).nullable(),
  status: z.enum(INGEST_STATUSES),
  dry_run: z.boolean(),
  applies: z.uuid().nullable(),
  refreshes: z.uuid().nullable(),
  started_by: text,
  current_step: text,
  error_message: text.nullable(),
  cancelled: z.boolean(),
  progress: percent,
  attempt: id,
  interruptions: count,
  voyages_total: count,
  voyages_processed: count,
  validation_errors: count,
  media_warnings: count,
  empty_ignored: count,
  same_day: count,
  decision_count: count,
  plan: ingestPlanSchema,
  outcome: ingestPlanSchema,
  removals: z.array(ingestRemovalSchema),
  stale_voyages: object,
  decisions: object,
  choices: z.array(object).nullable(),
  columns: z.array(ingestColumnSchema).nullable(),
  columns_chosen_by: text.nullable(),
  /** The lines at which voyages begin, where someone marked them. */
  marks: z.strictObject({ version: count, lines: z.array(id) }).nullish(),
  reading: object.nullable(),
  found_reading: object.nullable(),
  large: z.boolean(),
  clear_empty: z.boolean(),
  confirmed_removals: z.boolean(),
  confirmed_same_day: z.boolean(),
  confirmed_names: z.boolean(),
  ask_columns: z.boolean(),
  needs_columns: z.boolean(),
  needs_names: z.boolean(),
  prepared_by: z.array(text).default([]),
  approved_by: text.nullish(),
  undo_by: text.nullable(),
  undo_progress: percent.nullable(),
  created_at: instant,
  updated_at: instant,
  planned_at: instant.nullable(),
  progressed_at: instant,
  saved_at: instant.nullable(),
  finished_at: instant.nullable(),
  undone_at: instant.nullable(),
  details_deleted_at: instant.nullable(),
});

const importItem = z.strictObject({
  operation_id: z.uuid(),
  ordinal: id,
  action: z.enum(INGEST_ACTIONS),
  voyage_id: id.nullable(),
  voyage_slug: slugSchema.nullable(),
  title: text,
  start_date: text.nullable(),
  line: count,
  end_line: count,
  changes: z.array(z.looseObject(ingestChangeSchema.shape)),
  conflicts: z.array(z.looseObject(ingestConflictSchema.shape)),
  passage: z.unknown(),
  base_version: z.int().nullable(),
  base_hash: text.nullable(),
  decision: text,
  baseline: z.unknown(),
  card: object.nullable(),
});

const importProblem = z.strictObject({
  operation_id: z.uuid(),
  ordinal: id,
  line: count.nullable(),
  voyage: text.nullable(),
  field: text.nullable(),
  severity: z.enum(['error', 'warning']),
  message: text,
  suggestion: text.nullable(),
});

const importFile = z.strictObject({
  id,
  operation_id: z.uuid(),
  voyage_slug: voyageSlug,
  media_slug: slugSchema.nullable(),
  url: webAddress,
  host: text,
  category: z.enum(['source', 'additional_source']),
  media_type: text.nullable(),
  title: text.nullable(),
  field: text,
  line: count.nullable(),
  state: z.enum(['waiting', 'done', 'failed']),
  reason: text.nullable(),
  attempt: count,
  tries: count,
  due_at: instant,
  heartbeat_at: instant.nullable(),
  created_at: instant,
});

const nameDecision = z.strictObject({
  key: text,
  kind: z.enum(['person', 'new', 'split', 'text']),
  person_slug: slugSchema.nullable(),
  names: z.array(text).nullable(),
  earlier: z.array(z.unknown()),
  operation_id: z.uuid().nullable(),
  decided_by: text,
  decided_at: instant,
});

const columnMapping = z.strictObject({
  headings: text,
  columns: z.array(ingestColumnSchema.shape.column),
  reading: object.nullable(),
  decided_by: text,
  decided_at: instant,
});

const formerAddress = z.strictObject({ slug: slugSchema, person_id: id });
const notDuplicate = z.strictObject({ one_id: id, other_id: id, dismissed_by: text, dismissed_at: instant });

const merge = z.strictObject({
  id,
  survivor_id: id,
  survivor_version: id,
  survivor_before: object,
  merged_slug: slugSchema,
  merged_name: text,
  merged_before: object,
  links: z.array(object),
  marks: z.array(object).nullable(),
  aliases: z.array(text),
  redirects: z.array(slugSchema),
  merged_by: text,
  merged_at: instant,
});

/** What restoring a revision would bring back: as its form accepts it, and no other files of the archive. */
const before = z.record(z.string(), z.unknown()).nullable();
const restoredFiles = z.looseObject({
  file: z.looseObject({ storage_key: mediaFile.nullish(), external_url: webAddress.nullish() }).optional(),
  derivatives: z.array(z.looseObject({ storage_key: previewFile.nullish() })).optional(),
});

const change = z
  .strictObject({
    kind: z.enum(HISTORY_KINDS),
    slug: slugSchema,
    revision: id,
    action: z.enum(HISTORY_ACTIONS),
    changed_by: text,
    changed_at: instant,
    /** The record before the change, with what a restore needs in `keys`. */
    before,
    operation_id: z.uuid().nullable(),
  })
  .superRefine(({ kind, before: record }, context) => {
    if (record === null) return;
    const schemas: [string, z.ZodType][] = [
      ...Object.entries<Field>(RECORD_FIELDS[kind]).map(([name, { input }]): [string, z.ZodType] => [name, input]),
      ['keys', restoredFiles],
    ];
    for (const [name, schema] of schemas) {
      const value = record[name];
      if (value === null || value === undefined) continue;
      for (const { message, path } of schema.safeParse(value).error?.issues ?? [])
        context.addIssue({ code: 'custom', message, path: ['before', name, ...path] });
    }
  });

/** The schema of each kind of record by the name of its file, in an order in which they can be inserted. */
export const PACKAGE_SCHEMAS = {
  imports: ingestImport,
  people: person,
  presidents: president,
  media,
  voyages: voyage,
  albums: album,
  places: place,
  'not-places': notAPlace,
  stories: story,
  'import-items': importItem,
  'import-problems': importProblem,
  'import-files': importFile,
  'name-decisions': nameDecision,
  'column-mappings': columnMapping,
  'former-addresses': formerAddress,
  'not-duplicates': notDuplicate,
  merges: merge,
  history: change,
};
export type PackageKind = keyof typeof PACKAGE_SCHEMAS;
export type RecordOf<K extends PackageKind> = z.output<(typeof PACKAGE_SCHEMAS)[K]>;
export const PACKAGE_KINDS = Object.keys(PACKAGE_SCHEMAS) as PackageKind[];

/** Kinds that earlier packages of this version don't have. */
export const ADDED_KINDS: ReadonlySet<PackageKind> = new Set(['places', 'not-places', 'stories']);

/** The path in a package of the file with the records of a kind, one JSON object per line. */
export const recordsPath = (kind: PackageKind) => `data/records/${kind}.jsonl`;

/** The JSON schema of a kind of record, which a package contains. */
export const jsonSchemaOf = (kind: PackageKind) => ({
  ...z.toJSONSchema(PACKAGE_SCHEMAS[kind], { io: 'input', unrepresentable: 'any' }),
  title: `${kind}, one per line of ${recordsPath(kind)}`,
});
