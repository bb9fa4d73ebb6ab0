import type { StoredFile } from '@archive/contracts';
import { Link } from '@archive/router';
import { linkClass } from '@archive/ui';
import { Suspense } from 'react';
import { mediaHref } from '../../explorer-url.ts';
import { NoSuchFile } from '../../lazy.tsx';
import { FileRecord } from './file-record.tsx';

/** A file in its folder. */
export function FileView({ name, files, path }: { name: string; files: StoredFile[]; path: string }) {
  const index = files.findIndex((file) => file.name === name);
  const file = files[index];
  if (!file)
    return (
      <Suspense>
        <NoSuchFile path={path} name={name} />
      </Suspense>
    );
  return (
    <FileRecord file={file} lightbox={{ items: files, index }} path={path} copyLabel="Copy URL">
      {file.media_slug !== null && (
        <p className="print:hidden">
          <Link to={mediaHref(file.media_slug)} className={linkClass()}>
            Permalink
          </Link>
        </p>
      )}
    </FileRecord>
  );
}
