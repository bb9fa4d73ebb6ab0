import { PERSON_FIELDS, type PersonDraft } from '../person-editing/person-draft.ts';

export type PersonField = keyof PersonDraft;
/** Which value a field keeps: the surviving record's, the merged record's, or both combined. */
export type Side = 'survivor' | 'merged' | 'both';
export type Choices = Record<PersonField, Side>;

/** Fields whose two values can be combined. */
export const COMBINABLE: readonly PersonField[] = ['tags', 'notes_internal'];

const tagsOf = (text: string) => text.split(',').map((tag) => tag.trim());

function combined(field: PersonField, survivor: string, merged: string): string {
  if (field === 'tags') return [...new Set([...tagsOf(survivor), ...tagsOf(merged)])].filter(Boolean).join(', ');
  return [survivor, merged].filter((text) => text.trim() !== '').join('\n\n');
}

/** Fields whose values differ between the two records. */
export const differingFields = (survivor: PersonDraft, merged: PersonDraft): PersonField[] =>
  PERSON_FIELDS.filter((field) => survivor[field] !== merged[field]);

/** Preselected sides: a blank never wins over a value, and combinable fields keep both. */
export function defaultChoices(survivor: PersonDraft, merged: PersonDraft): Choices {
  const sideOf = (field: PersonField): Side => {
    if (merged[field] === '' || survivor[field] === merged[field]) return 'survivor';
    if (survivor[field] === '') return 'merged';
    return COMBINABLE.includes(field) ? 'both' : 'survivor';
  };
  return Object.fromEntries(PERSON_FIELDS.map((field) => [field, sideOf(field)])) as Choices;
}

/** The value of a field under a choice. */
export function chosenValue(field: PersonField, side: Side, survivor: PersonDraft, merged: PersonDraft): string {
  if (side === 'both') return combined(field, survivor[field], merged[field]);
  return side === 'survivor' ? survivor[field] : merged[field];
}

/** The surviving record with every choice applied. */
export const combinedDraft = (choices: Choices, survivor: PersonDraft, merged: PersonDraft): PersonDraft =>
  Object.fromEntries(
    PERSON_FIELDS.map((field) => [field, chosenValue(field, choices[field], survivor, merged)]),
  ) as PersonDraft;
