import { exportFiles } from '@archive/api-client';
import type { BrowseResult, StoredFile } from '@archive/contracts';
import { SearchBox, useSelection } from '@archive/editing';
import { Link } from '@archive/router';
import { useEditMode } from '@archive/shell-api';
import { Button, DownloadMenu, EmptyState, formatCount, formatNumber, LinkButton, NoMatchesState } from '@archive/ui';
import { Folder } from '@archive/ui/icons';
import { useMemo } from 'react';
import { SelectionBar } from '../../bulk/selection-bar.tsx';
import { allMediaHref } from '../../all-media-url.ts';
import { explorerHref, useFolderSearch } from '../../explorer-url.ts';
import { prettyFolderName } from '../../display-names.ts';
import { searchFolder } from '../search.ts';
import { Files } from './files.tsx';

interface FolderViewProps {
  listing: BrowseResult;
  path: string;
  lastFile: string | null;
}

const pathOf = ({ path }: StoredFile) => path;

/** One folder: its subfolders, and its files as a grid, newest first. */
export function FolderView({ listing, path, lastFile }: FolderViewProps) {
  const [q, setQ] = useFolderSearch();
  const { files, folders } = useMemo(() => searchFolder(listing, q), [listing, q]);
  const { editing } = useEditMode();
  const selection = useSelection(listing.files, pathOf, files);
  const count = listing.total_items;
  const itemCount = files.length + folders.length;
  if (count === 0)
    return (
      <EmptyState
        title="This folder is empty"
        action={path !== '' && <LinkButton href={explorerHref('')}>Back to Media Explorer</LinkButton>}
      >
        {path === '' ? 'Photographs, videos, and documents appear here once they are uploaded.' : null}
      </EmptyState>
    );
  return (
    <div className="space-y-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <output className="text-13 text-faded tabular-nums">
          {itemCount === count
            ? formatCount(count, 'item')
            : `${formatNumber(itemCount)} of ${formatCount(count, 'item')}`}
        </output>
        <div className="ml-auto flex flex-wrap items-center gap-3 max-sm:w-full">
          <SearchBox label="Search this folder" value={q} onSearch={setQ} className="min-w-0 flex-1 sm:w-96" />
          <DownloadMenu label="Export" files={exportFiles('media', { folder: path, words: q })} />
        </div>
      </div>
      {itemCount === 0 && (
        <NoMatchesState
          title="No matches in this folder"
          action={
            <>
              <Button onClick={() => setQ('')}>Show all items</Button>
              <LinkButton href={allMediaHref({ q })}>Search all media</LinkButton>
            </>
          }
        />
      )}
      {folders.length > 0 && <Folders folders={folders} />}
      {editing && files.length > 0 && <SelectionBar selection={selection} count={files.length} />}
      {files.length > 0 && (
        <Files
          files={files}
          hrefOf={({ name }) => explorerHref(path, name)}
          selection={editing ? selection : undefined}
          lastFile={lastFile}
        />
      )}
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
