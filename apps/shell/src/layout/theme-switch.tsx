import { IconButton } from '@archive/ui';
import { useSyncExternalStore } from 'react';

/** Cycles through system, light and dark. */
export function ThemeSwitch() {
  const [theme, choose] = useTheme();
  return (
    <IconButton
      label={`Theme: ${theme}. Switch to ${nextTheme(theme)}`}
      icon={<ThemeIcon theme={theme} />}
      onClick={() => choose(nextTheme(theme))}
    />
  );
}

const SHAPES: Record<Theme, string> = {
  light:
    'M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  system: 'M4 5h16v11H4ZM9 20h6M12 16v4',
};

function ThemeIcon({ theme }: { theme: Theme }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden
      className="lucide"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={SHAPES[theme]} />
    </svg>
  );
}

type Theme = 'light' | 'dark' | 'system';

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
