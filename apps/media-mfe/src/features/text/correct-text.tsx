import { correctTextMutation, messageOf } from '@archive/api-client';
import type { FileText } from '@archive/contracts';
import { FormDialog, LeaveConfirmation } from '@archive/editing';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, TextArea, toast } from '@archive/ui';
import { useRef, useState } from 'react';
import { type CorrectionDraft, deleteCorrection, storeCorrection } from './correction-draft.ts';
import { useUndo } from '../use-undo.ts';

interface CorrectTextProps {
  slug: string;
  page: NonNullable<FileText['page']>;
  /** An unsaved correction to resume. */
  draft: CorrectionDraft | undefined;
  onClose: () => void;
}

/** Corrects the text of a page. Afterward, a toast offers Undo. */
export function CorrectText({ slug, page, draft, onClose }: CorrectTextProps) {
  // Saving compares with this text, because the page behind the dialog may change.
  const [previous, setPrevious] = useState(draft?.previous ?? page.text);
  const [text, setText] = useState(draft?.text ?? page.text);
  const latest = useRef(text);
  const saved = useRef(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const undo = useUndo();
  const { mutateAsync, isPending, error } = useMutation(correctTextMutation(useQueryClient()));
  const isDirty = text !== previous;
  const change = (next: string) => {
    latest.current = next;
    setText(next);
    storeCorrection(slug, page.page, next, previous);
  };
  const close = () => {
    deleteCorrection(slug, page.page);
    onClose();
  };
  const save = async () => {
    const result = await mutateAsync({
      slug,
      page: page.page,
      text: text === page.read_text ? null : text,
      previous,
    }).catch(() => undefined);
    if (!result) return;
    if (latest.current !== text) {
      setPrevious(text);
      storeCorrection(slug, page.page, latest.current, text);
      toast.success('Text saved. What you typed since then is not saved yet.');
      return;
    }
    saved.current = true;
    const { media_slug, revision } = result;
    toast.success('Text saved', revision === null ? {} : { action: undo([{ media_slug, revision }]) });
    close();
  };
  return (
    <FormDialog
      title={`Edit text of page ${page.page}`}
      saveText="Save"
      busyText="Saving..."
      busy={isPending}
      dirty={isDirty}
      canSave={isDirty}
      failure={error ? messageOf(error) : undefined}
      initialFocus={field}
      onInvalid={() => undefined}
      onSave={() => void save()}
      onClose={close}
    >
      <TextArea
        ref={field}
        label="Text"
        rows={16}
        help="Type what the page says, line by line. Search finds these words."
        value={text}
        onChange={({ target }) => change(target.value)}
      />
      {text !== page.read_text && page.read_text !== '' && (
        <Button onClick={() => change(page.read_text)}>Reset to recognized text</Button>
      )}
      <LeaveConfirmation unsaved={() => isDirty && !saved.current} />
    </FormDialog>
  );
}
