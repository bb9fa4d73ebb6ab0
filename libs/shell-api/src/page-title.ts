import { useLocation } from '@archive/router';
import { useEffect } from 'react';
import { useArchive } from './archive.tsx';

type Listener = () => void;

let page: { title: string } = { title: '' };
const listeners = new Set<Listener>();

/** The page that last said its title. A new object each time, also when the words are the same. */
export const currentPage = (): { title: string } => page;

export function subscribePage(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Names the page: the window's title, and what a screen reader hears on arrival. Call it when the page can show itself;
 * until the name is known, with undefined.
 */
export function usePageTitle(title: string | undefined): void {
  const archive = useArchive();
  const { pathname } = useLocation();
  useEffect(() => {
    if (title === undefined) return;
    document.title = `${title} · ${archive.title}`;
    page = { title };
    for (const listener of listeners) listener();
  }, [title, archive.title, pathname]);
}
