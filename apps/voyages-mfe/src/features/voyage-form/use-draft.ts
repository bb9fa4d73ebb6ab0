import { useEffect, useRef } from 'react';
import { dropDraft, keepDraft } from './draft-store.ts';
import type { Stored } from './save-voyage.ts';
import type { FormValues } from './values.ts';

const KEEP_AFTER_MS = 300;

/**
 * Keeps unsaved work in the browser: a moment after each change, and at once when the page goes away or the form is taken off it, as
 * happens when the session ends. Answers `settle`, to be called when the work is saved or given up: then the draft goes, and
 * none is kept any more.
 */
export function useDraft(slug: string | undefined, values: FormValues, stored: Stored | undefined, dirty: boolean) {
  const settled = useRef(false);
  const kept = useRef(false);
  const keep = useRef(() => {});

  useEffect(() => {
    keep.current = () => {
      if (settled.current) return;
      if (dirty) {
        kept.current = true;
        keepDraft(slug, { values, stored: stored?.voyage ?? null, etag: stored?.etag ?? null, kept_at: Date.now() });
      } else if (kept.current) dropDraft(slug);
    };
    const timer = setTimeout(() => keep.current(), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [slug, values, stored, dirty]);

  useEffect(() => {
    const now = () => keep.current();
    addEventListener('pagehide', now);
    document.addEventListener('visibilitychange', now);
    return () => {
      removeEventListener('pagehide', now);
      document.removeEventListener('visibilitychange', now);
      now();
    };
  }, []);

  return () => {
    settled.current = true;
    dropDraft(slug);
  };
}
