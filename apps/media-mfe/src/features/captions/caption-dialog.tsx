import { ApiError, messageOf, setCaptionsMutation } from '@archive/api-client';
import type { MediaCaption } from '@archive/contracts';
import { languageName } from '@archive/contracts/format';
import { FormDialog } from '@archive/editing';
import { useMutation, useQueryClient } from '@archive/query';
import { Select, TextField, toast } from '@archive/ui';
import { type ChangeEvent, useRef, useState } from 'react';
import { useUndo } from '../use-undo.ts';
import { languageOptions } from './languages.ts';

const ENGLISH = 'en';
const NOT_TEXT = 'This file isn’t UTF-8 text. Save it as WebVTT in UTF-8.';

interface CaptionDialogProps {
  slug: string;
  /** Captions to replace. */
  existing?: MediaCaption | undefined;
  onClose: () => void;
}

/** Adds captions from a WebVTT file, or replaces them. The toast offers Undo. */
export function CaptionDialog({ slug, existing, onClose }: CaptionDialogProps) {
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
