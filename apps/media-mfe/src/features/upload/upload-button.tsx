import { Button } from '@archive/ui';
import { Upload } from '@archive/ui/icons';
import { useNavigate } from '@archive/router';
import { Suspense, useState } from 'react';
import { fileHref } from '../explorer/address.ts';
import { UploadDialog } from '../lazy.tsx';
import { toast } from '@archive/ui';

/** Uploads into the library, from the folder that is open. */
export function UploadButton({ folder }: { folder: string }) {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
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
            onUploaded={({ title, url }) => {
              const place = url === null ? undefined : fileHref(url);
              if (place)
                toast(`${title} is in the library`, { action: { label: 'Show', onClick: () => void navigate(place) } });
            }}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}
