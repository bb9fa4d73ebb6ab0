import { DateField, dateProblem } from '@archive/editing';
import { Button, formatFileSize, IconButton, Progress, Select, TextField, Thumbnail } from '@archive/ui';
import { Check, CircleAlert, X } from '@archive/ui/icons';
import { useEffect, useRef } from 'react';
import { kindOfFile, MEDIA_TYPE_OPTIONS, type MediaType } from '../file-kinds.ts';
import type { UploadFile } from '../upload-draft.ts';

interface FileCardProps {
  item: UploadFile;
  showErrors: boolean;
  busy: boolean;
  onChange: (changes: Partial<UploadFile>) => void;
  onRemove: () => void;
  onCancel: () => void;
  onRetry: () => void;
}

/** One file of the upload: its fields, progress, and result. */
export function FileCard({ item, showErrors, busy, onChange, onRemove, onCancel, onRetry }: FileCardProps) {
  const { file, title, state, progress, failure, warning } = item;
  const isReadOnly = busy || state === 'done';
  const card = useRef<HTMLLIElement>(null);
  // Keeps the current upload in view.
  useEffect(() => {
    if (state === 'sending') card.current?.scrollIntoView?.({ block: 'nearest' });
  }, [state]);
  return (
    <li ref={card} className="flex flex-col gap-3 rounded border border-rule bg-paper p-3">
      <div className="flex items-center gap-3">
        <div className="h-14 w-18 shrink-0 overflow-hidden">
          <Thumbnail src={item.preview} alt="" kind={kindOfFile(file)} />
        </div>
        <p className="min-w-0 flex-1">
          <span className="block truncate font-medium">{file.name}</span>
          <span className="text-13 text-faded tabular-nums">{formatFileSize(file.size)}</span>
        </p>
        {state === 'done' && (
          <span className="flex items-center gap-1 text-13 text-sea">
            <Check aria-hidden className="size-4" />
            Uploaded
          </span>
        )}
        {state === 'sending' && (
          <Button size="small" aria-label={`Cancel the upload of ${file.name}`} onClick={onCancel}>
            Cancel
          </Button>
        )}
        {!isReadOnly && state === 'failed' && (
          <Button size="small" aria-label={`Retry the upload of ${file.name}`} onClick={onRetry}>
            Retry
          </Button>
        )}
        {!isReadOnly && (
          <IconButton plain size="small" label={`Remove ${file.name}`} icon={<X aria-hidden />} onClick={onRemove} />
        )}
      </div>
      {(state === 'sending' || state === 'waiting') && (
        <div className="flex items-center gap-3">
          <Progress label={`Upload of ${file.name}`} value={progress * 100} className="flex-1" />
          <span className="w-16 text-right text-13 text-faded tabular-nums">
            {state === 'waiting' ? 'Waiting' : `${Math.round(progress * 100)}%`}
          </span>
        </div>
      )}
      {state === 'sending' && item.note && <output className="text-13 text-faded">{item.note}</output>}
      {failure && (
        <p className="flex items-center gap-1.5 text-13 text-signal">
          <CircleAlert aria-hidden className="size-4 shrink-0" />
          {failure}
        </p>
      )}
      {warning && (
        <p className="flex items-center gap-1.5 text-13 text-amber">
          <CircleAlert aria-hidden className="size-4 shrink-0" />
          No preview. {warning}
        </p>
      )}
      {state !== 'done' && (
        <>
          <TextField
            label="Title"
            required
            autoComplete="off"
            value={title}
            disabled={isReadOnly}
            error={showErrors && title.trim() === '' ? 'Please select a file and provide a title' : undefined}
            onChange={({ target }) => onChange({ title: target.value })}
          />
          <div className="grid items-start gap-3 sm:grid-cols-2">
            <Select
              label="Media Type"
              options={MEDIA_TYPE_OPTIONS}
              value={item.media_type}
              disabled={isReadOnly}
              onChange={({ target }) => onChange({ media_type: target.value as MediaType })}
            />
            <DateField
              label="Date"
              value={item.date}
              disabled={isReadOnly}
              error={showErrors ? dateProblem(item.date) : undefined}
              onChange={({ target }) => onChange({ date: target.value })}
            />
          </div>
        </>
      )}
    </li>
  );
}
