import { EMBEDDED_FIELDS, type EmbeddedField, fieldText } from '@archive/file-metadata/fields';
import { Button, Checkbox, Dialog, Thumbnail, formatCount, pluralize } from '@archive/ui';
import { useState } from 'react';
import { FIELD_LABELS, formatValue } from '../../metadata/media-draft.ts';
import { kindOfFile, titleOf } from '../../stored-file.ts';
import type { DraftFile, FileValues, SharedFields } from '../upload-draft.ts';

interface FileMetadataOfferProps {
  drafts: readonly DraftFile[];
  shared: SharedFields;
  onUse: (id: string, values: FileValues) => void;
}

const filesOf = (offers: readonly Offer[]) => new Set(offers.map(({ file }) => file)).size;

const fieldsOf = (offers: readonly Offer[]) =>
  [...new Set(offers.map(({ field }) => FIELD_LABELS[field].toLowerCase()))].join(', ');

/** Lists the metadata in the files, or the part in use, and opens the dialog to choose. */
export function FileMetadataOffer({ drafts, shared, onUse }: FileMetadataOfferProps) {
  const [open, setOpen] = useState(false);
  const offers = offersOf(drafts, shared);
  if (offers.length === 0) return null;
  const used = offers.filter(({ isUsed }) => isUsed);
  const shown = used.length > 0 ? used : offers;
  const subject = drafts.length === 1 ? 'This file' : formatCount(filesOf(shown), 'file');
  const contain = pluralize(filesOf(shown), 'contains', 'contain');
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded border border-rule bg-paper px-3 py-2 text-13">
      <output className="min-w-0 flex-1">
        {used.length > 0
          ? `Using metadata from ${drafts.length === 1 ? 'the file' : formatCount(filesOf(used), 'file')}: ${fieldsOf(used)}.`
          : `${subject} ${contain} metadata: ${fieldsOf(offers)}.`}
      </output>
      <Button size="small" onClick={() => setOpen(true)}>
        {used.length > 0 ? 'Change' : 'Review metadata'}
      </Button>
      {open && (
        <FileMetadataDialog
          drafts={drafts}
          offers={offers}
          onUse={(chosen) => {
            for (const draft of drafts) onUse(draft.id, valuesWith(draft, offers, chosen));
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

interface FileMetadataDialogProps {
  drafts: readonly DraftFile[];
  offers: readonly Offer[];
  onUse: (chosen: ReadonlySet<string>) => void;
  onClose: () => void;
}

/** Lists the fields that metadata in the files can fill, to be chosen for all files or for single files. */
function FileMetadataDialog({ drafts, offers, onUse, onClose }: FileMetadataDialogProps) {
  const [chosen, setChosen] = useState(() => initialChoice(offers));
  const choose = (changed: readonly Offer[], isChosen: boolean) =>
    setChosen((current) => {
      const next = new Set(current);
      for (const { key } of changed)
        if (isChosen) next.add(key);
        else next.delete(key);
      return next;
    });
  const byFile = Map.groupBy(offers, ({ file }) => file);
  const files = drafts.filter(({ id }) => byFile.has(id));
  const isSingle = drafts.length === 1;
  const used = new Set(offers.filter(({ key }) => chosen.has(key)).map(({ file }) => file)).size;
  const usedText = isSingle ? 'Use metadata' : `Use metadata from ${formatCount(used, 'file')}`;
  return (
    <Dialog
      open
      size="large"
      title={isSingle ? 'Metadata in the file' : 'Metadata in the files'}
      description="Check the values to use. A value you typed is replaced only if you check the value from the file."
      onOpenChange={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={() => onUse(chosen)}>
            {used === 0 ? 'Don’t use metadata' : usedText}
          </Button>
        </>
      }
    >
      {files.length > 1 && <AllFiles offers={offers} chosen={chosen} onChoose={choose} />}
      <ul aria-label="Metadata by file" className="divide-y divide-rule">
        {files.map((draft) => (
          <li key={draft.id} className="py-4 first:pt-0 last:pb-0">
            <fieldset>
              <legend className="float-left mb-3 flex w-full items-center gap-3 font-medium">
                <span className="block h-10 w-12 shrink-0 overflow-hidden">
                  <Thumbnail src={draft.preview} alt="" kind={kindOfFile(draft.file)} />
                </span>
                <span className="min-w-0 wrap-anywhere">{draft.file.name}</span>
              </legend>
              <div className="clear-left flex flex-col gap-2">
                {byFile.get(draft.id)?.map((offer) => (
                  <Checkbox
                    key={offer.key}
                    checked={chosen.has(offer.key)}
                    label={
                      <>
                        <span className="text-faded">{FIELD_LABELS[offer.field]}:</span>{' '}
                        <span className="whitespace-pre-line">{formatValue(offer.field, offer.text)}</span>
                      </>
                    }
                    help={offer.entered === '' ? undefined : `Replaces “${formatValue(offer.field, offer.entered)}”`}
                    onChange={({ target }) => choose([offer], target.checked)}
                  />
                ))}
              </div>
            </fieldset>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

interface AllFilesProps {
  offers: readonly Offer[];
  chosen: ReadonlySet<string>;
  onChoose: (offers: readonly Offer[], isChosen: boolean) => void;
}

/** A field is checked if it is chosen for every file that has it. */
function AllFiles({ offers, chosen, onChoose }: AllFilesProps) {
  const byField = Map.groupBy(offers, ({ field }) => field);
  return (
    <fieldset className="mb-4 border-b border-rule pb-4">
      <legend className="float-left mb-3 w-full font-medium">All files</legend>
      <div className="clear-left grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {EMBEDDED_FIELDS.map((field) => {
          const ofField = byField.get(field);
          if (!ofField) return null;
          const chosenCount = ofField.filter(({ key }) => chosen.has(key)).length;
          return (
            <Checkbox
              key={field}
              checked={chosenCount === ofField.length}
              label={`${FIELD_LABELS[field]} (${chosenCount} of ${formatCount(ofField.length, 'file')})`}
              onChange={({ target }) => onChoose(ofField, target.checked)}
            />
          );
        })}
      </div>
    </fieldset>
  );
}

/** A field of one file that its metadata can fill. */
interface Offer {
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
const offersOf = (drafts: readonly DraftFile[], shared: SharedFields): Offer[] =>
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
function initialChoice(offers: readonly Offer[]): ReadonlySet<string> {
  const used = offers.filter(({ isUsed }) => isUsed);
  const chosen = used.length > 0 ? used : offers.filter(({ entered }) => entered === '');
  return new Set(chosen.map(({ key }) => key));
}

/** The values of a file, with the chosen offers used and the other offers removed. */
function valuesWith(draft: DraftFile, offers: readonly Offer[], chosen: ReadonlySet<string>): FileValues {
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
