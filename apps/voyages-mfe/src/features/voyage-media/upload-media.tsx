import { ApiError, SameFileError, type SendInput, invalidateRecords, linkMedia, sendFile } from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';
import { useDroppedFiles } from '@archive/editing';
import { useQueryClient } from '@archive/query';
import { RemoteComponent, type UploadAlbum, type UploadVoyage } from '@archive/shell-api';
import { Button } from '@archive/ui';
import { Upload } from '@archive/ui/icons';
import { type DragEvent, useState } from 'react';
import { MediaUnavailable } from './pick-media.tsx';

interface UploadDialogProps {
  voyage: UploadVoyage;
  album?: UploadAlbum;
  /** Files that were dropped or pasted on the page. */
  files?: File[];
  onClose: () => void;
}

/** The media micro-frontend's dialog, for a voyage and possibly one of its albums. */
export function UploadDialog({
  voyage: { voyage_slug, president_name, title },
  album,
  files,
  onClose,
}: UploadDialogProps) {
  const client = useQueryClient();
  return (
    <RemoteComponent
      remote="media"
      exposed="./media-upload"
      props={{
        open: true,
        voyage: { voyage_slug, president_name, ...(title === undefined ? {} : { title }) },
        ...(album ? { album } : {}),
        ...(files ? { files } : {}),
        onUploaded: () => void invalidateRecords(client),
        onClose,
      }}
      fallback={(retry) => (
        <MediaUnavailable onRetry={retry} onClose={onClose}>
          Can’t upload right now. You can still edit the voyage.
        </MediaUnavailable>
      )}
    />
  );
}

/** Uploads files to a voyage. */
export function UploadMedia({ voyage }: { voyage: UploadVoyage }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Upload aria-hidden className="size-4" />} onClick={() => setOpen(true)}>
        Upload media
      </Button>
      {open && <UploadDialog voyage={voyage} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Uploads files to the voyage of the page, including files that are dropped or pasted anywhere on the page. */
export function PageUpload({ voyage }: { voyage: UploadVoyage }) {
  const [files, setFiles] = useState<File[]>();
  const isOver = useDroppedFiles(files ? undefined : setFiles);
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={<Upload aria-hidden />}
        title="You can also drop files on the page"
        onClick={() => setFiles([])}
      >
        Upload media
      </Button>
      {isOver && (
        <div className="pointer-events-none fixed inset-3 z-dialog grid place-items-end justify-items-center rounded border-2 border-dashed border-brass p-8">
          <output className="rounded bg-leaf px-5 py-3 shadow-float">Drop files to upload them to this voyage.</output>
        </div>
      )}
      {files && <UploadDialog voyage={voyage} files={files} onClose={() => setFiles(undefined)} />}
    </>
  );
}

/** Accepted file types (SPEC section 2, Media upload dialog); the server checks the content. */
export const ACCEPTED = 'image/*,application/pdf,.pdf,.doc,.docx';

/** Default title: the file name without its extension. */
const titleOf = (name: string): string => name.replace(/\.[^.]+$/, '') || name;

interface FileToStore extends Omit<SendInput, 'fields'> {
  name: string;
  category: NonNullable<MediaItem['media_category']>;
  /** Metadata fields in addition to the title. */
  fields?: Record<string, string>;
}

/** Uploads a file to a voyage; a file that the library already has is linked instead. Resolves to its `media_slug`. */
export async function storeFile(voyage: string, { name, category, fields, ...input }: FileToStore): Promise<string> {
  const metadata = { media_slug: 'auto', title: titleOf(name), media_category: category, voyage_slug: voyage };
  try {
    return (await sendFile({ ...input, fields: { ...metadata, ...fields } })).media_slug;
  } catch (error) {
    if (!(error instanceof SameFileError)) throw error;
    const { media_slug } = error;
    const link = { media_slug, voyage_slug: voyage, media_category: category, sort_order: null };
    await linkMedia(link).catch((failure: unknown) => {
      // The file is already attached to the voyage.
      if (!(failure instanceof ApiError && failure.status === 409)) throw failure;
    });
    return media_slug;
  }
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Props for an element that files can be dropped on. `over` is true while files are dragged over it. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isDragOver, setOver] = useState(false);
  return {
    over: isDragOver,
    target: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}
