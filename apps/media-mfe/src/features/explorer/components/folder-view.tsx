import type { BrowseResult, StoredFile } from '@archive/contracts';
import { Link } from '@archive/router';
import { ContactPrint, ContactSheet, contactPrintClass, EmptyState, LinkButton, Thumbnail } from '@archive/ui';
import { Folder } from '@archive/ui/icons';
import { explorerHref } from '../address.ts';
import { captionOf, kindOf, pictureOf } from '../kinds.ts';
import { fileSize, prettyFolderName } from '../names.ts';

/** One folder: the folders in it as tabs, its files as a contact sheet, newest first. */
export function FolderView({ browsed, path }: { browsed: BrowseResult; path: string }) {
  const { files, folders, total_items: count } = browsed;
  if (count === 0)
    return (
      <EmptyState
        title="This folder is empty"
        action={path !== '' && <LinkButton href={explorerHref('')}>Back to Media Explorer</LinkButton>}
      >
        {path === '' ? 'Photographs, films and papers appear here once the library has some.' : null}
      </EmptyState>
    );
  return (
    <div className="space-y-8">
      <p className="text-13 text-faded tabular-nums">
        {count === 1 ? '1 item' : `${count.toLocaleString('en-US')} items`}
      </p>
      {folders.length > 0 && <Folders folders={folders} />}
      {files.length > 0 && <Files files={files} path={path} />}
    </div>
  );
}

function Folders({ folders }: { folders: BrowseResult['folders'] }) {
  return (
    <ul aria-label="Folders" className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
      {folders.map((folder) => (
        <li key={folder.path}>
          <Link
            to={explorerHref(folder.path)}
            className="flex min-h-14 items-center gap-3 rounded border border-rule bg-leaf px-4 py-3 transition-[border-color,box-shadow] hover:border-brass hover:shadow-float"
          >
            <Folder aria-hidden className="size-5 shrink-0 text-brass" />
            <span className="min-w-0 font-serif text-17 leading-tight font-semibold [overflow-wrap:anywhere]">
              {prettyFolderName(folder.name)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Files({ files, path }: { files: StoredFile[]; path: string }) {
  return (
    <ContactSheet aria-label="Files">
      {files.map((file) => (
        <ContactPrint key={file.path} title={captionOf(file)} credit={fileSize(file.size)}>
          <Link to={explorerHref(path, file.name)} aria-label={captionOf(file)} className={contactPrintClass}>
            <Thumbnail src={pictureOf(file)} alt="" kind={kindOf(file)} />
          </Link>
        </ContactPrint>
      ))}
    </ContactSheet>
  );
}
