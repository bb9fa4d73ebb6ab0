import { Link } from '@archive/router';
import { Button, linkClass, Progress, Thumbnail } from '@archive/ui';
import { mediaHref } from '../../explorer-url.ts';
import { kindOfFile } from '../../file-kinds.ts';
import type { UploadItem } from '../store/upload-item.ts';
import { uploads } from '../store/upload-store.ts';
import { hasProblem, statusOf } from './summary.ts';

const RESUMABLE = new Set(['paused', 'failed']);
const PAUSABLE = new Set(['waiting', 'sending']);

/** One file of the tray, with its progress, or what happened to it. */
export function TrayFile({ item, onOpenPage }: { item: UploadItem; onOpenPage: () => void }) {
  const { id, name, state, preview, progress, file, media_slug: slug } = item;
  const { text, isProblem } = statusOf(item);
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="h-10 w-12 shrink-0 overflow-hidden">
        <Thumbnail src={preview} alt="" kind={kindOfFile(item)} />
      </div>
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className={`wrap-anywhere ${isProblem ? 'text-signal' : 'text-faded tabular-nums'}`}>{text}</p>
        {hasProblem(item) && slug !== undefined && (
          <Link to={mediaHref(slug)} className={linkClass()} aria-label={`Open page: ${name}`} onClick={onOpenPage}>
            Open page
          </Link>
        )}
        {state === 'sending' && <Progress label={`Upload of ${name}`} value={progress * 100} className="mt-1" />}
      </div>
      <div className="flex shrink-0 flex-wrap justify-end gap-1">
        {PAUSABLE.has(state) && (
          <Button
            size="small"
            variant="quiet"
            aria-label={`Pause the upload of ${name}`}
            onClick={() => uploads.pause([id])}
          >
            Pause
          </Button>
        )}
        {RESUMABLE.has(state) && file && (
          <Button
            size="small"
            variant="quiet"
            aria-label={`${state === 'failed' ? 'Retry' : 'Resume'} the upload of ${name}`}
            onClick={() => uploads.resume([id])}
          >
            {state === 'failed' ? 'Retry' : 'Resume'}
          </Button>
        )}
        {state !== 'done' && (
          <Button
            size="small"
            variant="quiet"
            aria-label={`Cancel the upload of ${name}`}
            onClick={() => uploads.remove([id])}
          >
            Cancel
          </Button>
        )}
      </div>
    </li>
  );
}
