import { messageOf, rebuildPreviewsMutation } from '@archive/api-client';
import type { StoredFile } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { useNavigate } from '@archive/router';
import { Button, toast } from '@archive/ui';
import { Pencil } from '@archive/ui/icons';
import { Suspense, useState, type ReactNode } from 'react';
import { DeleteMedia, DetachMedia, MediaHistory, MediaDialog, SetPortrait } from '../../lazy.tsx';
import { explorerHref } from '../../explorer-url.ts';
import { ReplaceFileButton } from '../../replacement/replace-file-button.tsx';
import { kindOf } from '../../stored-file.ts';

type OpenDialog = 'edit' | 'portrait' | 'detach' | 'delete' | 'history';

/** Errors for actions that need a record (SPEC section 8). */
const WITHOUT_RECORD: Partial<Record<OpenDialog, string>> = {
  edit: 'Media not found in database. Upload it first to edit metadata.',
  detach: 'Media not found in database.',
};

interface FileActionsProps {
  file: StoredFile;
  path: string;
  editing: boolean;
}

/** Action buttons of a file, and the dialog they open. Edit Mode adds more. */
export function FileActions({ file, path, editing }: FileActionsProps) {
  const [open, setOpen] = useState<OpenDialog>();
  const navigate = useNavigate();
  const close = () => setOpen(undefined);
  const start = (action: OpenDialog) => {
    const problem = file.media_slug === null ? WITHOUT_RECORD[action] : undefined;
    if (problem) toast.error(problem);
    else setOpen(action);
  };
  const title = file.title ?? file.name;

  const dialog = (): ReactNode => {
    if (open === 'delete')
      return <DeleteMedia file={file} onClose={close} onDeleted={() => void navigate(explorerHref(path))} />;
    if (open === undefined || file.media_slug === null) return null;
    if (open === 'edit') return <MediaDialog slug={file.media_slug} onClose={close} />;
    if (open === 'portrait') return <SetPortrait slug={file.media_slug} title={title} onClose={close} />;
    if (open === 'detach') return <DetachMedia slug={file.media_slug} title={title} onClose={close} />;
    return <MediaHistory slug={file.media_slug} title={title} editing={editing} onClose={close} />;
  };

  return (
    <>
      {file.media_slug !== null && <Button onClick={() => setOpen('history')}>Change history</Button>}
      {editing && (
        <>
          <Button icon={<Pencil aria-hidden className="size-4" />} onClick={() => start('edit')}>
            Edit Metadata
          </Button>
          <ReplaceFileButton file={file} />
          {file.media_slug !== null && kindOf(file) === 'image' && (
            <Button onClick={() => start('portrait')}>Set as portrait</Button>
          )}
          {file.media_slug !== null && file.preview_state !== null && file.preview_state !== 'waiting' && (
            <RebuildPreviews slug={file.media_slug} />
          )}
          <Button onClick={() => start('detach')}>Detach from All Voyages</Button>
          <Button onClick={() => start('delete')}>Detach and Delete from Media Library</Button>
        </>
      )}
      <Suspense>{dialog()}</Suspense>
    </>
  );
}

function RebuildPreviews({ slug }: { slug: string }) {
  const { mutate, isPending } = useMutation(rebuildPreviewsMutation(useQueryClient()));
  const rebuild = () =>
    mutate(slug, {
      onSuccess: () => toast.success('Regenerating the previews. The current ones stay until then.'),
      onError: (error) => toast.error(messageOf(error)),
    });
  return (
    <Button busy={isPending} onClick={rebuild}>
      Regenerate previews
    </Button>
  );
}
