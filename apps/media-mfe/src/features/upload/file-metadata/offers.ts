import { EMBEDDED_FIELDS, type EmbeddedField, fieldText } from '@archive/file-metadata/fields';
import { titleOf } from '../../file-kinds.ts';
import type { DraftFile, FileValues, SharedFields } from '../upload-draft.ts';

/** A field of one file that its metadata can fill. */
export interface Offer {
  key: string;
  file: string;
  field: EmbeddedField;
  text: string;
  /** The text that the user entered in the field. The metadata would replace it. */
  entered: string;
  isUsed: boolean;
}

/** Fields with an input for each file. */
const PER_FILE_FIELDS = ['title', 'date', 'alt_text'] as const;
type PerFileField = (typeof PER_FILE_FIELDS)[number];
const isPerFile = (field: EmbeddedField): field is PerFileField =>
  (PER_FILE_FIELDS as readonly string[]).includes(field);

const defaultOf = (field: PerFileField, { file }: DraftFile) => (field === 'title' ? titleOf(file.name) : '');

function perFileOffer(draft: DraftFile, field: PerFileField, text: string, shared: SharedFields) {
  const value = draft.values[field].trim();
  const entered = value === text || value === defaultOf(field, draft) ? '' : value;
  return { entered: entered === '' && field === 'date' ? shared.date : entered, isUsed: value === text };
}

function sharedOffer({ values }: DraftFile, field: EmbeddedField, text: string, shared: SharedFields) {
  const used = values.embedded?.[field];
  // Tags don't replace text: they are added to the tags for all files.
  const entered = field === 'tags' ? '' : ((shared as Partial<Record<EmbeddedField, string>>)[field] ?? '').trim();
  return { entered: entered === text ? '' : entered, isUsed: used !== undefined && (entered === '' || used.replaces) };
}

/** The fields that metadata in the files can fill. */
export const offersOf = (drafts: readonly DraftFile[], shared: SharedFields): Offer[] =>
  drafts.flatMap((draft) =>
    EMBEDDED_FIELDS.flatMap((field) => {
      const text = fieldText(draft.metadata[field]);
      if (text === '') return [];
      const state = isPerFile(field)
        ? perFileOffer(draft, field, text, shared)
        : sharedOffer(draft, field, text, shared);
      return [{ key: `${draft.id} ${field}`, file: draft.id, field, text, ...state }];
    }),
  );

/** The initial selection: offers in use, or else those for blank fields. */
export function initialChoice(offers: readonly Offer[]): ReadonlySet<string> {
  const used = offers.filter(({ isUsed }) => isUsed);
  const chosen = used.length > 0 ? used : offers.filter(({ entered }) => entered === '');
  return new Set(chosen.map(({ key }) => key));
}

/** The values of a file, with the chosen offers used and the other offers removed. */
export function valuesWith(draft: DraftFile, offers: readonly Offer[], chosen: ReadonlySet<string>): FileValues {
  const values = { ...draft.values };
  const embedded = { ...draft.values.embedded };
  for (const { key, file, field, text, entered, isUsed } of offers) {
    if (file !== draft.id) continue;
    if (!isPerFile(field)) {
      if (chosen.has(key)) embedded[field] = { text, replaces: entered !== '' };
      else delete embedded[field];
    } else if (chosen.has(key)) values[field] = text;
    else if (isUsed) values[field] = defaultOf(field, draft);
  }
  return { ...values, embedded };
}
