import { PERSON_FIELDS, type PersonDraft } from '../person-editing/person-draft.ts';

export type Field = keyof PersonDraft;
/** Whose word stands: that of the record that stays, of the one that goes, or both. */
export type Side = 'kept' | 'gone' | 'both';
export type Choices = Record<Field, Side>;

/** Fields in which both can stand. */
export const JOINABLE: readonly Field[] = ['tags', 'notes_internal'];

const tagsOf = (text: string) => text.split(',').map((tag) => tag.trim());

function together(field: Field, kept: string, gone: string): string {
  if (field === 'tags') return [...new Set([...tagsOf(kept), ...tagsOf(gone)])].filter(Boolean).join(', ');
  return [kept, gone].filter((text) => text.trim() !== '').join('\n\n');
}

/** The fields in which the two records say different things. */
export const differences = (kept: PersonDraft, gone: PersonDraft): Field[] =>
  PERSON_FIELDS.filter((field) => kept[field] !== gone[field]);

/** What is chosen before anybody chooses: nothing said is lost where it need not be. */
export function firstChoices(kept: PersonDraft, gone: PersonDraft): Choices {
  const sideOf = (field: Field): Side => {
    if (gone[field] === '' || kept[field] === gone[field]) return 'kept';
    if (kept[field] === '') return 'gone';
    return JOINABLE.includes(field) ? 'both' : 'kept';
  };
  return Object.fromEntries(PERSON_FIELDS.map((field) => [field, sideOf(field)])) as Choices;
}

/** What one field says under a choice. */
export function worded(field: Field, side: Side, kept: PersonDraft, gone: PersonDraft): string {
  if (side === 'both') return together(field, kept[field], gone[field]);
  return side === 'kept' ? kept[field] : gone[field];
}

/** The record as it is chosen. */
export const mergedDraft = (choices: Choices, kept: PersonDraft, gone: PersonDraft): PersonDraft =>
  Object.fromEntries(PERSON_FIELDS.map((field) => [field, worded(field, choices[field], kept, gone)])) as PersonDraft;
