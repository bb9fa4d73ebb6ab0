import { invalidateRecords } from '@archive/api-client';
import { useQueryClient } from '@archive/query';
import { RemoteComponent, type UploadVoyage } from '@archive/shell-api';
import { Button, Notice } from '@archive/ui';
import { Upload } from '@archive/ui/icons';
import { useState } from 'react';

/** Uploads files to a voyage in the dialog that the media front end lends. */
export function UploadMedia({ voyage }: { voyage: UploadVoyage }) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Upload aria-hidden className="size-4" />} onClick={() => setOpen(true)}>
        Upload media
      </Button>
      {open && (
        <RemoteComponent
          remote="media"
          exposed="./media-upload"
          props={{
            open,
            voyage,
            onUploaded: () => void invalidateRecords(client),
            onClose: () => setOpen(false),
          }}
          fallback={(retry) => (
            <Notice
              announce
              tone="warning"
              className="basis-full"
              action={
                <>
                  <Button size="small" onClick={retry}>
                    Try again
                  </Button>
                  <Button size="small" variant="quiet" onClick={() => setOpen(false)}>
                    Close
                  </Button>
                </>
              }
            >
              Nothing can be uploaded just now. The voyage itself can be edited as usual.
            </Notice>
          )}
        />
      )}
    </>
  );
}
