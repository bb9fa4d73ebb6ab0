import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';

const Scope = createContext<string | undefined>(undefined);

/**
 * Names the application whose part of the page this is. What dialogs, sheets, menus and tooltips open elsewhere in the document
 * carries the name as `data-mfe`, so that the application's own styles reach it there.
 */
export function PortalScope({ value, children }: { value: string; children: ReactNode }) {
  return <Scope value={value}>{children}</Scope>;
}

/** The attribute to spread on the outermost element of what is rendered through a portal. */
export function usePortalScope(): { 'data-mfe': string | undefined } {
  return { 'data-mfe': useContext(Scope) };
}
