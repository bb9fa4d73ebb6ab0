import { presentTag } from '@archive/api-client';
import { useEffect, useRef } from 'react';
import { waitingOf, type Attachment } from './attachments.ts';
import { dropDraft, holdDraft, keepDraft } from './draft-store.ts';
import type { Stored } from './save-voyage.ts';
import type { FormValues } from './values.ts';

const KEEP_AFTER_MS = 300;

interface Work {
  slug: string | undefined;
  /** The draft's own. */
  id: string;
  values: FormValues;
  stored: Stored | undefined;
  files: readonly Attachment[];
  dirty: boolean;
}

/**
 * Keeps unsaved work in the browser: a moment after each change, and at once when the page goes away or the form is taken off it, as
 * happens when the session ends. Answers `settle`, to be called when the work is saved or given up: then the draft goes, and
 * none is kept any more.
 */
export function useDraft({ slug, id, values, stored, files, dirty }: Work): () => void {
  const settled = useRef(false);
  const kept = useRef(false);
  const keep = useRef(() => {});

  useEffect(() => {
    keep.current = () => {
      if (settled.current) return;
      if (dirty) {
        kept.current = true;
        const from = { stored: stored?.voyage ?? null, etag: presentTag(stored?.etag) ?? null };
        const waiting = files.map(waitingOf);
        keepDraft(slug, { id, values, ...from, files: waiting, kept_at: Date.now() });
      } else if (kept.current) dropDraft(slug, id, []);
    };
    const timer = setTimeout(() => keep.current(), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [slug, id, values, stored, files, dirty]);

  useEffect(() => {
    const now = () => keep.current();
    const letGo = holdDraft(slug, id);
    addEventListener('pagehide', now);
    addEventListener('pagehide', letGo);
    document.addEventListener('visibilitychange', now);
    return () => {
      removeEventListener('pagehide', now);
      removeEventListener('pagehide', letGo);
      document.removeEventListener('visibilitychange', now);
      now();
      letGo();
    };
  }, [slug, id]);

  return () => {
    settled.current = true;
    dropDraft(slug, id, files);
  };
}
