import { messageOf, removeCaptionsMutation } from '@archive/api-client';
import type { MediaCaption } from '@archive/contracts';
import { languageName } from '@archive/contracts/format';
import { useMutation, useQueryClient } from '@archive/query';
import { useEditMode } from '@archive/shell-api';
import { Button, Eyebrow, linkClass, toast } from '@archive/ui';
import { useId, useRef, useState } from 'react';
import { useUndo } from '../use-undo.ts';
import { CaptionDialog } from './caption-dialog.tsx';
import { Transcript } from './transcript.tsx';

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
