import type { MediaItem, Source } from '@archive/contracts';
import { Button, IconButton, linkClass, Select, TextField } from '@archive/ui';
import { X } from '@archive/ui/icons';
import { useEffect, useRef, useState } from 'react';
import type { VoyageFormState } from '../use-voyage-form.ts';
import { FIELD_LABELS, type FormValues } from '../values.ts';
import { FileFields } from './file-fields.tsx';
import { FormSection } from './form-section.tsx';
import { memoByFields } from './memo-by-fields.ts';
import { SOURCE_MEDIA_TYPES } from './source-types.ts';

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
      <FileFields form={form} category={category} />
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
