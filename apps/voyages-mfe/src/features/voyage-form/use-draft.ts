import { currentEtag } from '@archive/api-client';
import { useCallback, useEffect, useRef } from 'react';
import { type Attachment, pendingFileOf } from './attachments.ts';
import { deleteDraft, lockDraft, storeDraft } from './draft-store.ts';
import type { VoyageWithEtag } from './save-voyage.ts';
import type { FormValues } from './values.ts';

const DELAY_MS = 300;
/** Saves at least this often, even while someone types without a pause. */
const MAX_DELAY_MS = 2800;
const MAX_IDLE_WAIT_MS = 200;

interface DraftContent {
  slug: string | undefined;
  /** Draft id. */
  id: string;
  /** The current values. */
  entered(): FormValues;
  /** Calls the listener after each change. */
  subscribe(listener: () => void): () => void;
  stored: VoyageWithEtag | undefined;
  files: readonly Attachment[];
  isDirty(): boolean;
}

/**
 * Stores unsaved work in the browser shortly after each change, and immediately when the page is
 * hidden or the form unmounts. Call `clear` when the work is saved or discarded: it deletes the
 * draft and stops storing. `storeNow` returns whether the form can be left without losing anything.
 */
export function useDraft({ slug, id, entered, subscribe, stored, files, isDirty }: DraftContent) {
  const cleared = useRef(false);
  const hasStored = useRef(false);
  const store = useRef<() => boolean>(() => true);

  useEffect(() => {
    store.current = () => {
      if (cleared.current) return true;
      if (isDirty()) {
        hasStored.current = true;
        const base = { stored: stored?.voyage ?? null, etag: currentEtag(stored?.etag) ?? null };
        const waiting = files.map(pendingFileOf);
        return storeDraft(slug, { id, values: entered(), ...base, files: waiting, stored_at: Date.now() });
      }
      if (hasStored.current) deleteDraft(slug, id, []);
      return true;
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let cancelIdle = () => {};
    let dueAt = 0;
    const storeSoon = () => {
      clearTimeout(timer);
      const now = performance.now();
      if (timer === undefined) dueAt = now + MAX_DELAY_MS;
      timer = setTimeout(
        () => {
          timer = undefined;
          cancelIdle();
          cancelIdle = whenIdle(() => store.current(), MAX_IDLE_WAIT_MS);
        },
        Math.min(DELAY_MS, dueAt - now),
      );
    };
    storeSoon();
    const unsubscribe = subscribe(storeSoon);
    return () => {
      unsubscribe();
      clearTimeout(timer);
      cancelIdle();
    };
  }, [slug, id, entered, subscribe, stored, files, isDirty]);

  useEffect(() => {
    const storeNow = () => void store.current();
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

  return {
    clear: () => {
      cleared.current = true;
      deleteDraft(slug, id, files);
    },
    storeNow: () => store.current(),
  };
}

/** Runs work when the browser has nothing else to do; returns a function that cancels it. */
export function whenIdle(work: () => void, timeoutMs: number): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    work();
    return () => {};
  }
  const handle = window.requestIdleCallback(work, { timeout: timeoutMs });
  return () => window.cancelIdleCallback(handle);
}

/** Like `whenIdle`, but ignores further calls while work is pending. Unmounting cancels the pending work. */
export function useIdleCallback(timeoutMs: number): (work: () => void) => void {
  const cancel = useRef<() => void>(undefined);
  useEffect(
    () => () => {
      cancel.current?.();
      cancel.current = undefined;
    },
    [],
  );
  return useCallback(
    (work) => {
      if (cancel.current) return;
      let hasRun = false;
      const cancelWork = whenIdle(() => {
        hasRun = true;
        cancel.current = undefined;
        work();
      }, timeoutMs);
      if (!hasRun) cancel.current = cancelWork;
    },
    [timeoutMs],
  );
}
