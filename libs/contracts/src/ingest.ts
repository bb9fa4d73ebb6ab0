import { z } from 'zod';
import { BODY_BYTES, defineOperation } from './operation.ts';
import { flagQuery, instantSchema, pagingShape, repeatableQuery, slugSchema, textSchema } from './common.ts';
import { HISTORY_KINDS } from './history.ts';
import { OWNER_PROPOSALS } from './owner-proposal.ts';
import { readShape } from './records/field.ts';
import { voyageFields, type VoyageTextField } from './records/voyage.fields.ts';

export const INGEST_STATUSES = ['initializing', 'running', 'completed', 'failed'] as const;

/** Document formats, detected from the content. */
export const DOCUMENT_FORMATS = ['markdown', 'docx', 'json', 'csv', 'xlsx'] as const;
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

/** Text fields that have their own label in the curators' document. */
const TEXT_COLUMNS = (Object.keys(voyageFields) as VoyageTextField[]).filter(
  (name) => 'documentLabel' in voyageFields[name],
);

/** Columns of the CSV format. */
export const CSV_COLUMNS = [
  'voyage_slug',
  'owner',
  'number',
  'start_date',
  'end_date',
  'title',
  'voyage_type',
  'codes',
  'start_time',
  'end_time',
  'start_date_written',
  'end_date_written',
  'start_location',
  'end_location',
  'passengers',
  ...TEXT_COLUMNS,
  'sources',
  'additional_sources',
  'spins',
] as const;
export type CsvColumn = (typeof CSV_COLUMNS)[number];

/** One import. The database row is the source of truth; the queue carries only its id. */
export const ingestOperationSchema = z.object({
  operation_id: z.uuid(),
  filename: z.string(),
  /** Null until the document has been read. */
  format: z.enum(DOCUMENT_FORMATS).nullable(),
  dry_run: z.boolean(),
  status: z.enum(INGEST_STATUSES),
  current_step: z.string(),
  /** In percent; never decreases. */
  progress: z.number().int().min(0).max(100),
  voyages_total: z.number().int(),
  voyages_processed: z.number().int(),
  validation_errors: z.number().int(),
  media_warnings: z.number().int(),
  /** As a sentence. A canceled import has the status `failed`, and this says how far it got. */
  error_message: z.string().nullable(),
  started_by: z.string(),
  created_at: instantSchema,
  updated_at: instantSchema,
  finished_at: instantSchema.nullable(),
  /** Whether a curator canceled the import. Voyages saved before that are kept. */
  cancelled: z.boolean(),
  /** Whether the import is active but has made no progress for two minutes. Another worker then resumes it automatically. */
  stalled: z.boolean(),
  /** Id of the import that applied this preview (dry run). */
  applied_as: z.uuid().nullable(),
  /** Status of the import in `applied_as`. */
  applied_status: z.enum(INGEST_STATUSES).nullable(),
  undone_at: instantSchema.nullable(),
  /** When the import's changes and problems were deleted, long after it finished. After that, it can't be applied, undone or retried. */
  details_deleted_at: instantSchema.nullable(),
  /** Percent of a running undo; null otherwise. */
  undoing: z.number().int().min(0).max(100).nullable(),
});
export type IngestOperation = z.output<typeof ingestOperationSchema>;

export const ingestProblemSchema = z.object({
  /** 1-based line of the document's text (in CSV, the first line of the row); null for a problem with the whole document. */
  line: z.number().int().nullable(),
  voyage: z.string().nullable(),
  field: z.string().nullable(),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  suggestion: z.string().nullable(),
});
export type IngestProblem = z.output<typeof ingestProblemSchema>;

export const ingestPlanSchema = z.object({
  create: z.number().int(),
  update: z.number().int(),
  unchanged: z.number().int(),
  conflict: z.number().int(),
});

/** `rejected`: the voyage has an error and is not imported. */
export const INGEST_ACTIONS = ['create', 'update', 'unchanged', 'conflict', 'rejected'] as const;
export const CONFLICT_CHOICES = ['keep', 'take'] as const;
export type ConflictChoice = (typeof CONFLICT_CHOICES)[number];

/** A value for display: "yes" or "no"; one passenger, source or quote per line. Null for no value. */
const shownValue = z.string().nullable();

export const ingestChangeSchema = z.object({
  /** Field name; `label` is its display name. */
  field: z.string(),
  label: z.string(),
  before: shownValue,
  after: shownValue,
});
export type IngestChange = z.output<typeof ingestChangeSchema>;

/** A field that a curator edited since the last import and that differs in the document. */
export const ingestConflictSchema = z.object({
  field: z.string(),
  label: z.string(),
  /** Value in the archive. */
  curator: shownValue,
  document: shownValue,
  /** Null until someone chooses. Until then, the archive's value is kept and the next import reports the conflict again. */
  choice: z.enum(CONFLICT_CHOICES).nullable(),
});
export type IngestConflict = z.output<typeof ingestConflictSchema>;

/**
 * How a name was matched. `known`: someone in the archive. `likely`: someone in the archive whose name is spelled differently. `new`:
 * someone whom the import creates.
 */
export const NAME_STATES = ['known', 'likely', 'new'] as const;
export type NameState = (typeof NAME_STATES)[number];

/** A person in the archive, or one that the import creates. */
const namedPersonSchema = z.object({ person_slug: slugSchema.nullable(), full_name: z.string() });

const MAX_NAME = 300;
/** Maximum number of people that an entry is split into. */
const MAX_SPLIT = 12;

/**
 * A curator's decision about a name: `person` is a person in the archive, `new` a new person, `split` the names of two or more people, or the
 * corrected name of one, and `text` keeps it as text, without a person. For an owner, `text` means that the voyages have none.
 */
export const nameDecisionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('person'), person_slug: slugSchema }),
  z.strictObject({ kind: z.literal('new') }),
  z.strictObject({
    kind: z.literal('split'),
    names: z
      .array(
        textSchema(MAX_NAME)
          .trim()
          .refine((name) => name !== '', 'Enter a name.'),
      )
      .min(1)
      .max(MAX_SPLIT),
  }),
  z.strictObject({ kind: z.literal('text') }),
]);
export type NameDecision = z.output<typeof nameDecisionSchema>;

/** `group`: more than one person, kept as text. `proposed_owner`: an owner that the document doesn't state. */
export const NAME_KINDS = ['person', 'owner', 'group', 'proposed_owner'] as const;

/** A name in the document, for all voyages that mention it. */
export const ingestNameSchema = z.object({
  /** Identifies the name. Spellings that differ in case, accents and punctuation are one name. */
  key: z.string(),
  kind: z.enum(NAME_KINDS),
  /** As written where it first occurs. */
  written: z.string(),
  /** Number of voyages that mention the name, and the line of the first mention. */
  voyages: z.number().int(),
  line: z.number().int(),
  /** `text`: kept as text. `split`: replaced with the names in the decision. */
  state: z.enum([...NAME_STATES, 'text', 'split']),
  /** Null for entries kept as text. */
  person: namedPersonSchema.nullable(),
  /** Someone in the archive with a similar name. */
  suggestion: z.object({ person_slug: slugSchema, full_name: z.string() }).nullable(),
  /** Names of other new people in the document who are probably this person, spelled differently. */
  spellings: z.array(z.object({ key: z.string(), full_name: z.string() })),
  /** For a group: the people that it probably names, most of them known in the archive or in the document. Empty if unknown. */
  proposal: z.array(namedPersonSchema),
  /** For a proposed owner: why it is proposed. */
  reason: z.enum(OWNER_PROPOSALS).nullable(),
  decision: nameDecisionSchema.nullable(),
  /** The decision was made in an earlier import. */
  decided_earlier: z.boolean(),
  decided_by: z.string().nullable(),
});
export type IngestName = z.output<typeof ingestNameSchema>;

/** Filters for the list of names: those to check, those with a given state, or those with a decision. */
export const NAME_FILTERS = ['check', 'new', 'known', 'text', 'decided'] as const;
export type NameFilter = (typeof NAME_FILTERS)[number];

/** What an import does with a name that needs review, if nobody decides. */
const REVIEWED_AS = ['new', 'known', 'text'] as const satisfies readonly NameFilter[];

/** A person or an owner on the card of a planned voyage. */
const cardPersonSchema = namedPersonSchema.extend({
  state: z.enum(NAME_STATES),
  /** Key of the name in the document; null for someone aboard only according to the archive. */
  name_key: z.string().nullable(),
});

export const ingestCardSchema = z.object({
  /** Without the original text. */
  fields: z.object(readShape(voyageFields)).omit({ original_markdown: true }),
  owner: cardPersonSchema
    .extend({
      /** `voyage`: stated among its fields. `heading`: by the heading or cell. Others are proposed. Null if it was there before. */
      reason: z.enum(['voyage', 'heading', ...OWNER_PROPOSALS]).nullable(),
    })
    .nullable(),
  people: z.array(
    cardPersonSchema.extend({
      title: z.string().nullable(),
      capacity_role: z.string().nullable(),
      is_crew: z.boolean(),
    }),
  ),
  /**
   * Words in the voyage’s lines that were not used for any field: from character
   * `from` up to `to`, exclusive, of a line of the document’s text.
   */
  unused: z.array(z.object({ line: z.number().int(), from: z.number().int(), to: z.number().int() })),
});
export type IngestCard = z.output<typeof ingestCardSchema>;
export type IngestCardPerson = IngestCard['people'][number];

/** What the import does with one voyage of the document. */
export const ingestItemSchema = z.object({
  /** Position among the voyages that can be saved, starting at 1; rejected voyages follow. Identifies the item. */
  ordinal: z.number().int(),
  action: z.enum(INGEST_ACTIONS),
  /** The matched or created record; null until it is created. */
  voyage_slug: slugSchema.nullable(),
  title: z.string(),
  /** Null for a rejected voyage. */
  start_date: z.string().nullable(),
  /** First and last line in the document's text, 1-based. */
  line: z.number().int(),
  end_line: z.number().int(),
  /** Empty for a new voyage. */
  changes: z.array(ingestChangeSchema),
  conflicts: z.array(ingestConflictSchema),
  /** In a preview: the voyage as it would be after the import. Null if it would not be added or changed. */
  card: ingestCardSchema.nullable(),
  /** The names in the lines of a voyage with a card. */
  names: z.array(ingestNameSchema),
});
export type IngestItem = z.output<typeof ingestItemSchema>;

/**
 * What happened to a voyage after the preview. `added`: another voyage was added
 * on its date. `people`: a name in it now matches a different person.
 */
export const STALE_REASONS = ['changed', 'deleted', 'added', 'people'] as const;
export type StaleReason = (typeof STALE_REASONS)[number];

/** A voyage of a preview that has changed in the archive since. Applying the preview skips it. */
export const staleVoyageSchema = z.object({
  ordinal: z.number().int(),
  title: z.string(),
  /** The changed or added record; null for a deleted one. */
  voyage_slug: slugSchema.nullable(),
  reason: z.enum(STALE_REASONS),
  changed_by: z.string().nullable(),
});
export type StaleVoyage = z.output<typeof staleVoyageSchema>;

/** What an import removes from one field of existing voyages. */
export const ingestRemovalSchema = z.object({
  field: z.string(),
  label: z.string(),
  /** Number of removed passengers, sources or quotes; for other fields, the number of voyages that lose their value. */
  values: z.number().int(),
  voyages: z.number().int(),
});
export type IngestRemoval = z.output<typeof ingestRemovalSchema>;

/** Encodings of text files. */
export const TEXT_ENCODINGS = [
  'utf-8',
  'windows-1252',
  'macintosh',
  'windows-1250',
  'windows-1251',
  'utf-16le',
  'utf-16be',
] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];
/** Characters between the values of one cell, such as those of a list of people. */
export const VALUE_SEPARATORS = [';', '|', ',', '/'] as const;

/** Excel allows 31 characters, other programs more. */
export const MAX_SHEET_NAME = 255;

/** How the cells of a table are read. Null: as the table shows. */
export const tableReadingSchema = z.strictObject({
  encoding: z.enum(TEXT_ENCODINGS).nullable(),
  separator: z.enum(VALUE_SEPARATORS).nullable(),
  /** Whether 5/6/1971 is May 6 or June 5. */
  date_order: z.enum(['month_first', 'day_first']).nullable(),
  /** The sheet of a workbook that is read. */
  sheet: z.string().max(MAX_SHEET_NAME).nullable().default(null),
});
export type TableReading = z.output<typeof tableReadingSchema>;

/** How the cells of a table are read where nothing was chosen. */
export const foundReadingSchema = tableReadingSchema.extend({
  /** The sheets of a workbook that have text, with their rows, in its order. */
  sheets: z.array(z.object({ name: z.string(), rows: z.int() })).default([]),
});
export type FoundReading = z.output<typeof foundReadingSchema>;

/** A column of an imported table. */
export const ingestColumnSchema = z.object({
  /** Its heading. */
  name: z.string(),
  /** The column of the CSV format that it is imported as; null if its cells are added to Additional Information, with the heading. */
  column: z.enum([...CSV_COLUMNS, 'leave_out']).nullable(),
  /** The start of its cells in the first rows, in their order; empty for an empty cell. */
  samples: z.array(z.string()),
});
export type IngestColumn = z.output<typeof ingestColumnSchema>;
const columnsSchema = z.array(ingestColumnSchema.shape.column).min(1).max(500);

export const ingestReportSchema = ingestOperationSchema.extend({
  plan: ingestPlanSchema,
  /** Whether empty fields, cells and keys in the document clear the archive's values. Absent ones never do. */
  clear_empty: z.boolean(),
  /** Number of empty fields, cells and keys that leave a value of the archive unchanged. */
  empty_ignored: z.number().int(),
  /** What the import would remove, or has removed. A preview that would remove something is applied only with `confirm_removals`. */
  removals: z.array(ingestRemovalSchema),
  /** The removals as a sentence: “This would remove 119 passengers from 33 voyages.” Null if nothing is removed. */
  removal_warning: z.string().nullable(),
  /**
   * Number of new voyages on days on which the archive already has a voyage that isn't in the document. A preview with such voyages is
   * applied only with `confirm_same_day`.
   */
  same_day: z.number().int(),
  /** Only for a preview that can be applied, in document order, at most 500 of each kind. */
  stale_voyages: z.array(staleVoyageSchema),
  /** Number of voyages that are not imported because of errors. */
  rejected: z.number().int(),
  /** Number of unresolved conflicts. */
  open_conflicts: z.number().int(),
  /** Number of names in a preview, by filter: `check`, `new` and so on. A name can be in more than one. */
  names: z.record(z.enum(NAME_FILTERS), z.number().int()),
  /**
   * Number of names in a preview that need review (`check`), by what the import does with them unless someone decides: add a new person,
   * link them to the possible match (`known`), or keep them as text.
   */
  names_to_review: z.record(z.enum(REVIEWED_AS), z.number().int()),
  /** The columns of a table, in order; null for other formats. */
  columns: z.array(ingestColumnSchema).nullable(),
  /** Who chose the fields of the columns, if that was in an earlier import of a table with the same headings. */
  columns_chosen_by: z.string().nullable(),
  /** Whether marks say where the voyages of this text begin. Its columns are the parts of the passages between them: ingest.mark. */
  marked: z.boolean(),
  /** Whether the preview waits until someone has checked the columns (`ask_columns`). It has no planned changes until then. */
  needs_columns: z.boolean(),
  /**
   * Whether it was started as an import without a preview, and waits because names need review. It is a preview now: answer with
   * ingest.decide, then import with ingest.apply.
   */
  needs_names: z.boolean(),
  /** Whether the preview can only be imported after a second curator has approved it: ingest.approve. */
  needs_approval: z.boolean(),
  /** Who started the preview or the ones that it replaces, or decided something in them. They can't approve it. */
  prepared_by: z.array(z.string()),
  /** Who approved the preview, or that of this import. */
  approved_by: z.string().nullable(),
  /** How the cells were chosen to be read; null for other formats. */
  reading: tableReadingSchema.nullable(),
  /** How the cells are read where nothing was chosen; null for other formats. */
  found_reading: foundReadingSchema.nullable(),
  problems: z.array(ingestProblemSchema),
});
export type IngestReport = z.output<typeof ingestReportSchema>;

/** A row of a table as the voyage that it would become. */
export const ingestRowSchema = z.object({
  /** Its values by column of the CSV format, in the syntax of the document; empty if the row would be skipped. */
  values: z.array(z.object({ column: z.enum(CSV_COLUMNS), value: z.string() })),
  problems: z.array(z.string()),
});
export type IngestRow = z.output<typeof ingestRowSchema>;

/** More lines than anyone would mark. */
const MAX_MARKS = 50_000;
const marksSchema = z.array(z.int().min(1)).max(MAX_MARKS);

/** Where the voyages of a text begin, and what the passages from there would become. */
export const ingestMarksSchema = z.object({
  /** Incremented with each change; 0 if the marks are only proposed. */
  version: z.int(),
  /** The lines at which voyages begin, in order. */
  marks: marksSchema,
  /** The parts of the passages, with the field that each fills. */
  columns: z.array(ingestColumnSchema),
  /** Who chose these fields, if that was in an earlier import of a document with the same parts. */
  columns_chosen_by: z.string().nullable(),
  /** The passages, in the order of their marks. */
  rows: z.array(ingestRowSchema.extend({ line: z.int(), end_line: z.int() })),
});
export type IngestMarks = z.output<typeof ingestMarksSchema>;

export const ingestStatusSchema = z.object({ operations: z.array(ingestOperationSchema) });
export type IngestStatus = z.output<typeof ingestStatusSchema>;

export const ingestDocumentSchema = z.object({
  filename: z.string(),
  format: z.enum(DOCUMENT_FORMATS),
  /** The text that line numbers refer to; for .docx the Markdown converted from it. */
  text: z.string(),
});
export type IngestDocument = z.output<typeof ingestDocumentSchema>;

/** Records that have been edited or used since the import, and therefore block undoing it. */
export const undoBlockersSchema = z.object({
  blockers: z.array(
    z.object({
      kind: z.enum(HISTORY_KINDS),
      slug: slugSchema,
      title: z.string(),
      /** As a sentence. */
      reason: z.string(),
    }),
  ),
});
export type UndoBlockers = z.output<typeof undoBlockersSchema>;

/** Largest document, in bytes: about 50,000 voyages. */
export const MAX_DOCUMENT_BYTES = 50_000_000;
/** The maximum number of voyages in a document, so that its preview does not keep others waiting. */
export const MAX_DOCUMENT_VOYAGES = 50_000;
/** Factor for a document in a JSON body, where line breaks and quotation marks are escaped. */
const ESCAPED = 2;
/** Length of the largest document in base64 characters. */
const MAX_DOCUMENT_LENGTH = Math.ceil(MAX_DOCUMENT_BYTES / 3) * 4;

export const ingestStartSchema = z.object({
  document: z.string().min(1, 'The document is empty.').max(MAX_DOCUMENT_LENGTH),
  /** `base64` for binary documents such as .docx. */
  encoding: z.enum(['utf-8', 'base64']).default('utf-8'),
  filename: textSchema(255).default('document.md'),
});

const operationParams = z.object({ operation_id: z.uuid() });
const acceptedSchema = z.object({ operation_id: z.uuid() });

export const ingestOperations = {
  status: defineOperation({
    id: 'ingest.status',
    method: 'GET',
    path: '/api/curator/ingest-status',
    access: 'reader',
    summary: 'List imports, newest first',
    description: 'Running imports come with their progress. Previews that were not applied are listed, too.',
    response: ingestStatusSchema,
  }),
  start: defineOperation({
    id: 'ingest.start',
    method: 'POST',
    path: '/api/curator/ingest',
    access: 'curator',
    summary: 'Import a document (Markdown, .docx, JSON, CSV or .xlsx) in the background',
    description:
      'Returns 202 and the id of the import; follow it with ingest.get or ingest.events. Send `dry_run=1` to preview the changes without making them. An import whose names need review saves nothing: it becomes a preview with `needs_names`, unless the request has `confirm_names`.',
    query: z.strictObject({
      dry_run: flagQuery.default(false),
      /** Clears archive fields that are present but empty in the document. */
      clear_empty: flagQuery.default(false),
      /**
       * For a preview: waits with the plan until ingest.mapColumns, unless the columns of the table are certain. A text without dates in
       * headings, but with dates at the start of lines, waits as well, with marks at these lines (ingest.marks).
       */
      ask_columns: flagQuery.default(false),
      /** For an import without a preview: confirms that it may remove values. Without this, such an import fails and changes nothing. */
      confirm_removals: flagQuery.default(false),
      /** For an import without a preview: confirms that it may add voyages on days on which the archive already has another one. */
      confirm_same_day: flagQuery.default(false),
      /**
       * For an import without a preview: names that need review are imported as `names_to_review` says. Without this, such an import
       * saves nothing and waits as a preview with `needs_names`.
       */
      confirm_names: flagQuery.default(false),
    }),
    bodyBytes: ESCAPED * MAX_DOCUMENT_BYTES,
    body: ingestStartSchema,
    multipart: z.object({}),
    storedCopies: 1,
    response: acceptedSchema,
    status: 202,
    idempotent: true,
    errors: [413],
  }),
  get: defineOperation({
    id: 'ingest.get',
    method: 'GET',
    path: '/api/curator/ingest/{operation_id}',
    access: 'curator',
    summary: 'Get an import with the counts of its plan and its problems',
    description:
      'Problems name the line of the document, the voyage and the field. Poll it while `status` is `initializing` or `running`, or use ingest.events.',
    params: operationParams,
    response: ingestReportSchema,
    errors: [404],
  }),
  plan: defineOperation({
    id: 'ingest.plan',
    method: 'GET',
    path: '/api/curator/ingest/{operation_id}/plan',
    access: 'curator',
    summary: 'List the planned action for each voyage, in document order',
    description:
      'Each entry says whether the voyage would be created, updated or left unchanged, and which fields differ. Filter by `action`, or by `problems=1`.',
    params: operationParams,
    query: z.strictObject({
      action: repeatableQuery(z.enum(INGEST_ACTIONS)).optional(),
      /** Returns only voyages with a problem in their lines. */
      problems: flagQuery.default(false),
      ...pagingShape(100),
    }),
    response: z.array(ingestItemSchema),
    paged: true,
    errors: [404],
  }),
  resolve: defineOperation({
    id: 'ingest.resolve',
    method: 'POST',
    path: '/api/curator/ingest/{operation_id}/conflicts',
    access: 'curator',
    summary:
      'Resolve conflicts between curators’ values and the document’s; takes effect when the dry run is applied, or immediately after an import',
    description:
      'A conflict is a field that a curator changed after an earlier import. Without a choice, the value in the archive is kept.',
    params: operationParams,
    bodyBytes: BODY_BYTES.slugs,
    body: z.union([
      z.strictObject({
        choices: z
          .array(
            z.object({
              ordinal: z.number().int().min(1).max(2_147_483_647),
              field: textSchema(60),
              choice: z.enum(CONFLICT_CHOICES),
            }),
          )
          .min(1)
          .max(1000),
      }),
      /** The same choice for every open conflict of the document. */
      z.strictObject({ all: z.enum(CONFLICT_CHOICES) }),
    ]),
    /** The resolved items; only the first thousand with `all`. */
    response: z.array(ingestItemSchema),
    errors: [404, 409],
  }),
  names: defineOperation({
    id: 'ingest.names',
    method: 'GET',
    path: '/api/curator/ingest/{operation_id}/names',
    access: 'curator',
    summary: 'The names of people and owners in a preview, in document order, with how each was read',
    description: 'Each name has the person that it was read as, if any. Use ingest.decide to correct it.',
    params: operationParams,
    query: z.strictObject({ show: z.enum(NAME_FILTERS).optional(), ...pagingShape(50) }),
    response: z.array(ingestNameSchema),
    paged: true,
    errors: [404],
  }),
  decide: defineOperation({
    id: 'ingest.decide',
    method: 'POST',
    path: '/api/curator/ingest/{operation_id}/names',
    access: 'curator',
    summary: 'Decide who is meant by names of a preview',
    description:
      'A decision applies to every voyage of the document and is remembered for the next import; null undoes it. The preview is planned again in the background.',
    params: operationParams,
    bodyBytes: BODY_BYTES.slugs,
    body: z.strictObject({
      decisions: z
        .array(z.strictObject({ key: textSchema(2500), decision: nameDecisionSchema.nullable() }))
        .min(1)
        .max(200),
    }),
    response: ingestOperationSchema,
    status: 202,
    errors: [404, 409],
  }),
  mapColumns: defineOperation({
    id: 'ingest.mapColumns',
    method: 'POST',
    path: '/api/curator/ingest/{operation_id}/columns',
    access: 'curator',
    summary:
      'Choose the field that each column of a table fills, in order. The preview is planned again in the background',
    description:
      'The choice is remembered for later tables with the same headings. Null forgets it: the columns are then read as their headings say.',
    params: operationParams,
    body: z.strictObject({
      columns: columnsSchema.nullable(),
      /** Unchanged if absent. */
      reading: tableReadingSchema.optional(),
      /** Whether later tables with the same headings are read in the same way. */
      remember: z.boolean().default(true),
    }),
    response: ingestOperationSchema,
    status: 202,
    errors: [404, 409],
  }),
  rows: defineOperation({
    id: 'ingest.rows',
    method: 'POST',
    path: '/api/curator/ingest/{operation_id}/rows',
    access: 'curator',
    summary: 'Read the first rows of a table with these columns, and change nothing',
    description: 'Returns the voyages that the rows would become, from the samples of the columns.',
    params: operationParams,
    body: z.strictObject({ columns: columnsSchema, reading: tableReadingSchema }),
    response: z.array(ingestRowSchema),
    errors: [404, 409],
  }),
  marks: defineOperation({
    id: 'ingest.marks',
    method: 'GET',
    path: '/api/curator/ingest/{operation_id}/marks',
    access: 'curator',
    summary: 'The lines at which the voyages of a text begin, marked or proposed, and what each passage would become',
    description:
      'For previews of texts and Word documents. A document without dates in headings gets proposed marks by itself if it is previewed with `ask_columns`.',
    params: operationParams,
    response: ingestMarksSchema,
    errors: [404, 409],
  }),
  mark: defineOperation({
    id: 'ingest.mark',
    method: 'PUT',
    path: '/api/curator/ingest/{operation_id}/marks',
    access: 'curator',
    summary: 'Mark the lines at which the voyages of a text begin, and choose what the parts of its passages are',
    description:
      'The preview then waits for ingest.mapColumns, which plans it with these marks. Returns 409 if the marks have another version by now.',
    params: operationParams,
    bodyBytes: BODY_BYTES.bulk,
    body: z.strictObject({
      version: z.int().min(0),
      marks: marksSchema,
      /** The fields of parts by their names; absent to keep them. Parts that aren't listed get the field that their words mean. */
      columns: z
        .array(ingestColumnSchema.pick({ name: true, column: true }))
        .max(500)
        .optional(),
    }),
    response: ingestMarksSchema,
    errors: [404, 409],
  }),
  document: defineOperation({
    id: 'ingest.document',
    method: 'GET',
    path: '/api/curator/ingest/{operation_id}/document',
    access: 'curator',
    summary: 'Get the text of the document that line numbers refer to; 409 until it has been read',
    description:
      'Word documents and tables are returned as the text that was read from them, so that line numbers in problems match.',
    params: operationParams,
    response: ingestDocumentSchema,
    responseBytes: ESCAPED * MAX_DOCUMENT_BYTES,
    errors: [404, 409],
  }),
  report: defineOperation({
    id: 'ingest.report',
    method: 'GET',
    path: '/api/curator/ingest/{operation_id}/report.csv',
    access: 'curator',
    summary: 'Get the plan, conflicts and problems as CSV, one row each',
    description:
      'One row for each planned change, conflict and problem, for people who check an import in a spreadsheet.',
    params: operationParams,
    noStore: true,
    errors: [404],
  }),
  events: defineOperation({
    id: 'ingest.events',
    method: 'GET',
    path: '/api/curator/ingest/{operation_id}/events',
    access: 'curator',
    summary:
      'Stream server-sent events named “operation” whenever the import changes; ends with the import, 204 if it has already ended',
    description: 'Each event has the same body as ingest.get. Browsers read the stream with `EventSource`.',
    params: operationParams,
    errors: [404],
  }),
  cancel: defineOperation({
    id: 'ingest.cancel',
    method: 'POST',
    path: '/api/curator/ingest/{operation_id}/cancel',
    access: 'curator',
    summary: 'Cancel an import between two batches; voyages saved so far are kept',
    description:
      'The import stops after the batch that it is saving. Use ingest.retry to continue, or ingest.undo to remove what it saved.',
    params: operationParams,
    response: ingestOperationSchema,
    errors: [404, 409],
  }),
  retry: defineOperation({
    id: 'ingest.retry',
    method: 'POST',
    path: '/api/curator/ingest/{operation_id}/retry',
    access: 'curator',
    summary: 'Resume a failed or canceled import where it stopped',
    description:
      'Nothing is imported twice: voyages that were saved are skipped. Returns 409 while the import is running.',
    params: operationParams,
    storedCopies: 0,
    response: acceptedSchema,
    status: 202,
    errors: [404, 409],
  }),
  apply: defineOperation({
    id: 'ingest.apply',
    method: 'POST',
    path: '/api/curator/ingest/{operation_id}/apply',
    access: 'curator',
    summary: 'Apply a dry run as a new import; voyages that changed in the archive since are left out',
    description:
      'Returns 422 if the dry run has `removals` and the request has no `confirm_removals`, it has `same_day` and the request has no `confirm_same_day`, or it has names to review (`names.check`) and the request has no `confirm_names`.',
    params: operationParams,
    query: z.strictObject({
      confirm_removals: flagQuery.default(false),
      confirm_same_day: flagQuery.default(false),
      confirm_names: flagQuery.default(false),
    }),
    storedCopies: 0,
    response: acceptedSchema,
    status: 202,
    errors: [404, 409],
  }),
  approve: defineOperation({
    id: 'ingest.approve',
    method: 'POST',
    path: '/api/curator/ingest/{operation_id}/approve',
    access: 'curator',
    summary: 'Approve the preview of an import that others have prepared',
    description:
      'Needed before ingest.apply if the import changes more voyages than the archive allows one curator alone (`needs_approval`). Every later decision or choice ends the approval. Returns 403 for those in `prepared_by`, and 409 if the preview has changed since you saw it.',
    params: operationParams,
    body: z.strictObject({
      /** The preview’s `updated_at` that you saw. */
      updated_at: instantSchema,
    }),
    response: ingestOperationSchema,
    errors: [404, 409],
  }),
  refresh: defineOperation({
    id: 'ingest.refresh',
    method: 'POST',
    path: '/api/curator/ingest/{operation_id}/refresh',
    access: 'curator',
    summary:
      'Preview the same document again, or its corrected text; choices for conflicts that are unchanged are kept',
    description:
      'Replaces a preview, for example after the archive has changed. Send `document` to preview corrected text.',
    params: operationParams,
    bodyBytes: ESCAPED * MAX_DOCUMENT_BYTES,
    body: z.object({
      /** The corrected text. If absent, the document is imported unchanged. */
      document: z.string().min(1, 'The document is empty.').max(MAX_DOCUMENT_BYTES).optional(),
    }),
    storedCopies: 1,
    response: acceptedSchema,
    status: 202,
    errors: [404, 409],
  }),
  undo: defineOperation({
    id: 'ingest.undo',
    method: 'POST',
    path: '/api/curator/ingest/{operation_id}/undo',
    access: 'curator',
    summary: 'Undo an import in the background, unless a record has been edited since; `undoing` reports the progress',
    description:
      'Removes the records that the import created and restores those that it changed. Returns 409 with the records that have been edited since. The imports of others need an administrator.',
    params: operationParams,
    response: ingestOperationSchema,
    status: 202,
    errors: [403, 404, 409],
    otherResponses: [
      {
        when: 'Records block the undo.',
        status: 409,
        schema: undoBlockersSchema,
        problem: true,
        example: {
          blockers: [
            {
              kind: 'voyage',
              slug: '1976-06-16-ford-gerald-dinner-for-trudeau',
              title: 'Dinner for Trudeau',
              reason: 'It was edited by curator on June 20, 2026.',
            },
          ],
        },
      },
    ],
  }),
};
