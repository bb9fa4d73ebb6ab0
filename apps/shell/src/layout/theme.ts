import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark' | 'system';

/** Also read before the first paint, by paint-theme.js. */
const KEY = 'theme';
const listeners = new Set<() => void>();

function read(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}

let theme = read();

function chooseTheme(next: Theme): void {
  theme = next;
  if (next === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = next;
  try {
    if (next === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, next);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The chosen theme, and the function that chooses. */
export function useTheme(): [Theme, (next: Theme) => void] {
  return [useSyncExternalStore(subscribe, () => theme), chooseTheme];
}
