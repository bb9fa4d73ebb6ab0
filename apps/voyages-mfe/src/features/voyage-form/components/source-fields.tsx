import type { MediaItem, Source } from '@archive/contracts';
import { DateField } from '@archive/editing';
import { Button, IconButton, Progress, Select, TextField, linkClass } from '@archive/ui';
import { File as FileIcon, Upload, X } from '@archive/ui/icons';
import { useEffect, useRef, useState } from 'react';
import { ACCEPTED } from '../../voyage-media/upload-media.tsx';
import type { Category } from '../attachments.ts';
import type { VoyageFormState } from '../use-voyage-form.ts';
import { FIELD_LABELS, type FormValues } from '../values.ts';
import { FormSection, memoByFields } from './form-parts.tsx';

/** Source types of the API (SPEC section 3). */
const SOURCE_MEDIA_TYPES: readonly Source['media_type'][] = [
  'article',
  'document',
  'logbook',
  'image',
  'video',
  'audio',
  'book',
  'other',
  'unchecked',
];

interface Props {
  form: VoyageFormState;
  name: 'source_urls' | 'additional_sources';
  category: NonNullable<MediaItem['media_category']>;
}

const labelOf = (type: Source['media_type']) =>
  type === 'unchecked' ? 'Not recorded' : type[0]!.toUpperCase() + type.slice(1);
const TYPE_OPTIONS = SOURCE_MEDIA_TYPES.map((type) => ({ value: type, label: labelOf(type) }));
const FIRST_TYPE = 'article';
const typeOf = (text: string): Source['media_type'] => SOURCE_MEDIA_TYPES.find((type) => type === text) ?? 'unchecked';

const HELP = {
  source_urls: 'What this record is based on.',
  additional_sources: 'Other sources about the voyage.',
};

/** Sources: existing files, citations and URLs with a type, and files to attach. */
function Fields({ form, name, category }: Props) {
  const { values, set, errors, stored } = form;
  const sources = values[name];
  const media = (stored?.voyage.media ?? []).filter((item) => (item.media_category ?? 'source') === category);
  return (
    <FormSection title={FIELD_LABELS[name]} help={HELP[name]}>
      <Media media={media} />
      {sources.length > 0 && (
        <ul aria-label={FIELD_LABELS[name]} className="divide-y divide-rule border-y border-rule">
          {sources.map((source, index) => (
            <li key={index} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <span className="min-w-48 flex-1 font-serif text-17 wrap-anywhere">
                {source.title ? `${source.title}, ${source.url}` : source.url}
              </span>
              <Select
                label={`Type of ${source.url}`}
                hideLabel
                options={TYPE_OPTIONS}
                value={source.media_type}
                fieldClassName="w-36"
                onChange={({ target }) =>
                  set(
                    name,
                    sources.map((item) => (item === source ? { ...item, media_type: typeOf(target.value) } : item)),
                  )
                }
              />
              <IconButton
                size="small"
                label={`Remove ${source.url}`}
                icon={<X aria-hidden />}
                onClick={() =>
                  set(
                    name,
                    sources.filter((item) => item !== source),
                  )
                }
              />
            </li>
          ))}
        </ul>
      )}
      {errors[name] && <p className="text-13 text-signal">{errors[name]}</p>}
      <AddSource id={`voyage-${name}`} form={form} name={name} onAdd={(source) => set(name, [...sources, source])} />
      {!form.proposes && <FileFields form={form} category={category} />}
    </FormSection>
  );
}

export const SourceFields = memoByFields(Fields, ({ name }: Props) => [name]);

interface AddSourceProps {
  id: string;
  form: VoyageFormState;
  name: Props['name'];
  onAdd(source: Source): void;
}

/** A line of text that is added with Enter, the button or on blur. */
function AddSource({ id, form: { registerPending }, name, onAdd }: AddSourceProps) {
  const [text, setText] = useState('');
  const [type, setType] = useState<string>(FIRST_TYPE);
  const input = useRef<HTMLInputElement>(null);
  const source = text.trim() === '' ? undefined : { url: text.trim(), media_type: typeOf(type), title: null };
  const add = () => {
    if (!source) return;
    onAdd(source);
    setText('');
    setType(FIRST_TYPE);
  };
  const withSource = (values: FormValues) => (source ? { ...values, [name]: [...values[name], source] } : values);
  useEffect(() => registerPending({ field: name, commit: add, committed: withSource }));
  return (
    <div
      role="presentation"
      className="flex flex-wrap items-end gap-2"
      onBlur={({ currentTarget, target, relatedTarget }) => {
        // Don't add the text if the window lost focus: the curator may be copying text from elsewhere.
        const keepsFocus = document.activeElement === target;
        if (!keepsFocus && !currentTarget.contains(relatedTarget)) add();
      }}
    >
      <TextField
        ref={input}
        id={id}
        label="Citation or link"
        maxLength={4000}
        autoComplete="off"
        fieldClassName="min-w-56 flex-1"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          add();
        }}
      />
      <Select
        label="Type"
        options={TYPE_OPTIONS}
        value={type}
        fieldClassName="w-36"
        onChange={({ target }) => setType(target.value)}
      />
      <Button
        disabled={text.trim() === ''}
        onClick={() => {
          add();
          input.current?.focus();
        }}
      >
        Add
      </Button>
    </div>
  );
}

function Media({ media }: { media: MediaItem[] }) {
  if (media.length === 0) return null;
  return (
    <ul aria-label="Files" className="flex flex-col gap-1">
      {media.map((item) => (
        <li key={item.media_slug} className="flex gap-3">
          <span className="min-w-0 flex-1">
            {item.title} <span className="text-13 text-faded">{item.media_type}</span>
          </span>
          <a href={`/media/${item.media_slug}`} target="_blank" rel="noreferrer" className={linkClass()}>
            View<span className="sr-only"> {item.title} in a new window</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Files to upload after the voyage is saved, with date, credit and description. */
function FileFields({ form, category }: { form: VoyageFormState; category: Category }) {
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
