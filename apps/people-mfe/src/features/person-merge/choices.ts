import type { Person, PersonField } from '@archive/contracts';
import type { MergeChoices, MergeRecord, MergeSide } from '@archive/contracts/merge';
import { FIELD_LABELS } from '../person-editing/person-draft.ts';
import { roleOfPerson } from '../role-of.ts';

/** The record on the left, the one on the right, or both combined. */
export type Choice = 0 | 1 | 'both';
export type Choices = { [F in PersonField]?: Choice };

export const MERGE_LABELS: Record<PersonField, string> = { ...FIELD_LABELS, portrait: 'Portrait' };

/** A person in the format that a merge compares. */
export const recordOf = (person: Person): MergeRecord => ({ values: person, listed_role: roleOfPerson(person) });

export const choiceOf = (side: MergeSide, survivorAt: 0 | 1): Choice => {
  if (side === 'both') return 'both';
  return side === 'survivor' ? survivorAt : otherOf(survivorAt);
};

export const otherOf = (side: 0 | 1): 0 | 1 => (side === 0 ? 1 : 0);

/** Converts choices by column (left, right) to choices by side (survivor, merged). */
export const sidesOf = (choices: Choices, survivorAt: 0 | 1): MergeChoices =>
  Object.fromEntries(
    Object.entries(choices).map(([field, choice]) => {
      if (choice === 'both') return [field, 'both'];
      return [field, choice === survivorAt ? 'survivor' : 'merged'];
    }),
  );

/** A value as text; empty for none. */
export function valueText(field: PersonField, value: unknown): string {
  if (Array.isArray(value)) return value.join(field === 'tags' ? ', ' : '; ');
  return value === null || value === undefined ? '' : String(value as string | number);
}
