import { useEffect, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let openForms = 0;

function change(delta: number): void {
  openForms += delta;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Marks a form as open while the calling component is mounted: if the session ends, the shell keeps the page and asks to sign in over it. */
export function useOpenForm(): void {
  useEffect(() => {
    change(1);
    return () => change(-1);
  }, []);
}

const hasOpenForm = (): boolean => openForms > 0;

/** True while any form on the page is open. */
export const useHasOpenForm = (): boolean => useSyncExternalStore(subscribe, hasOpenForm);
