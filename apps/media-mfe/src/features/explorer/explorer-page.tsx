import { mediaBrowseQuery } from '@archive/api-client';
import type { BrowseResult } from '@archive/contracts';
import { HelpButton } from '@archive/editing';
import { useQuery } from '@archive/query';
import { useEditMode, usePageTitle } from '@archive/shell-api';
import { Breadcrumbs, Button, FailedState, LinkButton, Loading, PageHeader, SkeletonBlock } from '@archive/ui';
import { reasonOf } from '../reason.ts';
import { UploadButton } from '../upload/upload-button.tsx';
import { useState } from 'react';
import { explorerHref, useExplorerLocation } from '../explorer-url.ts';
import { FileView } from './components/file-view.tsx';
import { ExplorerViews } from './components/explorer-views.tsx';
import { FolderView } from './components/folder-view.tsx';
import { prettyFolderName } from '../display-names.ts';

const ROOT = 'Media Explorer';

/** /media-explorer: one folder of the library, or one file. */
export function ExplorerPage() {
  const { path, file } = useExplorerLocation();
  const { data, error, refetch } = useQuery(mediaBrowseQuery(path));
  const { editing } = useEditMode();
  const openFile = data?.files.find(({ name }) => name === file);
  const folder = path.split('/').at(-1) ?? '';
  usePageTitle(openFile?.title ?? file ?? (folder === '' ? ROOT : prettyFolderName(folder)));
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
          title={folder === '' ? ROOT : prettyFolderName(folder)}
          lede={folder === '' ? 'Photographs, videos, and documents about the yacht, organized in folders.' : undefined}
        />
      )}
      {file === null && folder === '' && <ExplorerViews current="folders" />}
      <Breadcrumbs items={crumbs(path, file === null ? null : (openFile?.title ?? file))} />
      {error && !data ? (
        <FailedState
          title={`Error loading directory: ${reasonOf(error, 'Failed to load directory')}`}
          action={<Button onClick={() => void refetch()}>Retry</Button>}
        />
      ) : data ? (
        <Contents listing={data} path={path} file={file} />
      ) : (
        <LoadingFolder />
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

function crumbs(path: string, file: string | null) {
  const parts = path === '' ? [] : path.split('/');
  return [
    { label: ROOT, href: explorerHref('') },
    ...parts.map((part, index) => ({
      label: prettyFolderName(part),
      href: explorerHref(parts.slice(0, index + 1).join('/')),
    })),
    ...(file === null ? [] : [{ label: file }]),
  ];
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
