import { isDeepStrictEqual } from 'node:util';
import type { ConflictChoice } from '@archive/contracts';
import { displayTitle } from '@archive/voyage-document';
import { FIELD_NAMES, type FieldName, isEmptyValue, type StatedFields, type VoyageFields } from './voyage-fields.ts';

export type Kind = 'create' | 'update' | 'unchanged' | 'conflict';
export type Counts = Record<Kind, number>;

export const emptyCounts = (): Counts => ({ create: 0, update: 0, unchanged: 0, conflict: 0 });

/** The archive's side of a comparison. */
export interface ArchivedState {
  /** Values of the last import. Fields that were never imported are absent; a voyage created by a curator has none. */
  lastImported: Baseline;
  current: VoyageFields;
}

/** The last imported values of a voyage. */
export interface Baseline extends Partial<VoyageFields> {
  /** Document values that a curator has rejected and isn't asked about again. */
  dismissed?: Partial<VoyageFields>;
}

/** A curator's choice in a conflict, with the values that it is valid for. */
export interface Choice {
  choice: ConflictChoice;
  archive: unknown;
  document: unknown;
}
export type Choices = ReadonlyMap<FieldName, Choice>;

/** A field that a curator edited and for which the document has another value. */
export interface Conflict {
  name: FieldName;
  /** The value that the field would have with the document's version. */
  documentValue: VoyageFields[FieldName];
  choice: ConflictChoice | null;
}

export interface Decision {
  kind: Kind;
  /** Fields that change. */
  set: Partial<VoyageFields>;
  conflicts: Conflict[];
  /** The new baseline. */
  baseline: Baseline;
}

interface DecisionOptions {
  choices?: Choices | undefined;
  /** Restricts the decision to these fields, whose conflicts a curator has resolved. */
  only?: ReadonlySet<FieldName> | undefined;
  /** Whether the voyage changed after the preview. Every difference is then a conflict, so that nothing is saved unseen. */
  isStale?: boolean | undefined;
}

/** Dates, with the fields for their original wording. A new date clears the wording of the previous one. */
const WRITTEN = [
  ['start_date', 'start_date_written'],
  ['end_date', 'end_date_written'],
] as const;

/**
 * Merges the document into a voyage. A field that the document doesn't state stays unchanged. A value is imported if only the document
 * changed it. A field that a curator edited is in conflict if the document has a different value, until a curator uses the document's value
 * or dismisses it. A generated title is updated with the date and the places, and is never in conflict.
 */
export function decide(
  document: VoyageFields,
  statedFields: StatedFields,
  archived: ArchivedState | undefined,
  { choices, only, isStale = false }: DecisionOptions = {},
): Decision {
  if (!archived) return { kind: 'create', set: document, conflicts: [], baseline: document };
  const { dismissed: previouslyDismissed = {}, ...lastImported } = archived.lastImported;
  const set: Partial<VoyageFields> = {};
  const baseline: Partial<VoyageFields> = { ...lastImported };
  const dismissed: Partial<VoyageFields> = { ...previouslyDismissed };
  const conflicts: Conflict[] = [];
  const isStated = (name: FieldName) =>
    statedFields.stated.has(name) || (statedFields.cleared.has(name) && name !== 'title');
  for (const name of FIELD_NAMES) {
    if ((only && !only.has(name)) || !isStated(name)) continue;
    const documentValue = documentValueOf(name, document, statedFields, archived.current);
    const isDocumentValue = (value: unknown) => isDeepStrictEqual(value, documentValue);
    const agrees = isDocumentValue(archived.current[name]);
    const isEdited = isStale || only !== undefined || !isDeepStrictEqual(archived.current[name], lastImported[name]);
    if (!agrees && isEdited && !(name in dismissed && isDocumentValue(dismissed[name]))) {
      const choice = validChoice(choices?.get(name), archived.current[name], documentValue);
      conflicts.push({ name, documentValue, choice });
      if (choice === null) continue;
      if (choice === 'take') Object.assign(set, { [name]: documentValue });
      else Object.assign(dismissed, { [name]: documentValue });
    } else if (!agrees && !isEdited) {
      Object.assign(set, { [name]: documentValue });
    }
    if (agrees || name in set) delete dismissed[name];
    Object.assign(baseline, { [name]: documentValue });
  }
  const derived = derivedValues(archived.current, set, isStated);
  for (const fields of [set, baseline]) Object.assign(fields, derived);
  if (Object.keys(set).length > 0) {
    const lines = { original_markdown: document.original_markdown };
    Object.assign(baseline, lines);
    if (describesAll(statedFields, archived.current)) Object.assign(set, lines);
  }
  const memory = Object.keys(dismissed).length > 0 ? { ...baseline, dismissed } : baseline;
  return { kind: kindOf(set, conflicts), set, conflicts, baseline: memory };
}

/** The decision for a voyage that is left out: its archive record was deleted, or a voyage was added on its date after the preview. */
export const leftOutDecision = (document: VoyageFields): Decision => ({
  kind: 'conflict',
  set: {},
  conflicts: [],
  baseline: document,
});
/** The document's value of a field. Text without its own field is appended to the archive's Additional information. */
function documentValueOf(
  name: FieldName,
  document: VoyageFields,
  { added }: StatedFields,
  current: VoyageFields,
): VoyageFields[FieldName] {
  if (name !== 'additional_information' || added === null || document[name] !== added) return document[name];
  const text = current.additional_information;
  if (text === null) return added;
  return text.includes(added) ? text : `${text}\n\n${added}`;
}

/** Changes that result from other changes: a new generated title, and cleared wordings of dates. */
function derivedValues(
  current: VoyageFields,
  set: Readonly<Partial<VoyageFields>>,
  isStated: (name: FieldName) => boolean,
): Partial<VoyageFields> {
  const derived: Partial<VoyageFields> = {};
  for (const [date, writtenField] of WRITTEN)
    if (date in set && !isStated(writtenField) && current[writtenField] !== null)
      Object.assign(derived, { [writtenField]: null });
  if (isStated('title') || current.title !== generatedTitle(current)) return derived;
  const title = generatedTitle({ ...current, ...set });
  return title === current.title ? derived : { ...derived, title };
}

const generatedTitle = ({ start_date, start_location, end_location }: VoyageFields) =>
  displayTitle({ title: null, start_date: start_date ?? '', start_location, end_location });

/** Fields that a complete document needn't state, because the archive can derive them. */
const IMPLIED_FIELDS: ReadonlySet<FieldName> = new Set(['title', 'president']);

/** Whether the lines of the document can replace the original text, because they state every value that the voyage has. */
const describesAll = ({ stated }: StatedFields, current: VoyageFields) =>
  FIELD_NAMES.every((name) => stated.has(name) || IMPLIED_FIELDS.has(name) || isEmptyValue(current[name]));

/** The decision for a voyage whose document hasn't changed since the last import. */
export const unchangedDecision = (document: VoyageFields): Decision => ({
  kind: 'unchanged',
  set: {},
  conflicts: [],
  baseline: document,
});

function validChoice(choice: Choice | undefined, archive: unknown, document: unknown): ConflictChoice | null {
  const asShown = choice && isDeepStrictEqual(choice.archive, archive) && isDeepStrictEqual(choice.document, document);
  return asShown ? choice.choice : null;
}

function kindOf(set: object, conflicts: readonly Conflict[]): Kind {
  if (conflicts.some(({ choice }) => choice === null)) return 'conflict';
  return Object.keys(set).length > 0 ? 'update' : 'unchanged';
}
