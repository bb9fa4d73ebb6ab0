import { useDroppedFiles } from '@archive/editing';
import { Button, toast, lazyComponent } from '@archive/ui';
import { Upload } from '@archive/ui/icons';
import { useNavigate } from '@archive/router';
import { useState } from 'react';
import { fileHref } from '../urls.ts';

const UploadDialog = lazyComponent(() => import('./upload-dialog.tsx'), 'UploadDialog');

/** Opens the upload dialog: by button, or by dropping or pasting files anywhere on the page. */
export function UploadButton({ folder }: { folder: string }) {
  const [open, setOpen] = useState(false);
  const [files, setFiles] = useState<File[]>();
  const navigate = useNavigate();
  useDroppedFiles(
    open
      ? undefined
      : (dropped) => {
          setFiles(dropped);
          setOpen(true);
        },
  );
  const close = () => {
    setOpen(false);
    setFiles(undefined);
  };
  return (
    <>
      <Button variant="primary" icon={<Upload aria-hidden className="size-4" />} onClick={() => setOpen(true)}>
        Upload Media
      </Button>
      {open && (
        <UploadDialog
          open
          folder={folder}
          {...(files ? { files } : {})}
          onOnlyFile={({ title, url }) => {
            const fileUrl = url === null ? undefined : fileHref(url);
            if (fileUrl)
              toast(`“${title}” added to the media library`, {
                action: { label: 'Show', onClick: () => void navigate(fileUrl) },
              });
          }}
          onClose={close}
        />
      )}
    </>
  );
}
