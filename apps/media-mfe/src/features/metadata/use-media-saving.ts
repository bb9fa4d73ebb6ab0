import { fetchMediaWithEtag, messageOf, updateMediaMutation, type WithEtag } from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';
import { useRecordDraft } from '@archive/editing';
import { useMutation, useQueryClient } from '@archive/query';
import { checkMedia, draftOf, mediaChanges } from './media-draft.ts';

/** Form state and saving of a media record. */
export function useMediaSaving(opened: WithEtag<MediaItem>, onSaved: (media: MediaItem) => void) {
  const slug = opened.value.media_slug;
  const update = useMutation(updateMediaMutation(useQueryClient()));
  const { error, ...rest } = useRecordDraft({
    opened,
    draftOf: (media) => draftOf(media ?? opened.value),
    check: checkMedia,
    send: (draft, ifMatch, changedNames) =>
      update.mutateAsync({ slug, body: mediaChanges(draft, changedNames), ifMatch }),
    reload: () => fetchMediaWithEtag(slug),
    onSaved,
  });
  return { ...rest, failure: error ? `Update failed: ${messageOf(error)}` : undefined };
}
