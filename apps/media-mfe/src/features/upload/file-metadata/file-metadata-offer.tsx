import { Button, formatCount, pluralize } from '@archive/ui';
import { useState } from 'react';
import { FIELD_LABELS } from '../../metadata/media-draft.ts';
import type { DraftFile, FileValues, SharedFields } from '../upload-draft.ts';
import { FileMetadataDialog } from './file-metadata-dialog.tsx';
import { type Offer, offersOf, valuesWith } from './offers.ts';

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
