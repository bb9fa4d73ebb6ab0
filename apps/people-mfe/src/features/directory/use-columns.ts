import { useSyncExternalStore } from 'react';

/** Tailwind's `lg` and `sm` breakpoints. */
const WIDE = '(min-width: 64rem)';
const MEDIUM = '(min-width: 40rem)';

const matches = (query: string) => typeof window.matchMedia === 'function' && window.matchMedia(query).matches;
const columns = () => (matches(WIDE) ? 3 : matches(MEDIUM) ? 2 : 1);

function subscribe(listener: () => void): () => void {
  if (typeof window.matchMedia !== 'function') return () => undefined;
  const lists = [WIDE, MEDIUM].map((query) => window.matchMedia(query));
  for (const list of lists) list.addEventListener('change', listener);
  return () => {
    for (const list of lists) list.removeEventListener('change', listener);
  };
}

/** Directory columns for the window width: 1, 2, or 3. */
export const useColumns = (): number => useSyncExternalStore(subscribe, columns);
