import { isDeepStrictEqual } from 'node:util';
import type { ConflictChoice } from '@archive/contracts';
import { FIELD_NAMES, type FieldName, type VoyageFields } from './voyage-fields.ts';

export type Kind = 'create' | 'update' | 'unchanged' | 'conflict';
export type Counts = Record<Kind, number>;

export const noCounts = (): Counts => ({ create: 0, update: 0, unchanged: 0, conflict: 0 });

/** The archive's side of a voyage that a document speaks of. */
export interface Known {
  /** Values last taken from a document; fields that never were are absent, all of them where a curator made the voyage. */
  last: Memory;
  current: VoyageFields;
}

/** What counts as last taken from a document. */
export interface Memory extends Partial<VoyageFields> {
  /** Values of a document that a person has seen and left: nobody is asked about them again. */
  declined?: Partial<VoyageFields>;
}

/** What a person has chosen about a conflict, and the two values that were shown: it holds for no others. */
export interface Choice {
  choice: ConflictChoice;
  archive: unknown;
  document: unknown;
}
export type Choices = ReadonlyMap<FieldName, Choice>;

/** A field that a curator has edited and the document says otherwise. */
export interface Conflict {
  name: FieldName;
  choice: ConflictChoice | null;
}

export interface Decision {
  kind: Kind;
  /** Fields that change. */
  set: Partial<VoyageFields>;
  conflicts: Conflict[];
  /** What counts from now on as last taken from a document. */
  remember: Memory;
}

interface Terms {
  choices?: Choices | undefined;
  /** Decide about these fields alone; all others stay as they are. */
  only?: ReadonlySet<FieldName> | undefined;
}

/**
 * What becomes of a voyage. A value is taken when the document has changed it and nobody else has. What a curator has edited stays,
 * and is a conflict wherever the document says otherwise, until somebody chooses: taking the document's value, or keeping the
 * archive's and hearing no more of this one. A title that the document leaves to us is never one.
 */
export function decide(
  document: VoyageFields,
  titleGiven: boolean,
  known: Known | undefined,
  { choices, only }: Terms = {},
): Decision {
  if (!known) return { kind: 'create', set: document, conflicts: [], remember: document };
  const { declined: before = {}, ...last } = known.last;
  const set: Partial<VoyageFields> = {};
  const remember: Partial<VoyageFields> = { ...last };
  const declined: Partial<VoyageFields> = { ...before };
  const conflicts: Conflict[] = [];
  for (const name of FIELD_NAMES) {
    if (only && !only.has(name)) continue;
    const wanted = document[name];
    const is = (value: unknown) => isDeepStrictEqual(value, wanted);
    const agrees = is(known.current[name]);
    const edited = !isDeepStrictEqual(known.current[name], last[name]);
    if (!agrees && edited && (name !== 'title' || titleGiven) && !(name in declined && is(declined[name]))) {
      const choice = chosen(choices?.get(name), known.current[name], wanted);
      conflicts.push({ name, choice });
      if (choice === null) continue;
      if (choice === 'take') Object.assign(set, { [name]: wanted });
      else Object.assign(declined, { [name]: wanted });
    } else if (!agrees && !edited) {
      Object.assign(set, { [name]: wanted });
    }
    if (agrees || name in set) delete declined[name];
    Object.assign(remember, { [name]: wanted });
  }
  if (Object.keys(set).length > 0)
    for (const lines of [set, remember]) lines.original_markdown = document.original_markdown;
  const memory = Object.keys(declined).length > 0 ? { ...remember, declined } : remember;
  return { kind: kindOf(set, conflicts), set, conflicts, remember: memory };
}

/** For a document that says what it said the last time. */
export const asItIs = (document: VoyageFields): Decision => ({
  kind: 'unchanged',
  set: {},
  conflicts: [],
  remember: document,
});

function chosen(choice: Choice | undefined, archive: unknown, document: unknown): ConflictChoice | null {
  const asShown = choice && isDeepStrictEqual(choice.archive, archive) && isDeepStrictEqual(choice.document, document);
  return asShown ? choice.choice : null;
}

function kindOf(set: object, conflicts: readonly Conflict[]): Kind {
  if (conflicts.some(({ choice }) => choice === null)) return 'conflict';
  return Object.keys(set).length > 0 ? 'update' : 'unchanged';
}
