import { dateProblem, FieldGroup, FormDialog } from '@archive/editing';
import type { MediaUploadProps } from '@archive/shell-api';
import { Select, TextArea, TextField, toast } from '@archive/ui';
import { useEffect, useRef, useState } from 'react';
import { DuplicateWarning } from './components/duplicate-warning.tsx';
import { TrashWarning } from './components/trash-warning.tsx';
import { FileCard } from './components/file-card.tsx';
import { FileDrop } from './components/file-drop.tsx';
import { acceptedFiles, isAccepted } from './file-kinds.ts';
import { folderOf, useOwners } from './owners.ts';
import { EMPTY_SHARED_FIELDS, type SharedFields } from './upload-draft.ts';
import { CANCELLED, useUploadQueue } from './use-upload-queue.ts';

const NO_FILE = 'Please select a file and provide a title';
const NO_PRESIDENT = 'Please select a president';

const CATEGORIES = [
  { value: 'source', label: 'Source' },
  { value: 'additional_source', label: 'Additional source' },
];

export interface UploadDialogProps extends MediaUploadProps {
  /** Initial files, dropped or pasted on the page. */
  files?: File[] | undefined;
  /** The open folder; preselects its president. */
  folder?: string;
}

/** Uploads files to a voyage or to the library (SPEC sections 2, 4, and 5). Closing discards the form. */
export function UploadDialog({ open, ...rest }: UploadDialogProps) {
  return open ? <UploadForm {...rest} /> : null;
}

function UploadForm({ voyage, files, folder, onUploaded, onClose }: Omit<UploadDialogProps, 'open'>) {
  const queue = useUploadQueue(onUploaded);
  const [enteredFields, setEnteredFields] = useState<SharedFields>(EMPTY_SHARED_FIELDS);
  const [showErrors, setShowErrors] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { owners, loading } = useOwners();
  const folderOwner = owners.find(({ name }) => folder !== undefined && folderOf(name) === folder.split('/')[0]);
  const shared = { ...enteredFields, president_slug: enteredFields.president_slug || (folderOwner?.slug ?? '') };
  const { items, busy } = queue;

  const add = (files: File[]) => {
    const accepted = files.filter((file) => isAccepted(file, voyage !== undefined));
    const rejected = files.filter((file) => !accepted.includes(file));
    setFailure(rejected.length > 0 ? rejectionText(rejected, voyage !== undefined) : undefined);
    void queue.add(accepted);
  };
  // Files dropped on the page are added once.
  const dropped = useRef(files);
  useEffect(() => {
    const files = dropped.current;
    dropped.current = undefined;
    if (files) add(files);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const unfinished = items.filter(({ state }) => state !== 'done');
  const complete = unfinished.length > 0 && unfinished.every(({ title }) => title.trim() !== '');
  const hasValidDates = unfinished.every(({ date }) => dateProblem(date) === undefined);

  const upload = async (onlyId?: number) => {
    setShowErrors(true);
    if (!voyage && shared.president_slug === '') return setFailure(NO_PRESIDENT);
    if (!hasValidDates) return setFailure('Fix the dates');
    setFailure(undefined);
    const owner = owners.find(({ slug }) => slug === shared.president_slug)?.name;
    const name = voyage ? voyage.president_name : owner;
    const failures = await queue.run({ shared, voyage, folder: name ?? 'unattached' }, onlyId);
    if (failures === undefined) return undefined;
    const shownFailures = failures.filter((failure) => failure !== CANCELLED);
    if (shownFailures.length > 0) return setFailure(`Upload failed: ${shownFailures.join('; ')}`);
    if (failures.length > 0) return undefined;
    if (onlyId !== undefined && unfinished.length > 1) return undefined;
    toast.success('Media uploaded successfully!');
    return onClose();
  };

  const field = (name: keyof SharedFields) => ({
    name,
    value: shared[name],
    disabled: busy,
    onChange: ({ target }: { target: { value: string } }) =>
      setEnteredFields((now) => ({ ...now, [name]: target.value })),
  });

  return (
    <FormDialog
      title={voyage ? 'Upload New Media to Voyage' : 'Upload Media to Explorer'}
      saveText="Upload"
      busyText="Uploading..."
      busy={busy}
      dirty={unfinished.length > 0}
      dirtyText="Not uploaded yet"
      canSave={complete}
      failure={failure}
      className="max-h-[60vh] overflow-y-auto -mx-6 px-6 pb-1"
      onInvalid={() => {
        setShowErrors(true);
        setFailure(NO_FILE);
      }}
      onSave={() => void upload()}
      onClose={onClose}
    >
      <FileDrop accept={acceptedFiles(voyage !== undefined)} disabled={busy} onFiles={add} />
      {items.length > 0 && (
        <ul aria-label="Files to upload" className="flex flex-col gap-3">
          {items.map((item) => (
            <FileCard
              key={item.id}
              item={item}
              showErrors={showErrors}
              busy={busy}
              onChange={(changes) => queue.change(item.id, changes)}
              onRemove={() => queue.remove(item)}
              onCancel={() => queue.cancel(item.id)}
              onRetry={() => void upload(item.id)}
            />
          ))}
        </ul>
      )}
      <FieldGroup title={items.length > 1 ? 'For all files' : 'Details'}>
        {voyage ? (
          <Select label="Category" required options={CATEGORIES} {...field('media_category')} />
        ) : (
          <Select
            label="President"
            required
            error={showErrors && shared.president_slug === '' ? NO_PRESIDENT : undefined}
            options={[
              { value: '', label: loading ? 'Loading presidents...' : 'Select a president' },
              ...owners.map(({ slug, name }) => ({ value: slug, label: name })),
            ]}
            {...field('president_slug')}
          />
        )}
        <TextField label="Credit" autoComplete="off" {...field('credit')} />
        <TextArea label="Description" rows={3} {...field('description_markdown')} />
        <TextField label="Tags" autoComplete="off" help="Separate tags with commas" {...field('tags')} />
      </FieldGroup>
      {queue.warning && <DuplicateWarning warning={queue.warning} />}
      {queue.trashWarning && <TrashWarning warning={queue.trashWarning} />}
    </FormDialog>
  );
}

function rejectionText(rejected: File[], forVoyage: boolean): string {
  const names = rejected.map(({ name }) => name).join(', ');
  const kinds = forVoyage ? 'pictures, PDFs, and Word documents' : 'pictures, videos, PDFs, and Word documents';
  return `Can’t upload ${names}. Choose ${kinds}.`;
}
