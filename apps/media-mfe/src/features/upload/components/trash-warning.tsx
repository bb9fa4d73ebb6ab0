import { Button, Dialog } from '@archive/ui';
import { useRef } from 'react';
import type { DuplicateQuestion } from '../use-single-upload.ts';

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
