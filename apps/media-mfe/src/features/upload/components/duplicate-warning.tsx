import { Button, Dialog, formatDate } from '@archive/ui';
import { useRef } from 'react';
import type { Warning } from '../use-upload-queue.ts';

/** Says what the library has that may be the same, and asks (SPEC section 2, Duplicate warning modal). */
export function DuplicateWarning({ warning }: { warning: Warning }) {
  const cancel = useRef<HTMLButtonElement>(null);
  const { matches, same, answer } = warning;
  return (
    <Dialog
      open
      role="alertdialog"
      size="small"
      initialFocus={cancel}
      title={same ? 'The library has this file already' : 'Possible duplicates'}
      description={
        same
          ? 'The very same file is stored under this record. Upload it all the same?'
          : 'The library has media of the same credit and date in this folder. Upload all the same?'
      }
      onOpenChange={(open) => !open && answer(false)}
      footer={
        <>
          <Button ref={cancel} onClick={() => answer(false)}>
            Cancel
          </Button>
          <Button variant="primary" onClick={() => answer(true)}>
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
