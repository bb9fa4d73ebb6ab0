import { Button, IconButton, Progress, Thumbnail } from '@archive/ui';
import { CircleAlert, X } from '@archive/ui/icons';
import { kindOfFile } from './kind-of-file.ts';
import type { AlbumUpload } from './use-album-uploads.ts';

interface Props {
  /** Title of the album. */
  title: string;
  uploads: AlbumUpload[];
  onRetry(upload: AlbumUpload): void;
  onRemove(upload: AlbumUpload): void;
}

/** Files being uploaded to an album. */
export function UploadList({ title, uploads, onRetry, onRemove }: Props) {
  if (uploads.length === 0) return null;
  return (
    <ul aria-label={`Uploads to ${title}`} className="divide-y divide-rule border-y border-rule">
      {uploads.map((upload) => {
        const { id, file, preview, state, progress, note, failure } = upload;
        return (
          <li key={id} className="flex flex-wrap items-center gap-3 py-2">
            <span className="h-10 w-13 shrink-0">
              <Thumbnail src={preview} alt="" kind={kindOfFile(file)} />
            </span>
            <span className="min-w-32 flex-1">
              <span className="block truncate">{file.name}</span>
              {state === 'failed' ? (
                <span role="alert" className="flex items-center gap-1.5 text-13 text-signal">
                  <CircleAlert aria-hidden className="size-4 shrink-0" />
                  {failure}
                </span>
              ) : (
                <Progress label={`Upload of ${file.name}`} value={progress * 100} className="mt-1.5" />
              )}
              {note && <output className="text-13 text-faded">{note}</output>}
            </span>
            {state === 'waiting' && <span className="text-13 text-faded">Waiting</span>}
            {state === 'failed' && (
              <>
                <Button size="small" aria-label={`Retry the upload of ${file.name}`} onClick={() => onRetry(upload)}>
                  Retry
                </Button>
                <IconButton
                  size="small"
                  label={`Remove ${file.name}`}
                  icon={<X aria-hidden />}
                  onClick={() => onRemove(upload)}
                />
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
