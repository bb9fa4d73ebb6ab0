import { EMBEDDED_FIELDS } from '@archive/file-metadata/fields';
import { Button, Checkbox, Dialog, formatCount, Thumbnail } from '@archive/ui';
import { useState } from 'react';
import { FIELD_LABELS, formatValue } from '../../metadata/media-draft.ts';
import { kindOfFile } from '../../file-kinds.ts';
import type { DraftFile } from '../upload-draft.ts';
import { initialChoice, type Offer } from './offers.ts';

interface FileMetadataDialogProps {
  drafts: readonly DraftFile[];
  offers: readonly Offer[];
  onUse: (chosen: ReadonlySet<string>) => void;
  onClose: () => void;
}

/** Lists the fields that metadata in the files can fill, to be chosen for all files or for single files. */
export function FileMetadataDialog({ drafts, offers, onUse, onClose }: FileMetadataDialogProps) {
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
