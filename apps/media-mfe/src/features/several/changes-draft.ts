import type { MediaChangesBody } from '@archive/api-client';
import { dateProblem } from '@archive/editing';
import type { MediaDraft } from '../metadata/media-draft.ts';

export type Mode = 'leave' | 'set' | 'append' | 'clear';

/** What is to become of a field, and what is written for it. */
export interface FieldDraft {
  mode: Mode;
  value: string;
}

type Field = keyof MediaDraft;
export type ChangesDraft = Record<Field, FieldDraft>;

/** What can be done with each field: a title is never emptied, a type is always one of the list. */
export const MODES: Record<Field, readonly Mode[]> = {
  title: ['set', 'append'],
  media_type: ['set'],
  date: ['set', 'clear'],
  credit: ['set', 'append', 'clear'],
  description_markdown: ['set', 'append', 'clear'],
  tags: ['set', 'append', 'clear'],
  alt_text: ['set', 'append', 'clear'],
  rights: ['set', 'clear'],
  rights_note: ['set', 'append', 'clear'],
};

export const FIELDS = Object.keys(MODES) as Field[];

const left = (value = ''): FieldDraft => ({ mode: 'leave', value });

export const NO_CHANGES: ChangesDraft = {
  title: left(),
  media_type: left('image'),
  date: left(),
  credit: left(),
  description_markdown: left(),
  tags: left(),
  alt_text: left(),
  rights: left(),
  rights_note: left(),
};

export const chosenFields = (draft: ChangesDraft): Field[] => FIELDS.filter((name) => draft[name].mode !== 'leave');

const isBlank = (value: string) => value.split(',').every((part) => part.trim() === '');

/** What is wrong with what was written for a field. */
export function problemOf(name: Field, { mode, value }: FieldDraft): string | undefined {
  if (mode === 'leave' || mode === 'clear') return undefined;
  if (isBlank(value)) return 'Say what is to be written.';
  return name === 'date' ? dateProblem(value) : undefined;
}

/** As it is sent: the fields that are to change. */
export function changesOf(draft: ChangesDraft): MediaChangesBody {
  const changes = chosenFields(draft).map((name) => {
    const { mode, value } = draft[name];
    return [name, mode === 'clear' ? { mode } : { mode, value: value.trim() }];
  });
  return Object.fromEntries(changes) as MediaChangesBody;
}
