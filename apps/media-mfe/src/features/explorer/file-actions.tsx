import { messageOf, rebuildPreviewsMutation } from '@archive/api-client';
import type { StoredFile } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { useNavigate } from '@archive/router';
import { useArchive, useSession } from '@archive/shell-api';
import { Button, Eyebrow, Menu, type MenuItem, buttonClass, lazyComponent, toast } from '@archive/ui';
import {
  ArrowUpRight,
  BookOpen,
  Download,
  Link as LinkIcon,
  Maximize,
  MoreHorizontal,
  Pencil,
} from '@archive/ui/icons';
import { type ReactNode, useState } from 'react';
import { kindOf } from '../stored-file.ts';
import { explorerHref, textHref } from '../urls.ts';

const CiteDialog = lazyComponent(() => import('@archive/ui/cite'), 'CiteDialog');
const DeleteMedia = lazyComponent(() => import('../removal/delete-media.tsx'), 'DeleteMedia');
const DetachMedia = lazyComponent(() => import('../removal/detach-media.tsx'), 'DetachMedia');
const MediaHistory = lazyComponent(() => import('../history/media-history.tsx'), 'MediaHistory');
const MediaDialog = lazyComponent(() => import('../metadata/media-dialog.tsx'), 'MediaDialog');
const SetPortrait = lazyComponent(() => import('../portrait/set-portrait.tsx'), 'SetPortrait');

type OpenDialog = 'cite' | 'edit' | 'portrait' | 'detach' | 'delete' | 'history';

/** Errors for actions that need a record (SPEC section 8). */
const WITHOUT_RECORD: Partial<Record<OpenDialog, string>> = {
  edit: 'Media not found in database. Upload it first to edit metadata.',
  detach: 'Media not found in database.',
};

/** Content types of files from which text is extracted. */
const HAS_TEXT = /^(?:image\/(?!svg)|application\/(?:pdf$|vnd\.openxml))/;

/** Names for the kinds of files in a citation. */
const KIND_NAMES: Partial<Record<ReturnType<typeof kindOf>, string>> = {
  image: 'Photograph',
  video: 'Film',
  audio: 'Recording',
  pdf: 'Document',
  document: 'Document',
};

interface FileActionsProps {
  file: StoredFile;
  /** Folder of the file. */
  path: string;
  editing: boolean;
  /** URL of the page. */
  address: string;
  /** Opens the lightbox. */
  onOpen(): void;
}

/**
 * The actions for a file, with their dialogs: buttons for what readers need most,
 * a menu with the other actions, and in Edit Mode those that change the file.
 */
export function FileActions({ file, path, editing, address, onOpen }: FileActionsProps) {
  const [open, setOpen] = useState<OpenDialog>();
  const navigate = useNavigate();
  const archive = useArchive();
  const previews = useMutation(rebuildPreviewsMutation(useQueryClient()));
  const close = () => setOpen(undefined);
  const { media_slug: slug } = file;
  const title = file.title ?? file.name;
  const { role } = useSession();
  const start = (action: OpenDialog) => {
    const problem = slug === null ? WITHOUT_RECORD[action] : undefined;
    if (problem) toast.error(problem);
    else setOpen(action);
  };
  const rebuild = (media: string) =>
    previews.mutate(media, {
      onSuccess: () =>
        toast.success('Regenerating the previews. The current ones are shown until the new ones are ready.'),
      onError: (error) => toast.error(messageOf(error)),
    });

  const moreItems = (): MenuItem[] => {
    if (slug === null) return [];
    const isStored = file.url.startsWith('/');
    const hasPreviews = file.preview_state !== null && file.preview_state !== 'waiting';
    return [
      ...(isStored && HAS_TEXT.test(file.type) ? [{ label: 'View text', href: textHref(slug) }] : []),
      { label: 'Change history', onSelect: () => setOpen('history') },
      ...(editing && isStored && kindOf(file) === 'image'
        ? [{ label: 'Set as portrait', onSelect: () => setOpen('portrait') }]
        : []),
      ...(editing && hasPreviews
        ? [{ label: 'Regenerate previews', disabled: previews.isPending, onSelect: () => rebuild(slug) }]
        : []),
    ];
  };

  const dialog = (): ReactNode => {
    if (open === 'cite')
      return (
        <CiteDialog
          title="Cite this file"
          cited={{
            key: slug ?? file.name,
            title,
            kind: KIND_NAMES[kindOf(file)] ?? 'File',
            creator: file.creator ?? file.credit,
            date: file.date,
            archive: archive.title,
            address,
          }}
          onClose={close}
        />
      );
    if (open === 'delete')
      return <DeleteMedia file={file} onClose={close} onDeleted={() => void navigate(explorerHref(path))} />;
    if (open === undefined || slug === null) return null;
    if (open === 'edit') return <MediaDialog slug={slug} onClose={close} />;
    if (open === 'portrait') return <SetPortrait slug={slug} title={title} onClose={close} />;
    if (open === 'detach') return <DetachMedia slug={slug} title={title} onClose={close} />;
    return <MediaHistory slug={slug} title={title} editing={editing} onClose={close} />;
  };

  const items = moreItems();
  return (
    <div className="space-y-4 print:hidden">
      <div className="flex flex-wrap gap-2">
        <Content file={file} onOpen={onOpen} />
        <Button icon={<LinkIcon aria-hidden className="size-4" />} onClick={() => void copyUrl(address)}>
          Copy URL
        </Button>
        <Button icon={<BookOpen aria-hidden className="size-4" />} onClick={() => setOpen('cite')}>
          Cite
        </Button>
        {role === 'contributor' && slug !== null && (
          <Button icon={<Pencil aria-hidden className="size-4" />} onClick={() => setOpen('edit')}>
            Propose changes
          </Button>
        )}
        {items.length > 0 && (
          <Menu
            align="end"
            trigger={<Button icon={<MoreHorizontal aria-hidden className="size-4" />}>More</Button>}
            items={items}
          />
        )}
      </div>
      {editing && (
        <section aria-labelledby="file-edit">
          <h2 id="file-edit">
            <Eyebrow>Edit</Eyebrow>
          </h2>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button icon={<Pencil aria-hidden className="size-4" />} onClick={() => start('edit')}>
              Edit Metadata
            </Button>
            <ReplaceFileButton file={file} />
            <Button onClick={() => start('detach')}>Detach from All Voyages</Button>
            <Button onClick={() => start('delete')}>Detach and Delete from Media Library</Button>
          </div>
        </section>
      )}
      {dialog()}
    </div>
  );
}

/** A button or link that opens the file. External media have only a URL. */
function Content({ file: { url }, onOpen }: Pick<FileActionsProps, 'file' | 'onOpen'>) {
  if (url === '') return null;
  if (!url.startsWith('/'))
    return (
      <a className={buttonClass({ variant: 'primary' })} href={url} target="_blank" rel="noopener noreferrer">
        <ArrowUpRight aria-hidden className="size-4" />
        Open Website
      </a>
    );
  return (
    <>
      <Button variant="primary" icon={<Maximize aria-hidden className="size-4" />} onClick={onOpen}>
        Open File
      </Button>
      <a className={buttonClass()} href={`${url}?download`} download>
        <Download aria-hidden className="size-4" />
        Download
      </a>
    </>
  );
}

async function copyUrl(url: string) {
  try {
    await navigator.clipboard.writeText(url);
    toast.success('URL copied to clipboard!');
  } catch {
    toast.error('Couldn’t copy the URL. Your browser blocked access to the clipboard.');
  }
}

const ReplaceFile = lazyComponent(() => import('../replacement/replace-file.tsx'), 'ReplaceFile');

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
