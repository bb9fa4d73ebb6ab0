import { Switch } from '@archive/ui';
import { useEffect, useSyncExternalStore } from 'react';

const KEY = 'edit-mode';

const listeners = new Set<() => void>();
/** For a browser that keeps nothing: it forgets at the next load, and the page goes on. */
let unkept = false;
/** How many parts of the page have something to edit. */
let places = 0;

function announce(): void {
  for (const listener of listeners) listener();
}

function set(next: boolean): void {
  try {
    if (next) sessionStorage.setItem(KEY, '1');
    else sessionStorage.removeItem(KEY);
  } catch {
    unkept = next;
  }
  announce();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function isEditing(): boolean {
  try {
    return sessionStorage.getItem(KEY) === '1';
  } catch {
    return unkept;
  }
}

const isOffered = () => places > 0;

/**
 * Whether the curator edits, for a screen that has something to edit: while one that asks is shown, the masthead offers the switch.
 * Kept for the browser's session, the same on every screen (SPEC sections 3 and 6).
 */
export function useEditMode(): { editing: boolean; setEditing: (editing: boolean) => void } {
  const on = useSyncExternalStore(subscribe, isEditing);
  useEffect(() => {
    places += 1;
    announce();
    return () => {
      places -= 1;
      announce();
    };
  }, []);
  return { editing: on, setEditing: set };
}

/** The switch of the masthead; nothing on a screen where nothing can be edited. */
export function EditModeSwitch({ className }: { className?: string }) {
  const offered = useSyncExternalStore(subscribe, isOffered);
  const on = useSyncExternalStore(subscribe, isEditing);
  if (!offered) return null;
  return (
    <Switch label="Edit Mode" checked={on} onChange={(event) => set(event.target.checked)} className={className} />
  );
}
