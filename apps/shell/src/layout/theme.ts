import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark' | 'system';

const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };

export const nextTheme = (theme: Theme): Theme => NEXT[theme];

/** Shared with paint-theme.js, which reads it before the first paint. */
const KEY = 'theme';
const listeners = new Set<() => void>();

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

let theme = readTheme();

function chooseTheme(next: Theme): void {
  theme = next;
  if (next === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = next;
  try {
    if (next === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, next);
  } catch {
    // Local storage is unavailable: the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the theme and its setter. */
export function useTheme(): [Theme, (next: Theme) => void] {
  return [useSyncExternalStore(subscribe, () => theme), chooseTheme];
}
