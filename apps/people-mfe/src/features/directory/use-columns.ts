import { useSyncExternalStore } from 'react';

/** As many cards stand side by side as Tailwind's `sm` and `lg` give room for. */
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

/** Columns of the directory: 1, 2 or 3, by the width of the window. */
export const useColumns = (): number => useSyncExternalStore(subscribe, columns);
