import { isDeepStrictEqual } from 'node:util';
import type { ConflictChoice } from '@archive/contracts';
import { FIELD_NAMES, type FieldName, type VoyageFields } from './voyage-fields.ts';

export type Kind = 'create' | 'update' | 'unchanged' | 'conflict';
export type Counts = Record<Kind, number>;

export const noCounts = (): Counts => ({ create: 0, update: 0, unchanged: 0, conflict: 0 });

/** The archive's side of a comparison. */
export interface ArchivedState {
  /** Values of the last import. Fields that were never imported are absent; a voyage created by a curator has none. */
  last: Baseline;
  current: VoyageFields;
}

/** Values of a voyage as last imported. */
export interface Baseline extends Partial<VoyageFields> {
  /** Document values that a curator has rejected and isn't asked about again. */
  dismissed?: Partial<VoyageFields>;
}

/** A curator's choice in a conflict, with the values it is valid for. */
export interface Choice {
  choice: ConflictChoice;
  archive: unknown;
  document: unknown;
}
export type Choices = ReadonlyMap<FieldName, Choice>;

/** A field that a curator edited and the document has another value for. */
export interface Conflict {
  name: FieldName;
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
  /** The voyage changed after the preview that is applied: every difference is a conflict, so nothing is saved unseen. */
  overtaken?: boolean | undefined;
}

/**
 * Merges the document into a voyage. A value is imported when only the document changed it. A field that a curator edited is a conflict
 * when the document differs, until a curator uses the document's value or dismisses it. A generated title never conflicts.
 */
export function decide(
  document: VoyageFields,
  titleGiven: boolean,
  known: ArchivedState | undefined,
  { choices, only, overtaken = false }: DecisionOptions = {},
): Decision {
  if (!known) return { kind: 'create', set: document, conflicts: [], baseline: document };
  const { dismissed: before = {}, ...last } = known.last;
  const set: Partial<VoyageFields> = {};
  const baseline: Partial<VoyageFields> = { ...last };
  const dismissed: Partial<VoyageFields> = { ...before };
  const conflicts: Conflict[] = [];
  for (const name of FIELD_NAMES) {
    if (only && !only.has(name)) continue;
    const documentValue = document[name];
    const is = (value: unknown) => isDeepStrictEqual(value, documentValue);
    const agrees = is(known.current[name]);
    const edited = overtaken || only !== undefined || !isDeepStrictEqual(known.current[name], last[name]);
    if (overtaken && !agrees && name === 'title' && !titleGiven) continue;
    if (!agrees && edited && (name !== 'title' || titleGiven) && !(name in dismissed && is(dismissed[name]))) {
      const choice = chosen(choices?.get(name), known.current[name], documentValue);
      conflicts.push({ name, choice });
      if (choice === null) continue;
      if (choice === 'take') Object.assign(set, { [name]: documentValue });
      else Object.assign(dismissed, { [name]: documentValue });
    } else if (!agrees && !edited) {
      Object.assign(set, { [name]: documentValue });
    }
    if (agrees || name in set) delete dismissed[name];
    Object.assign(baseline, { [name]: documentValue });
  }
  if (Object.keys(set).length > 0)
    for (const fields of [set, baseline]) Object.assign(fields, { original_markdown: document.original_markdown });
  const memory = Object.keys(dismissed).length > 0 ? { ...baseline, dismissed } : baseline;
  return { kind: kindOf(set, conflicts), set, conflicts, baseline: memory };
}

/** For a voyage that is left out because the archive has no record to compare it with anymore, or an added one. */
export const leftOutDecision = (document: VoyageFields): Decision => ({
  kind: 'conflict',
  set: {},
  conflicts: [],
  baseline: document,
});

/** For a document without changes since the last import. */
export const unchangedDecision = (document: VoyageFields): Decision => ({
  kind: 'unchanged',
  set: {},
  conflicts: [],
  baseline: document,
});

function chosen(choice: Choice | undefined, archive: unknown, document: unknown): ConflictChoice | null {
  const asShown = choice && isDeepStrictEqual(choice.archive, archive) && isDeepStrictEqual(choice.document, document);
  return asShown ? choice.choice : null;
}

function kindOf(set: object, conflicts: readonly Conflict[]): Kind {
  if (conflicts.some(({ choice }) => choice === null)) return 'conflict';
  return Object.keys(set).length > 0 ? 'update' : 'unchanged';
}
