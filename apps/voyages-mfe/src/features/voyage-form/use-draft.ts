import { currentEtag } from '@archive/api-client';
import { useEffect, useRef } from 'react';
import { pendingFileOf, type Attachment } from './attachments.ts';
import { deleteDraft, lockDraft, storeDraft } from './draft-store.ts';
import type { VoyageWithEtag } from './save-voyage.ts';
import type { FormValues } from './values.ts';

const DELAY_MS = 300;

interface DraftContent {
  slug: string | undefined;
  /** Draft id. */
  id: string;
  values: FormValues;
  stored: VoyageWithEtag | undefined;
  files: readonly Attachment[];
  dirty: boolean;
}

/**
 * Stores unsaved work in the browser shortly after each change, and immediately when the page is hidden or the form unmounts.
 * Returns a function that deletes the draft and stops storing, for when the work is saved or discarded.
 */
export function useDraft({ slug, id, values, stored, files, dirty }: DraftContent): () => void {
  const cleared = useRef(false);
  const hasStored = useRef(false);
  const store = useRef(() => {});

  useEffect(() => {
    store.current = () => {
      if (cleared.current) return;
      if (dirty) {
        hasStored.current = true;
        const base = { stored: stored?.voyage ?? null, etag: currentEtag(stored?.etag) ?? null };
        const waiting = files.map(pendingFileOf);
        storeDraft(slug, { id, values, ...base, files: waiting, stored_at: Date.now() });
      } else if (hasStored.current) deleteDraft(slug, id, []);
    };
    const timer = setTimeout(() => store.current(), DELAY_MS);
    return () => clearTimeout(timer);
  }, [slug, id, values, stored, files, dirty]);

  useEffect(() => {
    const storeNow = () => store.current();
    const unlock = lockDraft(slug, id);
    addEventListener('pagehide', storeNow);
    addEventListener('pagehide', unlock);
    document.addEventListener('visibilitychange', storeNow);
    return () => {
      removeEventListener('pagehide', storeNow);
      removeEventListener('pagehide', unlock);
      document.removeEventListener('visibilitychange', storeNow);
      storeNow();
      unlock();
    };
  }, [slug, id]);

  return () => {
    cleared.current = true;
    deleteDraft(slug, id, files);
  };
}
