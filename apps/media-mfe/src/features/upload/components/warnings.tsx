import type { MediaItem } from '@archive/contracts';
import { Button, Dialog, formatDate } from '@archive/ui';
import { useRef } from 'react';
import type { DuplicateQuestion } from '../use-single-upload.ts';

/** Possible duplicates, and the callback with the curator's decision. */
export interface PossibleDuplicates {
  matches: MediaItem[];
  /** Whether the library has exactly this file. */
  identical: boolean;
  respond: (anyway: boolean) => void;
}

/** Lists possible duplicates and asks whether to upload anyway (SPEC section 2, Duplicate warning modal). */
export function DuplicateWarning({ warning }: { warning: PossibleDuplicates }) {
  const cancel = useRef<HTMLButtonElement>(null);
  const { matches, identical, respond } = warning;
  return (
    <Dialog
      open
      role="alertdialog"
      size="small"
      initialFocus={cancel}
      title={identical ? 'This file is already in the media library' : 'Possible duplicates'}
      description={
        identical
          ? 'The same file is stored with this record. Upload it anyway?'
          : 'This folder already has media with the same credit and date. Upload anyway?'
      }
      onOpenChange={(open) => !open && respond(false)}
      footer={
        <>
          <Button ref={cancel} onClick={() => respond(false)}>
            Cancel
          </Button>
          <Button variant="primary" onClick={() => respond(true)}>
            Yes, Upload Anyway
          </Button>
        </>
      }
    >
      <ul className="divide-y divide-rule border-y border-rule">
        {matches.map((media) => (
          <li key={media.media_slug} className="py-2">
            <span className="block font-medium">{media.title}</span>
            <span className="text-13 text-faded">
              {[media.credit, media.date && formatDate(media.date)].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Asks whether to restore a file that is in the trash, or to upload it again. */
export function TrashWarning({ question: { item, respond } }: { question: DuplicateQuestion }) {
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      role="alertdialog"
      size="small"
      initialFocus={cancel}
      title="This file is in the trash"
      description={item.duplicate?.message}
      onOpenChange={(open) => !open && respond(undefined)}
      footer={
        <>
          <Button ref={cancel} onClick={() => respond(undefined)}>
            Cancel
          </Button>
          <Button onClick={() => respond('keep')}>Yes, Upload Anyway</Button>
          <Button variant="primary" onClick={() => respond('use')}>
            Restore
          </Button>
        </>
      }
    >
      <p className="text-13 wrap-anywhere text-faded">{item.name}</p>
    </Dialog>
  );
}
