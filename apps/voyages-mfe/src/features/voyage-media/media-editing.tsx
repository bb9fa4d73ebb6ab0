import { attachMediaMutation, messageOf } from '@archive/api-client';
import type { Voyage } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { toast } from '@archive/ui';
import { useLightbox } from '../voyage-record/components/media-opening.tsx';
import { Part, type Level } from '../voyage-record/components/part.tsx';
import { MEDIA_TITLE } from '../voyage-record/components/voyage-media.tsx';
import { MediaRow } from './media-row.tsx';
import { PickMedia } from './pick-media.tsx';
import { UploadMedia } from './upload-media.tsx';

interface Props {
  voyage: Voyage;
  level: Level;
  /** What of the log is a form just now. */
  edited: string | undefined;
  onEdit(edited: string | undefined): void;
}

/** The media of a voyage in edit mode: a row each, to be changed or detached; others attached or uploaded (SPEC section 2). */
export function MediaEditing({ voyage, level, edited, onEdit }: Props) {
  const { voyage_slug, media } = voyage;
  const attach = useMutation(attachMediaMutation(useQueryClient()));
  const { open, shown } = useLightbox(media);
  return (
    <Part title={MEDIA_TITLE} level={level}>
      {media.length === 0 ? (
        <p className="text-faded">No photographs or papers yet.</p>
      ) : (
        <ul aria-label={MEDIA_TITLE} className="divide-y divide-rule border-y border-rule">
          {media.map((item) => {
            const row = `${voyage_slug}/${item.media_slug}`;
            return (
              <MediaRow
                key={item.media_slug}
                item={item}
                voyage={voyage}
                editing={edited === row}
                waiting={edited !== undefined && edited !== row}
                onEdit={(editing) => onEdit(editing ? row : undefined)}
                onOpen={open}
              />
            );
          })}
        </ul>
      )}
      {shown}
      <div className="mt-3 flex flex-wrap gap-2">
        <PickMedia
          label="Attach existing media"
          present={media}
          onPick={({ media_slug, title }) =>
            attach.mutate(
              { media_slug, voyage_slug },
              {
                onSuccess: () => toast.success(`“${title}” is attached to the voyage`),
                onError: (error) => toast.error(`“${title}” could not be attached: ${messageOf(error)}`),
              },
            )
          }
        />
        <UploadMedia voyage={voyage} />
      </div>
    </Part>
  );
}
