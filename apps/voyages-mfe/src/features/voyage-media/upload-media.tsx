import { invalidateRecords } from '@archive/api-client';
import { useQueryClient } from '@archive/query';
import { RemoteComponent, type UploadVoyage } from '@archive/shell-api';
import { Button } from '@archive/ui';
import { Upload } from '@archive/ui/icons';
import { useState } from 'react';
import { MediaUnavailable } from './media-unavailable.tsx';

/** Uploads files to a voyage in the media micro-frontend's dialog. */
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
            <MediaUnavailable onRetry={retry} onClose={close}>
              Can’t upload right now. You can still edit the voyage.
            </MediaUnavailable>
          )}
        />
      )}
    </>
  );
}
