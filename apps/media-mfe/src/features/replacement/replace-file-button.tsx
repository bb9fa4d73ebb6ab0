import type { StoredFile } from '@archive/contracts';
import { Button, lazyComponent } from '@archive/ui';
import { useState } from 'react';

const ReplaceFile = lazyComponent(() => import('./replace-file.tsx'), 'ReplaceFile');

/** Opens the dialog that replaces the file of a record. Renders nothing for external media and files without a record. */
export function ReplaceFileButton({ file }: { file: StoredFile }) {
  const [open, setOpen] = useState(false);
  const { media_slug: slug, url } = file;
  if (slug === null || !url.startsWith('/')) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Replace file</Button>
      {open && <ReplaceFile file={file} slug={slug} onClose={() => setOpen(false)} />}
    </>
  );
}
