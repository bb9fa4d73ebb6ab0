import type { PersonField, PersonValues } from './records/person.fields.ts';

/** Which value a field has after a merge: the survivor's, the merged record's, or both combined. */
export const MERGE_SIDES = ['survivor', 'merged', 'both'] as const;
export type MergeSide = (typeof MERGE_SIDES)[number];
export type MergeChoices = { [F in PersonField]?: MergeSide | undefined };

/**
 * A person as compared by a merge. `listed_role` is the role shown in lists: the general role or, without one, that of the latest voyage.
 */
export interface MergeRecord {
  values: PersonValues;
  listed_role: string | null;
}

type Combine = (left: never, right: never) => unknown;

const combineLists = (left: readonly string[], right: readonly string[]) => [...new Set([...left, ...right])];
const paragraphs = (left: string, right: string) => `${left}\n\n${right}`;

/** How to combine the two values of a field; null if only one of them can be kept. */
const COMBINE: Record<PersonField, Combine | null> = {
  full_name: null,
  filed_under: null,
  aliases: combineLists,
  role_title: null,
  organization: null,
  birth_year: null,
  death_year: null,
  wikipedia_url: null,
  portrait: null,
  notes_internal: paragraphs,
  tags: combineLists,
};
export const MERGED_FIELDS = Object.keys(COMBINE) as PersonField[];

/** The sides that can be chosen for a field. */
export const mergeSidesOf = (field: PersonField): readonly MergeSide[] =>
  MERGE_SIDES.filter((side) => side !== 'both' || COMBINE[field] !== null);

export const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/** The compared value of a field. */
export const comparedValue = ({ values, listed_role }: MergeRecord, field: PersonField): unknown =>
  field === 'role_title' ? listed_role : values[field];

/** A field whose values differ. */
export interface DifferingField {
  field: PersonField;
  /** The possible choices, with the resulting values. */
  options: { side: MergeSide; value: unknown }[];
  /** The side used by default: the one that has a value, or both combined. Undefined if a choice is required. */
  preselected: MergeSide | undefined;
}

function differingField(field: PersonField, survivor: MergeRecord, merged: MergeRecord): DifferingField | undefined {
  const [left, right] = [comparedValue(survivor, field), comparedValue(merged, field)];
  // The role of a voyage is stored with the voyage, so the merge doesn't need to keep it.
  if (
    isSame(left, right) ||
    (!isFilled(survivor.values[field]) && !isFilled(merged.values[field]) && !(isFilled(left) && isFilled(right)))
  )
    return undefined;
  const options: DifferingField['options'] = [
    { side: 'survivor', value: left },
    { side: 'merged', value: right },
  ];
  if (!isFilled(left) || !isFilled(right))
    return { field, options, preselected: isFilled(left) ? 'survivor' : 'merged' };
  const combine = COMBINE[field] as ((left: unknown, right: unknown) => unknown) | null;
  if (combine) options.push({ side: 'both', value: combine(left, right) });
  return { field, options, preselected: combine ? 'both' : undefined };
}

/** The fields that a merge has to decide, in order. */
export const differingFields = (survivor: MergeRecord, merged: MergeRecord): DifferingField[] =>
  MERGED_FIELDS.map((field) => differingField(field, survivor, merged)).filter((item) => item !== undefined);

/**
 * The record after a merge. `open` lists the fields that still need a choice; until then they keep the survivor's value. A chosen role
 * becomes the general role, so that lists show it.
 */
export function mergeRecords(
  survivor: MergeRecord,
  merged: MergeRecord,
  choices: MergeChoices,
): { values: PersonValues; open: DifferingField[] } {
  const differing = new Map(
    differingFields(survivor, merged).map((differingField) => [differingField.field, differingField]),
  );
  const open: DifferingField[] = [];
  const valueOf = (field: PersonField): unknown => {
    const [left, right] = [survivor.values[field], merged.values[field]];
    const difference = differing.get(field);
    if (!difference) return isFilled(left) ? left : right;
    const side = choices[field] ?? difference.preselected;
    const option = difference.options.find((candidate) => candidate.side === side);
    if (option) return option.value;
    open.push(difference);
    return left;
  };
  const values = Object.fromEntries(MERGED_FIELDS.map((field) => [field, valueOf(field)]));
  return { values: values as unknown as PersonValues, open };
}
