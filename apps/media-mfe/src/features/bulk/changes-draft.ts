import type { MediaChangesBody } from '@archive/api-client';
import { dateProblem } from '@archive/editing';
import type { MediaDraft } from '../metadata/media-draft.ts';

export type Mode = 'keep' | 'set' | 'append' | 'clear';

/** What happens to a field, and the new value for `set` and `append`. */
export interface FieldDraft {
  mode: Mode;
  value: string;
}

/** The original name differs from file to file. */
export type Field = Exclude<keyof MediaDraft, 'original_filename'>;
export type ChangesDraft = Record<Field, FieldDraft>;

/** Changes that each field allows. Title and type are never cleared. */
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
  creator: ['set', 'append', 'clear'],
  place: ['set', 'append', 'clear'],
  identifier: ['set', 'append', 'clear'],
  provenance: ['set', 'append', 'clear'],
};

export const FIELDS = Object.keys(MODES) as Field[];

const keepDraft = (value = ''): FieldDraft => ({ mode: 'keep', value });

export const NO_CHANGES: ChangesDraft = {
  title: keepDraft(),
  media_type: keepDraft('image'),
  date: keepDraft(),
  credit: keepDraft(),
  description_markdown: keepDraft(),
  tags: keepDraft(),
  alt_text: keepDraft(),
  rights: keepDraft(),
  rights_note: keepDraft(),
  creator: keepDraft(),
  place: keepDraft(),
  identifier: keepDraft(),
  provenance: keepDraft(),
};

export const changedFields = (draft: ChangesDraft): Field[] => FIELDS.filter((name) => draft[name].mode !== 'keep');

const isBlank = (value: string) => value.split(',').every((part) => part.trim() === '');

/** Why the new value of a field is invalid. */
export function problemOf(name: Field, { mode, value }: FieldDraft): string | undefined {
  if (mode === 'keep' || mode === 'clear') return undefined;
  if (isBlank(value)) return 'Enter a value.';
  return name === 'date' ? dateProblem(value) : undefined;
}

/** The request body: only the fields that change. */
export function changesBody(draft: ChangesDraft): MediaChangesBody {
  const changes = changedFields(draft).map((name) => {
    const { mode, value } = draft[name];
    return [name, mode === 'clear' ? { mode } : { mode, value: value.trim() }];
  });
  return Object.fromEntries(changes) as MediaChangesBody;
}
