import { attachMediaMutation, messageOf } from '@archive/api-client';
import type { Voyage } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { cx, toast } from '@archive/ui';
import { useEffect, useRef, useState } from 'react';
import { ArrangedMedia } from './arranged-media.tsx';
import { UploadDialog, UploadMedia, useFileDrop } from './upload-media.tsx';
import { RecordSection, type HeadingLevel } from '../voyage-record/components/record-section.tsx';
import { MEDIA_TITLE } from '../voyage-record/components/media-lightbox.tsx';
import { PickMedia } from './pick-media.tsx';

interface Props {
  voyage: Voyage;
  level: HeadingLevel;
  /** Whether to scroll to the media and focus them. */
  shown: boolean;
  /** The voyage or row being edited: the voyage's slug, or `voyage/media`. */
  edited: string | undefined;
  onEdit(edited: string | undefined): void;
}

/** Media of a voyage in edit mode: arrange, edit and detach them, attach or upload media (SPEC section 2). */
export function MediaEditing({ voyage, level, shown, edited, onEdit }: Props) {
  const { voyage_slug, media } = voyage;
  const attach = useMutation(attachMediaMutation(useQueryClient()));
  const [dropped, setDropped] = useState<File[]>();
  const { over, target } = useFileDrop(setDropped);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!shown) return;
    root.current?.focus({ preventScroll: true });
    root.current?.scrollIntoView();
  }, [shown]);
  return (
    <div ref={root} tabIndex={-1} className="scroll-mt-28 outline-none">
      <RecordSection title={MEDIA_TITLE} level={level}>
        {media.length === 0 ? (
          <p className="text-faded">No photos or documents yet.</p>
        ) : (
          <ArrangedMedia voyage={voyage} edited={edited} onEdit={onEdit} />
        )}
        <div
          {...target}
          className={cx(
            'mt-3 flex flex-wrap items-center gap-2 rounded border border-dashed p-2 print:hidden',
            over ? 'border-brass bg-wash' : 'border-transparent',
          )}
        >
          <PickMedia
            label="Attach existing media"
            present={media}
            onPick={async ({ media_slug, title }) => {
              const key = `attach ${voyage_slug} ${media_slug}`;
              try {
                await attach.mutateAsync({ media_slug, voyage_slug });
                toast.success(`“${title}” attached to the voyage`, { key });
              } catch (error) {
                toast.error(`Can’t attach “${title}”: ${messageOf(error)}`, { key });
                throw error;
              }
            }}
          />
          <UploadMedia voyage={voyage} />
          <span className="text-13 text-faded pointer-coarse:hidden">or drop files here</span>
        </div>
        {dropped && <UploadDialog voyage={voyage} files={dropped} onClose={() => setDropped(undefined)} />}
      </RecordSection>
    </div>
  );
}
