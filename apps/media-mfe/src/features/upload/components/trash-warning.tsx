import { Button, Dialog } from '@archive/ui';
import { useRef } from 'react';
import type { TrashWarningState } from '../use-upload-queue.ts';

/** Asks whether to restore a file that is in the trash, or to upload it again. */
export function TrashWarning({ warning: { message, fileName, respond } }: { warning: TrashWarningState }) {
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      role="alertdialog"
      size="small"
      initialFocus={cancel}
      title="This file is in the trash"
      description={message}
      onOpenChange={(open) => !open && respond('cancel')}
      footer={
        <>
          <Button ref={cancel} onClick={() => respond('cancel')}>
            Cancel
          </Button>
          <Button onClick={() => respond('upload')}>Yes, Upload Anyway</Button>
          <Button variant="primary" onClick={() => respond('restore')}>
            Restore
          </Button>
        </>
      }
    >
      <p className="text-13 wrap-anywhere text-faded">{fileName}</p>
    </Dialog>
  );
}
