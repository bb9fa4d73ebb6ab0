import { createContext, use, useEffect } from 'react';
import { useLocation } from '@archive/router';
import type { ArchiveSettings } from './contract.ts';

const ArchiveContext = createContext<ArchiveSettings | null>(null);
export const ArchiveProvider = ArchiveContext.Provider;

/** The archive's title, subtitle and other public settings. */
export function useArchive(): ArchiveSettings {
  const archive = use(ArchiveContext);
  if (!archive) throw new Error('useArchive must be used inside the shell');
  return archive;
}

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
