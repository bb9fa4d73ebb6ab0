import { useLocation } from '@archive/router';
import { useEffect } from 'react';
import { useArchive } from './archive.tsx';

type Listener = () => void;

let page: { title: string } = { title: '' };
const listeners = new Set<Listener>();

/** The title of the current page. Each page sets a new object, even if the text is the same, so that listeners notice. */
export const currentPage = (): { title: string } => page;

/** Calls the listener when a page sets its title. Returns a function that unsubscribes it. */
export function subscribePage(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Sets the document title and the text announced after navigation. Call it with undefined until the page has content.
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
