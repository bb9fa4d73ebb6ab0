import { invalidateRecords } from '@archive/api-client';
import { useDroppedFiles } from '@archive/editing';
import { useQueryClient } from '@archive/query';
import { RemoteComponent, type UploadAlbum, type UploadVoyage } from '@archive/shell-api';
import { Button } from '@archive/ui';
import { Upload } from '@archive/ui/icons';
import { useState } from 'react';
import { MediaUnavailable } from './media-unavailable.tsx';

interface UploadDialogProps {
  voyage: UploadVoyage;
  album?: UploadAlbum;
  /** Files that were dropped or pasted on the page. */
  files?: File[];
  onClose: () => void;
}

/** The media micro-frontend's dialog, for a voyage and possibly one of its albums. */
export function UploadDialog({
  voyage: { voyage_slug, president_name, title },
  album,
  files,
  onClose,
}: UploadDialogProps) {
  const client = useQueryClient();
  return (
    <RemoteComponent
      remote="media"
      exposed="./media-upload"
      props={{
        open: true,
        voyage: { voyage_slug, president_name, ...(title === undefined ? {} : { title }) },
        ...(album ? { album } : {}),
        ...(files ? { files } : {}),
        onUploaded: () => void invalidateRecords(client),
        onClose,
      }}
      fallback={(retry) => (
        <MediaUnavailable onRetry={retry} onClose={onClose}>
          Can’t upload right now. You can still edit the voyage.
        </MediaUnavailable>
      )}
    />
  );
}

/** Uploads files to a voyage. */
export function UploadMedia({ voyage }: { voyage: UploadVoyage }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Upload aria-hidden className="size-4" />} onClick={() => setOpen(true)}>
        Upload media
      </Button>
      {open && <UploadDialog voyage={voyage} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Uploads files to the voyage of the page, including files that are dropped or pasted anywhere on the page. */
export function PageUpload({ voyage }: { voyage: UploadVoyage }) {
  const [files, setFiles] = useState<File[]>();
  const isOver = useDroppedFiles(files ? undefined : setFiles);
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={<Upload aria-hidden />}
        title="You can also drop files on the page"
        onClick={() => setFiles([])}
      >
        Upload media
      </Button>
      {isOver && (
        <div className="pointer-events-none fixed inset-3 z-dialog grid place-items-end justify-items-center rounded border-2 border-dashed border-brass p-8">
          <output className="rounded bg-leaf px-5 py-3 shadow-float">Drop files to upload them to this voyage.</output>
        </div>
      )}
      {files && <UploadDialog voyage={voyage} files={files} onClose={() => setFiles(undefined)} />}
    </>
  );
}
