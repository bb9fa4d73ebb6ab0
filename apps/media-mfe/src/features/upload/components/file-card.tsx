import { DateField, dateProblem } from '@archive/editing';
import { Button, IconButton, Progress, Select, TextField, Thumbnail, formatCount, formatFileSize } from '@archive/ui';
import { CircleAlert, X } from '@archive/ui/icons';
import { MEDIA_TYPE_OPTIONS, type MediaType, kindOfFile } from '../../stored-file.ts';
import { type UploadItem, isActive } from '../store/upload-item.ts';
import type { DraftFile, FileValues } from '../upload-draft.ts';

interface FileCardProps {
  draft: DraftFile;
  /** The file's upload, once it has started. */
  upload: UploadItem | undefined;
  showErrors: boolean;
  busy: boolean;
  onChange: (values: Partial<FileValues>) => void;
  onRemove: () => void;
  onCancel: () => void;
  onRetry: () => void;
}

/** The only file of an upload: its fields, progress, and result. */
export function FileCard({ draft, upload, showErrors, busy, onChange, onRemove, onCancel, onRetry }: FileCardProps) {
  const { file, values, failure } = draft;
  const isSending = upload !== undefined && isActive(upload);
  return (
    <li className="flex flex-col gap-3 rounded border border-rule bg-paper p-3">
      <div className="flex items-center gap-3">
        <div className="h-14 w-18 shrink-0 overflow-hidden">
          <Thumbnail src={draft.preview} alt="" kind={kindOfFile(file)} />
        </div>
        <p className="min-w-0 flex-1">
          <span className="block truncate font-medium">{file.name}</span>
          <span className="text-13 text-faded tabular-nums">{formatFileSize(file.size)}</span>
        </p>
        {isSending && (
          <Button size="small" aria-label={`Cancel the upload of ${file.name}`} onClick={onCancel}>
            Cancel
          </Button>
        )}
        {!busy && failure !== undefined && (
          <Button size="small" aria-label={`Retry the upload of ${file.name}`} onClick={onRetry}>
            Retry
          </Button>
        )}
        {!busy && (
          <IconButton plain size="small" label={`Remove ${file.name}`} icon={<X aria-hidden />} onClick={onRemove} />
        )}
      </div>
      {isSending && (
        <div className="flex items-center gap-3">
          <Progress label={`Upload of ${file.name}`} value={upload.progress * 100} className="flex-1" />
          <span className="w-16 text-right text-13 text-faded tabular-nums">{Math.round(upload.progress * 100)}%</span>
        </div>
      )}
      {isSending && upload.note && <output className="text-13 text-faded">{upload.note}</output>}
      {failure && (
        <p className="flex items-center gap-1.5 text-13 text-signal">
          <CircleAlert aria-hidden className="size-4 shrink-0" />
          {failure}
        </p>
      )}
      <TextField
        label="Title"
        required
        autoComplete="off"
        value={values.title}
        disabled={busy}
        error={showErrors && values.title.trim() === '' ? 'Please select a file and provide a title' : undefined}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Select
          label="Media Type"
          options={MEDIA_TYPE_OPTIONS}
          value={values.media_type}
          disabled={busy}
          onChange={({ target }) => onChange({ media_type: target.value as MediaType })}
        />
        <DateField
          approximate
          label="Date"
          value={values.date}
          disabled={busy}
          error={showErrors ? dateProblem(values.date, { approximate: true }) : undefined}
          onChange={({ target }) => onChange({ date: target.value })}
        />
      </div>
    </li>
  );
}

/** Shows the number of chosen files, with a button that scrolls to their list below the shared fields. */
export const ChosenFiles = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <span>
      <span className="font-medium">{formatCount(count, 'file')} chosen.</span> The table below has the fields of each
      file.
    </span>
    <Button size="small" onClick={onShow}>
      Show files
    </Button>
  </p>
);
