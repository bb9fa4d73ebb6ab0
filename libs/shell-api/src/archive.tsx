import { createContext, use } from 'react';
import type { ArchiveSettings } from './contract.ts';

const ArchiveContext = createContext<ArchiveSettings | null>(null);
export const ArchiveProvider = ArchiveContext.Provider;

/** The archive's title, subtitle and other public settings. */
export function useArchive(): ArchiveSettings {
  const archive = use(ArchiveContext);
  if (!archive) throw new Error('useArchive must be used inside the shell');
  return archive;
}
