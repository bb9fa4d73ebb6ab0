import { DateField } from '@archive/editing';
import { Button, IconButton, Progress, TextField } from '@archive/ui';
import { File as FileIcon, Upload, X } from '@archive/ui/icons';
import { useRef } from 'react';
import { ACCEPTED } from '../../voyage-media/store-file.ts';
import type { Category } from '../attachments.ts';
import type { VoyageFormState } from '../use-voyage-form.ts';

/** Files to upload after the voyage is saved, with date, credit and description. */
export function FileFields({ form, category }: { form: VoyageFormState; category: Category }) {
  const { files, attach, update, detach, progress, saving } = form;
  const input = useRef<HTMLInputElement>(null);
  const inCategory = files.filter((file) => file.category === category);
  return (
    <>
      {inCategory.length > 0 && (
        <ul aria-label="Files to upload" className="flex flex-col gap-3">
          {inCategory.map(({ id, name, date, credit, description }) => (
            <li key={id} className="flex flex-col gap-3 rounded border border-rule bg-leaf p-4">
              <p className="flex items-center gap-2">
                <FileIcon aria-hidden className="text-brass" />
                <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
                <IconButton
                  size="small"
                  label={`Remove ${name}`}
                  icon={<X aria-hidden />}
                  disabled={saving}
                  onClick={() => detach(id)}
                />
              </p>
              <div className="grid gap-3 sm:grid-cols-[10rem_1fr]">
                <DateField
                  approximate
                  label={`Date for ${name}`}
                  value={date}
                  onChange={({ target }) => update(id, { date: target.value })}
                />
                <TextField
                  label={`Credit for ${name}`}
                  maxLength={500}
                  autoComplete="off"
                  value={credit}
                  onChange={({ target }) => update(id, { credit: target.value })}
                />
              </div>
              <TextField
                label={`Description for ${name}`}
                maxLength={10_000}
                autoComplete="off"
                value={description}
                onChange={({ target }) => update(id, { description: target.value })}
              />
              {progress[id] && <Progress label={`Uploading ${name}`} value={progress[id].fraction * 100} />}
              {progress[id]?.note && <output className="text-13 text-faded">{progress[id].note}</output>}
            </li>
          ))}
        </ul>
      )}
      <p className="flex flex-wrap items-center gap-3">
        <input
          ref={input}
          type="file"
          multiple
          accept={ACCEPTED}
          tabIndex={-1}
          aria-label={`Files for ${category === 'source' ? 'Sources' : 'Additional Sources'}`}
          className="sr-only"
          onChange={({ target }) => {
            attach([...(target.files ?? [])], category);
            target.value = '';
          }}
        />
        <Button icon={<Upload aria-hidden />} disabled={saving} onClick={() => input.current?.click()}>
          Attach files
        </Button>
        <span className="text-13 text-faded">
          Images, PDFs, and Word documents. Files upload after the voyage is saved.
        </span>
      </p>
    </>
  );
}
