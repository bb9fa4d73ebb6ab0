import { invalidateRecords } from '@archive/api-client';
import { useQueryClient } from '@archive/query';
import { RemoteComponent, type UploadVoyage } from '@archive/shell-api';
import { Button } from '@archive/ui';
import { Upload } from '@archive/ui/icons';
import { useState } from 'react';
import { MediaAway } from './media-away.tsx';

/** Uploads files to a voyage in the dialog that the media front end lends. */
export function UploadMedia({ voyage }: { voyage: UploadVoyage }) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button icon={<Upload aria-hidden className="size-4" />} onClick={() => setOpen(true)}>
        Upload media
      </Button>
      {open && (
        <RemoteComponent
          remote="media"
          exposed="./media-upload"
          props={{ open, voyage, onUploaded: () => void invalidateRecords(client), onClose: close }}
          fallback={(retry) => (
            <MediaAway onRetry={retry} onClose={close}>
              Nothing can be uploaded just now. The voyage itself can be edited as usual.
            </MediaAway>
          )}
        />
      )}
    </>
  );
}
