import { ApiError, messageOf, removeCaptionsMutation, setCaptionsMutation, transcriptQuery } from '@archive/api-client';
import type { MediaCaption } from '@archive/contracts';
import { languageName } from '@archive/contracts/format';
import { FormDialog } from '@archive/editing';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { useEditMode } from '@archive/shell-api';
import { Button, Eyebrow, Select, TextField, formatDuration, linkClass, toast } from '@archive/ui';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { useUndo } from '../use-undo.ts';

interface CaptionsProps {
  slug: string;
  captions: readonly MediaCaption[];
  /** Called to play from this second. */
  onSeek(second: number): void;
}

/** The captions of a video or recording, with transcripts. Curators add, replace and remove them. */
export function Captions({ slug, captions, onSeek }: CaptionsProps) {
  const { editing } = useEditMode();
  const [dialog, setDialog] = useState<{ existing?: MediaCaption }>();
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const undo = useUndo();
  const { mutate, isPending } = useMutation(removeCaptionsMutation(useQueryClient()));
  const remove = ({ language, label }: MediaCaption) =>
    mutate(
      { slug, language },
      {
        onSuccess: ({ media_slug, revision }) => {
          toast.success(
            `Captions removed: ${label}`,
            revision === null ? {} : { action: undo([{ media_slug, revision }]) },
          );
          heading.current?.focus();
        },
        onError: (error) => toast.error(`Couldn’t remove the captions: ${messageOf(error)}`),
      },
    );
  if (captions.length === 0 && !editing) return null;
  return (
    <section aria-labelledby={headingId} className="space-y-3">
      <h2 ref={heading} id={headingId} tabIndex={-1}>
        <Eyebrow>Captions</Eyebrow>
      </h2>
      <ul aria-labelledby={headingId} className="space-y-2">
        {captions.map((caption) => (
          <li key={caption.language} className="space-y-2">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <span>{nameOf(caption)}</span>
              <a href={caption.url} download className={`text-15 ${linkClass()} print:hidden`}>
                Download<span className="sr-only"> captions: {caption.label}</span>
              </a>
              {editing && (
                <>
                  <Button
                    size="small"
                    aria-label={`Replace captions: ${caption.label}`}
                    onClick={() => setDialog({ existing: caption })}
                  >
                    Replace
                  </Button>
                  <Button
                    size="small"
                    busy={isPending}
                    aria-label={`Remove captions: ${caption.label}`}
                    onClick={() => remove(caption)}
                  >
                    Remove
                  </Button>
                </>
              )}
            </div>
            <Transcript slug={slug} caption={caption} onSeek={onSeek} />
          </li>
        ))}
      </ul>
      {editing && (
        <Button size="small" onClick={() => setDialog({})}>
          Add captions
        </Button>
      )}
      {dialog && <CaptionDialog slug={slug} existing={dialog.existing} onClose={() => setDialog(undefined)} />}
    </section>
  );
}

/** "English", or "For the hard of hearing (English)". */
const nameOf = ({ label, language }: MediaCaption) =>
  label === languageName(language) ? label : `${label} (${languageName(language)})`;

const ENGLISH = 'en';
const NOT_TEXT = 'This file isn’t UTF-8 text. Save it as WebVTT in UTF-8.';

interface CaptionDialogProps {
  slug: string;
  /** Captions to replace. */
  existing?: MediaCaption | undefined;
  onClose: () => void;
}

/** Adds captions from a WebVTT file, or replaces them. The toast offers Undo. */
function CaptionDialog({ slug, existing, onClose }: CaptionDialogProps) {
  const [language, setLanguage] = useState(existing?.language ?? ENGLISH);
  const [label, setLabel] = useState(existing?.label ?? languageName(ENGLISH));
  const [content, setContent] = useState<string>();
  const [fileProblem, setFileProblem] = useState<string>();
  const file = useRef<HTMLInputElement>(null);
  const undo = useUndo();
  const { mutateAsync, isPending, error, reset } = useMutation(setCaptionsMutation(useQueryClient()));
  const contentError =
    error instanceof ApiError ? error.errors.find(({ path }) => path === 'content')?.message : undefined;
  const problem = fileProblem ?? contentError;

  const chooseLanguage = (code: string) => {
    setLanguage(code);
    // Keeps a name that the user has typed.
    if (label === languageName(language)) setLabel(languageName(code));
  };
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    reset();
    setContent(undefined);
    setFileProblem(undefined);
    const selected = target.files?.[0];
    if (!selected) return;
    const text = await selected.text();
    // The replacement character: the file has bytes that aren’t UTF-8.
    if (text.includes('\uFFFD')) setFileProblem(NOT_TEXT);
    else setContent(text);
  };
  const canSave = content !== undefined && label.trim() !== '';
  const showMissing = () => {
    if (content === undefined) setFileProblem((current) => current ?? 'Choose a WebVTT file.');
  };
  const save = async () => {
    if (content === undefined) return;
    const saved = await mutateAsync({ slug, language, label, content }).catch(() => undefined);
    if (!saved) return;
    const { media_slug, revision } = saved;
    toast.success('Captions saved', revision === null ? {} : { action: undo([{ media_slug, revision }]) });
    onClose();
  };
  return (
    <FormDialog
      title={existing ? `Replace captions: ${existing.label}` : 'Add captions'}
      saveText="Save"
      busyText="Saving..."
      busy={isPending}
      dirty={content !== undefined}
      canSave={canSave}
      failure={error && contentError === undefined ? messageOf(error) : undefined}
      initialFocus={file}
      onInvalid={showMissing}
      onSave={() => void save()}
      onClose={onClose}
      className="space-y-4"
    >
      <TextField
        ref={file}
        label="WebVTT file (.vtt)"
        type="file"
        required
        accept=".vtt,text/vtt"
        error={problem}
        onChange={(event) => void choose(event)}
        className="py-1.5"
      />
      {!existing && (
        <Select
          label="Language"
          options={languageOptions()}
          value={language}
          help="Replaces captions in the same language."
          onChange={({ target }) => chooseLanguage(target.value)}
        />
      )}
      <TextField
        label="Label in the player"
        required
        maxLength={100}
        value={label}
        onChange={({ target }) => setLabel(target.value)}
      />
    </FormDialog>
  );
}

interface TranscriptProps {
  slug: string;
  caption: MediaCaption;
  /** Called to play from this second. */
  onSeek(second: number): void;
}

/** A transcript, loaded when it is opened. The time of each line is a button that plays from there. */
function Transcript({ slug, caption: { language, label }, onSeek }: TranscriptProps) {
  const [isOpen, setOpen] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({ ...transcriptQuery({ slug, language }), enabled: isOpen });
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer text-15">Transcript: {label}</summary>
      {!data && !error && <p className="py-2 text-15 text-faded">Loading transcript...</p>}
      {error && !data && (
        <p className="py-2 text-15 text-faded">
          Can’t load the transcript: {messageOf(error)}{' '}
          <Button size="small" busy={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        </p>
      )}
      {data && (
        <ol lang={language} className="mt-2 max-w-measure space-y-1">
          {data.cues.map(({ start, text }, index) => (
            // Cues have no key, and their order never changes.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className="flex gap-3">
              <button
                type="button"
                lang="en"
                aria-label={`Play from ${formatDuration(start)}`}
                onClick={() => onSeek(start)}
                className="h-6 min-w-14 shrink-0 text-right text-15 text-faded tabular-nums underline hover:text-ink"
              >
                {formatDuration(start)}
              </button>
              <span className="whitespace-pre-line">{text}</span>
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}

/** Languages that the form offers. The API also accepts other languages. */
const CODES = [
  'en',
  'es',
  'fr',
  'de',
  'it',
  'pt',
  'pl',
  'ru',
  'uk',
  'el',
  'ar',
  'he',
  'hi',
  'zh',
  'ja',
  'ko',
  'vi',
  'tl',
];

/** Options of the language select, including the language of existing captions if it isn’t in the list. */
const languageOptions = (existing?: string) =>
  [...new Set([...(existing === undefined ? [] : [existing]), ...CODES])].map((value) => ({
    value,
    label: languageName(value),
  }));
