import '../../style.css';
import { findDuplicates } from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';
import { FormDialog, dateProblem } from '@archive/editing';
import { useQueryClient } from '@archive/query';
import { type MediaUploadProps, type UploadAlbum, showFramePart, useSession } from '@archive/shell-api';
import { formatCount, toast } from '@archive/ui';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { ACCEPTED_FILES, isAccepted, kindOfFile } from '../stored-file.ts';
import { ChosenFiles, FileCard } from './components/file-card.tsx';
import { FileDrop } from './components/file-drop.tsx';
import type { UploadPlace } from './components/place-fields.tsx';
import { SharedFieldGroup, folderOf, useOwners } from './components/shared-field-group.tsx';
import { DuplicateWarning, type PossibleDuplicates, TrashWarning } from './components/warnings.tsx';
import { FileMetadataOffer } from './components/file-metadata-offer.tsx';
import { TRAY } from './store/upload-item.ts';
import { uploads } from './store/upload-store.ts';
import { FileTable } from './table/file-table.tsx';
import {
  type DraftFile,
  EMPTY_SHARED_FIELDS,
  type FileValues,
  type SentRequest,
  type SharedFields,
  enteredFields,
  fromFile,
  metadataIn,
} from './upload-draft.ts';
import { CANCELED, useSingleUpload } from './use-single-upload.ts';

const NO_FILE = 'Please select a file and provide a title';
const NO_PRESIDENT = 'Please select a president';

interface UploadDialogProps extends MediaUploadProps {
  /** The open folder; preselects its president. */
  folder?: string;
  /** Uploads are also added to this collection. */
  collection?: UploadAlbum;
  /** Called when the only file of the dialog is stored. */
  onOnlyFile?: (media: MediaItem) => void;
}

/**
 * Uploads files to a voyage or to the library (SPEC sections 2, 4, and 5). A single file is uploaded in the dialog. Multiple files are
 * passed to the tray in the page frame, as is a single file if the dialog is closed during its upload.
 */
export function UploadDialog({ open, ...rest }: UploadDialogProps) {
  return open ? <UploadForm {...rest} /> : null;
}

function UploadForm({
  voyage: fixedVoyage,
  album: fixedAlbum,
  files,
  folder,
  collection,
  onUploaded,
  onOnlyFile,
  onClose,
}: Omit<UploadDialogProps, 'open'>) {
  const client = useQueryClient();
  const { username } = useSession();
  const { drafts, ...form } = useDrafts();
  const single = useSingleUpload();
  const [entered, setEntered] = useState<SharedFields>(EMPTY_SHARED_FIELDS);
  const [place, setPlace] = useState<UploadPlace>({ voyage: fixedVoyage, album: fixedAlbum });
  const { voyage, album } = place;
  const isVoyageFixed = fixedVoyage !== undefined;
  const [showErrors, setShowErrors] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [checking, setChecking] = useState(false);
  /** A person’s name that is typed but not chosen. */
  const [pendingPerson, setPendingPerson] = useState('');
  const [warning, setWarning] = useState<PossibleDuplicates>();
  const { owners, loading } = useOwners();
  const folderOwner = owners.find(({ name }) => folder !== undefined && folderOf(name) === folder.split('/')[0]);
  const shared = { ...entered, president_slug: entered.president_slug || (folderOwner?.slug ?? '') };
  const busy = checking || single.busy;
  const isMultiple = drafts.length > 1;

  const add = (files: File[]) => {
    const accepted = files.filter((file) => isAccepted(file));
    const rejected = files.filter((file) => !accepted.includes(file));
    setFailure(rejected.length > 0 ? rejectionText(rejected) : undefined);
    void form.add(accepted);
    // Load the tray now, because the connection may be lost during the upload.
    showFramePart(TRAY);
  };
  const table = useRef<HTMLDivElement>(null);
  // Add files that were dropped on the page only once.
  const dropped = useRef(files);
  useEffect(() => {
    const files = dropped.current;
    dropped.current = undefined;
    if (files) add(files);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const complete = drafts.length > 0 && drafts.every(({ values }) => values.title.trim() !== '');
  const hasValidDates = [shared.date, ...drafts.map(({ values }) => values.date)].every(
    (date) => dateProblem(date, { approximate: true }) === undefined,
  );

  const confirmDuplicates = (matches: MediaItem[]) =>
    new Promise<boolean>((resolve) => {
      setWarning({
        matches,
        identical: false,
        respond: (anyway) => {
          setWarning(undefined);
          resolve(anyway);
        },
      });
    });

  async function mayUpload(): Promise<boolean> {
    setChecking(true);
    try {
      const owner = owners.find(({ slug }) => slug === shared.president_slug)?.name;
      const name = voyage ? voyage.president_name : owner;
      const matches = await possibleDuplicates(drafts, shared, name ?? 'unattached');
      return matches.length === 0 || (await confirmDuplicates(matches));
    } finally {
      setChecking(false);
    }
  }

  const upload = async () => {
    setShowErrors(true);
    if (!isVoyageFixed && shared.president_slug === '') return setFailure(NO_PRESIDENT);
    if (!hasValidDates) return setFailure('Fix the dates');
    if (pendingPerson !== '')
      return setFailure(`Choose “${pendingPerson}” from the list of matches, or clear the name`);
    setFailure(undefined);
    if (!(await mayUpload())) return undefined;
    const [draft] = drafts;
    const attended = !isMultiple;
    let stored: MediaItem | undefined;
    const ids = uploads.add({
      client,
      username: username ?? '',
      files: drafts,
      batch: { shared, voyage, album: collection ?? album },
      onUploaded: (media) => {
        stored = media;
        onUploaded?.(media);
      },
      attended,
    });
    form.release();
    if (!attended) return onClose();
    const result = await single.follow(ids[0]!);
    if (result === 'closed') return undefined;
    if (result === 'uploaded' || result === 'restored') {
      if (result === 'restored' && stored) toast.success(`“${stored.title}” restored from the trash`);
      toast.success('Media uploaded successfully!');
      if (stored) onOnlyFile?.(stored);
      return onClose();
    }
    const failed = typeof result === 'object' ? result : undefined;
    form.restoreFile(draft!.id, result === 'canceled' ? CANCELED : failed?.failure, failed?.request);
    return setFailure(failed && `Upload failed: ${failed.failure}`);
  };

  return (
    <FormDialog
      title={isVoyageFixed ? 'Upload New Media to Voyage' : 'Upload Media to Explorer'}
      saveText="Upload"
      busyText="Uploading..."
      busy={busy}
      dirty={drafts.length > 0}
      dirtyText={isMultiple ? `${formatCount(drafts.length, 'file')}, not uploaded yet` : 'Not uploaded yet'}
      canSave={complete}
      failure={failure}
      {...(isMultiple ? { size: 'wide' } : {})}
      className="max-h-[60vh] overflow-y-auto -mx-6 px-6 pb-1"
      onInvalid={() => {
        setShowErrors(true);
        setFailure(NO_FILE);
      }}
      onSave={() => void upload()}
      onClose={onClose}
      {...(single.busy ? { onCloseWhileBusy: onClose } : {})}
    >
      <FileDrop accept={ACCEPTED_FILES} disabled={busy} compact={isMultiple} onFiles={add} />
      {isMultiple && (
        <ChosenFiles count={drafts.length} onShow={() => table.current?.querySelector('input')?.focus()} />
      )}
      {!busy && <FileMetadataOffer drafts={drafts} shared={shared} onUse={form.change} />}
      {drafts.length === 1 && (
        <ul aria-label="Files to upload" className="flex flex-col gap-3">
          <FileCard
            draft={drafts[0]!}
            upload={single.item}
            showErrors={showErrors}
            busy={busy}
            onChange={(values) => form.change(drafts[0]!.id, values)}
            onRemove={() => form.remove(drafts[0]!.id)}
            onCancel={() => single.item && uploads.forget(single.item.id)}
            onRetry={() => void upload()}
          />
        </ul>
      )}
      {collection && (
        <p>
          <span className="block text-13 font-medium">Collection</span>
          <span>{collection.title}</span>
        </p>
      )}
      <SharedFieldGroup
        title={isMultiple ? 'For all files' : 'Details'}
        shared={shared}
        place={place}
        isVoyageFixed={isVoyageFixed}
        hasAlbums={collection === undefined}
        isMultiple={isMultiple}
        owners={owners}
        loading={loading}
        disabled={busy}
        presidentError={showErrors && shared.president_slug === '' ? NO_PRESIDENT : undefined}
        onPlace={(next, president) => {
          setPlace(next);
          if (president && owners.some(({ slug }) => slug === president))
            setEntered((current) => ({ ...current, president_slug: current.president_slug || president }));
        }}
        onChange={(changes) => setEntered((current) => ({ ...current, ...changes }))}
        onPendingPerson={setPendingPerson}
      />
      {isMultiple && (
        <div ref={table}>
          <FileTable
            rows={drafts.map((draft) => ({
              id: draft.id,
              name: draft.file.name,
              size: draft.file.size,
              preview: draft.preview,
              kind: kindOfFile(draft.file),
              values: draft.values,
              status: draft.failure ?? 'Not uploaded',
              hasProblem: draft.failure !== undefined,
              isReadOnly: busy,
            }))}
            showErrors={showErrors}
            onChange={form.change}
            onPendingPerson={setPendingPerson}
            onRemove={form.remove}
          />
        </div>
      )}
      {warning && <DuplicateWarning warning={warning} />}
      {single.question?.match && (
        <DuplicateWarning
          warning={{
            matches: [single.question.match],
            identical: true,
            respond: (anyway) => single.question?.respond(anyway ? 'keep' : undefined),
          }}
        />
      )}
      {single.question && !single.question.match && <TrashWarning question={single.question} />}
    </FormDialog>
  );
}

function rejectionText(rejected: File[]): string {
  const names = rejected.map(({ name }) => name).join(', ');
  return `Can’t upload ${names}. Choose images, videos, audio recordings, PDFs, or Word documents.`;
}

/** The files of an upload form. Files passed to the upload queue keep their preview URLs. */
function useDrafts() {
  const [drafts, setDrafts] = useState<DraftFile[]>([]);
  const latest = useRef(drafts);
  const released = useRef(false);
  useEffect(() => {
    latest.current = drafts;
  });
  useEffect(
    () => () => {
      if (released.current) return;
      for (const { preview } of latest.current) if (preview !== null) URL.revokeObjectURL(preview);
    },
    [],
  );
  const update = (id: string, changes: (draft: DraftFile) => Partial<DraftFile>) =>
    setDrafts((current) => current.map((draft) => (draft.id === id ? { ...draft, ...changes(draft) } : draft)));
  return {
    drafts,
    add: async (files: readonly File[]) => {
      const added = files.map(fromFile);
      setDrafts((current) => [...current, ...added]);
      for (const { id, file } of added) {
        const metadata = await metadataIn(file);
        update(id, () => ({ metadata }));
      }
    },
    remove: (id: string) => {
      const removed = drafts.find((draft) => draft.id === id);
      if (removed?.preview) URL.revokeObjectURL(removed.preview);
      setDrafts((current) => current.filter((draft) => draft.id !== id));
    },
    change: (id: string, values: Partial<FileValues>) =>
      update(id, (draft) => ({ values: { ...draft.values, ...values } })),
    /** Call when the upload starts: the upload queue owns the files and their previews from then on. */
    release: () => {
      released.current = true;
    },
    /** Puts a file back into the form after its upload failed, was canceled, or was declined as a duplicate. */
    restoreFile: (id: string, failure: string | undefined, request: SentRequest | undefined) => {
      released.current = false;
      update(id, () => ({ failure, request }));
    },
  };
}

/** Media with the same credit and date in the folder (SPEC section 5). If the check fails, returns no duplicates. */
async function possibleDuplicates(
  drafts: readonly DraftFile[],
  shared: SharedFields,
  folder: string,
): Promise<MediaItem[]> {
  const entered = drafts.map(({ values }) => enteredFields(values, shared));
  const pairs = new Map(entered.map(({ credit = '', date = '' }) => [`${date} ${credit}`, { credit, date }]));
  const found = await Promise.all(
    [...pairs.values()]
      .filter(({ credit, date }) => credit !== '' && date !== '')
      .map(({ credit, date }) =>
        findDuplicates({ credit, date, folder }).then(
          ({ items }) => items,
          () => [],
        ),
      ),
  );
  return found.flat();
}

/** Exposed to other micro-frontends, as `./media-upload`. */
export const component: ComponentType<MediaUploadProps> = UploadDialog;
