import type { MediaChangesBody } from '@archive/api-client';
import { dateProblem, dateValue } from '@archive/editing';
import type { MediaDraft } from '../metadata/media-draft.ts';

/** `embedded` uses the metadata in the file if the field is blank; `embedded_replace` uses it always. */
export type Mode = 'keep' | 'set' | 'append' | 'clear' | 'embedded' | 'embedded_replace';

/** What happens to a field, and the new value for `set` and `append`. */
export interface FieldDraft {
  mode: Mode;
  value: string;
}

/** Fields of a bulk edit. The original file name is excluded, because it differs for each file. */
export type Field = Exclude<keyof MediaDraft, 'original_filename'>;
export type ChangesDraft = Record<Field, FieldDraft>;

const EMBEDDED = ['embedded', 'embedded_replace'] as const;

/** Changes that each field allows. Title and type are never cleared, and a title is never blank. */
export const MODES: Record<Field, readonly Mode[]> = {
  title: ['set', 'append', 'embedded_replace'],
  media_type: ['set'],
  date: ['set', 'clear', ...EMBEDDED],
  credit: ['set', 'append', 'clear', ...EMBEDDED],
  description_markdown: ['set', 'append', 'clear', ...EMBEDDED],
  tags: ['set', 'append', 'clear', 'embedded'],
  alt_text: ['set', 'append', 'clear', ...EMBEDDED],
  rights: ['set', 'clear', ...EMBEDDED],
  rights_note: ['set', 'append', 'clear', ...EMBEDDED],
  creator: ['set', 'append', 'clear', ...EMBEDDED],
  place: ['set', 'append', 'clear', ...EMBEDDED],
  identifier: ['set', 'append', 'clear', ...EMBEDDED],
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

/** Sets `embedded` for every field without another change, to fill blank fields from the files' metadata. */
export const withEmbedded = (draft: ChangesDraft): ChangesDraft =>
  Object.fromEntries(
    FIELDS.map((name) => {
      const isFilled = draft[name].mode === 'keep' && MODES[name].includes('embedded');
      return [name, isFilled ? { ...draft[name], mode: 'embedded' } : draft[name]];
    }),
  ) as ChangesDraft;

/** Whether a mode has a new value. */
export const hasValue = (mode: Mode): mode is 'set' | 'append' => mode === 'set' || mode === 'append';

/** Why the new value of a field is invalid. */
export function problemOf(name: Field, { mode, value }: FieldDraft): string | undefined {
  if (!hasValue(mode)) return undefined;
  if (isBlank(value)) return 'Enter a value.';
  return name === 'date' ? dateProblem(value, { approximate: true }) : undefined;
}

/** The request body: only the fields that change. */
export function changesBody(draft: ChangesDraft): MediaChangesBody {
  const changes = changedFields(draft).map((name) => {
    const { mode, value } = draft[name];
    if (hasValue(mode)) return [name, { mode, value: name === 'date' ? dateValue(value) : value.trim() }];
    return [name, mode === 'clear' ? { mode } : { mode: 'embedded', replace: mode === 'embedded_replace' }];
  });
  return Object.fromEntries(changes) as MediaChangesBody;
}
