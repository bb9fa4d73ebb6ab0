import '../../../style.css';
import { useQueryClient } from '@archive/query';
import { Link } from '@archive/router';
import { useOpenForm, useSession } from '@archive/shell-api';
import { Button, ConfirmDialog, Dialog, IconButton, Progress, Thumbnail, formatCount, linkClass } from '@archive/ui';
import { ChevronDown, X } from '@archive/ui/icons';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { kindOfFile } from '../../stored-file.ts';
import { mediaHref } from '../../urls.ts';
import { type UploadItem, isActive, isUnfinished } from '../store/upload-item.ts';
import { uploads, useUploads } from '../store/upload-store.ts';
import { FileTable } from '../table/file-table.tsx';
import { DuplicateReview } from './duplicate-review.tsx';
import { byAttention, count, hasProblem, headlineOf, percentOf, statusOf, summaryOf } from './summary.ts';

/** Shows uploads in the page frame, because they continue while the curator works on other pages. Renders nothing if there are none. */
export function UploadTray() {
  const client = useQueryClient();
  const { username } = useSession();
  const all = useUploads();
  useEffect(() => {
    if (username !== null) void uploads.start(client, username);
    return () => uploads.suspend();
  }, [client, username]);
  const items = all.filter(({ attended }) => !attended);
  return (
    <>
      {all.some(isUnfinished) && <UnfinishedUploads />}
      {items.length > 0 && <Tray items={items} />}
    </>
  );
}

/**
 * Asks for confirmation before the page is closed. Also registers as an open form, so that the shell keeps the page if the session ends.
 */
function UnfinishedUploads() {
  useOpenForm();
  useEffect(() => {
    const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', confirmLeaving);
    return () => window.removeEventListener('beforeunload', confirmLeaving);
  }, []);
  return null;
}

const reviewLabel = (duplicates: number, similar: number) =>
  `Review ${[
    duplicates > 0 && formatCount(duplicates, 'duplicate'),
    similar > 0 && formatCount(similar, 'similar image'),
  ]
    .filter(Boolean)
    .join(' and ')}`;

const idsOf = (items: readonly UploadItem[]) => items.map(({ id }) => id);

function Tray({ items }: { items: readonly UploadItem[] }) {
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState<'duplicates' | 'details'>();
  const [confirming, setConfirming] = useState(false);
  const active = items.filter(isActive);
  const stopped = items.filter(({ state, file }) => state === 'paused' || (state === 'failed' && file !== undefined));
  const duplicates = items.filter(({ state }) => state === 'duplicate');
  const similar = items.filter((item) => item.similar !== undefined);
  const missing = count(items, ({ state }) => state === 'missing');
  const isFinished = !items.some(isUnfinished);
  const close = () => (isFinished ? uploads.remove(idsOf(items)) : setConfirming(true));
  return (
    <section
      aria-label="Uploads"
      className="flex w-full max-w-md flex-col gap-2 rounded border border-rule bg-leaf p-3 text-13 text-ink shadow-float md:self-start"
    >
      <div className="flex items-center gap-2">
        <h2 className="min-w-0 flex-1 truncate text-15 font-semibold" aria-live="polite">
          {headlineOf(items)}
        </h2>
        <IconButton
          plain
          size="small"
          label={open ? 'Hide files' : 'Show files'}
          aria-expanded={open}
          icon={<ChevronDown aria-hidden className={open ? '' : 'rotate-180'} />}
          onClick={() => setOpen(!open)}
        />
        <IconButton plain size="small" label="Close uploads" icon={<X aria-hidden />} onClick={close} />
      </div>
      {!isFinished && <Progress label="All uploads" value={percentOf(items)} />}
      <Summary text={summaryOf(items)} hasProblem={items.some(hasProblem) && !open} onShow={() => setOpen(true)} />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {active.length > 0 && (
          <Button size="small" onClick={() => uploads.pause(idsOf(active))}>
            Pause
          </Button>
        )}
        {stopped.length > 0 && (
          <Button size="small" variant="primary" onClick={() => uploads.resume(idsOf(stopped))}>
            {stopped.some(({ state }) => state === 'failed') ? 'Retry' : 'Resume'}
          </Button>
        )}
        {duplicates.length + similar.length > 0 && (
          <Button
            size="small"
            variant={active.length > 0 ? 'secondary' : 'primary'}
            onClick={() => setShown('duplicates')}
          >
            {reviewLabel(duplicates.length, similar.length)}
          </Button>
        )}
        {missing > 0 && <ChooseAgain missing={missing} />}
        <Button size="small" onClick={() => setShown('details')}>
          Edit details
        </Button>
      </div>
      {open && (
        <ul
          aria-label="Uploaded files"
          className="max-h-[40dvh] divide-y divide-rule overflow-y-auto border-t border-rule"
        >
          {byAttention(items).map((item) => (
            <TrayFile key={item.id} item={item} onOpenPage={() => setOpen(false)} />
          ))}
        </ul>
      )}
      {shown === 'duplicates' && (
        <DuplicateReview duplicates={duplicates} similar={similar} onClose={() => setShown(undefined)} />
      )}
      {shown === 'details' && <EditDetails items={items} onClose={() => setShown(undefined)} />}
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Cancel the unfinished uploads?"
        description="Files that are already uploaded stay in the media library."
        confirmText="Cancel uploads"
        cancelText="Keep uploading"
        danger
        onConfirm={() => uploads.remove(idsOf(items))}
      />
    </section>
  );
}

function Summary({ text, hasProblem, onShow }: { text: string; hasProblem: boolean; onShow: () => void }) {
  if (text === '') return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <output>{text}</output>
      {hasProblem && (
        <Button size="small" onClick={onShow}>
          Show
        </Button>
      )}
    </p>
  );
}

/** Asks to choose files again after a reload, because browsers don't keep them. */
function ChooseAgain({ missing }: { missing: number }) {
  const input = useRef<HTMLInputElement>(null);
  const [others, setOthers] = useState<File[]>([]);
  return (
    <>
      <Button size="small" variant="primary" onClick={() => input.current?.click()}>
        Choose {formatCount(missing, 'file')} again
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        aria-label="Choose the files again"
        className="hidden"
        onChange={({ target }) => {
          setOthers(uploads.provide([...(target.files ?? [])]));
          target.value = '';
        }}
      />
      {others.length > 0 && (
        <output className="basis-full text-signal">
          These files don’t match an unfinished upload: {others.map(({ name }) => name).join(', ')}. Choose files with
          the same names and sizes.
        </output>
      )}
    </>
  );
}

const RESUMABLE = new Set(['paused', 'failed']);
const PAUSABLE = new Set(['waiting', 'sending']);

/** One file of the tray, with its progress, or what happened to it. */
function TrayFile({ item, onOpenPage }: { item: UploadItem; onOpenPage: () => void }) {
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

/** Whether a file can't be edited, because it is a duplicate without a record of its own. */
const isReadOnly = ({ state, media_slug }: UploadItem) => state === 'done' && media_slug === undefined;

/** The fields of all uploads, during and after the upload. Changes are saved when a field loses focus. */
function EditDetails({ items, onClose }: { items: readonly UploadItem[]; onClose: () => void }) {
  return (
    <Dialog
      open
      size="wide"
      title="Edit details"
      description="Changes are saved when you leave a field. For files in progress, they are saved after the upload."
      onOpenChange={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <FileTable
        showErrors
        rows={items.map((item) => {
          const { text, isProblem } = statusOf(item);
          return {
            id: item.id,
            name: item.name,
            size: item.size,
            preview: item.preview,
            kind: kindOfFile(item),
            values: item.values,
            status: text,
            hasProblem: isProblem,
            isReadOnly: isReadOnly(item),
          };
        })}
        onChange={(id, values) => uploads.change(id, values)}
        onLeave={(id) => uploads.saveEdits(id)}
      />
    </Dialog>
  );
}

/** Exposed to the shell, for the page frame, as `./upload-tray`. */
export const component: ComponentType = UploadTray;
