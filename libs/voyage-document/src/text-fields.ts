interface TextFieldDefinition {
  /** The label as written before the colon. */
  label: string;
  /** Other accepted labels, in lower case without apostrophes. */
  aliases: readonly string[];
}

/**
 * Multi-paragraph text fields in document order, for the parser, the writer, the CSV table and the JSON import. Keys are properties of
 * `VoyageContent`.
 */
export const TEXT_FIELDS = {
  summary_markdown: { label: 'Summary', aliases: [] },
  additional_information: { label: 'Additional Information', aliases: ['additional info'] },
  notes: { label: 'Notes', aliases: ['note'] },
  notes_internal: { label: 'Curator Notes', aliases: ['curator note', 'curators note', 'curators notes'] },
} as const satisfies Record<string, TextFieldDefinition>;

export type TextFieldName = keyof typeof TEXT_FIELDS;
/** Markdown by field; null when blank. */
export type VoyageTexts = Record<TextFieldName, string | null>;

export const TEXT_FIELD_NAMES = Object.keys(TEXT_FIELDS) as TextFieldName[];

/** Text fields that are written before the sources of a voyage. All others are written after them. */
const BEFORE_SOURCES: readonly TextFieldName[] = ['summary_markdown', 'additional_information'];

/** Names of the fields below the passengers, in document order. */
export const BODY_FIELD_NAMES = [
  ...BEFORE_SOURCES,
  'sources',
  'additional_sources',
  ...TEXT_FIELD_NAMES.filter((name) => !BEFORE_SOURCES.includes(name)),
] as const;

/** One value for each text field. */
export const mapTexts = <Value>(valueOf: (name: TextFieldName) => Value) =>
  Object.fromEntries(TEXT_FIELD_NAMES.map((name) => [name, valueOf(name)])) as Record<TextFieldName, Value>;
