import { Button, toast } from '@archive/ui';
import { Upload } from '@archive/ui/icons';
import { useNavigate } from '@archive/router';
import { Suspense, useEffect, useState } from 'react';
import { fileHref } from '../explorer-address.ts';
import { UploadDialog } from '../lazy.tsx';

/** Opens the upload dialog: by button, or by dropping or pasting files anywhere on the page. */
export function UploadButton({ folder }: { folder: string }) {
  const [open, setOpen] = useState(false);
  const [files, setFiles] = useState<File[]>();
  const navigate = useNavigate();
  useEffect(() => {
    if (open) return undefined;
    const dragged = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const given = (event: Event, transfer: DataTransfer | null) => {
      const come = [...(transfer?.files ?? [])];
      if (come.length === 0) return;
      event.preventDefault();
      setFiles(come);
      setOpen(true);
    };
    const dropped = (event: DragEvent) => given(event, event.dataTransfer);
    const pasted = (event: ClipboardEvent) => given(event, event.clipboardData);
    document.addEventListener('dragover', dragged);
    document.addEventListener('drop', dropped);
    document.addEventListener('paste', pasted);
    return () => {
      document.removeEventListener('dragover', dragged);
      document.removeEventListener('drop', dropped);
      document.removeEventListener('paste', pasted);
    };
  }, [open]);
  const close = () => {
    setOpen(false);
    setFiles(undefined);
  };
  return (
    <>
      <Button variant="primary" icon={<Upload aria-hidden className="size-4" />} onClick={() => setOpen(true)}>
        Upload Media
      </Button>
      <Suspense>
        {open && (
          <UploadDialog
            open
            folder={folder}
            files={files}
            onUploaded={({ title, url }) => {
              const place = url === null ? undefined : fileHref(url);
              if (place)
                toast(`${title} added to the library`, {
                  action: { label: 'Show', onClick: () => void navigate(place) },
                });
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
