import { messageOf, replaceFileMutation, trashQuery, undoReplacementMutation } from '@archive/api-client';
import type { StoredFile } from '@archive/contracts';
import { FormDialog } from '@archive/editing';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { useLocation, useNavigate } from '@archive/router';
import {
  type MediaKind,
  Notice,
  Progress,
  TextField,
  Thumbnail,
  formatCount,
  formatFileSize,
  formatNumber,
  toast,
} from '@archive/ui';
import { useEffect, useRef, useState } from 'react';
import { isBrowserPicture, kindOf, kindOfFile, thumbnailOf, typeName } from '../stored-file.ts';
import { mediaHref } from '../urls.ts';

const KINDS: Partial<Record<MediaKind, string>> = {
  image: 'an image',
  video: 'a video',
  audio: 'a recording',
  pdf: 'a PDF',
};

function requirementOf(kind: MediaKind): string {
  const name = KINDS[kind];
  return name === undefined
    ? 'The new file must be the same type as the one it replaces.'
    : `The new file must be ${name}, like the one it replaces.`;
}

interface ReplaceFileProps {
  file: StoredFile;
  slug: string;
  onClose: () => void;
}

/** Replaces the file of a media item with a better copy. Afterward, a toast offers Undo. */
export function ReplaceFile({ file, slug, onClose }: ReplaceFileProps) {
  const client = useQueryClient();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const replacement = useMutation(replaceFileMutation(client));
  const undo = useMutation(undoReplacementMutation(client));
  const [chosen, setChosen] = useState<File>();
  const [progress, setProgress] = useState(0);
  const [isMissing, setMissing] = useState(false);
  const { data: trash } = useQuery(trashQuery(1));
  const picture = useChosenPicture(chosen);
  const isOtherKind = chosen !== undefined && kindOfFile(chosen) !== kindOf(file);
  const days = trash?.retention_days;
  const input = useRef<HTMLInputElement>(null);
  const abort = useRef<AbortController>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const key = `replace-file ${slug}`;

  const putBack = () =>
    void undo.mutateAsync(slug).then(
      () => toast.success('Undone', { key }),
      (error: unknown) => toast.error(`Couldn’t undo: ${messageOf(error)}`, { key }),
    );
  const save = async () => {
    if (!chosen) return;
    setProgress(0);
    abort.current = new AbortController();
    const { signal } = abort.current;
    const saved = await replacement
      .mutateAsync({ slug, file: chosen, signal, onProgress: setProgress })
      .catch(() => undefined);
    if (!saved) return;
    toast.success('File replaced', { key, duration: 30_000, action: { label: 'Undo', onClick: putBack } });
    onClose();
    // Open the page of the new file, because the folder no longer has one with the old name.
    if (pathname !== mediaHref(slug)) void navigate(mediaHref(slug), { replace: true });
  };

  return (
    <FormDialog
      title="Replace file"
      saveText="Replace file"
      busyText="Uploading..."
      busy={replacement.isPending}
      dirty={chosen !== undefined}
      canSave={chosen !== undefined}
      failure={replacement.error ? messageOf(replacement.error) : undefined}
      initialFocus={input}
      onInvalid={() => setMissing(true)}
      onSave={() => void save()}
      onClose={onClose}
      // Once everything is sent, the server finishes, and the upload can no longer be canceled.
      {...(progress < 1 ? { onCloseWhileBusy: onClose } : {})}
      className="space-y-4"
    >
      <p>
        Use this for a better copy of the same original. The web address, description, people, and links stay unchanged.
        The current file stays in storage{days ? ` for ${formatCount(days, 'day')}` : ''}, so that you can undo this,
        and the event log keeps a record of it.
      </p>
      <FileComparison
        current={{
          ...file,
          name: file.original_filename ?? file.name,
          kind: kindOf(file),
          picture: thumbnailOf(file),
        }}
        chosen={
          chosen && {
            name: chosen.name,
            type: chosen.type,
            size: chosen.size,
            kind: kindOfFile(chosen),
            picture: picture.url,
            ...(typeof picture.size === 'object' ? picture.size : {}),
          }
        }
      />
      {isOtherKind && (
        <Notice tone="warning" announce>
          {requirementOf(kindOf(file))}
        </Notice>
      )}
      {picture.size === 'unreadable' && (
        <Notice tone="warning" announce>
          Your browser can’t open the new file. It may be damaged.
        </Notice>
      )}
      <TextField
        ref={input}
        label="New file"
        type="file"
        required
        error={isMissing && !chosen ? 'Choose a file.' : undefined}
        onChange={({ target }) => {
          replacement.reset();
          setChosen((target as HTMLInputElement).files?.[0]);
        }}
        className="py-1.5"
      />
      {replacement.isPending && chosen && <Progress label={`Upload of ${chosen.name}`} value={progress * 100} />}
    </FormDialog>
  );
}

interface ComparedFile {
  name: string;
  kind: MediaKind;
  /** URL of a picture. */
  picture: string | null;
  /** Content type; empty if the browser doesn’t know it. */
  type: string;
  /** In bytes. */
  size: number | null;
  width?: number | null;
  height?: number | null;
}

interface FileComparisonProps {
  current: ComparedFile;
  chosen: ComparedFile | undefined;
}

/** The current file of a record beside the file that replaces it. */
const FileComparison = ({ current, chosen }: FileComparisonProps) => (
  <div className="grid grid-cols-2 gap-4">
    <ComparedFigure title="Current file" file={current} />
    {chosen && <ComparedFigure title="New file" file={chosen} />}
  </div>
);

function ComparedFigure({ title, file }: { title: string; file: ComparedFile }) {
  const { name, kind, picture, type, size, width, height } = file;
  const isMeasured = kind === 'image' || kind === 'video';
  const details = [
    type !== '' && typeName(type),
    size !== null && formatFileSize(size),
    isMeasured && width && height && `${formatNumber(width)} × ${formatNumber(height)} pixels`,
  ];
  return (
    <figure className="min-w-0">
      <div className="h-40 overflow-hidden">
        <Thumbnail src={picture} alt="" kind={kind} fit="contain" />
      </div>
      <figcaption className="mt-1 text-13">
        <span className="block font-semibold">{title}</span>
        <span className="block wrap-anywhere">{name}</span>
        <span className="block text-faded tabular-nums">{details.filter(Boolean).join(' · ')}</span>
      </figcaption>
    </figure>
  );
}

/** Properties that the browser reads from a picture. */
type PictureSize = { width: number; height: number } | 'unreadable';

/** Object URL and size of a chosen picture, once the browser has read it. */
function useChosenPicture(file: File | undefined): { url: string | null; size: PictureSize | undefined } {
  const [read, setRead] = useState<{ file: File; url: string; size: PictureSize }>();
  useEffect(() => {
    if (!file || !isBrowserPicture(file)) return undefined;
    const url = URL.createObjectURL(file);
    const image = new Image();
    image.addEventListener('load', () =>
      setRead({ file, url, size: { width: image.naturalWidth, height: image.naturalHeight } }),
    );
    image.addEventListener('error', () => setRead({ file, url, size: 'unreadable' }));
    image.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return read && read.file === file ? { url: read.url, size: read.size } : { url: null, size: undefined };
}
