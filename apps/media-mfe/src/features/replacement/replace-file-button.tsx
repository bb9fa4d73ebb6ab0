import type { StoredFile } from '@archive/contracts';
import { Button } from '@archive/ui';
import { Suspense, useState } from 'react';
import { ReplaceFile } from '../lazy.tsx';

/** Opens the dialog that replaces the file of a record. Renders nothing for external media and files without a record. */
export function ReplaceFileButton({ file }: { file: StoredFile }) {
  const [open, setOpen] = useState(false);
  const { media_slug: slug, url } = file;
  if (slug === null || !url.startsWith('/')) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Replace file</Button>
      <Suspense>{open && <ReplaceFile file={file} slug={slug} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
