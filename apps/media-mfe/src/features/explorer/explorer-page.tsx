import { exportFiles, mediaBrowseQuery } from '@archive/api-client';
import type { BrowseResult, StoredFile } from '@archive/contracts';
import { HelpButton, SearchBox, useSelection } from '@archive/editing';
import { useQuery } from '@archive/query';
import { Link } from '@archive/router';
import { QueryState, useEditMode, usePageTitle } from '@archive/shell-api';
import {
  Breadcrumbs,
  Button,
  DownloadMenu,
  EmptyState,
  LinkButton,
  Loading,
  NoMatchesState,
  PageHeader,
  SkeletonBlock,
  formatCount,
  formatNumber,
  lazyComponent,
} from '@archive/ui';
import { Folder } from '@archive/ui/icons';
import { useMemo, useState } from 'react';
import { SelectionBar } from '../bulk/selection-bar.tsx';
import { captionOf } from '../stored-file.ts';
import { crumbs, MEDIA_EXPLORER, prettyFolderName, reasonOf } from '../texts.tsx';
import { UploadButton } from '../upload/upload-button.tsx';
import { allMediaHref, explorerHref, useExplorerLocation, useFolderSearch } from '../urls.ts';
import { ExplorerViews } from './explorer-views.tsx';
import { Files } from './files.tsx';

/** /media-explorer: one folder of the library, or one file. */
export function ExplorerPage() {
  const { path, file } = useExplorerLocation();
  const query = useQuery(mediaBrowseQuery(path));
  const { data } = query;
  const { editing } = useEditMode();
  const openFile = data?.files.find(({ name }) => name === file);
  const folder = path.split('/').at(-1) ?? '';
  usePageTitle(openFile?.title ?? file ?? (folder === '' ? MEDIA_EXPLORER : prettyFolderName(folder)));
  return (
    <div className="space-y-8">
      {file === null && (
        <PageHeader
          actions={
            <>
              {editing && (
                <>
                  <LinkButton href="/media-explorer/storage">Storage check</LinkButton>
                  <LinkButton href="/media-explorer/trash">Trash</LinkButton>
                  <UploadButton folder={path} />
                </>
              )}
              <HelpButton topic="media" />
            </>
          }
          title={folder === '' ? MEDIA_EXPLORER : prettyFolderName(folder)}
          lede={folder === '' ? 'Photographs, videos, and documents about the yacht, organized in folders.' : undefined}
        />
      )}
      {file === null && folder === '' && <ExplorerViews current="folders" />}
      {(file === null || !data) && <Breadcrumbs items={crumbs(path, file ?? undefined)} />}
      {data ? (
        <Contents listing={data} path={path} file={file} />
      ) : (
        <QueryState
          query={query}
          failed={() => `Error loading directory: ${reasonOf(query.error, 'Failed to load directory')}`}
          loading={<LoadingFolder />}
        />
      )}
    </div>
  );
}

function Contents({ listing, path, file }: { listing: BrowseResult; path: string; file: string | null }) {
  const [last, setLast] = useState({ path, file });
  if (file !== null && (file !== last.file || path !== last.path)) setLast({ path, file });
  const lastFile = last.path === path ? last.file : null;
  if (file === null) return <FolderView key={path} listing={listing} path={path} lastFile={lastFile} />;
  return <FileView key={file} name={file} files={listing.files} path={path} />;
}

function LoadingFolder() {
  return (
    <Loading label="Loading media..." className="grid grid-cols-2 gap-3 md:grid-cols-4">
      {Array.from({ length: 8 }, (_, index) => (
        <SkeletonBlock key={index} className="h-40" />
      ))}
    </Loading>
  );
}

interface FolderViewProps {
  listing: BrowseResult;
  path: string;
  lastFile: string | null;
}

const pathOf = ({ path }: StoredFile) => path;

/** One folder: its subfolders, and its files as a grid, newest first. */
function FolderView({ listing, path, lastFile }: FolderViewProps) {
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

const FolderFile = lazyComponent(
  () => import('../media-page/media-page.tsx'),
  'FolderFile',
  ({ file, path }) => (
    <div className="space-y-6">
      <Breadcrumbs items={crumbs(path, file.title ?? file.name)} />
      <Loading label="Loading file..." className="grid gap-10 lg:grid-cols-[1fr_22rem]">
        <SkeletonBlock className="h-96" />
      </Loading>
    </div>
  ),
);
const NoSuchFile = lazyComponent(() => import('../not-found.tsx'), 'NoSuchFile');

/** A file in its folder. */
function FileView({ name, files, path }: { name: string; files: StoredFile[]; path: string }) {
  const file = files.find((item) => item.name === name);
  if (!file)
    return (
      <div className="space-y-8">
        <Breadcrumbs items={crumbs(path, name)} />
        <NoSuchFile path={path} name={name} />
      </div>
    );
  return <FolderFile file={file} files={files} path={path} />;
}

/** Lower case without accents, so that "zurich" finds "Zürich". */
const normalize = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Files and folders that contain every word in their name or metadata. */
function searchFolder({ files, folders }: BrowseResult, q: string): Pick<BrowseResult, 'files' | 'folders'> {
  const words = normalize(q).split(/\s+/).filter(Boolean);
  if (words.length === 0) return { files, folders };
  const matches = (text: string) => {
    const normalizedText = normalize(text);
    return words.every((word) => normalizedText.includes(word));
  };
  return {
    files: files.filter((file) =>
      matches(
        [
          file.name,
          captionOf(file),
          file.date,
          file.description_markdown,
          file.creator,
          file.place,
          file.identifier,
          file.original_filename,
          ...file.tags,
        ]
          .filter(Boolean)
          .join(' '),
      ),
    ),
    folders: folders.filter(({ name }) => matches(`${name} ${prettyFolderName(name)}`)),
  };
}
