import { ApiError, fetchMediaTagged, messageOf, updateMediaMutation, type Tagged } from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { useState } from 'react';
import { useDraft } from '../forms/use-draft.ts';
import { changedFields, checkMedia, draftOf, mediaBody, type MediaDraft } from './media-draft.ts';

interface Base {
  etag: string | undefined;
  draft: MediaDraft;
}

const baseOf = ({ value, etag }: Tagged<MediaItem>): Base => ({ etag, draft: draftOf(value) });

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 412;

/**
 * The draft of a record and its saving. When somebody else has saved in between, the draft goes on from their version: fields not
 * touched here become theirs, the others stay as typed, and `newer` says which theirs were.
 */
export function useMediaSaving(opened: Tagged<MediaItem>, onSaved: (media: MediaItem) => void) {
  const slug = opened.value.media_slug;
  const [base, setBase] = useState(() => baseOf(opened));
  const [newer, setNewer] = useState<(keyof MediaDraft)[]>([]);
  const form = useDraft(base.draft, checkMedia);
  const update = useMutation(updateMediaMutation(useQueryClient()));
  const look = useMutation({ mutationFn: fetchMediaTagged });

  const meetNewer = (now: Tagged<MediaItem>) => {
    const next = baseOf(now);
    const theirs = changedFields(base.draft, next.draft);
    form.change((mine) =>
      Object.fromEntries(
        theirs.filter((name) => mine[name] === base.draft[name]).map((name) => [name, next.draft[name]]),
      ),
    );
    setBase(next);
    setNewer([...new Set([...newer, ...theirs])]);
  };

  const save = () =>
    update.mutate(
      { slug, body: mediaBody(form.draft), ifMatch: base.etag },
      {
        onSuccess: onSaved,
        onError: (error) => {
          form.refuse(error);
          if (isConflict(error)) look.mutate(slug, { onSuccess: meetNewer });
        },
      },
    );

  const error = look.error ?? (isConflict(update.error) ? null : update.error);
  return {
    form,
    save,
    busy: update.isPending || look.isPending,
    failure: error ? `Update failed: ${messageOf(error)}` : undefined,
    newer: newer.length > 0 ? { fields: newer, theirs: base.draft } : undefined,
  };
}
