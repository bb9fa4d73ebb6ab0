import type { StoredFile } from '@archive/contracts';
import { Link } from '@archive/router';
import { linkClass, lazyComponent } from '@archive/ui';
import { mediaHref } from '../../explorer-url.ts';
import { FileRecord } from './file-record.tsx';

const NoSuchFile = lazyComponent(() => import('./no-such-file.tsx'), 'NoSuchFile');

/** A file in its folder. */
export function FileView({ name, files, path }: { name: string; files: StoredFile[]; path: string }) {
  const index = files.findIndex((file) => file.name === name);
  const file = files[index];
  if (!file) return <NoSuchFile path={path} name={name} />;
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
