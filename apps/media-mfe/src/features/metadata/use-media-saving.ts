import { fetchMediaTagged, messageOf, updateMediaMutation, type Tagged } from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';
import { useRecordDraft } from '@archive/editing';
import { useMutation, useQueryClient } from '@archive/query';
import { checkMedia, draftOf, mediaBody } from './media-draft.ts';

/** The draft of a media record and its saving. */
export function useMediaSaving(opened: Tagged<MediaItem>, onSaved: (media: MediaItem) => void) {
  const slug = opened.value.media_slug;
  const update = useMutation(updateMediaMutation(useQueryClient()));
  const { error, ...rest } = useRecordDraft({
    opened,
    draftOf: (media) => draftOf(media ?? opened.value),
    check: checkMedia,
    send: (draft, ifMatch) => update.mutateAsync({ slug, body: mediaBody(draft), ifMatch }),
    look: () => fetchMediaTagged(slug),
    onSaved,
  });
  return { ...rest, failure: error ? `Update failed: ${messageOf(error)}` : undefined };
}
