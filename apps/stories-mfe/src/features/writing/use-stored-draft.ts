import { useEffect, useRef, useState } from 'react';
import type { StoryDraft } from './story-draft.ts';

const DELAY_MS = 400;

interface StoredDraft {
  draft: StoryDraft;
  stored_at: number;
}

const keyOf = (slug: string | undefined) => `story-draft:${slug ?? ''}`;

function read(slug: string | undefined): StoredDraft | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(slug)) ?? 'null') as StoredDraft | null;
    return typeof stored?.draft?.body === 'string' ? stored : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps unsaved work in this browser, shortly after each change and when the page closes. What an earlier visit left is `offered`; until it
 * was resumed or discarded, nothing is stored over it.
 */
export function useStoredDraft(slug: string | undefined, draft: StoryDraft, dirty: boolean) {
  const [offered, setOffered] = useState(() => read(slug));
  const isDone = useRef(false);
  const store = useRef<() => boolean>(() => true);
  useEffect(() => {
    store.current = () => {
      if (offered || isDone.current) return true;
      try {
        if (dirty) localStorage.setItem(keyOf(slug), JSON.stringify({ draft, stored_at: Date.now() }));
        else localStorage.removeItem(keyOf(slug));
        return true;
      } catch {
        return false;
      }
    };
    const timer = setTimeout(() => store.current(), DELAY_MS);
    return () => clearTimeout(timer);
  }, [slug, draft, dirty, offered]);
  useEffect(() => {
    const storeNow = () => void store.current();
    addEventListener('pagehide', storeNow);
    return () => {
      removeEventListener('pagehide', storeNow);
      storeNow();
    };
  }, []);
  const clear = () => {
    try {
      localStorage.removeItem(keyOf(slug));
    } catch {
      // Nothing was stored, so there is nothing to delete.
    }
  };
  return {
    offered,
    /** Ends the offer. */
    settle: ({ discard }: { discard: boolean }) => {
      if (discard) clear();
      setOffered(undefined);
    },
    /** Whether everything typed is kept in this browser. */
    storeNow: () => store.current(),
    /** Call it when the work is saved. */
    finish: () => {
      isDone.current = true;
      clear();
    },
  };
}
