import { isDeepStrictEqual } from 'node:util';
import { FIELD_NAMES, type FieldName, type VoyageFields } from './voyage-fields.ts';

export type Kind = 'create' | 'update' | 'unchanged' | 'conflict';
export type Counts = Record<Kind, number>;

export const noCounts = (): Counts => ({ create: 0, update: 0, unchanged: 0, conflict: 0 });

/** The archive's side of a voyage that a document speaks of. */
export interface Known {
  /** Values last taken from a document; fields that never were are absent, all of them where a curator made the voyage. */
  last: Partial<VoyageFields>;
  current: VoyageFields;
}

export interface Decision {
  kind: Kind;
  /** Fields that change. */
  set: Partial<VoyageFields>;
  /** Fields that a curator has edited and the document says otherwise. */
  conflicts: FieldName[];
  /** What counts from now on as last taken from a document. */
  remember: Partial<VoyageFields>;
}

/**
 * What becomes of a voyage. A value is taken when the document has changed it and nobody else has; what a curator has edited
 * stays, and is a conflict where the document has changed it too. A title that the document leaves to us is never one.
 */
export function decide(document: VoyageFields, titleGiven: boolean, known: Known | undefined): Decision {
  if (!known) return { kind: 'create', set: document, conflicts: [], remember: document };
  const set: Partial<VoyageFields> = {};
  const remember: Partial<VoyageFields> = { ...known.last };
  const conflicts: FieldName[] = [];
  for (const name of FIELD_NAMES) {
    const wanted = document[name];
    const has = (value: unknown) => isDeepStrictEqual(value, wanted);
    if (has(known.last[name])) continue;
    const edited = !isDeepStrictEqual(known.current[name], known.last[name]);
    const agreed = has(known.current[name]);
    if (edited && !agreed && (name !== 'title' || titleGiven)) {
      conflicts.push(name);
      continue;
    }
    Object.assign(remember, { [name]: wanted });
    if (!edited) Object.assign(set, { [name]: wanted });
  }
  return { kind: kindOf(set, conflicts), set, conflicts, remember };
}

/** For a document that says what it said the last time. */
export const asItIs = (document: VoyageFields): Decision => ({
  kind: 'unchanged',
  set: {},
  conflicts: [],
  remember: document,
});

function kindOf(set: object, conflicts: readonly unknown[]): Kind {
  if (conflicts.length > 0) return 'conflict';
  return Object.keys(set).length > 0 ? 'update' : 'unchanged';
}
