import type { StoredFile } from '@archive/contracts';
import { useEditMode } from '@archive/shell-api';
import { Button, buttonClass, DefinitionList, EmptyState, formatDate, LinkButton, linkClass, toast } from '@archive/ui';
import { Download, Link as LinkIcon, Maximize } from '@archive/ui/icons';
import { Prose } from '@archive/ui/prose';
import { Suspense, useState } from 'react';
import { Lightbox } from '../../lazy.tsx';
import { rightsLabel } from '../../rights.ts';
import { explorerHref } from '../address.ts';
import { lightboxItem } from '../kinds.ts';
import { fileSize, instant } from '../names.ts';
import { FileActions } from './file-actions.tsx';
import { Preview } from './preview.tsx';
import { Usage } from './usage.tsx';

/** One file: what it shows, what storage knows of it, and what the archive recorded. */
export function FileView({ name, files, path }: { name: string; files: StoredFile[]; path: string }) {
  const { editing } = useEditMode();
  const [opened, setOpened] = useState(false);
  const file = files.find((one) => one.name === name);
  if (!file)
    return (
      <EmptyState
        level={1}
        title="File not found"
        action={<LinkButton href={explorerHref(path)}>Back to the folder</LinkButton>}
      >
        The folder has no file of this name any more.
      </EmptyState>
    );
  return (
    <article className="grid gap-10 lg:grid-cols-[1fr_22rem]">
      <Preview file={file} />
      <div className="space-y-6">
        <h1 className="text-27 [overflow-wrap:anywhere]">{file.title ?? file.name}</h1>
        <div className="flex flex-wrap gap-2 print:hidden">
          <Button variant="primary" icon={<Maximize aria-hidden className="size-4" />} onClick={() => setOpened(true)}>
            Open File
          </Button>
          <a className={buttonClass()} href={`${file.url}?download`} download>
            <Download aria-hidden className="size-4" />
            Download
          </a>
          <Button icon={<LinkIcon aria-hidden className="size-4" />} onClick={() => void copyUrl(file.url)}>
            Copy URL
          </Button>
          <FileActions file={file} path={path} editing={editing} />
        </div>
        <DefinitionList
          items={[
            { term: 'File name', detail: <span className="[overflow-wrap:anywhere]">{file.name}</span> },
            { term: 'Size', detail: fileSize(file.size) },
            { term: 'Type', detail: file.type },
            { term: 'Modified', detail: instant(file.last_modified) },
            { term: 'Date', detail: file.date && formatDate(file.date) },
            { term: 'Credit', detail: file.credit },
            { term: 'Rights', detail: file.rights && <Rights address={file.rights} /> },
          ]}
        />
        {file.description_markdown && <Prose>{file.description_markdown}</Prose>}
        {file.media_slug !== null && <Usage slug={file.media_slug} />}
        {file.media_slug === null && (
          <p className="text-13 text-faded">No record of the archive describes this file yet.</p>
        )}
      </div>
      <Suspense>
        {opened && (
          <Lightbox items={files.map(lightboxItem)} start={files.indexOf(file)} onClose={() => setOpened(false)} />
        )}
      </Suspense>
    </article>
  );
}

function Rights({ address }: { address: string }) {
  return (
    <a href={address} target="_blank" rel="noopener noreferrer license" className={linkClass()}>
      {rightsLabel(address)}
    </a>
  );
}

async function copyUrl(url: string) {
  try {
    await navigator.clipboard.writeText(new URL(url, location.href).href);
    toast.success('URL copied to clipboard!');
  } catch {
    toast.error('The address could not be copied: the browser does not allow it here.');
  }
}
